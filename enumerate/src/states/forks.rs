//! Other ways for a behaviour to go, each class of them once.
//!
//! *Problem.* A trace is shown, and its reader asks for another one that keeps a part of it: what never changes, or the
//! states up to one. What comes next has to be something new each time, up to the names of what is not told apart by the
//! part that is kept. Thousands of traces may go on alike, so passing over them in a list may take for ever. *Choice.*
//! The command asks for the part that is kept (`lang/spec/begun.rs`), and its symmetry is broken as for a list. One
//! incremental solver finds a trace, shortest first. A clause then forbids the cells of the part that is new, whatever
//! follows them. So a class costs as many answers as it has labellings that the static predicates leave. The key of the
//! part tells which of them are one class. *Rejected.* To fix the cells of the given trace as a renaming may
//! have them: each automorphism of what is kept gives another labelling of what is new. A formula that says that what is
//! new is like nothing that was shown: it quantifies over all namings of the atoms.
//!
//! Alloy 6 offers these four ways by the same names (Macedo, Brunel, Chemouil, Cunha: *Pardinus*, 2022).

use std::collections::BTreeSet;

use korrel_lang::instance::Relation;
use korrel_lang::model::{Model, SigId};
use korrel_lang::trace::Trace;
use korrel_lang::unroll::{Steps, Time};
use korrel_sat::{Answer, Cdcl, Effort, Lit, Solver, Var};
use korrel_translate::{Contents, Translation, TranslationFailure};

use crate::heap::{Keys, Schema, concretize};
use crate::problem::Problem;
use crate::search::beyond::QuestionStop;

/// What is to be another than in a given trace. All before it is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fork {
    /// The sigs and fields that never change, and the command's parameters. Nothing is kept.
    Configuration,
    /// The first state.
    Start,
    /// Anything after the first state.
    Path,
    /// The state that follows the one with this number, from 0.
    Step(usize),
}

impl Fork {
    /// The number of first states that are kept, or `None` if not even the configuration is.
    pub fn kept(self) -> Option<usize> {
        match self {
            Fork::Configuration => None,
            Fork::Start => Some(0),
            Fork::Path => Some(1),
            Fork::Step(state) => Some(state + 1),
        }
    }

    /// Says that a trace has no other way to go on. `seen`: how many there are, its own included.
    pub fn exhausted(self, seen: usize) -> String {
        let what = match self {
            Fork::Configuration => "configuration".to_owned(),
            Fork::Start => "first state of this configuration".to_owned(),
            Fork::Path => "trace from this first state".to_owned(),
            Fork::Step(state) => format!("next step from state {state}"),
        };
        match seen {
            0 | 1 => format!("there is no other {what}"),
            2 => format!("there is no other {what}: both were seen"),
            _ => format!("there is no other {what}: all {seen} were seen"),
        }
    }

    /// The number of first states that tell classes apart, or `None` if the whole trace does.
    fn told(self) -> Option<usize> {
        match self {
            Fork::Configuration => Some(0),
            Fork::Start => Some(1),
            Fork::Path => None,
            Fork::Step(state) => Some(state + 2),
        }
    }
}

/// Names the class of what is new in a trace, together with what is kept.
pub struct ForkKeys {
    fork: Fork,
    schema: Schema,
    keys: Keys,
    effort: Effort,
}

impl ForkKeys {
    /// `model` is that of the traces.
    pub fn new(schema: &Schema, model: &Model, fork: Fork, effort: &Effort) -> ForkKeys {
        let schema = match fork {
            Fork::Configuration => schema.clone().without_changing(model),
            _ => schema.clone(),
        };
        ForkKeys { fork, keys: Keys::new(&schema), schema, effort: effort.clone() }
    }

    /// The name, or `None` of a beginning that ends before.
    ///
    /// # Errors
    /// A stop.
    pub fn key(&mut self, model: &Model, trace: &Trace) -> Result<Option<String>, QuestionStop> {
        let (states, back, word) = match self.fork {
            Fork::Configuration => (Some(vec![trace.configuration(model)]), None, "configuration"),
            Fork::Path => (Some(trace.states.clone()), trace.back, "path"),
            Fork::Start => (trace.first_states(1), None, "start"),
            Fork::Step(state) => (trace.first_states(state + 2), None, "step"),
        };
        let Some(states) = states else { return Ok(None) };
        let heap = |state| concretize(&self.schema, model, state, &[]);
        let heaps: Vec<_> = states.iter().map(heap).collect();
        let key = self.keys.trace_key(&heaps, back, &self.effort).ok_or(QuestionStop)?;
        Ok(Some(format!("{word} {key}")))
    }
}

/// Traces that differ in what is new, each class of it once.
pub struct Forks<'p> {
    problem: &'p Problem<'p>,
    fork: Fork,
    translation: Translation,
    told: Vec<ToldCell>,
    /// `longer[i]`: there are more than i + 1 states.
    longer: Vec<Option<Lit>>,
    search: Cdcl<'static>,
    keys: ForkKeys,
    found: BTreeSet<String>,
    /// The most states that are looked for now.
    states: usize,
    most: usize,
}

/// A trace that was found.
pub struct FoundFork {
    /// The values of the translation's cells.
    pub values: Vec<bool>,
    pub key: String,
}

/// A cell, and what it tells of.
struct ToldCell {
    var: Var,
    time: Time,
    /// Of a cell that tells of an atom at all times: those that say that the atom is there, by state.
    there: Vec<Option<Var>>,
}

impl<'p> Forks<'p> {
    /// The problem asks for what is kept.
    ///
    /// # Errors
    /// A construct that cannot be translated, too many gates, or a stop.
    ///
    /// # Panics
    /// If the problem is about single states.
    pub fn new(
        problem: &'p Problem<'p>,
        schema: &Schema,
        fork: Fork,
        effort: &Effort,
    ) -> Result<Forks<'p>, TranslationFailure> {
        let asked = problem.question.traces.expect("it is about traces");
        let contents = Contents { constants: true, ..Contents::default() };
        let translation = problem.translate(contents, effort)?;
        let told = told(problem, &translation, fork.told().unwrap_or(0));
        let cell = |relation| {
            let at = translation.cells.iter().position(|cell| cell.relation == relation)?;
            Some(Var::new(at as u32).positive())
        };
        let longer = asked.unrolled.longer().map(cell).collect();
        let mut search = Cdcl::with_clauses(&translation.cnf, effort.clone());
        for cell in &told {
            search.freeze(cell.var);
            search.prefer(cell.var.negative());
        }
        let keys = ForkKeys::new(schema, asked.model, fork, effort);
        let most =
            Steps::tried(asked.model, asked.command).map_or(1, |(_, greatest)| greatest as usize);
        let found = BTreeSet::new();
        Ok(Forks { problem, fork, translation, told, longer, search, keys, found, states: 1, most })
    }

    pub fn translation(&self) -> &Translation {
        &self.translation
    }

    /// The number of classes that were found.
    pub fn found(&self) -> usize {
        self.found.len()
    }

    /// A trace of the next class, or `None` if there is none.
    ///
    /// # Errors
    /// A stop.
    pub fn advance(&mut self) -> Result<Option<FoundFork>, QuestionStop> {
        let asked = self.problem.question.traces.expect("it is about traces");
        while self.states <= self.most {
            let shorter = self.longer.get(self.states - 1).copied().flatten();
            let assumed: Vec<Lit> = shorter.map(|longer| !longer).into_iter().collect();
            match self.search.solve(&assumed) {
                Answer::Unsatisfiable => {
                    self.states += 1;
                    continue;
                }
                Answer::Stopped => return Err(QuestionStop),
                Answer::Satisfiable => {}
            }
            let value = |var: Var| self.search.value(var) == Some(true);
            let values = (0..self.translation.cells.len() as u32).map(|at| value(Var::new(at)));
            let values: Vec<bool> = values.collect();
            let model = self.problem.question.model;
            let instance = self.translation.decode(model, |var| values[var.index()]);
            let trace = asked.trace(&instance);
            self.search.add_clause(&self.another(&values, trace.states.len()));
            if let Some(key) = self.keys.key(asked.model, &trace)?
                && self.found.insert(key.clone())
            {
                return Ok(Some(FoundFork { values, key }));
            }
        }
        Ok(None)
    }

    /// The clause of all traces in which the part that is told, or a cell of a trace of so many states, is another one.
    fn another(&self, values: &[bool], states: usize) -> Vec<Lit> {
        // A loop that begins before the part ends tells the rest of it.
        let part = self.fork.told().filter(|&told| told <= states);
        let is_told = |cell: &&ToldCell| match (part, cell.time) {
            (None, _) | (_, Time::Always) => true,
            (Some(_), Time::Shape) => false,
            (Some(told), Time::State(state)) => state < told,
            (Some(_), Time::Ever(_)) => {
                let may_be = |there: &Option<Var>| there.is_none_or(|var| values[var.index()]);
                cell.there.iter().any(may_be)
            }
        };
        let told = self.told.iter().filter(is_told);
        let mut clause: Vec<Lit> =
            told.map(|cell| cell.var.lit(!values[cell.var.index()])).collect();
        let more = part.and_then(|told| self.longer.get(told.checked_sub(2)?).copied().flatten());
        clause.extend(more.map(|longer| !longer));
        clause
    }
}

/// The cells of a translation. Those of the first states say which atoms are there.
fn told(problem: &Problem<'_>, translation: &Translation, states: usize) -> Vec<ToldCell> {
    let unrolled = problem.question.traces.expect("it is about traces").unrolled;
    let times = translation.cells.iter().map(|cell| unrolled.told_by(cell.relation));
    let times: Vec<(Relation, Time)> = times.collect();
    let is_there = |top: SigId, state: usize, at: usize| {
        let tuple = &translation.cells[at].tuple;
        let is_it = |other: &usize| {
            times[*other] == (Relation::Sig(top), Time::State(state))
                && translation.cells[*other].tuple == *tuple
        };
        (0..times.len()).find(is_it).map(|at| Var::new(at as u32))
    };
    let cell = |(at, &(_, time)): (usize, &(Relation, Time))| {
        let there = match time {
            Time::Ever(top) => (0..states).map(|state| is_there(top, state, at)).collect(),
            _ => Vec::new(),
        };
        ToldCell { var: Var::new(at as u32), time, there }
    };
    times.iter().enumerate().map(cell).collect()
}
