//! Commands and their scopes.

use crate::model::{Command, CommandKind, Expect, FormulaKind, IntegerScope, Scope, Sizes};

use super::Printer;

impl<'m> Printer<'m> {
    pub(super) fn command(&self, number: usize, command: &'m Command) -> String {
        let name = &self.names.goals[number];
        let scope = self.scope(&command.scope);
        let expect = command.expect.map(expectation).unwrap_or_default();
        match (command.kind, &command.goal.kind) {
            (CommandKind::Check, FormulaKind::Not(assertion)) => {
                let assertion = self.block(assertion);
                format!("assert {name} {assertion}\ncheck {name}{scope}{expect}\n")
            }
            (CommandKind::Check, _) => {
                let denied = self.formula(&command.goal);
                format!("assert {name} {{ not {denied} }}\ncheck {name}{scope}{expect}\n")
            }
            (CommandKind::Run, _) => {
                let (parameters, goal) =
                    (self.declarations(&command.parameters), self.block(&command.goal));
                format!("pred {name}[{parameters}] {goal}\nrun {name}{scope}{expect}\n")
            }
        }
    }

    fn scope(&self, scope: &Scope) -> String {
        let mut parts: Vec<String> = Vec::new();
        for part in &scope.sigs {
            parts.push(format!("{} {}", sizes(part.sizes), self.names.sigs[part.sig]));
        }
        match scope.integers {
            Some(IntegerScope::BitWidth(bits)) => parts.push(format!("{bits} Int")),
            Some(IntegerScope::Range(least, greatest)) => {
                parts.push(format!("{least}..{greatest} Int"));
            }
            None => {}
        }
        parts.extend(scope.sequences.map(|sequences| format!("{} seq", sequences.max)));
        parts.extend(scope.strings.map(|strings| format!("{} String", sizes(strings.sizes))));
        match (scope.default.map(sizes), parts.is_empty()) {
            (None, true) => String::new(),
            (None, false) => format!(" for {}", parts.join(", ")),
            (Some(default), true) => format!(" for {default}"),
            (Some(default), false) => format!(" for {default} but {}", parts.join(", ")),
        }
    }
}

fn sizes(sizes: Sizes) -> String {
    match sizes {
        Sizes { min, max, is_range: true } => format!("{min}..{max}"),
        Sizes { min: 0, max, .. } => max.to_string(),
        Sizes { max, .. } => format!("exactly {max}"),
    }
}

fn expectation(expect: Expect) -> String {
    match expect {
        Expect::Unsatisfiable => " expect 0".into(),
        Expect::Satisfiable => " expect 1".into(),
        Expect::Exactly(count) => format!(" expect = {count}"),
    }
}
