//! Every instance of a problem, one after the other, in the one order: smallest first, then
//! lexicographically, true before false.

use std::sync::Arc;

use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::instance::Instance;
use korrel_sat::{Effort, Lit, Statistics, Step, dimacs};
use korrel_translate::{Contents, Translation, TranslationFailure};
use num_bigint::BigUint;

use super::any::any;
use super::listing::InstanceListing;
use super::source::{InstanceSource, source};
use super::strategy::{Strategy, WantedInstances};
use super::stream::Stream;
use crate::problem::{Classes, Problem};

/// The result of a call of [`Instances::next`].
#[derive(Debug)]
pub enum Next {
    Instance(Instance),
    /// There are no more.
    Exhausted,
    /// The stop flag was raised.
    Stopped,
}

/// The instances of a problem.
pub struct Instances<'p> {
    problem: &'p Problem<'p>,
    source: InstanceSource<'p>,
}

impl<'p> Instances<'p> {
    /// Starts the search. `stop` ends it from outside, and the translation before it: then the first
    /// step is a stop.
    ///
    /// # Errors
    /// A construct that cannot be translated.
    pub fn new(
        problem: &'p Problem<'p>,
        strategy: Strategy,
        effort: Effort,
    ) -> Result<Instances<'p>, Diagnostic> {
        Instances::searched(problem, strategy, WantedInstances::InOrder, effort)
    }

    /// One instance at most: whichever turns up first, as the labelling that stands for its class. Of traces it is one
    /// of the shortest.
    ///
    /// # Errors
    /// A construct that cannot be translated.
    pub fn any(
        problem: &'p Problem<'p>,
        strategy: Strategy,
        effort: Effort,
    ) -> Result<Instances<'p>, Diagnostic> {
        Instances::searched(problem, strategy, WantedInstances::Any, effort)
    }

    /// The instance that a solver's answer to the clauses stands for, in the labelling of that answer, or none if the
    /// answer is that there is none. The clauses are those that [`Problem::translate`] makes, without tighter bounds.
    ///
    /// # Errors
    /// A construct that cannot be translated, or a text that is no answer to these clauses.
    pub fn of_model(
        problem: &'p Problem<'p>,
        strategy: Strategy,
        answer: &str,
        effort: Effort,
    ) -> Result<Instances<'p>, Diagnostic> {
        let break_symmetry = strategy.classes == Classes::Isomorphism;
        let contents = Contents { break_symmetry, ..Contents::default() };
        let listing = match problem.translate(contents, &effort) {
            Ok(translation) => modelled(problem, translation, answer)?,
            Err(TranslationFailure::Stopped) => InstanceListing::Stopped,
            Err(TranslationFailure::Refused(diagnostic)) => return Err(*diagnostic),
        };
        Ok(Instances { problem, source: InstanceSource::Listing(Box::new(listing)) })
    }

    /// The instances that a stream finds.
    pub(crate) fn of_stream(problem: &'p Problem<'p>, stream: Stream<'p>) -> Instances<'p> {
        Instances { problem, source: InstanceSource::Stream(Box::new(stream)) }
    }

    fn searched(
        problem: &'p Problem<'p>,
        strategy: Strategy,
        wanted: WantedInstances,
        effort: Effort,
    ) -> Result<Instances<'p>, Diagnostic> {
        // Of maximal beginnings the first one that turns up may go on.
        let wanted = if problem.is_of_maximal() { WantedInstances::InOrder } else { wanted };
        let source = source(problem, strategy, wanted, &effort);
        let source = match (source, wanted) {
            (Ok(InstanceSource::Stream(stream)), WantedInstances::Any) => {
                let listing = any(problem, strategy, *stream, &effort);
                Ok(InstanceSource::Listing(Box::new(listing)))
            }
            (source, _) => source,
        };
        let source = match source {
            Ok(source) => source,
            Err(TranslationFailure::Stopped) => {
                InstanceSource::Listing(Box::new(InstanceListing::Stopped))
            }
            Err(TranslationFailure::Refused(diagnostic)) => return Err(*diagnostic),
        };
        Ok(Instances { problem, source })
    }

    /// The stream of the enumerator, which alone can go on after an instance, keep to a part of the
    /// instances, and work in several threads. `None` where another engine searches, where it is
    /// known already that there is no instance, and where a stop came before the search.
    pub fn stream(&mut self) -> Option<&mut Stream<'p>> {
        match &mut self.source {
            InstanceSource::Stream(stream) => Some(stream),
            InstanceSource::Listing(_) => None,
        }
    }

    /// Goes to the next instance.
    #[allow(clippy::should_implement_trait)] // A stop is neither an instance nor the end.
    pub fn next(&mut self) -> Next {
        match self.advance() {
            Step::Model => Next::Instance(self.instance()),
            Step::Exhausted => Next::Exhausted,
            Step::Stopped => Next::Stopped,
        }
    }

    /// Goes to the next instance without building it.
    pub fn advance(&mut self) -> Step {
        match &mut self.source {
            InstanceSource::Stream(stream) => stream.advance(),
            InstanceSource::Listing(listing) => listing.advance(self.problem.question.model),
        }
    }

    /// True if the formula is compiled, and tells how many instances there are ([`Instances::number`]).
    #[inline]
    pub fn knows_number(&self) -> bool {
        match &self.source {
            InstanceSource::Stream(stream) => stream.walk().knows_number(),
            InstanceSource::Listing(_) => false,
        }
    }

    /// The number of all instances, those that were passed among them, if the compiled formula tells it.
    pub fn number(&self) -> Option<BigUint> {
        match &self.source {
            InstanceSource::Stream(stream) => stream.walk().number(),
            InstanceSource::Listing(_) => None,
        }
    }

    /// The translation that is searched, if each of its models is an instance.
    pub fn translation_of_all(&self) -> Option<&Arc<Translation>> {
        match &self.source {
            InstanceSource::Stream(stream) if stream.walk().takes_all_models() => {
                Some(stream.walk().translation())
            }
            _ => None,
        }
    }

    /// As [`Stream::walk_on`].
    #[inline]
    pub(crate) fn walk_on(&mut self) -> bool {
        match &mut self.source {
            InstanceSource::Stream(stream) => stream.walk_on(),
            InstanceSource::Listing(_) => false,
        }
    }

    /// The instance that [`Instances::advance`] went to.
    ///
    /// # Panics
    /// If it went to none.
    pub fn instance(&self) -> Instance {
        match &self.source {
            InstanceSource::Stream(stream) => stream.walk().instance(self.problem.question.model),
            InstanceSource::Listing(listing) => listing.instance().clone(),
        }
    }

    /// The number of states with which Alloy finds a trace first, if the one that [`Instances::advance`] went to is one
    /// of the shortest, or `None` where instances are no traces.
    ///
    /// # Panics
    /// If it went to none.
    pub fn shortest(&self) -> Option<u32> {
        let asked = self.problem.question.traces?;
        let states = asked.unrolled.length(&self.instance()) as u32;
        Some(asked.command.scope.steps.map_or(states, |steps| states.max(steps.min)))
    }

    /// The translation, unless none was needed.
    pub fn translation(&self) -> Option<&Translation> {
        match &self.source {
            InstanceSource::Stream(stream) => Some(stream.walk().translation()),
            InstanceSource::Listing(listing) => listing.translation(),
        }
    }

    /// The cost of the search so far.
    pub fn statistics(&self) -> Statistics {
        match &self.source {
            InstanceSource::Stream(stream) => stream.statistics(),
            InstanceSource::Listing(listing) => listing.statistics(),
        }
    }
}

fn modelled(
    problem: &Problem<'_>,
    translation: Translation,
    answer: &str,
) -> Result<InstanceListing, Diagnostic> {
    let refused = |why: String| {
        let help = "give the file that a solver wrote about `korrel translate --emit cnf` with the same spec, command and flags";
        Diagnostic::new(code::FILE, why).help(help)
    };
    let values = dimacs::parse_answer(answer, translation.cnf.variables())
        .map_err(|error| refused(error.to_string()))?;
    let Some(values) = values else {
        return Ok(InstanceListing::Refuted(Statistics::default()));
    };
    let holds = |lit: &Lit| values[lit.var().index()] == lit.is_positive();
    if let Some(clause) = translation.cnf.clauses().find(|clause| !clause.iter().any(holds)) {
        let clause: Vec<String> = clause.iter().map(|lit| lit.to_dimacs().to_string()).collect();
        let clause = clause.join(" ");
        return Err(refused(format!(
            "this is no model of the clauses: `{clause} 0` does not hold"
        )));
    }
    let instance = translation.decode(problem.question.model, |var| values[var.index()]);
    Ok(InstanceListing::one(instance, Arc::new(translation), Statistics::default()))
}

#[cfg(test)]
mod tests {

    use korrel_sat::{Effort, Step};

    use crate::testing::problem;
    use crate::{Engine, Instances, Strategy, Witnesses, conflict};

    const ENGINES: [Engine; 3] = [Engine::Enumerator, Engine::Varisat, Engine::Brute];

    /// If it failed, a stop during the translation would be an error, a panic, or an empty answer.
    #[test]
    fn a_stop_before_the_search_is_one_of_the_search() {
        let model = problem("sig A { r: lone A } check { all a: A | a not in a.r } for 3");
        let problem = model.problem();
        let effort = Effort::none();
        for engine in ENGINES {
            let strategy = Strategy { engine, ..Strategy::default() };
            let mut found = Instances::new(&problem, strategy, effort.clone()).expect("no error");
            assert_eq!(found.advance(), Step::Stopped, "{engine:?}");
            assert_eq!(found.advance(), Step::Stopped, "{engine:?}: again");
            assert!(found.stream().is_none() && found.translation().is_none());
        }
    }

    /// If it failed, the reason why there is no instance would be given by a set that is no core.
    /// Or Ctrl-C would be waited out.
    #[test]
    fn a_stop_leaves_other_questions_open() {
        let model = problem("sig A { r: lone A } check { all a: A | a not in a.r } for 3");
        let problem = model.problem();
        let (never, effort) = (Effort::default(), Effort::none());
        assert!(conflict(&problem.question, 0, &effort).expect("no error").is_none());
        let mut found = Instances::new(&problem, Strategy::default(), never).expect("no error");
        assert_eq!(found.advance(), Step::Model);
        let mut witnesses = Witnesses::new(&problem, effort.clone()).expect("no error");
        assert!(witnesses.of(&found.instance()).is_none());
        assert!(witnesses.clone().of(&found.instance()).is_none());
    }

    /// If it failed, what a stop interrupts would be lost when the search goes on.
    #[test]
    fn a_search_goes_on_where_it_was_stopped() {
        let model = problem("sig A { r: set A } run { some r } for exactly 3 A");
        let problem = model.problem();
        let count = |interrupted: bool| {
            let effort = Effort::default();
            let strategy = Strategy::default();
            let mut found = Instances::new(&problem, strategy, effort.clone()).expect("no error");
            let mut count = 0;
            loop {
                if interrupted {
                    effort.stop();
                    let step = found.advance();
                    effort.go_on();
                    // After the last one there is nothing that a stop could keep it from.
                    if step == Step::Exhausted {
                        return count;
                    }
                    assert_eq!(step, Step::Stopped);
                }
                match found.advance() {
                    Step::Model => count += 1,
                    Step::Exhausted => return count,
                    Step::Stopped => unreachable!("the flag is lowered"),
                }
            }
        };
        assert_eq!((count(false), count(true)), (103, 103), "104 relations, less the empty one");
    }

    /// A `check` that holds has no parts, and no place to go on from. Asking for one was a panic.
    #[test]
    fn of_nothing_there_is_no_stream() {
        let model = problem("sig A { r: lone A } check { all a: A | lone a.r } for 3");
        let problem = model.problem();
        let mut found =
            Instances::new(&problem, Strategy::default(), Effort::default()).expect("no error");
        assert!(found.stream().is_none());
        assert_eq!(found.advance(), Step::Exhausted);
    }

    /// If it failed, what an engine had found before a stop would be missing when it goes on.
    #[test]
    fn a_list_goes_on_where_it_was_stopped() {
        let model = problem("sig A { r: set A } run { some r } for exactly 3 A");
        let problem = model.problem();
        let effort = Effort::default();
        let strategy = Strategy { engine: Engine::Varisat, ..Strategy::default() };
        let mut found = Instances::new(&problem, strategy, effort.clone()).expect("no error");
        effort.stop();
        assert_eq!(found.advance(), Step::Stopped);
        effort.go_on();
        let all = std::iter::from_fn(|| (found.advance() == Step::Model).then_some(())).count();
        assert_eq!(all, 103, "104 relations, less the empty one");
    }

    /// If it failed, necklaces would be listed by proving the pigeonhole principle again and again: of 12 beads with
    /// nearly a hundred times the conflicts.
    #[test]
    fn of_a_cycle_no_two_pointers_lead_to_one_atom() {
        let spec = "sig N { v: Int, f: N } run { all n: N | N = n.*f } for exactly 9 N, 0..1 Int";
        let model = problem(spec);
        let problem = model.problem();
        let conflicts = |patterns: bool| {
            let strategy = Strategy { patterns, ..Strategy::default() };
            let effort = Effort::default();
            let mut found = Instances::new(&problem, strategy, effort).expect("no error");
            let all = std::iter::from_fn(|| (found.advance() == Step::Model).then_some(())).count();
            assert_eq!(all, 60, "OEIS A000031");
            found.statistics().conflicts
        };
        let (with, without) = (conflicts(true), conflicts(false));
        assert!(with * 5 < without, "{with} conflicts, {without} where nothing is said of cycles");
    }
}
