//! The conjuncts of a formula: its parts, each of which must hold by itself.
//!
//! *Problem.* That an invariant fails, or that nothing satisfies it, sends its author through forty
//! lines of spec. *Choice.* Messages are about its conjuncts: the parts of its `and`s, blocks
//! included, at any depth, through called predicates and `let`, and below leading `all`s. Each is
//! named by its place and by the calls that lead to it. *Rejected.* To go into disjunctions and
//! implications too, where a part is only half of a reason.
//!
//! Thirty predicates that each call the next one twice have a thousand million conjuncts. So
//! [`step`] goes one step, for callers that judge on the way. [`conjuncts`] goes on as long as there
//! are not too many: a part beyond that is one conjunct.

use std::collections::VecDeque;

use crate::model::{
    Declaration, Expr, Formula, FormulaKind, FunctionId, Model, Quantifier, State, Value,
    VariableId,
};
use crate::source::Span;

/// A step from a formula towards its conjuncts.
#[derive(Clone, Copy, Debug)]
pub enum ConjunctStep<'m> {
    /// It is one itself.
    None,
    And(&'m [Formula]),
    /// A predicate's body, with its parameters bound to the values of arguments.
    Call(FunctionId, &'m [Expr], &'m Formula),
    Let(VariableId, &'m Value, &'m Formula),
    All(&'m [Declaration], &'m Formula),
    /// A formula whose names are read in this state.
    In(State, &'m Formula),
}

/// One step from a formula to its conjuncts.
pub fn step<'m>(model: &'m Model, formula: &'m Formula) -> ConjunctStep<'m> {
    match &formula.kind {
        FormulaKind::And(parts) => ConjunctStep::And(parts),
        FormulaKind::Call(function, arguments) => match &model.functions[*function].body {
            Value::Formula(body) => ConjunctStep::Call(*function, arguments, body),
            _ => unreachable!("the resolver lets predicates only be called as formulas"),
        },
        FormulaKind::Let(variable, value, body) => ConjunctStep::Let(*variable, value, body),
        FormulaKind::Quantified { quantifier: Quantifier::All, declarations, body } => {
            ConjunctStep::All(declarations, body)
        }
        FormulaKind::In(state, body) => ConjunctStep::In(*state, body),
        _ => ConjunctStep::None,
    }
}

/// A conjunct.
#[derive(Clone, Debug)]
pub struct Conjunct {
    /// Its place: of `no x: A | F` that of the whole.
    pub span: Span,
    /// The predicates whose calls led to it, outermost first, and where they are called.
    pub calls: Vec<(FunctionId, Span)>,
    /// It with all that it stands below: the `all`s, the `let`s, and the parameters of the calls.
    pub formula: Formula,
}

/// The conjuncts of a formula, in order, and no more than about so many.
pub fn conjuncts(model: &Model, formula: &Formula, most: usize) -> Vec<Conjunct> {
    let mut found: Vec<OpenConjunct> =
        vec![OpenConjunct { part: formula, calls: Vec::new(), around: Vec::new() }];
    // Level by level: where there are too many, all are taken apart to about one depth.
    let mut queue: VecDeque<usize> = VecDeque::from([0]);
    let mut children: Vec<Vec<usize>> = vec![Vec::new()];
    let mut leaves = 1;
    while let Some(at) = queue.pop_front() {
        let inner = found[at].inner(model);
        if inner.is_empty() || leaves + inner.len() > most + 1 {
            continue;
        }
        leaves += inner.len() - 1;
        for open in inner {
            children[at].push(found.len());
            queue.push_back(found.len());
            found.push(open);
            children.push(Vec::new());
        }
    }
    let mut stack = vec![0];
    let mut conjuncts = Vec::new();
    while let Some(at) = stack.pop() {
        match children[at].is_empty() {
            true => conjuncts.push(found[at].conjunct()),
            false => stack.extend(children[at].iter().rev()),
        }
    }
    conjuncts
}

/// A part on the way to a conjunct.
struct OpenConjunct<'m> {
    part: &'m Formula,
    calls: Vec<(FunctionId, Span)>,
    around: Vec<Around<'m>>,
}

/// A node above a part.
#[derive(Clone, Copy)]
enum Around<'m> {
    All(&'m [Declaration], Span),
    Let(VariableId, &'m Value, Span),
    Argument(VariableId, &'m Expr, Span),
    In(State, Span),
}

impl<'m> OpenConjunct<'m> {
    /// The parts that it is made of, or none if it is a conjunct.
    fn inner(&self, model: &'m Model) -> Vec<OpenConjunct<'m>> {
        let span = self.part.span;
        let below = |part: &'m Formula, more: &[Around<'m>]| OpenConjunct {
            part,
            calls: self.calls.clone(),
            around: [&self.around, more].concat(),
        };
        match step(model, self.part) {
            ConjunctStep::None => Vec::new(),
            ConjunctStep::And(parts) => parts.iter().map(|part| below(part, &[])).collect(),
            ConjunctStep::All(declarations, body) => {
                vec![below(body, &[Around::All(declarations, span)])]
            }
            ConjunctStep::Let(variable, value, body) => {
                vec![below(body, &[Around::Let(variable, value, span)])]
            }
            ConjunctStep::In(state, body) => vec![below(body, &[Around::In(state, span)])],
            ConjunctStep::Call(function, arguments, body) => {
                let parameters = model.functions[function].parameters.iter();
                let variables = parameters.flat_map(|declaration| &declaration.variables);
                let bound: Vec<Around> = variables
                    .zip(arguments)
                    .map(|(&variable, value)| Around::Argument(variable, value, span))
                    .collect();
                let mut inner = below(body, &bound);
                inner.calls.push((function, span));
                vec![inner]
            }
        }
    }

    fn conjunct(&self) -> Conjunct {
        let around = self.around.iter().rev();
        let formula = around.fold(self.part.clone(), |body, around| around.put(Box::new(body)));
        Conjunct { span: self.part.span, calls: self.calls.clone(), formula }
    }
}

impl Around<'_> {
    fn put(self, body: Box<Formula>) -> Formula {
        match self {
            Around::All(declarations, span) => {
                let (quantifier, declarations) = (Quantifier::All, declarations.to_vec());
                Formula { kind: FormulaKind::Quantified { quantifier, declarations, body }, span }
            }
            Around::Let(variable, value, span) => {
                Formula { kind: FormulaKind::Let(variable, Box::new(value.clone()), body), span }
            }
            Around::In(state, span) => Formula { kind: FormulaKind::In(state, body), span },
            Around::Argument(variable, value, span) => {
                let value = Box::new(Value::Relation(value.clone()));
                Formula { kind: FormulaKind::Let(variable, value, body), span }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load::{load, no_files};
    use crate::resolve::resolve;
    use crate::source::Sources;

    /// The conjuncts of the first command, as `predicate, …: text`.
    fn listed(spec: &str, most: usize) -> Vec<String> {
        let mut sources = Sources::default();
        let file = sources.add("spec.als", spec);
        let program = load(&mut sources, file, &mut no_files).unwrap_or_else(|e| panic!("{e:?}"));
        let model = resolve(&program).unwrap_or_else(|errors| panic!("{errors:?}")).model;
        let described = |conjunct: Conjunct| {
            let names = conjunct.calls.iter().map(|(id, _)| model.functions[*id].name.as_str());
            let names: Vec<&str> = names.collect();
            format!("{}: {}", names.join(", "), sources.text(conjunct.span))
        };
        conjuncts(&model, &model.commands[0].goal, most).into_iter().map(described).collect()
    }

    /// If this failed, `no x: A | F` would be shown as `F`, which is what must not hold.
    #[test]
    fn what_negates_a_conjunct_is_found() {
        let spec = "sig A { r: set A }
            run { no a: A | a in a.r  all a: A { not a in A.r  no b: a.r | some b.r } }";
        let mut sources = Sources::default();
        let file = sources.add("spec.als", spec);
        let program = load(&mut sources, file, &mut no_files).unwrap_or_else(|e| panic!("{e:?}"));
        let model = resolve(&program).unwrap_or_else(|errors| panic!("{errors:?}")).model;
        let found = conjuncts(&model, &model.commands[0].goal, 400);
        let texts: Vec<&str> = found.iter().map(|one| sources.text(one.span)).collect();
        let expected = ["no a: A | a in a.r", "not a in A.r", "no b: a.r | some b.r"];
        assert_eq!(texts, expected);
    }

    /// If this failed, a message would name too much, or a part that nobody asked for by itself.
    #[test]
    fn they_are_found_at_any_depth() {
        let spec = "sig A { r: set A }
            pred p { inner and { some r  all a: A { some a.r  all b: a.r | a != b and b in A } } }
            pred inner { let s = A.r | no s or some s && lone s and #s = 2 }
            run { p  some A implies some r }";
        let expected = [
            "p, inner: no s or some s && lone s and #s = 2",
            "p: some r",
            "p: some a.r",
            "p: a != b",
            "p: b in A",
            ": some A implies some r",
        ];
        assert_eq!(listed(spec, 100), expected);
        // As far as there are not too many.
        let few = listed(spec, 2);
        assert_eq!((few.len(), few[0].starts_with("p: inner and {")), (2, true), "{few:?}");
    }

    /// If this failed, predicates that call one another would take all memory.
    #[test]
    fn there_are_not_too_many() {
        let called: String =
            (0..40).map(|at| format!("pred p{at} {{ p{n} and p{n} }}\n", n = at + 1)).collect();
        let spec = format!("sig A {{}}\n{called}pred p40 {{ some A }}\nrun {{ p0 }}");
        let found = listed(&spec, 100);
        assert!((50..=101).contains(&found.len()), "{}", found.len());
    }
}
