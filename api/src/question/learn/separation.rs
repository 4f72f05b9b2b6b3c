//! Formulas that hold of some heaps and of no others, or come near.
//!
//! *Problem.* Combinations of terms are without number, and most have the same meaning. *Choice.* Formulas are made of
//! smaller ones, size by size. Of those with the same value in each heap only the first is kept, which is the smallest. They
//! are made on a few heaps of each kind and tried on all: one that is wrong there brings heaps to the few for which it is
//! wrong, and the search begins anew. *Rejected.* A search directed by the terms that separate so far, as in decision trees:
//! it finds larger formulas sooner, and not the smallest.

use std::collections::{BTreeMap, HashMap, HashSet};

use korrel_lang::instance::Instance;
use korrel_sat::Effort;
use serde::Serialize;

use super::distinctions::distinctions;
use super::vocabulary::Vocabulary;
use super::words::{denied_text, said};
use super::{LearntTerm, judged, resolved};
use crate::question::SpecCommand;

/// The number of heaps of each kind at first, and the number added each time.
const FIRST: usize = 40;
const MORE: usize = 8;

/// The number of nearly right rules that are tried on all heaps.
const TRIED: usize = 50;

/// The greatest numbers of terms, and of formulas that are kept.
const TERMS: usize = 6_000;
const KEPT: usize = 20_000;

/// The terms with which heaps of a command are told apart.
pub struct Separation {
    asked: SpecCommand,
    terms: Vec<LearntTerm>,
    is_cut: bool,
}

/// A formula in the language of the spec.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Rule {
    #[serde(rename = "formula")]
    pub text: String,
    /// The formula as a person would say it.
    pub words: String,
    /// One for what each of its terms says, and the names and signs in what it says it of.
    pub size: usize,
    /// The marked heaps for which it holds, and the others. Inputs that fail are marked.
    #[serde(rename = "failing")]
    pub marked: u64,
    #[serde(rename = "passing")]
    pub others: u64,
}

/// A rule that is not exact.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NearRule {
    #[serde(flatten)]
    pub rule: Rule,
    #[serde(rename = "kind")]
    pub nearness: Nearness,
}

/// The rules that were found.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FoundRules {
    /// It holds of the marked heaps and of no others.
    pub exact: Option<Rule>,
    /// The rules that come nearest, one of each kind, if none is exact.
    pub nearest: Vec<NearRule>,
    /// The number of formulas that were examined.
    pub formulas: u64,
    /// All formulas of the size were examined.
    #[serde(rename = "complete")]
    pub is_complete: bool,
}

/// The way in which a rule comes near.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Nearness {
    /// It has the fewest exceptions.
    Nearly,
    /// It holds of marked heaps only, of as many as possible.
    Whenever,
    /// It holds of all marked heaps, and of as few others as possible.
    #[serde(rename = "only if")]
    OnlyIf,
}

/// A formula over terms. Invariant: the parts of a formula stand before it.
#[derive(Clone, Copy)]
enum TermShape {
    Term(usize),
    Not(usize),
    And(usize, usize),
    Or(usize, usize),
}

#[derive(Clone)]
struct TermFormula {
    shape: TermShape,
    size: usize,
    /// A bit for each of the few heaps.
    truths: Vec<u64>,
}

impl Separation {
    /// Terms of up to a size. `is_left_out`: the predicates that rules must not name.
    pub fn new(asked: &SpecCommand, size: usize, is_left_out: impl Fn(&str) -> bool) -> Separation {
        let words = Vocabulary::new(&asked.spec, &asked.command);
        let mut terms = distinctions(&asked.spec.model, &asked.command, &words, is_left_out);
        terms.retain(|term| term.size <= size);
        let is_cut = terms.len() > TERMS;
        terms.truncate(TERMS);
        let (terms, asked) = resolved(asked, terms.into_iter());
        Separation { asked, terms, is_cut }
    }

    /// Looks for formulas of up to a size that hold of the marked heaps and of no others. The search ends early with the
    /// effort.
    pub fn rules(
        &self,
        heaps: &[&Instance],
        marked: &[bool],
        size: usize,
        effort: &Effort,
    ) -> FoundRules {
        let whole = HashMap::new();
        let mut search =
            FormulaSearch { of: self, heaps, marked, whole, formulas: Vec::new(), examined: 0 };
        let mut few = first(marked);
        let mut rows: Vec<Vec<bool>> = Vec::new();
        let mut is_cut = self.is_cut;
        loop {
            for at in &few[rows.len()..] {
                if effort.is_stopped() {
                    return FoundRules::default();
                }
                rows.push(judged(
                    &self.asked.spec.model,
                    &self.terms,
                    heaps[*at],
                    0..self.terms.len(),
                ));
            }
            let wanted = bits(few.iter().map(|at| marked[*at]));
            let (exact, best, is_stopped) = search.grown(&rows, &wanted, size, effort);
            is_cut |= is_stopped;
            let formulas = search.examined;
            let Some(at) = exact else {
                let nearest = search.nearest(&best);
                return FoundRules { exact: None, nearest, formulas, is_complete: !is_cut };
            };
            let truths = search.truths(at);
            let wrong = (0..heaps.len()).filter(|heap| truths[*heap] != marked[*heap]);
            let wrong: Vec<usize> = wrong.take(MORE).collect();
            if wrong.is_empty() {
                let exact = Some(search.rule(at));
                return FoundRules { exact, nearest: Vec::new(), formulas, is_complete: !is_cut };
            }
            few.extend(wrong);
        }
    }
}

/// The smallest of each kind, and some of all sizes.
fn first(marked: &[bool]) -> Vec<usize> {
    let mut few = Vec::new();
    for is_marked in [true, false] {
        let of: Vec<usize> = (0..marked.len()).filter(|at| marked[*at] == is_marked).collect();
        let half = FIRST / 2;
        few.extend(of.iter().take(half));
        let rest = &of[half.min(of.len())..];
        few.extend(rest.iter().step_by(rest.len().div_ceil(half).max(1)));
    }
    few
}

fn bits(truths: impl Iterator<Item = bool>) -> Vec<u64> {
    let mut words = Vec::new();
    for (at, is_true) in truths.enumerate() {
        if at % 64 == 0 {
            words.push(0);
        }
        words[at / 64] |= u64::from(is_true) << (at % 64);
    }
    words
}

/// The best formulas, by their kind, exceptions and size.
type Best = BTreeMap<(Nearness, u32, usize), usize>;

struct FormulaSearch<'s> {
    of: &'s Separation,
    heaps: &'s [&'s Instance],
    marked: &'s [bool],
    /// The truth of terms in all heaps.
    whole: HashMap<usize, Vec<bool>>,
    formulas: Vec<TermFormula>,
    examined: u64,
}

impl FormulaSearch<'_> {
    /// Makes formulas size by size, until one has the wanted value in each of the few heaps. True if not all were made.
    fn grown(
        &mut self,
        rows: &[Vec<bool>],
        wanted: &[u64],
        most: usize,
        effort: &Effort,
    ) -> (Option<usize>, Best, bool) {
        self.formulas.clear();
        let all = bits(rows.iter().map(|_| true));
        let (mut seen, mut best) = (HashSet::from([all.clone(), vec![0; all.len()]]), Best::new());
        // The first formula of each size.
        let mut starts = vec![0, 0];
        for size in 1..=most {
            let mut made = Vec::new();
            let terms = self.of.terms.iter().enumerate().filter(|(_, term)| term.size == size);
            for (at, _) in terms {
                made.push((TermShape::Term(at), bits(rows.iter().map(|row| row[at]))));
            }
            let of = |size: usize| {
                starts[size]..starts.get(size + 1).copied().unwrap_or(self.formulas.len())
            };
            for at in of(size - 1).filter(|_| size > 1) {
                let truths = self.formulas[at].truths.iter().zip(&all).map(|(one, all)| all & !one);
                made.push((TermShape::Not(at), truths.collect()));
            }
            if let Some(at) = self.keep(made, size, (&mut seen, &mut best), (wanted, &all)) {
                return (Some(at), best, false);
            }
            for left in 1..size.saturating_sub(1) {
                let right = size - 1 - left;
                let ends = |size: usize| starts[size]..starts[size + 1];
                for a in ends(left).filter(|_| left <= right) {
                    let with = |b: usize| {
                        let [one, other] = [a, b].map(|at| self.formulas[at].truths.iter());
                        let both: Vec<(u64, u64)> = one.copied().zip(other.copied()).collect();
                        let and = both.iter().map(|(a, b)| a & b).collect();
                        [
                            (TermShape::And(a, b), and),
                            (TermShape::Or(a, b), both.iter().map(|(a, b)| a | b).collect()),
                        ]
                    };
                    let made = ends(right).filter(|b| a < *b).flat_map(with).collect();
                    if let Some(at) = self.keep(made, size, (&mut seen, &mut best), (wanted, &all))
                    {
                        return (Some(at), best, false);
                    }
                    if effort.is_stopped() || self.formulas.len() > KEPT {
                        return (None, best, true);
                    }
                }
            }
            starts.push(self.formulas.len());
        }
        (None, best, false)
    }

    /// Keeps formulas with new values; returns one that has the wanted ones.
    fn keep(
        &mut self,
        made: Vec<(TermShape, Vec<u64>)>,
        size: usize,
        (seen, best): (&mut HashSet<Vec<u64>>, &mut Best),
        (wanted, all): (&[u64], &[u64]),
    ) -> Option<usize> {
        for (shape, truths) in made {
            self.examined += 1;
            if !seen.insert(truths.clone()) {
                continue;
            }
            let at = self.formulas.len();
            let is_exact = truths == wanted;
            for (nearness, exceptions) in exceptions(&truths, wanted, all) {
                best.entry((nearness, exceptions, size)).or_insert(at);
            }
            self.formulas.push(TermFormula { shape, size, truths });
            if is_exact {
                return Some(at);
            }
        }
        None
    }

    fn nearest(&mut self, best: &Best) -> Vec<NearRule> {
        let marked = self.marked.iter().filter(|is_marked| **is_marked).count() as u64;
        let others = self.marked.len() as u64 - marked;
        let mut nearest = Vec::new();
        for nearness in [Nearness::Nearly, Nearness::Whenever, Nearness::OnlyIf] {
            let of = best.iter().filter(|((of, ..), _)| *of == nearness).take(TRIED);
            let rules = of.map(|(_, at)| self.rule(*at)).filter(|rule| match nearness {
                // A formula that all heaps fail, or that none does, is not nearly right.
                Nearness::Nearly => (marked - rule.marked) + rule.others < marked.min(others),
                Nearness::Whenever => rule.others == 0 && rule.marked > 0,
                Nearness::OnlyIf => rule.marked == marked && rule.others < others,
            });
            let found = rules.min_by_key(|rule| ((marked - rule.marked) + rule.others, rule.size));
            nearest.extend(found.map(|rule| NearRule { rule, nearness }));
        }
        nearest
    }

    /// The truth of a formula in all heaps.
    fn truths(&mut self, at: usize) -> Vec<bool> {
        let both = |search: &mut Self, a, b, op: fn(bool, bool) -> bool| {
            let (a, b) = (search.truths(a), search.truths(b));
            a.into_iter().zip(b).map(|(a, b)| op(a, b)).collect()
        };
        match self.formulas[at].shape {
            TermShape::Term(term) => {
                let (of, heaps) = (self.of, self.heaps);
                let whole = self.whole.entry(term).or_insert_with(|| {
                    let model = &of.asked.spec.model;
                    heaps
                        .iter()
                        .map(|heap| judged(model, &of.terms, heap, [term].into_iter())[term])
                        .collect()
                });
                whole.clone()
            }
            TermShape::Not(one) => self.truths(one).into_iter().map(|is_true| !is_true).collect(),
            TermShape::And(a, b) => both(self, a, b, |a, b| a && b),
            TermShape::Or(a, b) => both(self, a, b, |a, b| a || b),
        }
    }

    fn rule(&mut self, at: usize) -> Rule {
        let truths = self.truths(at);
        let held = |is_marked: bool| {
            let own =
                truths.iter().zip(self.marked).filter(|(held, of)| **held && **of == is_marked);
            own.count() as u64
        };
        Rule {
            text: self.text(at, true, true),
            words: self.words(at, true, true),
            size: self.formulas[at].size,
            marked: held(true),
            others: held(false),
        }
    }

    fn text(&self, at: usize, holds: bool, is_whole: bool) -> String {
        match self.formulas[at].shape {
            TermShape::Term(term) => denied_text(&self.of.terms[term].text, holds, is_whole),
            TermShape::Not(one) => self.text(one, !holds, is_whole),
            TermShape::And(a, b) | TermShape::Or(a, b) => {
                let word = self.word(at, holds);
                let text =
                    format!("{} {word} {}", self.text(a, holds, false), self.text(b, holds, false));
                if is_whole { text } else { format!("({text})") }
            }
        }
    }

    /// `and` or `or`: the other one where what is said is denied.
    fn word(&self, at: usize, holds: bool) -> &'static str {
        let is_and = matches!(self.formulas[at].shape, TermShape::And(..));
        if is_and == holds { "and" } else { "or" }
    }

    fn words(&self, at: usize, holds: bool, is_whole: bool) -> String {
        match self.formulas[at].shape {
            TermShape::Term(term) => said(&self.of.terms[term].text, holds),
            TermShape::Not(one) => self.words(one, !holds, is_whole),
            TermShape::And(a, b) | TermShape::Or(a, b) => {
                let [a, b] = [a, b].map(|part| self.words(part, holds, false));
                let words = format!("{a}, {} {b}", self.word(at, holds));
                if is_whole { words } else { format!("({words})") }
            }
        }
    }
}

/// The number of exceptions to each kind of rule; kinds about which the formula says nothing are left out.
fn exceptions(truths: &[u64], wanted: &[u64], all: &[u64]) -> Vec<(Nearness, u32)> {
    let count = |of: fn(u64, u64) -> u64| {
        let both = truths.iter().zip(wanted).zip(all);
        both.map(|((is, want), all)| (of(*is, *want) & all).count_ones()).sum::<u32>()
    };
    let (hit, missed, wrong) = (count(|a, b| a & b), count(|a, b| !a & b), count(|a, b| a & !b));
    let mut found = vec![(Nearness::Nearly, missed + wrong)];
    if wrong == 0 && hit > 0 {
        found.push((Nearness::Whenever, missed));
    }
    if missed == 0 && count(|a, b| !a & !b) > 0 {
        found.push((Nearness::OnlyIf, wrong));
    }
    found
}
