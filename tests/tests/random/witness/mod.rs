//! A witness that shares nothing with the engines: random specs, answered from the language text.
//!
//! The engines share one reading of names, scopes and orders, and so can be wrong together. Here
//! stands a second reading, of LANGUAGE.md, docs/language.md and ALLOY-RULES.md alone. The witness
//! generates a syntax tree of its own, writes it as text for Korrel, and answers it without a line of
//! Korrel's: sizes and orders (`sizes`, `bound`, `populations`), which field a name means (`names`), values
//! (`evaluate`), all assignments one by one (`instances`), classes by all permutations (`classes`).
//! Korrel gets the text and must write exactly one heap of each class, which is read back from JSON.
//! Rejected: counts alone (two mistakes can make up for each other), and the model tree as the common
//! ground (a name is settled before it).
//!
//! Where the text says nothing, no spec is generated; where its rules of names give no answer, Alloy
//! refuses the spec and Korrel may do what it likes.
//!
//! `KORREL_RANDOM_SPECS=100000 cargo test --release -p korrel-tests --test random witness`

mod bits;
mod bound;
mod classes;
mod declared;
mod evaluate;
mod generate;
mod heap;
mod instances;
mod judge;
mod names;
mod orders;
mod populations;
mod print;
mod shrink;
mod sizes;
mod tree;
mod types;
mod value;

use judge::{Agreed, Asked, judge};
use shrink::smaller;
use tree::Spec;

use korrel_translate::MOST_TRIED_AT_ONCE;

use crate::setting;

/// The shares of what was tested: one that is too small tests little.
#[derive(Debug, Default)]
struct Tested {
    compared: u64,
    with_instances: u64,
    with_classes: u64,
    refused: u64,
    /// Not compared.
    ambiguous: u64,
    too_many: u64,
}

/// A scope, an order or a name that Korrel takes otherwise than the text loses an instance or adds
/// one.
#[test]
fn witness_finds_the_same_classes() {
    let tested = Tested::by_seeds(1000, |tested, own| {
        let spec = generate::spec(own);
        let asked = Asked { ignore_parameters: own % 3 == 0, labelled: own % 5 == 0, ..asked() };
        // There are contradictions enough. With less said there may be instances.
        if tested.compare(own, &spec, asked) == Some(0) && own % 4 != 0 {
            tested.compare(own, &spec.relaxed(), asked);
        }
    });
    println!("{tested:?}");
    let Tested { compared, with_instances, with_classes, ambiguous, too_many, .. } = tested;
    assert!(with_instances * 3 > compared, "few specs have instances: {tested:?}");
    assert!(with_classes * 4 > compared, "few specs have several classes: {tested:?}");
    assert!((ambiguous + too_many) * 5 < compared, "many specs are not compared: {tested:?}");
}

/// A quantifier over sets that is taken for less or more than it says loses an instance or adds one. Half of the specs
/// are answered by counterexamples alone, which otherwise are for sets too large to be tried here.
#[test]
fn quantifiers_over_sets_mean_what_they_say() {
    let tested = Tested::by_seeds(500, |tested, own| {
        let spec = generate::higher_order(own);
        if !spec.has_sets() {
            return;
        }
        let all_tried = if own % 2 == 0 { 0 } else { MOST_TRIED_AT_ONCE };
        tested.compare(own, &spec, Asked { labelled: own % 5 == 0, all_tried, ..asked() });
    });
    println!("{tested:?}");
    let Tested { compared, with_instances, with_classes, .. } = tested;
    assert!(with_instances * 3 > compared, "few specs have instances: {tested:?}");
    assert!(with_classes * 5 > compared, "few specs have several classes: {tested:?}");
}

/// The usual way to ask.
fn asked() -> Asked {
    let all_tried = MOST_TRIED_AT_ONCE;
    Asked { ignore_parameters: false, labelled: false, all_tried }
}

/// The seeds of two specs differ by this, so that each spec can be had by its own seed.
const APART: u64 = 0x9E37_79B9_7F4A_7C15;

impl Tested {
    /// Tries what belongs to a seed until so many specs are answered, if the environment says no other number.
    fn by_seeds(count: u64, mut test: impl FnMut(&mut Tested, u64)) -> Tested {
        let (count, seed) =
            (setting("KORREL_RANDOM_SPECS", count), setting("KORREL_RANDOM_SEED", 1));
        let mut tested = Tested::default();
        for own in (0..).map(|at: u64| seed.wrapping_add(at.wrapping_mul(APART))) {
            if tested.compared + tested.refused >= count {
                break;
            }
            test(&mut tested, own);
        }
        tested
    }

    /// The number of classes that both find.
    ///
    /// # Panics
    /// If Korrel finds others: with the seed that begins with this spec, and a smaller one.
    fn compare(&mut self, seed: u64, spec: &Spec, asked: Asked) -> Option<usize> {
        match judge(spec, asked) {
            Ok(Agreed::Classes(classes)) => {
                self.compared += 1;
                self.with_instances += u64::from(classes > 0);
                self.with_classes += u64::from(classes > 1);
                return Some(classes);
            }
            Ok(Agreed::Refusal) => self.refused += 1,
            Ok(Agreed::Ambiguous) => self.ambiguous += 1,
            Ok(Agreed::TooMany) => self.too_many += 1,
            Err(difference) => {
                let [done, smaller] = [self.compared.to_string(), shrunk(spec.clone(), asked)];
                panic!("seed {seed}, after {done}: {difference}\n{asked:?}\n{spec}\n{smaller}");
            }
        }
        None
    }
}

/// A spec with the same kind of difference of which nothing can be taken away, and its difference.
fn shrunk(mut spec: Spec, asked: Asked) -> String {
    let differs = |spec: &Spec| judge(spec, asked).err();
    let mut difference = differs(&spec).expect("it was chosen for that");
    let kind = |difference: &str| difference.split(':').next().map(str::to_string);
    let own = kind(&difference);
    let is_alike = |other: &String| kind(other) == own;
    let next = |spec: &Spec| {
        let mut all = smaller(spec).into_iter();
        all.find_map(|smaller| differs(&smaller).filter(is_alike).map(|why| (smaller, why)))
    };
    while let Some((smaller, why)) = next(&spec) {
        (spec, difference) = (smaller, why);
    }
    format!("a smaller one: {difference}\n{spec}")
}
