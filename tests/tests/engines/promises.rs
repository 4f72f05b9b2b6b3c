//! Checks of infinite traces whose facts, or whose premises, promise what a later round of the loop keeps.

use korrel_enumerate::{Meaning, Strategy};
use korrel_tests::Spec;

/// Each has a trace of two states, one with an A and one without, which breaks the assertion.
const CHECKS: [&str; 9] = [
    "fact { always eventually some A and always eventually no A } check { always some A }",
    "fact { some A and always (some A iff no A') and eventually (some A and before no A) } check { always some A }",
    "fact { some A and always (some A iff no A') and eventually (no A and eventually some A) } check { always some A }",
    "check { (always eventually some A and always eventually no A) implies always some A }",
    "fact { eventually before some X } check { always some A }",
    // In the state after the last one of a beginning, what does not change is there.
    "fact { always univ' = univ } check { always some A }",
    "check { (after iden' = iden) implies always some A }",
    "check { (always *(X->X)' = *(X->X)) implies always some A }",
    "check { (always (univ - Int)' = univ - Int) implies always some A }",
];

#[test]
fn a_promise_that_a_later_round_keeps_excuses_no_assertion() {
    // If this failed, a check would be said to hold that a trace breaks.
    for check in CHECKS {
        let spec =
            Spec::new(&format!("one sig X {{}} var sig A in X {{}} {check} for 1 but 1..2 steps"));
        let command = spec.first();
        let problem = spec.problem(&command, Meaning::default());
        assert!(!spec.instances(&problem, Strategy::default()).is_empty(), "{check}");
    }
}
