//! Commands and their scopes.

use crate::model::{
    Command, CommandKind, Expect, FormulaKind, IntegerScope, Scope, SigId, SigKind,
    SigMultiplicity, Sizes,
};

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

    /// The printed text has no modules any more, so it says here which sizes they made exact: stated ones, and the
    /// default of a sig that derives its size from no other.
    fn sizes_of_sigs(&self, scope: &Scope) -> Vec<(SigId, Sizes)> {
        let model = self.model;
        let exactly = |sizes: Sizes| if sizes.is_range { sizes } else { Sizes::exactly(sizes.max) };
        let is_exact = |sig: SigId| model.exact.contains(&sig);
        let stated = scope.sigs.iter().map(|part| (part.sig, part.sizes));
        let stated =
            stated.map(|(sig, sizes)| (sig, if is_exact(sig) { exactly(sizes) } else { sizes }));
        let default = scope.default.or(scope.sigs.is_empty().then_some(Sizes::DEFAULT));
        let is_left = |sig: &SigId| {
            let declared = &model.sigs[*sig];
            let derives = declared.is_abstract && !declared.children.is_empty();
            declared.kind == SigKind::TopLevel
                && declared.multiplicity == SigMultiplicity::Any
                && !derives
                && scope.sigs.iter().all(|part| part.sig != *sig)
        };
        let left = model.exact.iter().copied().filter(is_left);
        let left =
            default.into_iter().flat_map(|size| left.clone().map(move |sig| (sig, exactly(size))));
        stated.chain(left).collect()
    }

    fn scope(&self, scope: &Scope) -> String {
        let mut parts: Vec<String> = Vec::new();
        for (sig, given) in self.sizes_of_sigs(scope) {
            parts.push(format!("{given} {}", self.names.sigs[sig]));
        }
        let default = scope.default.or((parts.len() > scope.sigs.len()).then_some(Sizes::DEFAULT));
        match scope.integers {
            Some(IntegerScope::BitWidth(bits)) => parts.push(format!("{bits} Int")),
            Some(IntegerScope::Range(least, greatest)) => {
                parts.push(format!("{least}..{greatest} Int"));
            }
            None => {}
        }
        parts.extend(scope.sequences.map(|sequences| format!("{} seq", sequences.max)));
        parts.extend(scope.strings.map(|strings| format!("{} String", strings.sizes)));
        parts.extend(scope.steps.map(|steps| format!("{}..{} steps", steps.min, steps.max)));
        match (default, parts.is_empty()) {
            (None, true) => String::new(),
            (None, false) => format!(" for {}", parts.join(", ")),
            (Some(default), true) => format!(" for {default}"),
            (Some(default), false) => format!(" for {default} but {}", parts.join(", ")),
        }
    }
}

fn expectation(expect: Expect) -> String {
    match expect {
        Expect::Unsatisfiable => " expect 0".into(),
        Expect::Satisfiable => " expect 1".into(),
        Expect::Exactly(count) => format!(" expect = {count}"),
    }
}
