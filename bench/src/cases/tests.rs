//! The table and the specs agree.

use korrel_lang::model::Expect;
use korrel_tests::Spec;

use super::*;

/// The specs promise what the table says: else `korrel check bench/specs` and the benchmark would
/// judge by different counts.
#[test]
fn specs_expect_the_known_counts() {
    for case in all() {
        let text = std::fs::read_to_string(&case.spec).expect("the specs are in the repository");
        if !case.command.is_empty() {
            let spec = Spec::new(&text);
            let labelled = spec.model.commands.iter().find(|command| command.label == case.command);
            let expected = labelled.and_then(|command| command.expect);
            assert_eq!(expected, Some(Expect::Exactly(case.known)), "{}", case.title());
        }
    }
}
