//! The names of conjuncts.

use korrel_enumerate::goal_conjuncts;
use korrel_lang::conjuncts::{Conjunct, conjuncts};
use korrel_lang::model::{Command, Formula, FormulaKind};
use korrel_lang::parse::in_one_line;
use korrel_lang::spec::{Mistakes, Spec};
use serde_json::{Value as Json, json};

use crate::answer::ConjunctAnswer;

use super::SpecCommand;

/// The greatest number of conjuncts of a formula, if predicates call predicates again and again.
const MOST: usize = 400;

/// A conjunct by the predicate that it stands in, its place and its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConjunctName {
    pub name: String,
    /// `file:line:column`.
    pub at: String,
    pub text: String,
    /// The number, from 1, among several that agree in all the rest: a predicate is called several
    /// times.
    pub nth: Option<usize>,
}

impl ConjunctName {
    /// `of` is the predicate that has the conjunct, if no predicate is called on the way to it.
    pub fn new(spec: &Spec, conjunct: &Conjunct, of: &str) -> ConjunctName {
        let called = conjunct.calls.last();
        let name = called.map_or(of, |(called, _)| &spec.model.functions[*called].name);
        let (line, column) = spec.sources.line_and_column(conjunct.span);
        let file = &spec.sources.get(conjunct.span.file).name;
        ConjunctName {
            name: name.to_owned(),
            at: format!("{file}:{line}:{column}"),
            text: in_one_line(spec.sources.text(conjunct.span)),
            nth: None,
        }
    }

    /// The names of all, which tell them apart.
    pub fn of_all(spec: &Spec, conjuncts: &[Conjunct], of: &str) -> Vec<ConjunctName> {
        let names = conjuncts.iter().map(|conjunct| ConjunctName::new(spec, conjunct, of));
        let names: Vec<ConjunctName> = names.collect();
        let nth = |(at, name): (usize, &ConjunctName)| {
            let alike =
                |names: &[ConjunctName]| names.iter().filter(|other| *other == name).count();
            let nth = (alike(&names) > 1).then(|| alike(&names[..=at]));
            ConjunctName { nth, ..name.clone() }
        };
        names.iter().enumerate().map(nth).collect()
    }

    /// The conjunct as records have it.
    pub fn json(&self) -> Json {
        json!(ConjunctAnswer::from(self))
    }
}

/// The conjuncts of a formula, in order.
pub fn conjuncts_of(spec: &Spec, formula: &Formula) -> Vec<Conjunct> {
    conjuncts(&spec.model, formula, MOST)
}

/// The conjuncts of what a command runs, with their names: without the ranges of its parameters, and without those that say
/// nothing, as that of `run {}`.
pub fn said_conjuncts(asked: &SpecCommand) -> (Vec<Conjunct>, Vec<ConjunctName>) {
    let mut conjuncts = goal_conjuncts(&asked.spec.model, &asked.command);
    conjuncts.retain(|one| match &one.formula.kind {
        FormulaKind::Constant(truth) => !truth,
        FormulaKind::And(parts) => !parts.is_empty(),
        _ => true,
    });
    let names = ConjunctName::of_all(&asked.spec, &conjuncts, &predicate_of(asked));
    (conjuncts, names)
}

/// The predicate that has the conjuncts of a command, and whose text is the command's goal.
pub fn predicate_of(asked: &SpecCommand) -> String {
    let SpecCommand { spec, command } = asked;
    let mut functions = spec.model.functions.iter().map(|(_, function)| function);
    match functions.find(|function| function.span == command.goal.span) {
        Some(predicate) => predicate.name.clone(),
        None if command.label.contains('$') => "run".to_owned(),
        None => command.label.clone(),
    }
}

/// The command whose roots and scope are those of a predicate: the one that runs it, by its name or under a label, else
/// the first one of the spec.
///
/// # Errors
/// A first command that cannot be run.
pub fn command_of(spec: &Spec, predicate: &str) -> Result<Command, Mistakes> {
    if let Ok(command) = spec.command(Some(predicate)) {
        return Ok(command);
    }
    let named = |span| {
        let mut functions = spec.model.functions.iter();
        functions.any(|(_, one)| one.name == predicate && one.span == span)
    };
    let runs = |command: &&Command| named(command.goal.span);
    match spec.model.commands.iter().find(runs) {
        Some(command) => Ok(command.clone()),
        None => spec.command(None),
    }
}
