//! What may follow the beginning of a behaviour.
//!
//! *Problem.* A behaviour is maximal if it is no beginning of another one. Its last state is a dead end if no other
//! follows. Facts may concern the past and several states, so the question is about the whole beginning, and there are
//! thousands of beginnings. *Choice.* One translation of longer behaviours without symmetry breaking, and one search,
//! which enters the part of its space in which the cells of the beginning are as they are. What it learns there holds
//! everywhere. *Rejected.* A problem for each beginning, with the cells as bounds: each would be translated anew.

use korrel_lang::arena::Id;
use korrel_lang::instance::{Instance, Relation};
use korrel_lang::model::{Command, Model, Sig};
use korrel_lang::trace::Trace;
use korrel_lang::unroll::Time;
use korrel_sat::{Effort, Lit, Models, Step};
use korrel_translate::TranslationFailure;

use super::behaviours::TraceModels;
use crate::problem::Meaning;
use crate::search::beyond::QuestionStop;
use crate::search::resume::RecordedPlace;

/// The behaviours of a command that are longer than others.
pub struct Continuations<'m> {
    model: &'m Model,
    /// The relations whose values are part of a behaviour.
    relations: Vec<Relation>,
    all: TraceModels<'m>,
    /// `longer[i]`: there are more than i + 1 states.
    longer: Vec<Lit>,
}

impl<'m> Continuations<'m> {
    /// The behaviours of up to so many states, two at least, in the command's own scope otherwise. They are taken as
    /// beginnings of traces are.
    ///
    /// # Errors
    /// A scope that cannot be, or is too large, a construct that cannot be translated, or a stop.
    pub fn new(
        model: &'m Model,
        command: &Command,
        states: usize,
        meaning: Meaning,
        effort: &Effort,
    ) -> Result<Continuations<'m>, TranslationFailure> {
        let all = TraceModels::new(model, command, (1, states.max(2)), meaning, effort)?;
        let sigs = model.sigs.ids().skip(Sig::STRING.index() + 1).map(Relation::Sig);
        let fields = model.fields.ids().map(Relation::Field);
        let parameters = command.parameters.iter().flat_map(|of| &of.variables);
        let parameters = parameters.map(|&variable| Relation::Variable(variable));
        let parameters = parameters.filter(|_| !meaning.ignore_parameters);
        let relations = sigs.chain(fields).chain(parameters).collect();
        let longer = all.longer();
        Ok(Continuations { model, relations, all, longer })
    }

    /// True if a behaviour goes on: it is the beginning of another one of at most `most` states. It must be one of the
    /// command's, with all that is in its states.
    ///
    /// # Errors
    /// A stop.
    pub fn go_on(&mut self, behaviour: &Trace, most: usize) -> Result<bool, QuestionStop> {
        if !self.enter(behaviour, most) {
            return Ok(false);
        }
        match self.all.search.next() {
            Step::Model => Ok(true),
            Step::Exhausted => Ok(false),
            Step::Stopped => Err(QuestionStop),
        }
    }

    /// The states that may follow the last one, in behaviours of one state more. New atoms of a mutable sig are the
    /// first that no state has.
    ///
    /// # Errors
    /// A stop.
    pub fn next_states(&mut self, behaviour: &Trace) -> Result<Vec<Instance>, QuestionStop> {
        let last = |mut trace: Trace| trace.states.pop().expect("there is a state");
        Ok(self.longer_by_one(behaviour)?.into_iter().map(last).collect())
    }

    /// The behaviours of one state more that begin like this, each whole.
    ///
    /// # Errors
    /// A stop.
    pub fn longer_by_one(&mut self, behaviour: &Trace) -> Result<Vec<Trace>, QuestionStop> {
        let mut found = Vec::new();
        if !self.enter(behaviour, behaviour.states.len() + 1) {
            return Ok(found);
        }
        loop {
            match self.all.search.next() {
                Step::Model => {
                    let (all, unrolled) = (&self.all, self.all.unrolled());
                    let values = |var| all.search.value(var);
                    let instance = all.translation.decode(&unrolled.model, values);
                    found.push(unrolled.trace(self.model, &instance));
                }
                Step::Exhausted => return Ok(found),
                Step::Stopped => return Err(QuestionStop),
            }
        }
    }

    /// True if the scope has room for a behaviour.
    pub fn covers(&self, behaviour: &Trace) -> bool {
        self.place(behaviour).is_some()
    }

    /// Goes to the behaviours that begin like this and have at most so many states. Returns false if there can be none.
    fn enter(&mut self, behaviour: &Trace, most: usize) -> bool {
        let states = behaviour.states.len();
        let Some(&more) = self.longer.get(states - 1).filter(|_| most > states) else {
            return false;
        };
        let Some(known) = self.known(behaviour) else { return false };
        let mut required = vec![more];
        required.extend(self.longer.get(most - 1).map(|&longer| !longer));
        required.extend(known);
        self.all.search.enter_where(&required);
        true
    }

    /// A behaviour in this scope, or `None` if it does not lie in this scope.
    fn place(&self, behaviour: &Trace) -> Option<RecordedPlace> {
        let relations = self.relations.iter().copied();
        let universe = self.all.translation.bounds.universe();
        RecordedPlace::of_trace(self.all.unrolled(), behaviour, relations, universe).ok()
    }

    /// The literals of the cells that a behaviour tells, by time, or `None` if it does not lie in this scope.
    fn known(&self, behaviour: &Trace) -> Option<Vec<Lit>> {
        let TraceModels { translation, told, order, .. } = &self.all;
        let place = self.place(behaviour)?;
        let mut literals = Vec::new();
        for &var in order {
            let cell = &translation.cells[var.index()];
            let is_told = match told[var.index()].1 {
                Time::Always => true,
                Time::State(state) => state < behaviour.states.len(),
                Time::Ever(top) => place.holds(Relation::Sig(top), &cell.tuple) == Some(true),
                Time::Shape => false,
            };
            let holds = place.holds(cell.relation, &cell.tuple).filter(|_| is_told);
            literals.extend(holds.map(|holds| var.lit(holds)));
        }
        Some(literals)
    }
}

#[cfg(test)]
mod tests {
    use korrel_lang::instance::Instance;
    use korrel_lang::load::no_files;
    use korrel_lang::spec::Spec;
    use korrel_lang::trace::Trace;
    use korrel_sat::Effort;

    use super::Continuations;
    use crate::problem::{Classes, Meaning, Problem};
    use crate::search::strategy::Strategy;
    use crate::{Instances, Next};

    /// Dead ends, the past, what has to be witnessed, mutable sigs with children, parameters, static choices.
    const SPECS: &[&str] = &[
        "sig P {} var sig H in P {} fact { one H and always H' = P - H } run {} for 3 but 1..4 steps",
        "sig P { next: lone P } var one sig T in P {} fact { always T' = T.next } run {} for 2 but 1..4 steps",
        "sig P {} var sig H in P {} fact { always (once no H implies H' != H) } run {} for 2 but 1..4 steps",
        "sig P {} var sig H in P {} run { always eventually some H } for 2 but 1..4 steps",
        "var sig A { var f: lone A } fact { always no f & iden } run { some A } for 2 but 1..3 steps",
        "abstract var sig A {} var sig B, C extends A {} fact { always one A } run {} for 2 but 1..4 steps",
        "var sig A {} pred p[s: set A] { always (s in A' or some A - s) } run p for 2 but 1..3 steps",
        "sig P {} var sig H in P {} assert low { always lone H } check low for 2 but 1..4 steps",
    ];

    /// If this failed, behaviours would be called maximal although they are not, or ends would be
    /// called dead although they are not.
    #[test]
    fn what_goes_on_is_the_beginning_of_what_is_listed() {
        for text in SPECS {
            let spec = Spec::read("t.als", *text, false, &mut no_files).expect("it is right");
            let command = spec.command(None).expect("there is one");
            let command = spec.with_prefixes(command).expect("it is about traces");
            let (meaning, effort) = (Meaning::default(), Effort::default());
            let problem =
                Problem::new(&spec.model, &command, meaning, &effort).expect("it is small");
            let strategy = Strategy { classes: Classes::Labelled, ..Strategy::default() };
            let mut found =
                Instances::new(&problem, strategy, effort.clone()).expect("it is small");
            let asked = problem.question.traces.expect("it is about traces");
            let mut listed: Vec<Trace> = Vec::new();
            while let Next::Instance(instance) = found.next() {
                listed.push(asked.trace(&instance));
            }
            let states = listed.iter().map(|trace| trace.states.len()).max().expect("some");
            let mut all = Continuations::new(&spec.model, &command, states, meaning, &effort)
                .expect("it is small");
            let begins = |short: &Trace, long: &Trace| {
                let length = short.states.len();
                long.states.len() > length && long.states[..length] == short.states[..]
            };
            let mut ends = 0;
            for trace in &listed {
                let longer: Vec<&Trace> =
                    listed.iter().filter(|long| begins(trace, long)).collect();
                for most in 1..=states + 2 {
                    let goes_on = longer.iter().any(|long| long.states.len() <= most);
                    assert_eq!(all.go_on(trace, most), Ok(goes_on), "{text}: {trace:?}");
                }
                ends += usize::from(longer.is_empty());
                let by_one = trace.states.len() + 1;
                let next = longer.iter().filter(|long| long.states.len() == by_one);
                let next: Vec<&Instance> = next.map(|long| &long.states[by_one - 1]).collect();
                let found = all.next_states(trace).expect("nobody stops it");
                assert!(next.iter().all(|state| found.contains(state)), "{text}");
                assert_eq!(found.len(), next.len(), "{text}");
            }
            assert!(ends > 0 && listed.len() > 8, "{text}: {ends} of {}", listed.len());
        }
    }

    /// If it failed, a search that has run out of time would call every behaviour maximal.
    #[test]
    fn a_stop_is_no_answer() {
        let spec = Spec::read("t.als", SPECS[0], false, &mut no_files).expect("it is right");
        let command = spec.with_prefixes(spec.command(None).expect("one")).expect("of traces");
        let (meaning, effort) = (Meaning::default(), Effort::default());
        let problem = Problem::new(&spec.model, &command, meaning, &effort).expect("it is small");
        let mut found =
            Instances::new(&problem, Strategy::default(), effort.clone()).expect("it is small");
        let Next::Instance(first) = found.next() else { panic!("there is one") };
        let trace = problem.question.traces.expect("of traces").trace(&first);
        let own = Effort::default();
        let mut all = Continuations::new(&spec.model, &command, 3, meaning, &own).expect("small");
        own.stop();
        assert_eq!(all.go_on(&trace, 3), Err(super::QuestionStop));
    }
}
