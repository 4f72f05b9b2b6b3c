//! The spec library, counted without listing.
//!
//! The numbers are those that the specs expect, from papers, OEIS and closed formulas; nothing that lists takes
//! part, neither the search nor a test of canonicity.

use korrel_enumerate::counting::{CountResult, count, is_direct};
use korrel_enumerate::{Classes, Meaning, Problem};
use korrel_lang::code;
use korrel_lang::model::Expect;
use korrel_sat::Effort;
use korrel_sat::counter::{CountOutcome, Limits};
use korrel_tests::{Spec, library_files};
use korrel_translate::TranslationFailure;

/// A command that takes more is left out; the smaller commands of each spec are there.
const NODES: u64 = 5_000;

fn counted(problem: &Problem<'_>, nodes: u64) -> Option<u64> {
    let (limits, effort) = (Limits { nodes, ..Limits::default() }, Effort::default());
    match count(problem, Classes::Isomorphism, limits, &effort) {
        Ok(CountResult { outcome: CountOutcome::Done(number), .. }) => u64::try_from(number).ok(),
        Ok(_) => None,
        // A list asks of each instance what no formula of a fair size says of all.
        Err(TranslationFailure::Refused(refused)) if refused.code == Some(code::HIGHER_ORDER) => {
            None
        }
        Err(failure) => panic!("the library can be translated: {failure:?}"),
    }
}

/// If it failed, a count would be wrong: of rooted classes and others, several sorts, scopes that are not exact.
#[test]
fn the_library_counts_as_it_expects() {
    let (mut compared, mut files) = (0, 0);
    for name in library_files() {
        let spec = Spec::of_library(&name);
        let before = compared;
        for command in &spec.model.commands {
            let Some(Expect::Exactly(expected)) = command.expect else { continue };
            let problem = spec.problem(command, Meaning::default());
            if let Some(found) = counted(&problem, NODES) {
                assert_eq!(found, expected, "{name}: {}", command.label);
                compared += 1;
            }
        }
        files += usize::from(compared > before);
    }
    assert!(files >= 30 && compared >= 100, "only {compared} commands of {files} specs");
}

/// The same for every command, with discovery's predicate and without, and beside listing; what outgrows these limits
/// is told. With them no formula takes half a minute, and the whole takes four; with fourfold limits it had not ended
/// after a quarter of an hour.
#[test]
#[ignore = "minutes in release; cargo test --release -p korrel-tests --test engines every_method -- --ignored --nocapture"]
fn every_expectation_by_every_method() {
    const NODES: u64 = 1 << 19;
    let (mut compared, mut outgrown) = ([0; 3], Vec::new());
    for name in library_files() {
        let spec = Spec::of_library(&name);
        for command in &spec.model.commands {
            let is_met = |found: u64| match command.expect {
                Some(Expect::Exactly(expected)) => found == expected,
                Some(Expect::Satisfiable) => found > 0,
                Some(Expect::Unsatisfiable) => found == 0,
                None => true,
            };
            let rooted = spec.problem(command, Meaning::default());
            let unrooted = spec.unrooted_problem(command, Meaning::default());
            let listed = spec.count_command(command, Classes::Isomorphism);
            assert!(is_met(listed), "{name}: {}: {listed} listed", command.label);
            for problem in [&rooted, &unrooted] {
                let is_direct = is_direct(problem, Classes::Isomorphism);
                match counted(problem, NODES) {
                    Some(found) => {
                        assert_eq!(found, listed, "{name}: {}, {is_direct}", command.label);
                        compared[usize::from(is_direct)] += 1;
                    }
                    None => outgrown.push(format!("{name}: {} ({is_direct})", command.label)),
                }
            }
            compared[2] += 1;
        }
    }
    let [burnside, compile, list] = compared;
    println!("{list} listed, {compile} compiled, {burnside} by Burnside's lemma; outgrown:");
    outgrown.iter().for_each(|what| println!("  {what}"));
    assert!(compile > 100 && burnside > 150, "{compile} compiled, {burnside} by Burnside's lemma");
}

/// If it failed, the discovery predicate would keep more or less than one labelling of a class: without it,
/// Burnside's lemma adds up all labellings.
#[test]
fn rooted_classes_are_counted_without_their_predicate_too() {
    for (name, scope) in [
        ("binary_tree.als", "4 Node"),
        ("singly_linked_list.als", "1 List, 3 Node, 0..1 Int"),
        ("heap_array.als", "0..3 Int"),
        ("red_black_tree.als", "exactly 1 Tree, exactly 3 Node, 1..3 Int"),
    ] {
        let mut spec = Spec::of_library(name);
        let command = spec.with_scope(spec.first(), scope);
        let (rooted, unrooted) = (
            spec.problem(&command, Meaning::default()),
            spec.unrooted_problem(&command, Meaning::default()),
        );
        let limits = Limits::default();
        let number = |problem: &Problem<'_>| {
            let counted = count(problem, Classes::Isomorphism, limits, &Effort::default());
            counted.expect("it is small").outcome.done().expect("there is no limit")
        };
        assert_eq!(number(&rooted), number(&unrooted), "{name}");
    }
}
