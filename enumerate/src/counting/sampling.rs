//! Instances drawn at random, each class as likely as any other.
//!
//! Where each model is a class, a model is drawn from the graph of the models. Otherwise (Dixon,
//! Wilf 1983): draw a vector of sizes by how many classes it has, then a cycle type by how many
//! labellings its permutations fix, then one of the labellings that one such permutation fixes. A
//! class of n labellings is met in |G| pairs of a labelling and a permutation that fixes it,
//! whatever n is, so all classes are alike. The labelling that was drawn is any one of its class.
//! The canonical one is written.

use num_bigint::BigUint;

use korrel_lang::model::Model;
use korrel_sat::counter::{CountOutcome, Dice, Limits, Sampler, compile};
use korrel_sat::{Effort, Lit};
use korrel_translate::{Cell, Contents, Permutation, Symmetry, Translation, TranslationFailure};

use super::terms::sums;
use super::{Counting, CountingCost, is_direct};
use crate::canonical::Canonicity;
use crate::problem::{Classes, Problem};
use crate::search::witnesses::WitnessSearch;

/// Draws instances of a problem.
pub struct Samples {
    /// The numbering of models: that of the graph, or one of all labellings.
    translation: Translation,
    shares: Vec<SizeShare>,
    count: BigUint,
    /// `None` where each model is a class.
    canonicity: Option<Canonicity>,
    /// `None` where primary variables give all that is told.
    witnesses: Option<WitnessSearch>,
    /// The value of each variable that is told in the instance drawn last.
    values: Vec<bool>,
}

/// The instances with a given number of atoms of each class in use.
struct SizeShare {
    classes: BigUint,
    terms: Vec<FixedLabellings>,
}

/// Labellings that a permutation fixes.
struct FixedLabellings {
    /// The number of these pairs of a labelling and a permutation.
    pairs: BigUint,
    sampler: Sampler,
    cells: SampledCells,
}

/// The variables of a term, as they stand in the translation of all labellings.
struct SampledCells {
    /// True in all of them.
    known: Vec<usize>,
    /// The variables that are true with each primary variable.
    orbits: Vec<Vec<usize>>,
}

impl Samples {
    /// # Errors
    /// A construct that cannot be translated, too many gates, or a stop while translating.
    pub fn prepare(
        problem: &Problem<'_>,
        classes: Classes,
        limits: Limits,
        effort: &Effort,
    ) -> Result<CountOutcome<Samples>, TranslationFailure> {
        let mut counting = Counting { limits, effort, cost: CountingCost::default() };
        match is_direct(problem, classes) {
            true => counting.direct_samples(problem, classes),
            false => counting.burnside_samples(problem),
        }
    }

    /// The number of instances.
    pub fn count(&self) -> &BigUint {
        &self.count
    }

    /// The translation by which [`Samples::draw`] tells its values.
    pub fn translation(&self) -> &Translation {
        &self.translation
    }

    /// The value of each variable in the instance drawn last: of the primary ones, and of others where something is told of
    /// them.
    pub fn values(&self) -> &[bool] {
        &self.values
    }

    /// Draws an instance. Returns false after a stop, while its witnesses were searched for.
    ///
    /// # Panics
    /// If there is none.
    #[must_use]
    pub fn draw(&mut self, dice: &mut Dice) -> bool {
        let share = pick(&self.shares, |share| &share.classes, &self.count, dice);
        let share = &mut self.shares[share];
        let pairs = share.terms.iter().map(|term| &term.pairs).sum();
        let term = pick(&share.terms, |term| &term.pairs, &pairs, dice);
        let FixedLabellings { sampler, cells, .. } = &mut share.terms[term];
        self.values.fill(false);
        let values = &mut self.values;
        cells.known.iter().for_each(|&var| values[var] = true);
        sampler.draw(dice, |lit: Lit| {
            if lit.is_positive() {
                cells.orbits[lit.var().index()].iter().for_each(|&var| values[var] = true);
            }
        });
        if let Some(canonicity) = &mut self.canonicity {
            canonicity.make_canonical(&mut self.values);
        }
        self.witnesses.as_mut().is_none_or(|search| search.complete(&mut self.values))
    }
}

/// One of several, by their weights, which add up to `all`.
pub fn pick<T>(
    some: &[T],
    weight: impl Fn(&T) -> &BigUint,
    all: &BigUint,
    dice: &mut Dice,
) -> usize {
    if let [_] = some {
        return 0;
    }
    let mut rest = dice.below(all);
    for (at, one) in some.iter().enumerate() {
        if rest < *weight(one) {
            return at;
        }
        rest -= weight(one);
    }
    unreachable!("the weights add up")
}

impl Counting<'_> {
    fn direct_samples(
        &mut self,
        problem: &Problem<'_>,
        classes: Classes,
    ) -> Result<CountOutcome<Samples>, TranslationFailure> {
        let breaks = classes == Classes::Isomorphism;
        let contents = Contents { break_symmetry: breaks, totals: false, ..Contents::default() };
        let (translation, sampler) = match self.sampler(problem, contents)? {
            CountOutcome::Done(done) => done,
            other => return Ok(other.map(|_| unreachable!("it is not done"))),
        };
        let cells = SampledCells {
            known: Vec::new(),
            orbits: (0..translation.cells.len()).map(|var| vec![var]).collect(),
        };
        let count = sampler.count().clone();
        let term = FixedLabellings { pairs: count.clone(), sampler, cells };
        let shares = vec![SizeShare { classes: count.clone(), terms: vec![term] }];
        Ok(CountOutcome::Done(self.samples(translation, shares, count, None)))
    }

    fn burnside_samples(
        &mut self,
        problem: &Problem<'_>,
    ) -> Result<CountOutcome<Samples>, TranslationFailure> {
        if self.are_too_many(problem) {
            return Ok(CountOutcome::Outgrown);
        }
        let all = Contents { transpositions: false, totals: false, ..Contents::default() };
        let translation = problem.translate(all, self.effort)?;
        let (mut shares, mut count) = (Vec::new(), BigUint::ZERO);
        for sum in sums(problem) {
            let mut terms = Vec::new();
            for term in sum.terms() {
                let (of_term, sampler) = match self.sampler(&term.problem, term.contents())? {
                    CountOutcome::Done(done) => done,
                    other => return Ok(other.map(|_| unreachable!("it is not done"))),
                };
                let pairs = sampler.count() * &term.permutations;
                if pairs > BigUint::ZERO {
                    let cells = SampledCells::new(&translation, &of_term, &term.permutation);
                    terms.push(FixedLabellings { pairs, sampler, cells });
                }
            }
            let pairs: BigUint = terms.iter().map(|term| &term.pairs).sum();
            let classes = pairs / sum.permutations();
            count += &classes;
            if !terms.is_empty() {
                shares.push(SizeShare { classes, terms });
            }
        }
        let (model, symmetry): (&Model, &Symmetry) = (problem.question.model, &problem.symmetry);
        let canonicity = Some(Canonicity::new(model, symmetry, &translation));
        Ok(CountOutcome::Done(self.samples(translation, shares, count, canonicity)))
    }

    fn samples(
        &self,
        translation: Translation,
        shares: Vec<SizeShare>,
        count: BigUint,
        canonicity: Option<Canonicity>,
    ) -> Samples {
        let values = vec![false; translation.cells.len()];
        let witnesses = WitnessSearch::of(&translation, self.effort);
        Samples { translation, shares, count, canonicity, witnesses, values }
    }

    fn sampler(
        &mut self,
        problem: &Problem<'_>,
        contents: Contents,
    ) -> Result<CountOutcome<(Translation, Sampler)>, TranslationFailure> {
        let compiled = self.solved(problem, contents, compile)?;
        Ok(compiled.map(|(translation, graph)| (translation, Sampler::new(graph))))
    }
}

impl SampledCells {
    fn new(all: &Translation, term: &Translation, permutation: &Permutation) -> SampledCells {
        let literals = all.literals();
        let holds = |cell: &&Cell| term.bounds.get(cell.relation).lower.contains(&cell.tuple);
        let known = all.cells.iter().filter(holds);
        let place = |cell: &Cell| literals[cell].var().index();
        SampledCells {
            known: known.map(place).collect(),
            orbits: term
                .cells
                .iter()
                .map(|cell| permutation.orbit(cell).iter().map(place).collect())
                .collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use rustc_hash::FxHashMap;

    use super::*;
    use korrel_sat::Var;

    use crate::testing::{SPECS, line, lines, problem, schema};
    use crate::{Meaning, Strategy};

    /// If it failed, the drawn instance would not be canonical, or some instances be drawn more often than others.
    #[test]
    fn draws_are_uniform_over_what_is_listed() {
        let graph = "sig N { e: set N } fact { e = ~e and no iden & e } run {} for exactly 5 N";
        let sorts = "sig R { m: set C } sig C { k: lone C } run {} for 2";
        for spec in SPECS.iter().copied().chain([graph, sorts]) {
            let spec = problem(spec);
            let problem = spec.problem();
            let listed = lines(&problem, Strategy::default(), None);
            let prepared = Samples::prepare(
                &problem,
                Classes::Isomorphism,
                Limits::default(),
                &Effort::default(),
            );
            let outcome = prepared.expect("it is small");
            let mut samples = outcome.done().expect("there is no limit");
            assert_eq!(*samples.count(), BigUint::from(listed.len()));
            let (each, mut dice) = (10, Dice::new(11));
            let mut drawn: FxHashMap<String, usize> = FxHashMap::default();
            let schema = schema(&problem);
            for _ in 0..each * listed.len() {
                assert!(samples.draw(&mut dice));
                let values = samples.values();
                let model = problem.question.model;
                let instance = samples
                    .translation()
                    .decode(model, |var| values.get(var.index()) == Some(&true));
                assert_eq!(problem.fault(&instance), None);
                *drawn.entry(line(&problem, &schema, &instance)).or_default() += 1;
            }
            assert!(drawn.keys().all(|line| listed.contains(line)), "only what is listed is drawn");
            let times = |line: &String| drawn.get(line).copied().unwrap_or(0) as f64;
            let off = |line| (times(line) - each as f64).powi(2) / each as f64;
            let chi_squared: f64 = listed.iter().map(off).sum();
            let freedom = listed.len() as f64 - 1.0;
            let deviation = (2.0 * freedom).sqrt();
            assert!((chi_squared - freedom).abs() < 5.0 * deviation.max(1.0), "{chi_squared}");
        }
    }

    /// If it failed, a parameter that tells no instances apart would have no value, or one of which the predicate does not
    /// hold.
    #[test]
    fn witnesses_of_a_draw_hold() {
        for spec in [
            "sig A { f: set A } pred p[x: A] { x in x.f } run p for 2",
            "sig A {} pred p[h: set A] { A in h } run p for exactly 1 A",
            "sig P {} sig H {} pred p[h: P -> one H] { P.h = H } run p for 2",
            "one sig T { root: lone N } sig N { next: lone N }
             pred p[n: N, s: set N] { N = T.root.*next and s = n.^next } run p for 3",
        ] {
            let spec = problem(spec);
            let (model, effort) = (spec.model(), Effort::default());
            let meaning = Meaning { ignore_parameters: true, ..Meaning::default() };
            let problem =
                Problem::new(model, &model.commands[0], meaning, &effort).expect("it is small");
            for classes in [Classes::Isomorphism, Classes::Labelled] {
                let prepared = Samples::prepare(&problem, classes, Limits::default(), &effort);
                let outcome = prepared.expect("it is small");
                let mut samples = outcome.done().expect("there is no limit");
                let mut dice = Dice::new(3);
                for _ in 0..50 {
                    assert!(samples.draw(&mut dice));
                    let values = samples.values();
                    let value = |var: Var| values.get(var.index()) == Some(&true);
                    let instance = samples.translation().decode(model, value);
                    assert_eq!(problem.fault(&instance), None);
                }
            }
        }
    }
}
