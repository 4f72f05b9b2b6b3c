//! A search whose end nobody will see, announced before it begins: `exactly 40 Node` with `e: set Node`.
//!
//! *Problem.* A scope is chosen before its instances have been counted, and 2^1600 relations look like a program that
//! hangs. *Choice.* A bound that is certain and costs nothing. A field that no fact and no command mentions has all
//! values that its range allows, whatever the others are: `2^(n·n)` for a set. A class has at most as many labellings
//! as there are permutations of its objects. So there are at least as many classes as the quotient says, if there is
//! any instance. A field that some formula mentions counts for one value. So does a size that is not exact, if the
//! spec says anything at all. Facts can make these few, and a false alarm is worse than none.
//!
//! Where formulas mention all fields, an instance says more: which of its cells are free together
//! ([`crate::free_cells`]). That takes an instance, and so it is asked only once a list has become long.
//!
//! *Rejected.* To count smaller scopes and go on from there: this warns of more specs, but facts may allow anything in
//! the next size. To draw a sample (`--estimate`): it takes seconds.

use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::model::{
    Command, Expr, ExprKind, FactOrigin, Field, FieldId, Formula, FormulaKind, Model, Multiplicity,
    Node, Range, RelationOp, Scope, Sig, SigScope, Sizes,
};

use crate::question::Question;
use crate::scope::Scopes;
use crate::scope::strings::count_strings;

/// From 2^40 instances on a search does not end: a thousand in a millisecond take twelve days for them.
const ENDLESS: f64 = 40.0;
/// Some ten million instances are listed in a minute.
const IN_A_MINUTE: f64 = 23.0;

/// The warning that listing the instances of a question does not end.
pub fn endless(question: &Question<'_>) -> Option<Diagnostic> {
    let Question { model, command, scopes, .. } = question;
    if question.traces.is_some()
        || model.fields.iter().any(|(_, field)| wants_what_is_not(field, question))
    {
        return None;
    }
    let free = FreeFields::of(model, command);
    let least = free.classes(model, scopes);
    if least < ENDLESS {
        return None;
    }
    let (field, bits) = free.widest(model, scopes)?;
    let field = &model.fields[field];
    let message =
        format!("this search does not end: there are at least {} instances", power(least));
    let label = format!("{} values, and nothing says which of them", power(bits));
    let span = command.scope.span.unwrap_or(command.span);
    let warning = Diagnostic::new(code::ENDLESS, message)
        .at(span, "a minute lists some ten million")
        .related(field.span, label);
    Some(warning.help(advice(question, &free)))
}

fn advice(question: &Question<'_>, free: &FreeFields) -> String {
    match smaller(question, free) {
        Some(scope) => {
            format!(
                "`for {scope}` ends in a minute; `find -n 100` lists the first ones of this scope"
            )
        }
        None => "`find -n 100` lists the first ones".to_owned(),
    }
}

/// What must be known about a question whose formulas mention all its fields.
pub struct Endless<'q> {
    question: &'q Question<'q>,
    free: FreeFields,
}

impl<'q> Endless<'q> {
    /// `None` if the search ends, or nothing can be said: all fields together have too few values, or it is about
    /// traces.
    pub fn of(question: &'q Question<'q>) -> Option<Endless<'q>> {
        let free = FreeFields::of(question.model, question.command);
        let most = free.at_most(question.model, &question.scopes);
        (question.traces.is_none() && most >= ENDLESS).then_some(Endless { question, free })
    }

    /// So many cells have to be free together for the search not to end, whatever objects are alike.
    pub fn enough(&self) -> usize {
        (ENDLESS + labellings(self.question.model, &self.question.scopes)).ceil() as usize
    }

    /// The warning, once so many are.
    pub fn warning(&self) -> Diagnostic {
        let Question { command, .. } = self.question;
        let message =
            format!("this search does not end: there are at least {} instances", power(ENDLESS));
        Diagnostic::new(code::ENDLESS, message)
            .at(command.scope.span.unwrap_or(command.span), "a minute lists some ten million")
            .help(advice(self.question, &self.free))
    }
}

/// The greatest sizes whose instances can all be listed in a minute, as a scope.
fn smaller(question: &Question<'_>, free: &FreeFields) -> Option<String> {
    let Question { model, command, scopes, .. } = question;
    let greatest = model.top_level().map(|sig| scopes.top_level(sig).max).max()?;
    // Instances of most specs are too many long before that.
    (1..greatest.min(MOST)).rev().find_map(|size| {
        let scope = clipped(&command.scope, size);
        let text = scope.text(model, &[]);
        let smaller = Command { scope, ..(*command).clone() };
        let scopes = Scopes::new(model, &smaller, question.overflow).ok()?;
        (free.at_most(model, &scopes) <= IN_A_MINUTE).then_some(text)
    })
}

/// The greatest size that is tried.
const MOST: u32 = 64;

/// A scope in which no sig has more atoms than this.
fn clipped(scope: &Scope, size: u32) -> Scope {
    let clip = |sizes: Sizes| Sizes {
        min: sizes.min.min(size),
        max: sizes.max.min(size),
        is_range: sizes.is_range && sizes.min < size,
    };
    Scope {
        default: scope.default.map(clip),
        sigs: scope.sigs.iter().map(|one| SigScope { sizes: clip(one.sizes), ..*one }).collect(),
        ..scope.clone()
    }
}

/// The fields that no formula mentions.
struct FreeFields {
    fields: Vec<FieldId>,
    /// The spec says nothing, so that each size that the scope allows has instances.
    nothing_said: bool,
}

impl FreeFields {
    fn of(model: &Model, command: &Command) -> FreeFields {
        let written = model.facts.iter().filter(|fact| fact.origin == FactOrigin::Written);
        let mut from: Vec<Node<'_>> = written.map(|fact| Node::Formula(&fact.formula)).collect();
        let nothing_said = from.is_empty() && says_nothing(&command.goal) && model.exact.is_empty();
        from.push(Node::Formula(&command.goal));
        let ranges = model.fields.iter().map(|(_, field)| Node::from(field.range.domain()));
        from.extend(ranges);
        let mut is_free: Vec<bool> = model.fields.iter().map(|_| true).collect();
        for node in model.reachable(from) {
            if let Node::Relation(Expr { kind: ExprKind::Field(field), .. }) = node {
                is_free[field.0 as usize] = false;
            }
        }
        let all = model.fields.iter().zip(is_free);
        let free = all.filter(|((_, field), is_free)| {
            *is_free && !field.is_defined && !model.sigs[field.sig].is_library
        });
        FreeFields { fields: free.map(|((id, _), _)| id).collect(), nothing_said }
    }

    /// The logarithm of a number of classes that there surely are.
    fn classes(&self, model: &Model, scopes: &Scopes) -> f64 {
        let size = |sizes: Sizes| if self.nothing_said { sizes.max } else { sizes.min };
        let free = self.fields.iter().map(|&field| values(&model.fields[field], scopes, &size));
        free.sum::<f64>() - labellings(model, scopes)
    }

    /// The free field with the most values, and their number's logarithm.
    fn widest(&self, model: &Model, scopes: &Scopes) -> Option<(FieldId, f64)> {
        let size = |sizes: Sizes| if self.nothing_said { sizes.max } else { sizes.min };
        let free =
            self.fields.iter().map(|&field| (field, values(&model.fields[field], scopes, &size)));
        free.max_by(|(_, a), (_, b)| a.total_cmp(b))
    }

    /// The logarithm of about as many classes as there are if no formula excludes any.
    fn at_most(&self, model: &Model, scopes: &Scopes) -> f64 {
        let own = model.fields.iter().filter(|(_, field)| !model.sigs[field.sig].is_library);
        let all = own.map(|(_, field)| values(field, scopes, &|sizes| sizes.max));
        all.sum::<f64>() - labellings(model, scopes)
    }
}

fn says_nothing(goal: &Formula) -> bool {
    match &goal.kind {
        FormulaKind::Constant(truth) => *truth,
        FormulaKind::And(parts) => parts.iter().all(says_nothing),
        _ => false,
    }
}

/// The logarithm of the number of permutations of all objects.
fn labellings(model: &Model, scopes: &Scopes) -> f64 {
    let factorial = |n: u32| (2..=n).map(|factor| f64::from(factor).log2()).sum::<f64>();
    model.top_level().map(|sig| factorial(scopes.top_level(sig).max)).sum()
}

/// The logarithm of the number of values of a field, or 0 if that is not seen from its range.
fn values(field: &Field, scopes: &Scopes, size: &dyn Fn(Sizes) -> u32) -> f64 {
    let owners = scopes.sizes(field.sig).map_or(0.0, |sizes| f64::from(size(sizes)));
    if field.is_sequence {
        let Range::Arrow { right, .. } = &field.range else { return 0.0 };
        let items = atoms(right.domain(), scopes, size).unwrap_or(0.0);
        return owners * f64::from(scopes.max_sequence) * items.max(1.0).log2();
    }
    let of_one = match &field.range {
        Range::Of { multiplicity, domain } => {
            atoms(domain, scopes, size).map(|atoms| choices(*multiplicity, atoms))
        }
        Range::Arrow {
            left,
            left_multiplicity: Multiplicity::Set,
            right_multiplicity,
            right,
            ..
        } => {
            let plain = |range: &Range| match range {
                Range::Of { multiplicity: Multiplicity::Set, domain } => {
                    atoms(domain, scopes, size)
                }
                _ => None,
            };
            plain(left)
                .zip(plain(right))
                .map(|(left, right)| left * choices(*right_multiplicity, right))
        }
        Range::Arrow { .. } => None,
    };
    owners * of_one.unwrap_or(0.0)
}

/// True if a field must have a value and there is none, so that nothing has the field.
fn wants_what_is_not(field: &Field, question: &Question<'_>) -> bool {
    let Range::Of { multiplicity: Multiplicity::One | Multiplicity::Some, domain } = &field.range
    else {
        return false;
    };
    match domain.kind {
        ExprKind::Sig(Sig::STRING) => count_strings(question.model, question.command) == 0,
        _ => atoms(domain, &question.scopes, &|sizes| sizes.max) == Some(0.0),
    }
}

/// The logarithm of the number of parts of so many atoms that a multiplicity allows.
fn choices(multiplicity: Multiplicity, atoms: f64) -> f64 {
    match multiplicity {
        Multiplicity::Set => atoms,
        Multiplicity::Some => (atoms - 1.0).max(0.0),
        Multiplicity::Lone => (atoms + 1.0).log2(),
        Multiplicity::One => atoms.max(1.0).log2(),
    }
}

/// The number of tuples of a product of sigs.
fn atoms(domain: &Expr, scopes: &Scopes, size: &dyn Fn(Sizes) -> u32) -> Option<f64> {
    match &domain.kind {
        ExprKind::Sig(Sig::INT) => {
            let (least, greatest) = scopes.integers;
            Some((greatest - least + 1) as f64)
        }
        ExprKind::Sig(sig) => scopes.sizes(*sig).map(|sizes| f64::from(size(sizes))),
        ExprKind::Binary(RelationOp::Product, a, b) => {
            Some(atoms(a, scopes, size)? * atoms(b, scopes, size)?)
        }
        _ => None,
    }
}

/// `2^1441`.
fn power(bits: f64) -> String {
    format!("2^{}", bits.floor())
}
