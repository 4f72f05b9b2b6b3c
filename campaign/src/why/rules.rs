//! The search for a formula that separates failing inputs from passing ones, or comes near.
//!
//! What a person would say is about the roots: `no new.items`, `old.items[2] = old.items[1]`. So formulas of such terms
//! are tried first, without a variable. Only a smaller formula of all terms is better than one of these.
//!
//! Formulas are made on a few inputs of each kind, and tried on all: one that is wrong there brings inputs to the
//! few for which it is wrong, and the search begins anew.

use std::collections::BTreeMap;

use korrel_sat::Effort;

use super::growth::Growth;
use super::term::{Points, Term, text};
use super::vocabulary::Vocabulary;
use super::words::said;
use super::world::World;

/// The number of inputs of each kind at first, and the number added each time.
const FIRST: usize = 40;
const MORE: usize = 8;

/// The number of nearly right rules that are tried on all inputs.
const TRIED: usize = 200;

/// Inputs that fail and inputs that pass.
pub struct Labelled {
    pub worlds: Vec<World>,
    pub fails: Vec<bool>,
}

impl Labelled {
    /// The number of inputs that fail.
    pub fn failing(&self) -> u64 {
        self.fails.iter().filter(|fails| **fails).count() as u64
    }
}

/// A rule: a formula in the language of the spec.
#[derive(Clone, Debug)]
pub struct Rule {
    pub text: String,
    /// The formula as a person would say it.
    pub words: String,
    /// The number of its words and signs.
    pub size: usize,
    /// Failing inputs for which it holds, and passing ones.
    pub failing: u64,
    pub passing: u64,
}

/// The rules that were found.
#[derive(Clone, Debug, Default)]
pub struct FoundRules {
    /// An input fails exactly if this holds.
    pub exact: Option<Rule>,
    /// The rules that come nearest, one of each kind, if none is exact.
    pub nearest: Vec<(Nearness, Rule)>,
    /// The number of formulas that were examined.
    pub formulas: u64,
    /// Not all formulas of the size were examined.
    pub is_cut: bool,
}

/// The way in which a rule comes near.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Nearness {
    /// It has the fewest exceptions.
    Nearly,
    /// It holds of failing inputs only, of as many as possible.
    Whenever,
    /// It holds of all failing inputs, and of as few others as possible.
    OnlyIf,
}

pub fn found(
    vocabulary: &Vocabulary<'_>,
    labelled: &Labelled,
    most: usize,
    effort: &Effort,
) -> FoundRules {
    let of_roots = found_of(vocabulary, labelled, most, effort, Among::Roots);
    let Some(rule) = &of_roots.exact else {
        return found_of(vocabulary, labelled, most, effort, Among::All);
    };
    let smaller = found_of(vocabulary, labelled, rule.size - 1, effort, Among::All);
    if smaller.exact.is_some() { smaller } else { of_roots }
}

/// The words of which terms are made.
#[derive(Clone, Copy)]
enum Among {
    Roots,
    All,
}

fn found_of(
    vocabulary: &Vocabulary<'_>,
    labelled: &Labelled,
    most: usize,
    effort: &Effort,
    among: Among,
) -> FoundRules {
    let mut few = first(labelled);
    let mut formulas = 0;
    loop {
        let worlds = few.iter().map(|at| &labelled.worlds[*at]).collect();
        let points = Points::new(worlds, &vocabulary.domains);
        let wanted: Vec<u64> = few.iter().map(|at| u64::from(labelled.fails[*at])).collect();
        let mut growth = match among {
            Among::Roots => Growth::of_roots(&points, effort),
            Among::All => Growth::new(&points, effort),
        };
        let mut best: BTreeMap<(Nearness, usize, usize), usize> = BTreeMap::new();
        let mut exact = None;
        growth.grow(vocabulary, most, &mut |terms, at| {
            let term = &terms[at];
            if term.values == wanted {
                exact = Some(at);
                return true;
            }
            for (nearness, exceptions) in exceptions(&term.values, &wanted) {
                best.entry((nearness, exceptions, term.size)).or_insert(at);
            }
            false
        });
        formulas += growth.formulas;
        let is_cut = growth.is_cut;
        if let Some(at) = exact {
            let rule = tried(vocabulary, labelled, &growth.terms, at);
            let wrong = wrong(&rule.1, labelled);
            if wrong.is_empty() {
                return FoundRules { exact: Some(rule.0), nearest: Vec::new(), formulas, is_cut };
            }
            few.extend(wrong.into_iter().take(MORE));
            continue;
        }
        let nearest = nearest(vocabulary, labelled, &growth.terms, &best);
        return FoundRules { exact: None, nearest, formulas, is_cut };
    }
}

/// The smallest of each kind, and some of all sizes.
fn first(labelled: &Labelled) -> Vec<usize> {
    let mut few = Vec::new();
    for fails in [true, false] {
        let of: Vec<usize> =
            (0..labelled.fails.len()).filter(|at| labelled.fails[*at] == fails).collect();
        let half = FIRST / 2;
        few.extend(of.iter().take(half));
        let rest = &of[half.min(of.len())..];
        let step = rest.len().div_ceil(half).max(1);
        few.extend(rest.iter().step_by(step));
    }
    few
}

/// The number of exceptions to each kind of rule. Kinds about which the formula says nothing are
/// left out.
fn exceptions(values: &[u64], wanted: &[u64]) -> Vec<(Nearness, usize)> {
    let count = |value: u64, want: u64| {
        values.iter().zip(wanted).filter(|(one, wish)| (**one, **wish) == (value, want)).count()
    };
    let (hit, missed, wrong) = (count(1, 1), count(0, 1), count(1, 0));
    let mut found = vec![(Nearness::Nearly, missed + wrong)];
    if wrong == 0 && hit > 0 {
        found.push((Nearness::Whenever, missed));
    }
    if missed == 0 && count(0, 0) > 0 {
        found.push((Nearness::OnlyIf, wrong));
    }
    found
}

fn nearest(
    vocabulary: &Vocabulary<'_>,
    labelled: &Labelled,
    terms: &[Term],
    best: &BTreeMap<(Nearness, usize, usize), usize>,
) -> Vec<(Nearness, Rule)> {
    let failing = labelled.failing();
    let passing = labelled.fails.len() as u64 - failing;
    let mut nearest = Vec::new();
    for nearness in [Nearness::Nearly, Nearness::Whenever, Nearness::OnlyIf] {
        let of = best.iter().filter(|((of, ..), _)| *of == nearness).take(TRIED);
        let rules = of.map(|(_, at)| tried(vocabulary, labelled, terms, *at).0);
        let rules = rules.filter(|rule| match nearness {
            // A formula that all inputs fail, or that none does, is not nearly right.
            Nearness::Nearly => (failing - rule.failing) + rule.passing < failing.min(passing),
            Nearness::Whenever => rule.passing == 0 && rule.failing > 0,
            Nearness::OnlyIf => rule.failing == failing && rule.passing < passing,
        });
        let exceptions = |rule: &Rule| (failing - rule.failing) + rule.passing;
        let found = rules.min_by_key(|rule| (exceptions(rule), rule.size));
        nearest.extend(found.map(|rule| (nearness, rule)));
    }
    nearest
}

/// A formula on all inputs: the rule, and its value in each.
fn tried(
    vocabulary: &Vocabulary<'_>,
    labelled: &Labelled,
    terms: &[Term],
    at: usize,
) -> (Rule, Vec<u64>) {
    let points = Points::new(labelled.worlds.iter().collect(), &vocabulary.domains);
    let mut made: BTreeMap<usize, Term> = BTreeMap::new();
    evaluate(&points, terms, at, &mut made);
    let values = made[&at].values.clone();
    let held = |want: bool| {
        values
            .iter()
            .zip(&labelled.fails)
            .filter(|(one, fails)| **one == 1 && **fails == want)
            .count()
    };
    let rule = Rule {
        text: text(vocabulary, terms, at),
        words: said(vocabulary, terms, at),
        size: terms[at].size,
        failing: held(true) as u64,
        passing: held(false) as u64,
    };
    (rule, values)
}

pub(super) fn evaluate(
    points: &Points<'_>,
    terms: &[Term],
    at: usize,
    made: &mut BTreeMap<usize, Term>,
) {
    if made.contains_key(&at) {
        return;
    }
    let term = &terms[at];
    term.of.iter().for_each(|part| evaluate(points, terms, *part, made));
    let parts: Vec<&Term> = term.of.iter().map(|part| &made[part]).collect();
    let values = points.values(term.op, term.scope, &parts);
    made.insert(at, Term { values, ..term.clone() });
}

/// Inputs for which a formula is wrong.
fn wrong(values: &[u64], labelled: &Labelled) -> Vec<usize> {
    let is_wrong = |at: &usize| (values[*at] == 1) != labelled.fails[*at];
    (0..values.len()).filter(is_wrong).collect()
}
