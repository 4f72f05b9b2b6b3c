//! A formula about traces as one of linear time over propositions.
//!
//! *Problem.* An automaton knows no variables and no calls. *Choice.* Negations are pushed down, calls and `let`s are
//! written out, and a quantifier above a temporal operator becomes a conjunction or a disjunction over all that its
//! variables may ever stand for, each with the condition that it stands for that at this position. What has no temporal
//! operator and reads no further than the next state is a proposition as it is, below the `let`s and arguments that it
//! uses: the evaluator reads it, and these stand for expressions there, too. Where something further stands within an
//! expression, the formula is written out by tuples (`member`). *Rejected.* To substitute arguments: the
//! same variable may stand for expressions that are read at different positions.

use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::instance::Instance;
use korrel_lang::model::{
    Declaration, Expr, Formula, FormulaKind, FreeVariables, Function, Model, Node, Quantifier,
    State, TemporalOp, Value, VariableId,
};
use korrel_lang::source::Span;
use korrel_lang::tuples::TupleSet;
use korrel_lang::universe::AtomId;
use rustc_hash::FxHashMap;

use super::ltl::{Ltl, LtlId, LtlTable};
use super::propositions::Propositions;

/// The most tuples of a set or relation of which all values are tried.
const TRIED: usize = 10;

/// The most operators that a formula is written out to.
const OPERATORS: usize = 20_000;

/// The most nodes that are looked at for that.
const ASKED: usize = 200_000;

/// A formula that is made.
pub struct Grounding<'m> {
    pub(super) model: &'m Model,
    /// All that a state may hold.
    pub(super) upper: &'m Instance,
    /// A variable for a tuple of each number of columns, from one on.
    pub(super) tuples: &'m [VariableId],
    pub table: LtlTable,
    pub propositions: Propositions,
    known: FxHashMap<GroundedKey, LtlId>,
    pub(super) free: FreeVariables<'m>,
    asked: usize,
}

/// A node by its place, a tuple if it is asked whether that is in it, what its variables stand for, and that it holds.
type GroundedKey =
    (usize, Vec<AtomId>, Vec<(VariableId, usize)>, Vec<(VariableId, Vec<usize>)>, bool);

/// What variables stand for where a formula is read.
#[derive(Clone, Default)]
pub(super) struct Around<'f> {
    /// `let`s and arguments, outermost first.
    pub(super) lets: Vec<(VariableId, LetValue<'f>)>,
    pub(super) bindings: Vec<(VariableId, TupleSet)>,
}

#[derive(Clone, Copy)]
pub(super) enum LetValue<'f> {
    Let(&'f Value),
    Argument(&'f Expr),
}

impl<'m> Grounding<'m> {
    pub fn new(model: &'m Model, upper: &'m Instance, tuples: &'m [VariableId]) -> Grounding<'m> {
        let (table, propositions) = (LtlTable::new(), Propositions::default());
        let (known, free) = (FxHashMap::default(), FreeVariables::default());
        Grounding { model, upper, tuples, table, propositions, known, free, asked: 0 }
    }

    /// The formula at the first position.
    ///
    /// # Errors
    /// A formula that would be too large, or has a temporal operator within an expression.
    pub fn of(&mut self, formula: &'m Formula) -> Result<LtlId, Diagnostic> {
        self.formula(formula, true, &Around::default())
    }

    pub(super) fn formula(
        &mut self,
        formula: &'m Formula,
        is_positive: bool,
        around: &Around<'m>,
    ) -> Result<LtlId, Diagnostic> {
        let around = around.narrowed(formula.into(), &mut self.free);
        let key = around.key(std::ptr::from_ref(formula).addr(), &[], is_positive);
        self.once(key, formula.span, |grounding| grounding.made(formula, is_positive, &around))
    }

    /// What is made of a node, once.
    pub(super) fn once(
        &mut self,
        key: GroundedKey,
        span: Span,
        make: impl FnOnce(&mut Self) -> Result<LtlId, Diagnostic>,
    ) -> Result<LtlId, Diagnostic> {
        if let Some(&known) = self.known.get(&key) {
            return Ok(known);
        }
        self.asked += 1;
        if self.asked > ASKED || self.table.len() > OPERATORS {
            return Err(too_large(span));
        }
        let made = make(self)?;
        self.known.insert(key, made);
        Ok(made)
    }

    fn made(
        &mut self,
        formula: &'m Formula,
        is_positive: bool,
        around: &Around<'m>,
    ) -> Result<LtlId, Diagnostic> {
        let wrapped = around.wrapped(formula);
        if let Some(ahead @ 0..=1) = self.model.lookahead(&wrapped) {
            return Ok(self.proposition(wrapped, is_positive, &around.bindings, ahead > 0));
        }
        match &formula.kind {
            FormulaKind::Not(of) => self.formula(of, !is_positive, around),
            FormulaKind::And(parts) => self.parts(parts, true, is_positive, around),
            FormulaKind::Or(parts) => self.parts(parts, false, is_positive, around),
            FormulaKind::Implies(a, b) => {
                let [a, b] =
                    [self.formula(a, !is_positive, around)?, self.formula(b, is_positive, around)?];
                Ok(self.table.add(if is_positive { Ltl::Or(b, a) } else { Ltl::And(b, a) }))
            }
            FormulaKind::Iff(a, b) => {
                let [a_is, a_is_not] = self.both(a, around)?;
                let [b_is, b_is_not] = self.both(b, around)?;
                let [b_is, b_is_not] =
                    if is_positive { [b_is, b_is_not] } else { [b_is_not, b_is] };
                let both = self.table.add(Ltl::And(a_is, b_is));
                let none = self.table.add(Ltl::And(a_is_not, b_is_not));
                Ok(self.table.add(Ltl::Or(both, none)))
            }
            FormulaKind::Conditional(c, a, b) => {
                let [c_is, c_is_not] = self.both(c, around)?;
                let a = self.formula(a, is_positive, around)?;
                let b = self.formula(b, is_positive, around)?;
                let first = self.table.add(Ltl::And(c_is, a));
                let second = self.table.add(Ltl::And(c_is_not, b));
                Ok(self.table.add(Ltl::Or(first, second)))
            }
            FormulaKind::Quantified { quantifier, declarations, body } => {
                let is_all = (*quantifier == Quantifier::All) == is_positive;
                let parts =
                    self.bound(declarations, is_all, around, &mut |grounding, around| {
                        grounding.formula(body, is_positive, around)
                    })?;
                Ok(self.joined(is_all, parts))
            }
            FormulaKind::Let(variable, value, body) => {
                let around = around.with(*variable, LetValue::Let(value));
                self.formula(body, is_positive, &around)
            }
            FormulaKind::Variable(variable) => {
                let at = around.lets.iter().rposition(|(other, _)| other == variable);
                let at = at.expect("a variable stands below its `let`");
                let LetValue::Let(Value::Formula(value)) = around.lets[at].1 else {
                    unreachable!("it stands for a formula")
                };
                let outer =
                    Around { lets: around.lets[..at].to_vec(), bindings: around.bindings.clone() };
                self.formula(value, is_positive, &outer)
            }
            FormulaKind::Call(function, arguments) => {
                let function = &self.model.functions[*function];
                let within = around.within(function, arguments);
                let Value::Formula(body) = &function.body else {
                    unreachable!("the resolver lets predicates only be called as formulas")
                };
                self.formula(body, is_positive, &within)
            }
            FormulaKind::In(State::After, of) => {
                let of = self.formula(of, is_positive, around)?;
                Ok(self.table.add(Ltl::Next(of)))
            }
            FormulaKind::Previously(of) => {
                let of = self.formula(of, is_positive, around)?;
                Ok(self.table.add(if is_positive { Ltl::Before(of) } else { Ltl::WeakBefore(of) }))
            }
            FormulaKind::Temporal(op, sides) => {
                let [a, b] = &**sides;
                let a = self.formula(a, is_positive, around)?;
                let b = self.formula(b, is_positive, around)?;
                Ok(self.table.add(match (op, is_positive) {
                    (TemporalOp::Until, true) | (TemporalOp::Releases, false) => Ltl::Until(a, b),
                    (TemporalOp::Releases, true) | (TemporalOp::Until, false) => {
                        Ltl::Releases(a, b)
                    }
                    (TemporalOp::Since, true) | (TemporalOp::Triggered, false) => Ltl::Since(a, b),
                    (TemporalOp::Triggered, true) | (TemporalOp::Since, false) => {
                        Ltl::Triggered(a, b)
                    }
                }))
            }
            FormulaKind::Constant(_)
            | FormulaKind::In(State::Before, _)
            | FormulaKind::Count(..)
            | FormulaKind::Subset(..)
            | FormulaKind::Equal(..)
            | FormulaKind::Compare(..)
            | FormulaKind::TotalOrder(_) => self.by_tuples(formula, is_positive, around),
        }
    }

    fn both(&mut self, of: &'m Formula, around: &Around<'m>) -> Result<[LtlId; 2], Diagnostic> {
        Ok([self.formula(of, true, around)?, self.formula(of, false, around)?])
    }

    /// All parts, or one of them. If they are denied, the other.
    fn parts(
        &mut self,
        parts: &'m [Formula],
        is_all: bool,
        is_positive: bool,
        around: &Around<'m>,
    ) -> Result<LtlId, Diagnostic> {
        let parts = parts.iter().map(|part| self.formula(part, is_positive, around));
        let parts = parts.collect::<Result<Vec<LtlId>, Diagnostic>>()?;
        Ok(self.joined(is_all == is_positive, parts))
    }

    /// The parts for all that variables may stand for. `is_all`: if they may, then the part; else they may, and the part.
    fn bound(
        &mut self,
        declarations: &'m [Declaration],
        is_all: bool,
        around: &Around<'m>,
        part: &mut dyn FnMut(&mut Self, &Around<'m>) -> Result<LtlId, Diagnostic>,
    ) -> Result<Vec<LtlId>, Diagnostic> {
        let mut found = Vec::new();
        let variables: Vec<(&'m Declaration, usize)> = declarations
            .iter()
            .flat_map(|of| (0..of.variables.len()).map(move |at| (of, at)))
            .collect();
        self.bind(&variables, is_all, around, &[], part, &mut found)?;
        Ok(found)
    }

    fn bind(
        &mut self,
        variables: &[(&'m Declaration, usize)],
        is_all: bool,
        around: &Around<'m>,
        conditions: &[LtlId],
        part: &mut dyn FnMut(&mut Self, &Around<'m>) -> Result<LtlId, Diagnostic>,
        found: &mut Vec<LtlId>,
    ) -> Result<(), Diagnostic> {
        let Some((&(declaration, at), rest)) = variables.split_first() else {
            let part = part(self, around)?;
            let all = conditions.iter().copied().chain([part]).collect::<Vec<_>>();
            found.push(self.joined(!is_all, all));
            return Ok(());
        };
        let variable = declaration.variables[at];
        let domain = declaration.range.domain();
        let upper = self.upper(domain, around);
        for value in values(declaration, &upper).ok_or_else(|| too_large(declaration.span))? {
            let earlier = declaration.variables[..at].iter().map(|of| around.value(*of));
            if declaration.is_disjoint && earlier.flatten().any(|other| !other.is_disjoint(&value))
            {
                continue;
            }
            let mut around = around.clone();
            around.bindings.push((variable, value));
            let mut conditions = conditions.to_vec();
            let tuples = around.value(variable).expect("it was bound").clone();
            for tuple in tuples.tuples() {
                conditions.push(self.member(&tuple, domain, !is_all, &around)?);
            }
            if let Some(condition) = declaration.conditions.get(at) {
                conditions.push(self.formula(condition, !is_all, &around)?);
            }
            let is_void = |condition: &LtlId| {
                *condition == if is_all { LtlTable::TRUE } else { LtlTable::FALSE }
            };
            if conditions.iter().any(is_void) {
                continue;
            }
            self.bind(rest, is_all, &around, &conditions, part, found)?;
        }
        Ok(())
    }

    pub(super) fn proposition(
        &mut self,
        formula: Formula,
        is_positive: bool,
        bindings: &[(VariableId, TupleSet)],
        is_of_step: bool,
    ) -> LtlId {
        let span = formula.span;
        let formula = match is_positive {
            true => formula,
            false => Formula { kind: FormulaKind::Not(Box::new(formula)), span },
        };
        let number = self.propositions.add(formula, bindings, is_of_step);
        self.table.add(Ltl::Holds(number))
    }
}

impl<'f> Around<'f> {
    /// A node where it is read. `tuple`: it is asked whether that is in it.
    pub(super) fn key(&self, node: usize, tuple: &[AtomId], is_positive: bool) -> GroundedKey {
        let place = |(variable, value): &(VariableId, LetValue<'f>)| {
            let place = match value {
                LetValue::Let(value) => std::ptr::from_ref(*value).addr(),
                LetValue::Argument(value) => std::ptr::from_ref(*value).addr(),
            };
            (*variable, place)
        };
        let lets = self.lets.iter().map(place).collect();
        let value =
            |(variable, value): &(VariableId, TupleSet)| (*variable, value.indices().collect());
        let bindings = self.bindings.iter().map(value).collect();
        (node, tuple.to_vec(), lets, bindings, is_positive)
    }

    /// What a node's variables stand for, without what others stand for: so it is the same wherever that is the same.
    pub(super) fn narrowed(&self, node: Node<'f>, known: &mut FreeVariables<'f>) -> Around<'f> {
        let mut free = known.of(node).to_vec();
        let mut narrowed = Around::default();
        for &(variable, value) in self.lets.iter().rev() {
            if !free.contains(&variable) {
                continue;
            }
            free.retain(|other| *other != variable);
            free.extend_from_slice(&match value {
                LetValue::Let(value) => known.of(value),
                LetValue::Argument(value) => known.of(value),
            });
            narrowed.lets.insert(0, (variable, value));
        }
        let bindings = self.bindings.iter().filter(|(variable, _)| free.contains(variable));
        narrowed.bindings = bindings.cloned().collect();
        narrowed
    }

    pub(super) fn with(&self, variable: VariableId, value: LetValue<'f>) -> Around<'f> {
        let mut with = self.clone();
        with.lets.push((variable, value));
        with
    }

    /// What a function's parameters stand for.
    pub(super) fn within(&self, function: &Function, arguments: &'f [Expr]) -> Around<'f> {
        let parameters = function.parameters.iter().flat_map(|of| &of.variables).copied();
        let mut within = self.clone();
        within.lets.extend(parameters.zip(arguments.iter().map(LetValue::Argument)));
        within
    }

    pub(super) fn value(&self, variable: VariableId) -> Option<&TupleSet> {
        self.bindings.iter().rev().find(|(of, _)| *of == variable).map(|(_, value)| value)
    }

    /// The expression that a variable stands for, and what its own variables stand for.
    pub(super) fn expression(&self, variable: VariableId) -> Option<(&'f Expr, Around<'f>)> {
        let at = self.lets.iter().rposition(|(of, _)| *of == variable)?;
        let value = match self.lets[at].1 {
            LetValue::Let(Value::Relation(value)) | LetValue::Argument(value) => value,
            LetValue::Let(_) => return None,
        };
        let lets = self.lets[..at].to_vec();
        Some((value, Around { lets, bindings: self.bindings.clone() }))
    }

    /// The formula below the `let`s that it uses.
    pub(super) fn wrapped(&self, formula: &Formula) -> Formula {
        let mut wrapped = formula.clone();
        let mut free = Node::Formula(formula).free_variables().to_vec();
        for (variable, value) in self.lets.iter().rev() {
            if !free.contains(variable) {
                continue;
            }
            let value = match value {
                LetValue::Let(value) => (*value).clone(),
                LetValue::Argument(value) => Value::Relation((*value).clone()),
            };
            let span = wrapped.span;
            let kind = FormulaKind::Let(*variable, Box::new(value), Box::new(wrapped));
            wrapped = Formula { kind, span };
            free = Node::Formula(&wrapped).free_variables().to_vec();
        }
        wrapped
    }
}

/// The values that a variable of a declaration may have, or `None` if they are too many.
fn values(declaration: &Declaration, upper: &TupleSet) -> Option<Vec<TupleSet>> {
    let set = |indices: &[usize]| {
        let mut set = TupleSet::empty(upper.atoms(), upper.arity());
        indices.iter().for_each(|&index| set.insert_index(index));
        set
    };
    let all: Vec<usize> = upper.indices().collect();
    if declaration.range.is_one() {
        return Some(all.iter().map(|&index| set(&[index])).collect());
    }
    let chosen = |mask: usize| {
        let members = all.iter().enumerate().filter(|(at, _)| mask >> at & 1 == 1);
        set(&members.map(|(_, &index)| index).collect::<Vec<_>>())
    };
    (all.len() <= TRIED).then(|| (0..1 << all.len()).map(chosen).collect())
}

fn too_large(span: Span) -> Diagnostic {
    Diagnostic::new(code::UNSUPPORTED, "a formula that is too large for traces without an end")
        .at(span, "it is written out for all that its variables may stand for")
        .help("give a greatest number of states: `--steps 10`")
}

pub(super) fn within_expression(span: Span) -> Diagnostic {
    Diagnostic::new(code::UNSUPPORTED, "a temporal operator that traces without an end do not have")
        .at(span, "it stands within an expression, or reads further than the next state")
        .help("give a greatest number of states: `--steps 10`")
}
