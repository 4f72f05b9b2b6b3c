//! Traces of any number of states: what the graph of states says, beside the search among traces of many states.
//!
//! Where it says that there is a trace, the search must find one, and where the witness or the search find one it must
//! say so. The states are few, so a shortest trace has few states.

use std::collections::BTreeMap;

use korrel_enumerate::unbounded::{UnboundedAnswer, UnboundedMethod, unbounded};
use korrel_enumerate::{Instances, Meaning, Next, Strategy};
use korrel_lang::model::Command;
use korrel_sat::Effort;
use korrel_tests::Spec as Korrel;
use korrel_translate::TranslationFailure;

use super::judge::LIMITS;
use super::states::World;
use super::traces::{Query, traces};
use super::{Reading, generate, seeds};
use crate::setting;

/// The search looks at traces of so many states.
const MOST: u32 = 9;

/// If it failed, an assertion would be said to hold of all behaviours that a behaviour breaks, or the other way round.
#[test]
fn temporal_specs_have_a_trace_of_any_length_or_none() {
    let count = setting("KORREL_RANDOM_SPECS", 300);
    let (mut something, mut nothing, mut refused, mut differences) = (0, 0, 0, BTreeMap::new());
    for seed in seeds() {
        if something + nothing + refused >= count {
            break;
        }
        let spec = generate::spec(seed);
        let world = World::new(&spec, Reading::default());
        let Some(found) = traces(&world, Query::lassos(Reading::default()), LIMITS) else {
            continue;
        };
        let text = spec.to_string();
        match (decided(&text), !found.classes.is_empty()) {
            (Ok(None), _) => refused += 1,
            (Ok(Some(true)), true) => something += 1,
            (Ok(Some(true)), false) => match searched(&text) {
                true => something += 1,
                false => drop(differences.insert("invented", (seed, text))),
            },
            (Ok(Some(false)), is_found) => match is_found || searched(&text) {
                true => drop(differences.insert("missed", (seed, text))),
                false => nothing += 1,
            },
            (Err(why), _) => panic!("{why}\n{text}"),
        }
    }
    println!("{something} with a trace, {nothing} without, {refused} refused");
    for (kind, (seed, text)) in &differences {
        println!("{kind}, seed {seed}:\n{text}");
    }
    assert!(differences.is_empty(), "the graph and the search differ");
    assert!(something * 8 > count && nothing * 8 > count, "few have an answer of each kind");
    assert!(refused * 8 < count, "many are refused");
}

/// Whether the graph of states has a trace; `None` if it refuses the spec.
fn decided(text: &str) -> Result<Option<bool>, String> {
    let spec = Korrel::read(text)?;
    let command = spec.first();
    let (method, meaning, effort) = (UnboundedMethod::Graph, Meaning::default(), Effort::default());
    match unbounded(&spec.model, &command, method, meaning, &effort) {
        Ok(UnboundedAnswer::Something) => Ok(Some(true)),
        Ok(UnboundedAnswer::Nothing(_)) => Ok(Some(false)),
        Err(TranslationFailure::Refused(_)) => Ok(None),
        other => Err(format!("{other:?}")),
    }
}

/// Whether there is a trace of at most so many states.
fn searched(text: &str) -> bool {
    let spec = Korrel::read(text).expect("it was read before");
    let first = spec.first();
    let scope = first.scope.with_steps(1, MOST, first.span);
    let command = Command { scope, ..first.clone() };
    let problem = spec.try_problem(&command, Meaning::default()).expect("it is small");
    let found = Instances::any(&problem, Strategy::default(), Effort::default());
    matches!(found.expect("it is small").next(), Next::Instance(_))
}
