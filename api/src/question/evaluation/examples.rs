//! Kept examples of a spec: heaps, and what its predicates must say of each.
//!
//! An example is a heap whose record has `truth`, as a choice or a cover writes it: the predicates by name, or formulas, and
//! whether each holds. A good example must fulfil the facts as well. A bad one may break any of both: what refuses
//! it is the spec's own business.

use korrel_enumerate::heap::{HeapError, Schema};
use korrel_heapgraph::Header;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::model::Command;
use korrel_lang::source::Sources;
use korrel_lang::spec::{Mistakes, Spec};
use serde_json::Value as Json;

use crate::question::conjuncts::command_of;

use super::{Evaluation, GivenHeap, Judgement, Violation};

/// What the examples say of one predicate, and what it now says of them.
#[derive(Clone, Debug)]
pub struct JudgedPredicate {
    /// Its name, or the formula.
    pub name: String,
    /// By example, of those that name it.
    pub examples: Vec<JudgedExample>,
}

/// An example under one of the predicates that it names.
#[derive(Clone, Debug)]
pub struct JudgedExample {
    /// Its place among all examples.
    pub at: usize,
    /// It is to be accepted.
    pub is_good: bool,
    pub judgement: Judgement,
    /// What it is drawn by.
    pub header: Header,
}

impl JudgedPredicate {
    /// Those that are accepted and must not be, or refused and must not be.
    pub fn wrong(&self) -> impl Iterator<Item = &JudgedExample> {
        self.examples.iter().filter(|one| one.is_right() == Some(false))
    }

    /// Those that cannot be judged.
    pub fn unjudged(&self) -> impl Iterator<Item = &JudgedExample> {
        self.examples.iter().filter(|one| one.is_right().is_none())
    }
}

impl JudgedExample {
    /// `None` if it does not fit the types of the spec, or is too large to be judged.
    pub fn is_right(&self) -> Option<bool> {
        match &self.judgement {
            Judgement::Misfit(_) => None,
            judgement => judgement.holds().map(|holds| holds == self.is_good),
        }
    }

    /// What refuses it.
    pub fn violations(&self) -> Vec<&Violation> {
        let Judgement::Judged { states, .. } = &self.judgement else { return Vec::new() };
        states.iter().flat_map(|state| state.violations()).collect()
    }
}

/// The predicates and formulas that an example names, and what must hold of it. The names of mutants, `14:10 lone → one`, are
/// left out: they mean nothing without the choice that made them.
///
/// # Errors
/// A heap that says of nothing whether it holds.
pub fn truths(heap: &GivenHeap) -> Result<Vec<(String, bool)>, HeapError> {
    let said = heap.states[0].json.get("truth").and_then(Json::as_object);
    let all = said.into_iter().flatten();
    let truths: Option<Vec<(String, bool)>> = all
        .filter(|(name, _)| !is_mutant(name))
        .map(|(name, holds)| Some((name.clone(), holds.as_bool()?)))
        .collect();
    match truths.filter(|truths| !truths.is_empty()) {
        Some(truths) => Ok(truths),
        None => Err(HeapError {
            path: "truth".to_owned(),
            message: "must say what holds of the example: `\"truth\":{\"P\":true}`".to_owned(),
        }),
    }
}

/// True of a place before a change, `14:10`.
fn is_mutant(name: &str) -> bool {
    let place = name.split(' ').next().and_then(|place| place.split_once(':'));
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    place.is_some_and(|(line, column)| is_number(line) && is_number(column))
}

/// Judges examples by each predicate that they name, in the order in which these come up. `examples`: heaps, and their
/// [`truths`].
pub fn judge_examples(
    spec: &Spec,
    examples: &[(GivenHeap, Vec<(String, bool)>)],
    warn: &mut dyn FnMut(&Sources, &[Diagnostic]),
) -> Vec<(String, Result<JudgedPredicate, Mistakes>)> {
    let mut names: Vec<&String> = Vec::new();
    for (name, _) in examples.iter().flat_map(|(_, truths)| truths) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let judged = |name: &String| (name.clone(), judged(spec, name, examples, warn));
    names.into_iter().map(judged).collect()
}

/// # Errors
/// A predicate that is not there, or cannot be evaluated.
fn judged(
    spec: &Spec,
    name: &str,
    examples: &[(GivenHeap, Vec<(String, bool)>)],
    warn: &mut dyn FnMut(&Sources, &[Diagnostic]),
) -> Result<JudgedPredicate, Mistakes> {
    let own = command_of(spec, name)?;
    let others = spec.model.commands.iter().filter(|command| !command.is_chained);
    let mut commands: Vec<(Vec<String>, &Command)> = Vec::new();
    for command in [&own].into_iter().chain(others) {
        // One whose roots clash cannot be asked, by whatever example.
        let roots = Schema::of(spec, command).map(|schema| root_names(&schema)).unwrap_or_default();
        if commands.iter().all(|(of_other, _)| *of_other != roots) {
            commands.push((roots, command));
        }
    }
    let mut evaluations: Vec<Option<Evaluation>> = vec![None; commands.len()];
    let mut all = Vec::new();
    for (at, (heap, truths)) in examples.iter().enumerate() {
        let Some((_, is_good)) = truths.iter().find(|(named, _)| named == name) else { continue };
        let given = given_roots(heap);
        // An example of other roots than any command's does not fit; it is told so with the predicate's own.
        let with = commands.iter().position(|(roots, _)| *roots == given).unwrap_or(0);
        if evaluations[with].is_none() {
            let command = commands[with].1;
            let made = Evaluation::new(spec, command, &[name.to_owned()], warn)?;
            evaluations[with] = Some(made);
        }
        let evaluation = evaluations[with].as_ref().expect("it was made");
        let judgement = evaluation.judge(heap, None);
        let header = evaluation.schema().header();
        all.push(JudgedExample { at, is_good: *is_good, judgement, header });
    }
    Ok(JudgedPredicate { name: name.to_owned(), examples: all })
}

/// In alphabetical order.
fn root_names(schema: &Schema) -> Vec<String> {
    let mut names: Vec<String> = schema.roots.iter().map(|root| root.name.clone()).collect();
    names.sort_unstable();
    names
}

/// The names of the roots that a heap has, in alphabetical order.
fn given_roots(heap: &GivenHeap) -> Vec<String> {
    let json = &heap.states[0].json;
    // A trace has them in its states.
    let state = json.get("states").and_then(|states| states.get(0)).unwrap_or(json);
    let roots = state.get("roots").and_then(Json::as_object);
    let mut names: Vec<String> =
        roots.into_iter().flatten().map(|(name, _)| name.clone()).collect();
    names.sort_unstable();
    names
}
