//! A predicate that does not constrain what is found: nothing uses it, and the command is `run {}`.
//!
//! *Problem.* A user who writes `pred acyclic { … } run {}` reads instances that are not acyclic. In Alloy it is the
//! same, and nothing is wrong. *Choice.* The warning comes where no command of the spec runs anything, for then its
//! author has not yet met the difference. *Rejected.* To warn of each predicate that nothing uses: some are kept for
//! `korrel eval`, for a driver, or to be run by name.

use crate::code;
use crate::diagnostic::Diagnostic;
use crate::model::{Command, CommandKind, Formula, FormulaKind, Function, FunctionId, Node, Value};

use super::Spec;

/// Predicates of these endings are about the operation before them, and are found by their names.
const OF_OPERATIONS: [&str; 3] = ["_pre", "_post", "_throws"];

impl Spec {
    /// The warning that these predicates say nothing about the instances that a command finds.
    pub fn unasked(&self, command: &Command) -> Option<Diagnostic> {
        // `run show` asks for something, even if `pred show {}` says nothing.
        let is_block = |command: &Command| {
            let subject = command.written.map(|written| self.sources.text(written.subject));
            subject.is_none_or(|subject| subject.contains('{'))
        };
        let is_plain = |command: &Command| {
            let is_run = command.kind == CommandKind::Run && !command.is_chained;
            is_run && is_block(command) && asks_nothing(&command.goal)
        };
        let are_plain = self.model.commands.iter().all(is_plain);
        // A module is there to be opened.
        let is_module = command.written.is_none() && self.program.modules[0].ast.header.is_some();
        if is_module || !are_plain || !is_plain(command) || !command.parameters.is_empty() {
            return None;
        }
        let unused = self.unused();
        let is_of_operations =
            |function: &Function| OF_OPERATIONS.iter().any(|end| function.name.ends_with(end));
        if self.own_predicates().any(|(_, function)| is_of_operations(function)) {
            return None;
        }
        let (first, rest) = unused.split_first()?;
        let names: Vec<String> = unused.iter().map(|one| format!("`{}`", one.name)).collect();
        let sizes = self.sizes(command).unwrap_or_else(|| "3".to_owned());
        let message = format!("nothing uses {}", listed(&names));
        let mut warning = Diagnostic::new(code::UNASKED, message)
            .at(first.span, "it says nothing of the instances that are found");
        if let Some(written) = command.written {
            warning = warning.related(written.subject, "this asks for all that the facts allow");
        }
        for other in rest.iter().take(MOST_SHOWN) {
            warning = warning.related(other.span, "nor does this one");
        }
        Some(match self.step_of(first) {
            Some(step) => warning.help(format!("make it a step: `fact {{ always {step} }}`")),
            None => warning.help(format!("write `run {} for {sizes}`", first.name)),
        })
    }

    /// The call that makes an action of a predicate, as in `(some t: Text | type[t])`, or `None` if it primes nothing.
    fn step_of(&self, predicate: &Function) -> Option<String> {
        self.model.second_state(Node::from(&predicate.body))?;
        let declared = predicate.parameters.iter();
        let declared: Vec<&str> = declared.map(|one| self.sources.text(one.span)).collect();
        let variables = predicate.parameters.iter().flat_map(|one| &one.variables);
        let names: Vec<&str> =
            variables.map(|&one| self.model.variables[one].name.as_str()).collect();
        let name = &predicate.name;
        Some(match declared.is_empty() {
            true => name.clone(),
            false => {
                format!("(some {} | {name}[{}])", declared.join(", "), names.join(", "))
            }
        })
    }

    /// The user's predicates that no fact, command, assertion or other declaration calls, in the order of the text.
    fn unused(&self) -> Vec<&Function> {
        let model = &self.model;
        let facts = model.facts.iter().map(|fact| Node::Formula(&fact.formula));
        let commands = model.commands.iter().chain(&self.implicit);
        let goals = commands.map(|command| Node::Formula(&command.goal));
        let bodies = model.functions.iter().map(|(_, function)| Node::from(&function.body));
        let fields = model.fields.iter().map(|(_, field)| Node::from(field.range.domain()));
        let nodes = facts.chain(goals).chain(bodies).chain(fields);
        let called: Vec<FunctionId> = nodes
            .flat_map(Node::descendants)
            .filter_map(|node| node.call().map(|(function, _)| function))
            .collect();
        // No command runs a predicate about two states.
        let is_of_traces = self.program.is_of_traces();
        let can_run = |id: FunctionId, function: &Function| {
            if matches!(&function.body, Value::Formula(body) if asks_nothing(body)) {
                return false;
            }
            let relates = model.second_state(Node::from(&function.body)).is_some();
            !model.is_of_two_states(id) && (is_of_traces || !relates)
        };
        let unused = self
            .own_predicates()
            .filter(|(id, function)| !called.contains(id) && can_run(*id, function));
        let mut unused: Vec<&Function> = unused.map(|(_, function)| function).collect();
        unused.sort_by_key(|function| function.span.start);
        unused
    }

    /// Those of the main module.
    fn own_predicates(&self) -> impl Iterator<Item = (FunctionId, &Function)> {
        self.model.functions.iter().filter(|(_, function)| {
            matches!(function.body, Value::Formula(_))
                && self.sources.get(function.span.file).name == self.name
        })
    }
}

/// More are not shown in the text.
const MOST_SHOWN: usize = 3;

fn asks_nothing(goal: &Formula) -> bool {
    match &goal.kind {
        FormulaKind::Constant(truth) => *truth,
        FormulaKind::And(parts) => parts.iter().all(asks_nothing),
        _ => false,
    }
}

/// "`a`, `b` and `c`"
fn listed(names: &[String]) -> String {
    match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, before)) => format!("{} and {last}", before.join(", ")),
        None => String::new(),
    }
}
