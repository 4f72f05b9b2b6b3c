//! Rows of the tables of what is told apart.

use std::time::Instant;

use korrel::question::SpecCommand;
use korrel::question::choose::Choosing;
use korrel_enumerate::Meaning;
use korrel_lang::spec::Spec;
use korrel_sat::Effort;

use crate::{Invariant, given, told};

pub const HEADING: &str = "| spec | mutants | equal | in a larger scope | set | greedy | smallest | own examples kill | seconds |";

pub const APART: &str =
    "| exercise | candidates | pairs | equal | set | greedy | smallest | seconds |";

/// So many instances are examples, beside a near miss of each conjunct.
const OWN: usize = 10;

/// Larger than the scopes of most commands.
const LARGER: &str = "5 but 0..5 Int";

pub fn row(name: &str, invariant: &Invariant, effort: &Effort) -> Result<String, String> {
    let begun = Instant::now();
    let meaning = Meaning::default();
    let choosing = Choosing::of_mutants(&invariant.asked, &invariant.predicate).map_err(told)?;
    let chosen = choosing.choose(meaning, effort).map_err(told)?;
    let seconds = begun.elapsed().as_secs_f64();
    let own = invariant.good.iter().take(OWN).cloned();
    let misses = invariant.near_misses(effort)?;
    let own = own.chain(misses.into_iter().filter_map(|(_, found)| found.into_iter().next()));
    let own: Vec<_> = own.map(|shown| (shown.key.clone(), given(&shown))).collect();
    let score = choosing.score(&own, &chosen).map_err(told)?;
    let SpecCommand { mut spec, command } = invariant.asked.clone();
    let command = spec.with_scope(command, "larger", LARGER).map_err(told)?;
    let larger = SpecCommand { spec, command };
    let larger = Choosing::of_mutants(&larger, &invariant.predicate).map_err(told)?;
    let (mut confirmed, mut apart, mut open) = (0, Vec::new(), 0);
    for pair in &chosen.equal {
        match larger.tell_apart(*pair, meaning, effort) {
            Ok(None) => confirmed += 1,
            Ok(Some(_)) => apart.push(choosing.names()[pair[1]].clone()),
            Err(_) => open += 1,
        }
    }
    eprintln!(
        "{name}: apart in the larger scope: {}; missed: {:?}",
        apart.join("; "),
        score.missed.iter().map(|pair| &choosing.names()[pair[1]]).collect::<Vec<_>>()
    );
    let all = choosing.pairs().len();
    Ok(format!(
        "| {name} | {all} | {} | {confirmed} equal, {} apart, {open} open | {} | {} | {} | {} of {} | {seconds:.1} |",
        chosen.equal.len(),
        apart.len(),
        chosen.instances.len(),
        chosen.greedy,
        chosen.is_smallest,
        score.apart,
        score.apart + score.missed.len()
    ))
}

/// All predicates of a spec, told apart.
pub fn apart(name: &str, spec: Spec, effort: &Effort) -> Result<String, String> {
    let begun = Instant::now();
    let own = spec.model.functions.iter().filter(|(_, one)| one.span.file.0 == 0);
    let names: Vec<String> = own.map(|(_, one)| one.name.clone()).collect();
    let command = spec.command(None).map_err(told)?;
    let choosing = Choosing::new(&SpecCommand { spec, command }, &names).map_err(told)?;
    let chosen = choosing.choose(Meaning::default(), effort).map_err(told)?;
    Ok(format!(
        "| {name} | {} | {} | {} | {} | {} | {} | {:.2} |",
        names.len(),
        choosing.pairs().len(),
        chosen.equal.len(),
        chosen.instances.len(),
        chosen.greedy,
        chosen.is_smallest,
        begun.elapsed().as_secs_f64()
    ))
}
