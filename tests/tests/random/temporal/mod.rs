//! Random temporal specs, answered by a witness that knows only the rules of traces.
//!
//! The witness has a tree (`tree`), text (`print`, `read`), values (`value`), LTL with past on lassos (`evaluate`), the meaning of a prefix
//! (`prefixes`) and an enumerator of states (`states`) and traces (`traces`) of its own. All is written from
//! tests/conformance/temporal/README.md and shares nothing with Korrel. It is first held against Alloy's own answers (`answers`); then Korrel
//! gets random specs as text, and must list exactly one least lasso of each class (`product`, `generate`).
//!
//! `KORREL_RANDOM_SPECS=20000 cargo test --release -p korrel-tests --test random temporal -- --nocapture`

mod aiger;
mod answers;
mod ends;
mod evaluate;
mod faults;
mod generate;
mod graph;
mod induction;
mod judge;
mod linear;
mod nesting;
mod prefixes;
mod print;
mod product;
mod read;
mod shrink;
mod states;
mod steps;
mod traces;
mod tree;
mod truncated;
mod unbounded;
mod unmet;
mod value;

use std::collections::BTreeMap;

use judge::judge;
use read::read;
use shrink::smaller;
use traces::{Found, Kind, Query};
use tree::{Connective, Formula, Spec, TemporalOp};

use crate::setting;

/// How the rules are read. Each mistake that is planted here must be seen by a comparison.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Reading {
    /// `before` holds at the first state.
    before_at_first: bool,
    /// `p releases q` wants `p` to come.
    releases_is_until: bool,
    /// The past is that of the first round of the loop.
    past_in_one_round: bool,
    /// Lassos are told apart though their infinite traces are the same.
    loops_not_least: bool,
    /// Traces are told apart by the names of their atoms.
    no_renaming: bool,
    /// An atom may go from one child to another.
    children_change: bool,
}

/// The shares of what was tested: one that is too small tests little.
#[derive(Debug, Default)]
struct Tested {
    compared: u64,
    with_traces: u64,
    with_several: u64,
    with_changes: u64,
    too_many: u64,
}

/// The seeds of two specs differ by this, so that each spec can be had by its own seed.
const APART: u64 = 0x9E37_79B9_7F4A_7C15;

fn seeds() -> impl Iterator<Item = u64> {
    let seed = setting("KORREL_RANDOM_SEED", 1);
    (0..).map(move |at: u64| seed.wrapping_add(at.wrapping_mul(APART)))
}

/// If it failed, a behaviour would be lost, invented or listed twice.
#[test]
fn temporal_specs_have_the_same_traces() {
    let tested = Tested::of(|seed| {
        let query = Query::lassos(Reading::default());
        Some((generate::spec(seed), Query { ignores_parameters: seed % 3 == 0, ..query }))
    });
    tested.check();
}

/// If it failed, the beginning of a behaviour would be lost, invented or listed twice.
#[test]
fn temporal_specs_have_the_same_prefixes() {
    let tested = Tested::of(|seed| {
        let mut spec = generate::spec(seed);
        spec.command.steps[0] = 1;
        let query = Query { kind: Kind::Prefixes, ..Query::lassos(Reading::default()) };
        prefixes::is_said(&spec).then_some((spec, query))
    });
    tested.check();
}

/// If it failed, a behaviour would stand in a list of maximal ones that goes on, or be missing as if it did.
#[test]
fn temporal_specs_have_the_same_maximal_prefixes() {
    let tested = Tested::of(|seed| {
        let mut spec = generate::spec(seed);
        spec.command.steps[0] = 1;
        let query = Query { kind: Kind::Maximal, ..Query::lassos(Reading::default()) };
        let query = Query { ignores_parameters: seed % 3 == 0, ..query };
        prefixes::is_said(&spec).then_some((spec, query))
    });
    tested.check();
}

/// If it failed, an assertion would be said to hold that a trace breaks: of one that a beginning can break, it is asked
/// whether one does.
#[test]
fn temporal_specs_have_the_same_counterexamples() {
    let tested = Tested::of(|seed| {
        let mut spec = generate::spec(seed);
        let command = &mut spec.command;
        let is_of_a_set = matches!(command.goal, Formula::Quantified(..));
        if command.named.is_some() || !command.parameters.is_empty() || is_of_a_set {
            return None;
        }
        command.is_check = true;
        let always = Formula::temporal(TemporalOp::Always, command.goal.clone());
        command.goal = match seed % 3 {
            0 => Formula::connected(Connective::Implies, command.goal.clone(), always),
            _ => always,
        };
        Some((spec, Query::lassos(Reading::default())))
    });
    println!("{tested:?}");
    let Tested { compared, with_traces, .. } = tested;
    assert!(with_traces * 8 > compared, "few assertions are broken: {tested:?}");
    assert!(with_traces * 10 < compared * 9, "few assertions hold: {tested:?}");
}

impl Tested {
    /// Compares what belongs to each seed until there are enough.
    ///
    /// # Panics
    /// If anything differs: with a spec of each kind of difference, and a smaller one.
    fn of(asked: impl Fn(u64) -> Option<(Spec, Query)>) -> Tested {
        let count = setting("KORREL_RANDOM_SPECS", 300);
        let (mut tested, mut differences) = (Tested::default(), BTreeMap::new());
        for seed in seeds() {
            if tested.compared + differences.len() as u64 >= count {
                break;
            }
            let Some((spec, query)) = asked(seed) else { continue };
            match judge(&spec, query) {
                Ok(None) => tested.too_many += 1,
                Ok(Some(found)) => tested.add(&found),
                Err(difference) => {
                    differences.entry(kind(&difference)).or_insert_with(|| {
                        let (done, smaller) = (tested.compared, shrunk(spec.clone(), query));
                        format!("seed {seed}, after {done}: {difference}\n{spec}\n{smaller}")
                    });
                }
            }
        }
        let texts: Vec<String> = differences.into_values().collect();
        assert!(texts.is_empty(), "{}", texts.join("\n"));
        tested
    }

    fn add(&mut self, found: &Found) {
        self.compared += 1;
        self.with_traces += u64::from(!found.classes.is_empty());
        self.with_several += u64::from(found.classes.len() > 1);
        self.with_changes += u64::from(found.by_length().keys().any(|&states| states > 1));
    }

    fn check(&self) {
        println!("{self:?}");
        let Tested { compared, with_traces, with_several, with_changes, too_many } = self;
        assert!(with_traces * 3 > *compared, "few specs have traces: {self:?}");
        assert!(with_several * 3 > *compared, "few specs have several: {self:?}");
        assert!(with_changes * 5 > *compared, "few traces have several states: {self:?}");
        assert!(*too_many < compared * 3, "many specs are not compared: {self:?}");
    }
}

/// What stands before the colon; for a refusal, its first line.
fn kind(difference: &str) -> String {
    let end = if difference.starts_with("refused") { '\n' } else { ':' };
    difference.split(end).next().unwrap_or_default().to_owned()
}

/// A spec with the same kind of difference of which nothing can be taken away, and its difference.
fn shrunk(mut spec: Spec, query: Query) -> String {
    let differs = |spec: &Spec| {
        let is_said = query.kind == Kind::Lassos || prefixes::is_said(spec);
        is_said.then(|| judge(spec, query).err()).flatten()
    };
    let mut difference = differs(&spec).expect("it was chosen for that");
    let own = kind(&difference);
    let next = |spec: &Spec| {
        let alike = |smaller: Spec| {
            let why = differs(&smaller).filter(|why| kind(why) == own)?;
            Some((smaller, why))
        };
        smaller(spec).into_iter().find_map(alike)
    };
    while let Some((smaller, why)) = next(&spec) {
        (spec, difference) = (smaller, why);
    }
    format!("a smaller one: {difference}\n{spec}")
}

/// If it failed, the witness would compare another spec than the one that Korrel reads.
#[test]
fn temporal_texts_are_read_as_they_are_meant() {
    let read = |text: &str| {
        let read = read(text).unwrap_or_else(|why| panic!("{why}\n{text}"));
        let (_, mut spec) = read.into_iter().next().expect("there is a command");
        // What is run is written as a predicate if it has parameters.
        spec.predicates.retain(|predicate| predicate.name != "goal");
        spec
    };
    for seed in seeds().take(2000) {
        let spec = generate::spec(seed);
        let texts = |spec: &Spec| {
            [false, true].map(|is_explicit| print::Text { spec, is_explicit }.whole())
        };
        let [short, explicit] = texts(&spec);
        // What is printed of `iden` is read as `iden` also where more is meant by it, which is the same.
        if explicit.contains("(univ - Int) <: ((univ - Int) <: iden)") {
            continue;
        }
        assert_eq!(texts(&read(&short)), [short, explicit.clone()], "seed {seed}");
        assert_eq!(texts(&read(&explicit))[1], explicit, "seed {seed}");
    }
}
