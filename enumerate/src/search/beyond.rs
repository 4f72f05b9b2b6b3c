//! Whether a beginning that a search has found goes on.
//!
//! *Problem.* A listing is to keep to beginnings that are maximal, and each record is to say whether its last state is
//! a dead end. That is one more question for each beginning, thousands of times. *Choice.* The cells of the listing are
//! cells of the longer behaviours, too, under the same names: both unroll one command to as many states. So these
//! findings go as assumptions, cell by cell in the order of time, to one incremental solver. It keeps those that two
//! beginnings share. A maximal beginning is asked about behaviours of the same kind. A dead end is one in the open view
//! (`TraceKind::Openings`), in which nothing has to come true in time: there no state at all may follow.
//!
//! *Rejected.* To compare the beginnings of a list with each other: it would have to be held whole, and a shard or
//! a stream that is taken up has only a part of it. `Continuations` in its place: it takes a trace apart by its
//! relations, and the search for next states enters each part of its space anew.

use std::sync::Arc;

use korrel_lang::instance::{Instance, Relation};
use korrel_lang::model::{Command, Model, TraceKind};
use korrel_lang::unroll::{Steps, Time};
use korrel_sat::{Answer, Cdcl, Effort, Lit, Solver, Var};
use korrel_translate::{Contents, Question, Symmetry, Translation, TranslationFailure, translate};

use crate::problem::Problem;

/// Tells of one beginning after the other whether it goes on.
pub(crate) struct ContinuationTest {
    longer: Arc<Longer>,
    /// What it learns of one beginning holds of all.
    search: Cdcl<'static>,
    effort: Effort,
}

/// The flag that stops a question was raised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QuestionStop;

/// The behaviours that are longer.
struct Longer {
    /// The model of the beginnings, by which the results are read.
    model: Model,
    translation: Translation,
    /// The cells that a beginning tells, by time.
    told: Vec<(Var, Time)>,
    /// `lengths[i]`: the relation that says that there are more than i + 1 states, and its cell.
    lengths: Vec<(Relation, Var)>,
    /// The greatest number of states.
    most: usize,
}

impl ContinuationTest {
    /// For the beginnings of a problem, among behaviours of this kind within its scope. `None` if the problem is about
    /// something else, or none can be longer.
    ///
    /// # Errors
    /// Too many gates, or a stop.
    pub fn new(
        problem: &Problem<'_>,
        traces: TraceKind,
        effort: &Effort,
    ) -> Result<Option<ContinuationTest>, TranslationFailure> {
        let Some(asked) = problem.question.traces else { return Ok(None) };
        let (model, command) = (asked.model, asked.command);
        let steps = Steps::tried(model, command).filter(|(_, greatest)| *greatest > 1);
        let Some((_, greatest)) = steps.filter(|_| command.traces.are_beginnings()) else {
            return Ok(None);
        };
        let scope = command.scope.with_steps(1, greatest, command.span);
        let command = Command { traces, scope, unrolled: Default::default(), ..command.clone() };
        let question = Question::new(model, &command, problem.question.overflow, effort)?;
        let symmetry = Symmetry::new(&question, true, Vec::new(), effort)?;
        let contents = Contents { break_symmetry: false, constants: true, ..Contents::default() };
        let translation = translate(&question, &symmetry, contents, effort)?;
        let unrolled = command.unrolled(model).expect("it is about traces");
        let times: Vec<Time> =
            translation.cells.iter().map(|cell| unrolled.told_by(cell.relation).1).collect();
        let is_told = |var: &Var| match translation.cells[var.index()].relation {
            // Where parameters are witnesses, another behaviour may have others.
            own @ Relation::Variable(_) => {
                problem.symmetry.cells.iter().any(|cell| cell.relation == own)
            }
            _ => times[var.index()] != Time::Shape,
        };
        let told = in_time(&times).into_iter().filter(is_told);
        let told = told.map(|var| (var, times[var.index()])).collect();
        let open = |relation| {
            let at = translation.cells.iter().position(|cell| cell.relation == relation);
            Var::new(at.expect("nothing but facts is said of it") as u32)
        };
        let lengths = unrolled.longer().map(|relation| (relation, open(relation))).collect();
        let (model, most) = (problem.question.model.clone(), greatest as usize);
        let longer = Longer { model, translation, told, lengths, most };
        Ok(Some(ContinuationTest::within(Arc::new(longer), effort.clone())))
    }

    /// For the beginnings of a problem that are to be maximal, or `None` of any other problem.
    ///
    /// # Errors
    /// Too many gates, or a stop.
    pub fn of_maximal(
        problem: &Problem<'_>,
        effort: &Effort,
    ) -> Result<Option<ContinuationTest>, TranslationFailure> {
        match problem.is_of_maximal() {
            true => ContinuationTest::new(problem, TraceKind::Prefixes, effort),
            false => Ok(None),
        }
    }

    fn within(longer: Arc<Longer>, effort: Effort) -> ContinuationTest {
        let mut search = Cdcl::with_clauses(&longer.translation.cnf, effort.clone());
        let told = longer.told.iter().map(|(var, _)| *var);
        let lengths = longer.lengths.iter().map(|(_, var)| *var);
        told.chain(lengths).for_each(|var| search.freeze(var));
        ContinuationTest { longer, search, effort }
    }

    /// Another search over the same behaviours.
    pub fn another(&self, effort: Effort) -> ContinuationTest {
        ContinuationTest::within(Arc::clone(&self.longer), effort)
    }

    /// The greatest number of states: of a beginning with as many it is not asked what follows.
    pub fn most(&self) -> usize {
        self.longer.most
    }

    /// As [`ContinuationTest::goes_on`], of the instance that a model of this translation is.
    ///
    /// # Errors
    /// A stop.
    pub fn model_goes_on(
        &mut self,
        translation: &Translation,
        value: impl Fn(Var) -> bool,
    ) -> Result<bool, QuestionStop> {
        let instance = translation.decode(&self.longer.model, value);
        self.goes_on(&instance)
    }

    /// True if the beginning that an instance is has another one that begins so.
    ///
    /// # Errors
    /// A stop.
    pub fn goes_on(&mut self, instance: &Instance) -> Result<bool, QuestionStop> {
        let Longer { translation, told, lengths, most, .. } = &*self.longer;
        let is_raised = |(flag, _): &&(Relation, Var)| !instance.get(*flag).is_empty();
        let states = 1 + lengths.iter().filter(is_raised).count();
        if states >= *most {
            return Ok(false);
        }
        let mut known: Vec<Lit> = Vec::with_capacity(told.len() + 1);
        for &(var, time) in told {
            let cell = &translation.cells[var.index()];
            let is_known = match time {
                Time::Always => true,
                Time::State(state) => state < states,
                Time::Ever(top) => instance.sig(top).contains(&cell.tuple),
                Time::Shape => false,
            };
            if is_known {
                known.push(var.lit(instance.get(cell.relation).contains(&cell.tuple)));
            }
        }
        known.push(lengths[states - 1].1.positive());
        match self.search.solve(&known) {
            Answer::Satisfiable => Ok(true),
            Answer::Unsatisfiable => Ok(false),
            Answer::Stopped => Err(QuestionStop),
        }
    }
}

impl Clone for ContinuationTest {
    fn clone(&self) -> ContinuationTest {
        self.another(self.effort.clone())
    }
}

/// The cells' variables by the times that they concern: what never changes, how long the behaviour is, its states.
pub(crate) fn in_time(times: &[Time]) -> Vec<Var> {
    let mut order: Vec<Var> = (0..times.len() as u32).map(Var::new).collect();
    order.sort_by_key(|var| match times[var.index()] {
        Time::Always => (0, 0),
        Time::Shape => (1, 0),
        Time::State(state) => (2, state),
        Time::Ever(_) => (3, 0),
    });
    order
}
