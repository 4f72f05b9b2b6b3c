//! Several threads at one graph: the same states under the same numbers as with one.
//!
//! *Problem.* States get their numbers in the order in which they are found, and the clock may not change it. *Choice.* What
//! costs is no matter of order: to compute or to search the next states, to label them, to name the steps, and to look for
//! each state in the table. Threads do that with blocks of the states that come next, of one depth, while nobody changes
//! the table. Then one goes through the blocks in order, and numbers what the table did not have. States that are looked
//! at together do not know what the others lead to, and what two of them lead to is looked for twice. So they are only a
//! part of the depth. Where next states are computed and are rows as they are, one thread does it alone: two took half as
//! much processor time again. *Rejected.* A table that threads change together: its order is that of the clock, and sorting
//! it costs as much as one thread saves. Threads that live as long as the graph, which is asked state by state: to start
//! one costs less than a hundredth of what it does.

use std::collections::VecDeque;
use std::iter;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{self, Builder};

use korrel_lang::evaluate::ActionPredicate;
use korrel_sat::Effort;

use super::ahead::{StepsAhead, TOGETHER};
use super::followers::SeenState;
use super::graph::StateGraph;
use super::known::KnownStates;
use super::system::StateSystem;
use crate::parallel::STACKS;
use crate::problem::Meaning;
use crate::search::beyond::QuestionStop;

/// So many states are looked at together at least.
const LEAST: usize = 512;

/// And at most.
const MOST: usize = 1 << 14;

/// They are at most this part of a depth, unless they are the least.
const PART: usize = 8;

/// Threads that look at states, beside the one that numbers them.
pub(crate) struct Crew<'s> {
    /// Each has a search of its own, once it is needed.
    helpers: Vec<Option<Box<StateGraph<'s>>>>,
    least: usize,
    /// The states that come next and were looked at.
    seen: VecDeque<SeenState>,
    /// The states that the table had.
    known: usize,
}

/// All of a graph that a helper needs.
struct Helping<'s> {
    system: &'s StateSystem,
    meaning: Meaning,
    effort: Effort,
    known: KnownStates,
    actions: Option<Vec<ActionPredicate<'s>>>,
    ahead: StepsAhead,
    claims: Vec<StepsAhead>,
}

impl<'s> StateGraph<'s> {
    /// The same graph, whose states are looked at by so many threads.
    #[cfg(feature = "threads")]
    #[must_use]
    pub fn in_threads(self, threads: usize) -> StateGraph<'s> {
        self.in_threads_from(threads, LEAST)
    }

    /// The same, where so many states are enough.
    #[cfg(feature = "threads")]
    pub(super) fn in_threads_from(mut self, threads: usize, least: usize) -> StateGraph<'s> {
        let helpers: Vec<Option<_>> = (1..threads).map(|_| None).collect();
        let crew = Crew { helpers, least, seen: VecDeque::new(), known: 0 };
        self.crew = (threads > 1).then_some(crew);
        self
    }

    /// The state that comes next, if several are looked at together. `end`: the number behind the last one of its depth.
    pub(super) fn seen_together(
        &mut self,
        end: u32,
        is_first: bool,
        is_left: bool,
    ) -> Result<Option<SeenState>, QuestionStop> {
        let Some(mut crew) = self.crew.take() else { return Ok(None) };
        if self.known.table.len() < crew.known {
            // The table was put away, and its numbers are others now.
            crew.seen.clear();
        }
        let is_enough = (end - self.next) as usize >= crew.least;
        if crew.seen.is_empty() && is_enough && self.is_costly() {
            self.look_together(&mut crew, end, is_first, is_left)?;
        }
        let seen = crew.seen.pop_front();
        self.crew = Some(crew);
        Ok(seen)
    }

    /// True if a state costs more than to find its next ones in the table.
    fn is_costly(&self) -> bool {
        let is_labelled = self.known.is_settled() || self.layout.is_labelled();
        self.actions.is_some() || !is_labelled || self.ahead.is_given_up()
    }

    fn look_together(
        &mut self,
        crew: &mut Crew<'s>,
        end: u32,
        is_first: bool,
        is_left: bool,
    ) -> Result<(), QuestionStop> {
        let states = (end - self.next) as usize;
        let count = (states / PART).clamp(crew.least, MOST.max(crew.least)).min(states);
        let mut rows = Vec::new();
        self.read_rows(self.next, self.next + count as u32, &mut rows)?;
        let helping = crew.helpers.iter().any(Option::is_none).then(|| self.helping());
        let table = self.known.table.take();
        let block = count.div_ceil(1 + crew.helpers.len()).min(TOGETHER);
        let blocks: Vec<&[u8]> = rows.chunks(block * table.width()).collect();
        let next = AtomicUsize::new(0);
        let work = |graph: &mut StateGraph<'s>| -> Vec<(usize, Result<Vec<SeenState>, _>)> {
            let one = || {
                let at = next.fetch_add(1, Ordering::Relaxed);
                let rows = blocks.get(at)?;
                Some((at, graph.see_block(rows, is_first, is_left, &table)))
            };
            iter::from_fn(one).collect()
        };
        let help = |helper: &mut Option<Box<StateGraph<'s>>>| {
            let graph = match helper {
                Some(graph) => graph,
                None => {
                    let helping = helping.as_ref().expect("somebody is missing");
                    helper.insert(Box::new(helping.helper()?))
                }
            };
            Ok(work(graph))
        };
        let found = thread::scope(|scope| {
            // Without room for another thread, fewer must do.
            let start = |helper| {
                let stack = STACKS[0];
                Builder::new().stack_size(stack).spawn_scoped(scope, || help(helper)).ok()
            };
            let helpers: Vec<_> = crew.helpers.iter_mut().map_while(start).collect();
            let mut found = work(self);
            for helper in helpers {
                match helper.join() {
                    Ok(seen) => found.extend(seen?),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
            Ok(found)
        });
        self.known.table = table;
        // Nothing is near any more.
        self.near.next.clear();
        let mut found = found?;
        found.sort_unstable_by_key(|(at, _)| *at);
        for (_, seen) in found {
            crew.seen.extend(seen?);
        }
        crew.known = self.known.table.len();
        Ok(())
    }

    fn helping(&self) -> Helping<'s> {
        Helping {
            system: self.system,
            meaning: self.meaning,
            effort: self.effort.clone(),
            known: self.known.emptied(),
            actions: self.actions.clone(),
            ahead: self.ahead.clone(),
            claims: self.claims.iter().map(|claim| claim.ahead.clone()).collect(),
        }
    }
}

impl<'s> Helping<'s> {
    /// A graph that looks at states of others.
    fn helper(&self) -> Result<StateGraph<'s>, QuestionStop> {
        let Helping { system, meaning, effort, .. } = self;
        // What was translated once can be translated again.
        let graph = StateGraph::unbegun(system, None, *meaning, effort);
        let mut graph = graph.map_err(|_| QuestionStop)?;
        graph.known = self.known.emptied();
        graph.actions.clone_from(&self.actions);
        graph.ahead = self.ahead.clone();
        for (claim, ahead) in graph.claims.iter_mut().zip(&self.claims) {
            claim.ahead = ahead.clone();
        }
        Ok(graph)
    }
}
