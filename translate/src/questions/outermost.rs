//! The variables whose witnesses a counterexample shows.
//!
//! Those of the existential quantifiers, once negations are pushed inwards, that stand under no
//! universal one: of a `check`, what its assertion says of all. They are what Kodkod makes constants
//! of at Skolem depth 0. Calls are followed. A side of an equivalence, a condition, and anything
//! within an expression count neither as asserted nor as denied.

use std::collections::BTreeMap;

use korrel_lang::model::{
    Declaration, Formula, FormulaKind, FunctionId, Model, Quantifier, Value, VariableId,
};

/// Their declarations, each once, in the order in which they are read.
pub fn outermost(model: &Model, formula: &Formula) -> Vec<Declaration> {
    let mut search =
        OutermostSearch { model, lets: BTreeMap::new(), seen: Vec::new(), found: Vec::new() };
    search.formula(formula, true);
    search.found
}

struct OutermostSearch<'a> {
    model: &'a Model,
    /// The formulas that `let` variables stand for.
    lets: BTreeMap<VariableId, &'a Formula>,
    /// The predicates and variables that were followed, and in which polarity.
    seen: Vec<(ScopeEntry, bool)>,
    found: Vec<Declaration>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum ScopeEntry {
    Predicate(FunctionId),
    Variable(VariableId),
}

impl<'a> OutermostSearch<'a> {
    fn formula(&mut self, formula: &'a Formula, positive: bool) {
        match &formula.kind {
            FormulaKind::Not(inner) => self.formula(inner, !positive),
            FormulaKind::And(parts) | FormulaKind::Or(parts) => {
                parts.iter().for_each(|part| self.formula(part, positive));
            }
            FormulaKind::Implies(a, b) => {
                self.formula(a, !positive);
                self.formula(b, positive);
            }
            FormulaKind::Conditional(_, a, b) => {
                self.formula(a, positive);
                self.formula(b, positive);
            }
            FormulaKind::Quantified { quantifier, declarations, body } => {
                if (*quantifier == Quantifier::Some) == positive {
                    self.declare(declarations);
                    self.formula(body, positive);
                }
            }
            FormulaKind::Let(variable, value, body) => {
                if let Value::Formula(formula) = &**value {
                    self.lets.insert(*variable, formula);
                }
                self.formula(body, positive);
            }
            FormulaKind::Variable(variable) => {
                let formula = self.lets[variable];
                self.enter(ScopeEntry::Variable(*variable), formula, positive);
            }
            FormulaKind::Call(function, _) => {
                if let Value::Formula(body) = &self.model.functions[*function].body {
                    self.enter(ScopeEntry::Predicate(*function), body, positive);
                }
            }
            FormulaKind::Constant(_)
            | FormulaKind::In(..)
            | FormulaKind::Previously(_)
            | FormulaKind::Temporal(..)
            | FormulaKind::Iff(..)
            | FormulaKind::Count(..)
            | FormulaKind::Subset(..)
            | FormulaKind::Equal(..)
            | FormulaKind::Compare(..)
            | FormulaKind::TotalOrder(_) => {}
        }
    }

    fn enter(&mut self, entered: ScopeEntry, formula: &'a Formula, positive: bool) {
        if !self.seen.contains(&(entered, positive)) {
            self.seen.push((entered, positive));
            self.formula(formula, positive);
        }
    }

    fn declare(&mut self, declarations: &[Declaration]) {
        for declaration in declarations {
            let is_known = self.found.iter().any(|d| d.variables == declaration.variables);
            if !is_known && self.is_written(declaration) {
                self.found.push(declaration.clone());
            }
        }
    }

    /// True if the user named its variables. Those that multiplicities (`r in A -> one A`) are
    /// resolved into have no place of their own.
    fn is_written(&self, declaration: &Declaration) -> bool {
        let place = |variable: &VariableId| self.model.variables[*variable].span;
        declaration.variables.iter().all(|variable| place(variable) != declaration.span)
    }
}

#[cfg(test)]
mod tests {
    use korrel_lang::load::{load, no_files};
    use korrel_lang::resolve::resolve;
    use korrel_lang::source::Sources;

    use super::outermost;

    /// The names of the variables that a check of an assertion shows.
    fn names(assertion: &str) -> Vec<String> {
        let text = format!(
            "sig A {{ r: set A }}
             pred p[a: A] {{ all q: A | q in a.r }}
             assert it {{ {assertion} }} check it"
        );
        let mut sources = Sources::default();
        let file = sources.add("test.als", &text);
        let program = load(&mut sources, file, &mut no_files).unwrap_or_else(|e| panic!("{e:?}"));
        let model = resolve(&program).unwrap_or_else(|errors| panic!("{errors:?}")).model;
        let declarations = outermost(&model, &model.commands[0].goal);
        let variables = declarations.iter().flat_map(|declaration| &declaration.variables);
        variables.map(|&variable| model.variables[variable].name.clone()).collect()
    }

    /// A variable too many would be shown with a value that says nothing. One that is missing is
    /// what the user asks for first.
    #[test]
    fn what_is_said_of_all_is_shown() {
        let table: [(&str, &[&str]); 10] = [
            ("all x, y: A | x in y.r", &["x", "y"]),
            ("all x: A, s: set x.r | no s", &["x", "s"]),
            ("all x: A { some y: A | x in y.r all z: A | z in x.r }", &["x", "z"]),
            ("(some x: A | no x.r) implies all y: A | no y.r", &["x", "y"]),
            ("some x: A | all y: A | x in y.r", &[]),
            ("(all x: A | some x.r) iff (all y: A | some r.y)", &[]),
            ("some r => (all x: A | p[x]) else (no x: A | p[x])", &["x", "q", "x"]),
            ("let f = (all x: A | no x.r) | f and f", &["x"]),
            ("r in A -> lone A and all x: A | some x.r", &["x"]),
            ("(all x: A | p[x] and p[x.r]) or no { y: A | no y.r }", &["x", "q"]),
        ];
        for (assertion, expected) in table {
            assert_eq!(names(assertion), expected, "{assertion}");
        }
    }
}
