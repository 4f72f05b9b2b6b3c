//! The reason why there is no translation: a construct of the spec is to blame, or it was stopped.

use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::source::Span;

use crate::circuit::{Circuit, GivenUp};
use crate::encode::{HigherOrder, Obstacle, UnsupportedConstruct};
use crate::failure::TranslationFailure;
use crate::question::Question;

/// The message for a construct that has no translation.
fn untranslatable(unsupported: UnsupportedConstruct) -> Diagnostic {
    let UnsupportedConstruct { span, obstacle } = unsupported;
    let reason = match obstacle {
        Obstacle::TooLarge(construct) => {
            let message = format!("{construct} cannot be translated");
            return Diagnostic::new(code::TOO_LARGE, message)
                .at(span, "too large within this scope")
                .help("a smaller scope, or a narrower expression");
        }
        Obstacle::BeyondSteps(construct) => {
            return Diagnostic::new(code::UNSUPPORTED, format!("{construct} cannot be translated"))
                .at(span, "it takes more than a state and the next one")
                .help("`--method graph`, or a greatest number of states: `--steps 10`");
        }
        Obstacle::HigherOrder(HigherOrder::TwoSided) => {
            "here it matters both that there is one and that there is none, so each would have to be tried"
        }
        Obstacle::HigherOrder(HigherOrder::Universal | HigherOrder::Collected) => {
            "every such set or relation would have to be tried"
        }
    };
    let message = "these are too many sets or relations to try each";
    Diagnostic::new(code::HIGHER_ORDER, message).at(span, reason).help(
        "a smaller scope, or a range of fewer tuples; `all`, `some` and `no` outside of conditions, comprehensions, \
         `one` and `lone` need no trial of each",
    )
}

/// # Errors
/// If the circuit was given up, and nothing in the spec is to blame more than the scope.
pub fn check_size(circuit: &Circuit, question: &Question<'_>) -> Result<(), TranslationFailure> {
    let command = question.command;
    let span = command.scope.span.unwrap_or(command.span);
    match circuit.given_up() {
        None => Ok(()),
        Some(GivenUp::Stopped) => Err(TranslationFailure::Stopped),
        Some(GivenUp::TooLarge(needed)) => Err(too_large(span, needed, question).into()),
    }
}

/// The explanation of a construct's fault, or that the circuit was given up.
pub fn explained(
    unsupported: UnsupportedConstruct,
    circuit: &Circuit,
    question: &Question<'_>,
) -> TranslationFailure {
    match circuit.given_up() {
        Some(GivenUp::Stopped) => TranslationFailure::Stopped,
        Some(GivenUp::TooLarge(needed)) => too_large(unsupported.span, needed, question).into(),
        None => untranslatable(unsupported).into(),
    }
}

fn too_large(span: Span, needed: usize, question: &Question<'_>) -> Diagnostic {
    Diagnostic::new(code::TOO_LARGE, "the translation would not fit into memory")
        .at(span, format!("with this, it has {} gates or more", rounded(needed)))
        .help(format!("a smaller scope; there are {}", population(question)))
}

/// Rounds downwards to one digit: the known number is a lower bound.
fn rounded(number: usize) -> String {
    let unit = 10usize.pow(number.max(1).ilog10());
    let (number, name) = match number / unit * unit {
        number @ 1_000_000_000.. => (number / 1_000_000_000, " billion"),
        number @ 1_000_000.. => (number / 1_000_000, " million"),
        number => (number, ""),
    };
    format!("{number}{name}")
}

/// The sigs that have most atoms, and the integers.
fn population(question: &Question<'_>) -> String {
    let Question { model, scopes, .. } = question;
    let mut sizes: Vec<(u64, &str)> = model
        .top_level()
        .map(|sig| (u64::from(scopes.top_level(sig).max), model.sigs[sig].name.as_str()))
        .collect();
    let (least, greatest) = scopes.integers;
    sizes.push(((greatest - least + 1) as u64, "Int"));
    sizes.sort_by_key(|&(size, _)| std::cmp::Reverse(size));
    let named = sizes.iter().take(3).map(|(size, name)| format!("{size} `{name}`"));
    named.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use korrel_lang::load::{load, no_files};
    use korrel_lang::model::Model;
    use korrel_lang::resolve::resolve;
    use korrel_lang::source::Sources;
    use korrel_sat::Effort;

    use super::*;
    use crate::circuit::BYTES;
    use crate::draft::Contents;
    use crate::questions::translation::{Translation, translate};
    use crate::scope::Overflow;
    use crate::symmetry::Symmetry;

    /// Translates the first command of a spec. Returns the text that an error is at, and its label.
    fn translated(text: &str, effort: &Effort) -> Result<Translation, (String, String)> {
        outcome(text, effort).map_err(|error| {
            let TranslationFailure::Refused(error) = error else { panic!("nobody stops it") };
            assert_eq!(error.code, Some(code::TOO_LARGE), "{}", error.message);
            assert!(error.help[0].contains("`A`"), "the scope is named: {:?}", error.help);
            let (span, label) = error.place.expect("it says where");
            (text[span.start as usize..span.end as usize].to_string(), label.to_string())
        })
    }

    fn model(text: &str) -> Model {
        let mut sources = Sources::default();
        let file = sources.add("test.als", text);
        let program =
            load(&mut sources, file, &mut no_files).expect("the spec follows the grammar");
        resolve(&program).expect("the spec is right").model
    }

    fn outcome(text: &str, effort: &Effort) -> Result<Translation, TranslationFailure> {
        let model = model(text);
        let command = &model.commands[0];
        let ample = Effort::default();
        let question = Question::new(&model, command, Overflow::Forbid, &ample)
            .expect("the scope is possible");
        let symmetry = Symmetry::new(&question, true, Vec::new(), &ample).expect("nobody stops it");
        translate(&question, &symmetry, Contents::default(), effort)
    }

    /// Memory for so many gates and wires.
    fn of_gates(most: usize) -> Effort {
        Effort::within(most as u64 * BYTES)
    }

    const CONSTRUCTS: &[(&str, &str)] = &[
        ("some r.s", "r.s"),
        ("some ^r", "^r"),
        ("no *r & iden", "*r"),
        ("#r > 20", "#r"),
        ("some r -> s", "r -> s"),
        ("all x, y: A | some z: A | x -> z in r && z -> y in s", "x -> z in r && z -> y in s"),
        ("(sum x: A | mul[x.k, x.k]) > 5", "mul[x.k, x.k]"),
    ];

    /// If one failed, the system would kill the process instead of it naming what is too large. Or it
    /// would name something that is not.
    #[test]
    fn what_is_too_large_is_named() {
        for (formula, culprit) in CONSTRUCTS {
            let spec = format!(
                "sig A {{ r, s: set A, k: Int }} run {{ some A {formula} }} for exactly 6 A, 4 Int"
            );
            let without = spec.replace(formula, "");
            let own = translated(&without, &Effort::default()).expect("it fits").circuit.size();
            let (place, label) = translated(&spec, &of_gates(own + 60)).expect_err(formula);
            assert!(place == *culprit || place == *formula, "{formula}: {place}");
            assert!(label.contains("gates or more"), "{label}");
        }
    }

    /// If it failed, a budget would change the translation although it suffices. Or a translation with
    /// a missing part would be taken for a whole one, and instances be wrong.
    #[test]
    fn every_budget_gives_all_or_an_error() {
        for (formula, _) in CONSTRUCTS {
            let spec =
                format!("sig A {{ r, s: set A, k: Int }} run {{ {formula} }} for 3 but 3 Int");
            let whole = translated(&spec, &Effort::default()).expect("it fits");
            let size = whole.circuit.size();
            for most in (0..size).step_by(size / 40 + 1).chain([size - 1]) {
                assert!(translated(&spec, &of_gates(most)).is_err(), "{formula}: {most}");
            }
            let ample = translated(&spec, &of_gates(4 * size)).expect("it fits");
            assert!(whole.cnf.clauses().eq(ample.cnf.clauses()), "{formula}");
        }
    }

    /// If it failed, a translation that was stopped would be taken for one, or blamed on the spec.
    #[test]
    fn a_stop_is_no_mistake() {
        for (formula, _) in CONSTRUCTS {
            let spec =
                format!("sig A {{ r, s: set A, k: Int }} run {{ {formula} }} for 3 but 3 Int");
            let effort = Effort::none();
            let stopped = outcome(&spec, &effort);
            assert!(matches!(stopped, Err(TranslationFailure::Stopped)), "{formula}");
            effort.go_on();
            assert!(outcome(&spec, &effort).is_ok(), "{formula}");
        }
    }

    /// If it failed, a limit would be kept only once the bounds and the symmetry of all cells are made, which takes
    /// long where there are thousands of sigs or millions of cells.
    #[test]
    fn a_stop_ends_what_comes_before_the_circuit() {
        let none = Effort::none();
        for spec in [
            "one sig A {} run {}",
            "sig A { r: set A } run {}",
            "abstract sig A {} lone sig B extends A {} run {}",
        ] {
            let model = model(spec);
            let question = |effort: &Effort| {
                Question::new(&model, &model.commands[0], Overflow::Forbid, effort)
            };
            assert!(matches!(question(&none), Err(TranslationFailure::Stopped)), "{spec}");
            let question = question(&Effort::default()).expect("the scope is possible");
            let symmetry = Symmetry::new(&question, true, Vec::new(), &none);
            assert!(matches!(symmetry, Err(TranslationFailure::Stopped)), "{spec}");
        }
    }

    /// If it failed, Ctrl-C would be waited out: this translation takes minutes.
    #[test]
    fn a_stop_in_the_middle_ends_it() {
        let effort = Effort::default();
        let theirs = effort.clone();
        let raised = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(100));
            theirs.stop();
        });
        let spec = "sig A { r: set A } run { all a, b, c, d: A | some (a + b).^r & (c + d).*~r }
            for exactly 60 A";
        let stopped = outcome(spec, &effort);
        assert!(matches!(stopped, Err(TranslationFailure::Stopped)));
        raised.join().expect("it only sleeps");
    }

    /// A translation that is known to be too large is refused before it is begun: this would take
    /// minutes.
    #[test]
    fn sizes_are_known_beforehand() {
        let spec = "sig A {} run { let e = Int -> Int | some e.e } for 1 but 12 Int";
        let (place, label) = translated(spec, &Effort::default()).expect_err("it has 2^36 pairs");
        assert_eq!(place, "e.e");
        assert!(label.contains("60 billion gates"), "{label}");
    }

    #[test]
    fn numbers_are_rounded_down() {
        // If it failed, the label would claim more than is known, or not be readable.
        assert_eq!(rounded(0), "0");
        assert_eq!(rounded(987), "900");
        assert_eq!(rounded(29_999_999), "20 million");
        assert_eq!(rounded(8_600_000_000), "8 billion");
    }
}
