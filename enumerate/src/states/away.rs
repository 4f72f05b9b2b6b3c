//! States that memory has no room for, and the place to go on from.
//!
//! *Problem.* A table finds a state at any place of memory, and a disk cannot be asked for one state after the other. *Choice.*
//! What Stern and Dill do on disk ("Using Magnetic Disk instead of Main Memory in the Murφ Verifier", CAV 1998). Where
//! the table is full, its rows go into a store in the order of their numbers, and the table begins anew. From there on it
//! holds the states that were found since. They are put away at the end of each depth, and where the table is full again:
//! the rows of the store are read once from front to back, those that the table has, too, are dropped from it, and the
//! others are new. They get the numbers that they would have had in memory, for each stands in the table at the place
//! where it was found first. So nothing of the graph depends on how much room there is. A store that is marked each time
//! is a place to go on from, whatever happens to the program. *Rejected.* Parts of the states by their hashes, each with
//! a table of its own: the new states must be put back into their order, and the states be held twice. Hashes in
//! place of rows: two states with one hash would be one. *Limit.* Each depth reads the whole store, so a graph of a
//! thousand depths reads it a thousand times.

use serde_json::{Value as Json, json};

use super::graph::{GraphTally, StateGraph};
use super::store::{StateStore, StatesAway};
use super::table::{RowFilter, RowTable};
use crate::search::beyond::QuestionStop;

/// What is in a store, and how far the graph was visited. With the store it is a place to go on from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphMark {
    width: usize,
    states: u32,
    next: u32,
    levels: Vec<u32>,
    level_end: u32,
    tally: GraphTally,
    searched: u64,
}

/// The bytes that a state takes in memory beside its row: four for its parent, at most eleven for its places in the
/// table, and two in the filter.
const BESIDE: u64 = 18;

impl<'s> StateGraph<'s> {
    /// The same graph, of whose states no more are held in memory than fit into so many bytes. All others are in the
    /// store.
    #[must_use]
    pub fn kept_in(mut self, store: &'s dyn StateStore, bytes: u64) -> StateGraph<'s> {
        let each = self.known.table.width() as u64 + BESIDE;
        let room = usize::try_from(bytes / each).unwrap_or(usize::MAX).max(1);
        self.away = Some(StatesAway::new(store, room));
        self
    }

    /// Goes on from a mark, whose store was given. False if it is that of another graph.
    ///
    /// # Errors
    /// A stop.
    pub fn go_on(&mut self, mark: &GraphMark) -> Result<bool, QuestionStop> {
        let away = self.away.as_mut().expect("a store was given");
        let width = self.known.table.width();
        let first = self.known.table.len();
        if mark.width != width || (mark.states as usize) < first {
            return Ok(false);
        }
        if away.rows(0, first as u32, width)? != self.known.table.rows() {
            return Ok(false);
        }
        away.written = mark.states;
        away.is_spilled = mark.states as usize >= away.room;
        (self.next, self.level_end) = (mark.next, mark.level_end);
        self.levels.clone_from(&mark.levels);
        (self.tally, self.searched) = (mark.tally.clone(), mark.searched);
        self.near.next.clear();
        self.known.table = RowTable::new(width);
        self.parents = Vec::new();
        if !away.is_spilled {
            let table = &mut self.known.table;
            away.each_row(width, |row| _ = table.insert(row))?;
            self.parents = away.parents(0, mark.states)?;
        }
        Ok(true)
    }

    /// Where the graph can go on from later, if all states were put away since the last visit.
    pub fn mark(&self) -> Option<GraphMark> {
        let away = self.away.as_ref()?;
        let is_whole = match away.is_spilled {
            true => self.known.table.len() == 0,
            false => self.known.table.len() == away.written as usize,
        };
        is_whole.then(|| GraphMark {
            width: self.known.table.width(),
            states: away.written,
            next: self.next,
            levels: self.levels.clone(),
            level_end: self.level_end,
            tally: self.tally.clone(),
            searched: self.searched,
        })
    }

    /// True if memory has only the states that were found since they were put away.
    pub fn is_spilled(&self) -> bool {
        self.away.as_ref().is_some_and(|away| away.is_spilled)
    }

    /// True if states must be put away before the next visit.
    pub(super) fn is_full(&self) -> bool {
        self.away.as_ref().is_some_and(|away| {
            let found = self.known.table.len();
            found >= away.room || (away.is_spilled && found > 0 && self.next == self.level_end)
        })
    }

    /// The number of states that have one.
    pub(super) fn numbered(&self) -> u32 {
        match &self.away {
            Some(away) if away.is_spilled => away.written,
            _ => self.known.table.len() as u32,
        }
    }

    /// Puts the states away that were found since the last time. It cannot be stopped.
    ///
    /// # Errors
    /// A stop by the store.
    pub fn put_away(&mut self) -> Result<(), QuestionStop> {
        let Some(away) = &mut self.away else { return Ok(()) };
        let table = &mut self.known.table;
        if !away.is_spilled {
            away.add(
                (away.written..table.len() as u32)
                    .map(|at| (table.row(at), self.parents[at as usize])),
            )?;
            away.is_spilled = table.len() >= away.room;
        } else if table.len() > 0 {
            let filter = RowFilter::of(table);
            let mut is_known = vec![0_u64; table.len().div_ceil(64)];
            away.each_row(table.width(), |row| {
                if filter.may_have(row)
                    && let Some(at) = table.find(row)
                {
                    is_known[at as usize / 64] |= 1 << (at % 64);
                }
            })?;
            drop(filter);
            let is_new = |at: &u32| is_known[*at as usize / 64] >> (at % 64) & 1 == 0;
            let new = (0..table.len() as u32).filter(is_new);
            away.add(new.map(|at| (table.row(at), self.parents[at as usize])))?;
        }
        if away.is_spilled {
            *table = RowTable::new(table.width());
            self.parents = Vec::new();
        }
        Ok(())
    }

    /// Reads the rows of states, and makes ready the states from which they were reached first.
    pub(super) fn read_rows(
        &mut self,
        from: u32,
        to: u32,
        rows: &mut Vec<u8>,
    ) -> Result<(), QuestionStop> {
        let width = self.known.table.width();
        match &mut self.away {
            Some(away) if away.is_spilled => {
                *rows = away.rows(from, to, width)?;
                away.near = (from, away.parents(from, to)?);
            }
            _ => {
                rows.clear();
                rows.extend_from_slice(
                    &self.known.table.rows()[from as usize * width..to as usize * width],
                );
            }
        }
        Ok(())
    }

    /// The row of one state.
    pub(super) fn row_of(&self, number: u32) -> Result<Vec<u8>, QuestionStop> {
        let width = self.known.table.width();
        match &self.away {
            Some(away) if away.is_spilled => away.rows(number, number + 1, width),
            _ => Ok(self.known.table.row(number).to_vec()),
        }
    }

    /// The state from which one was reached first. That of a first one is itself.
    pub(super) fn parent(&self, number: u32) -> Result<u32, QuestionStop> {
        match &self.away {
            Some(away) if away.is_spilled => {
                let (first, near) = &away.near;
                match number.checked_sub(*first).and_then(|at| near.get(at as usize)) {
                    Some(&parent) => Ok(parent),
                    None => Ok(away.parents(number, number + 1)?[0]),
                }
            }
            _ => Ok(self.parents[number as usize]),
        }
    }
}

/// A mark as a text, for whoever keeps it.
impl GraphMark {
    /// The number of states in the store.
    pub fn states(&self) -> u32 {
        self.states
    }

    pub fn json(&self) -> Json {
        let GraphMark { width, states, next, levels, level_end, tally, searched } = self;
        let GraphTally { transitions, deadlocks, left, violating } = tally;
        json!({
            "width": width, "states": states, "next": next, "levels": levels, "level_end": level_end,
            "transitions": transitions, "deadlocks": deadlocks, "left": left, "violating": violating,
            "searched": searched,
        })
    }

    /// `None` if it is none.
    pub fn read(mark: &Json) -> Option<GraphMark> {
        let long = |name| mark[name].as_u64();
        let number = |value: &Json| value.as_u64().and_then(|number| u32::try_from(number).ok());
        let levels: Vec<u32> =
            mark["levels"].as_array()?.iter().map(number).collect::<Option<_>>()?;
        let tally = GraphTally {
            transitions: long("transitions")?,
            deadlocks: long("deadlocks")?,
            left: long("left")?,
            violating: long("violating")?,
        };
        let (states, next) = (number(&mark["states"])?, number(&mark["next"])?);
        let level_end = number(&mark["level_end"])?;
        let is_whole =
            levels.is_sorted() && levels.last()? <= &next && next <= states && level_end <= states;
        let (width, searched) = (usize::try_from(long("width")?).ok()?, long("searched")?);
        is_whole.then_some(GraphMark { width, states, next, levels, level_end, tally, searched })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use korrel_lang::load::no_files;
    use korrel_lang::spec::Spec;
    use korrel_sat::Effort;

    use super::{GraphMark, StateStore};
    use crate::problem::Meaning;
    use crate::search::beyond::QuestionStop;
    use crate::states::tests::{COMMIT, MOVING, PHILOSOPHERS, RING};
    use crate::states::{StateGraph, StateSystem, StorePart, Visit};
    use crate::testing::Random;

    /// A store in memory.
    #[derive(Default)]
    struct Shelf([Mutex<Vec<u8>>; 2]);

    impl StateStore for Shelf {
        fn write(&self, part: StorePart, at: u64, bytes: &[u8]) -> Result<(), QuestionStop> {
            let mut shelf = self.0[part as usize].lock().expect("nobody panics");
            shelf.truncate(at as usize);
            assert_eq!(shelf.len() as u64, at, "nothing is left out");
            shelf.extend_from_slice(bytes);
            Ok(())
        }

        fn read(&self, part: StorePart, at: u64, bytes: &mut [u8]) -> Result<(), QuestionStop> {
            let shelf = self.0[part as usize].lock().expect("nobody panics");
            bytes.copy_from_slice(&shelf[at as usize..at as usize + bytes.len()]);
            Ok(())
        }
    }

    /// What is seen of a state: its depth, where it comes from, how many follow it, and what it violates.
    type Seen = (u64, Option<u32>, Option<usize>, usize);

    fn seen(visit: Visit) -> Option<Seen> {
        let Visit::State(state) = visit else { return None };
        Some((state.depth, state.from, state.next.map(|next| next.len()), state.violated.len()))
    }

    /// If this failed, a graph would depend on how much memory there is, or on when the program was killed.
    #[test]
    fn neither_room_nor_a_cut_changes_the_graph() {
        let mut random = Random::new(5);
        let cases = [
            (PHILOSOPHERS, "eats", None),
            (RING, "0", None),
            (COMMIT, "never", None),
            (MOVING, "0", None),
            (COMMIT, "consistent", Some(4)),
        ];
        for (text, command, depth) in cases {
            let spec = Spec::read("t.als", text, false, &mut no_files).expect("it is right");
            let command = spec.command(Some(command)).expect("there is one");
            let system = StateSystem::new(&spec.model, &command).expect("it has states");
            let (meaning, effort) = (Meaning::default(), Effort::default());
            let graph = || StateGraph::new(&system, depth, meaning, &effort).expect("it is small");
            let mut whole = graph();
            let expected: Vec<Seen> = std::iter::from_fn(|| seen(whole.visit())).collect();
            let last = expected.len() as u32 - 1;
            for room in [0, 100, 1_000, 10_000, u64::MAX] {
                let store = Shelf::default();
                let mut kept = graph().kept_in(&store, room);
                let (mut found, mut mark): (Vec<Seen>, Option<(usize, GraphMark)>) =
                    (Vec::new(), None);
                let mut cuts = 6;
                loop {
                    match kept.visit() {
                        Visit::Full => {
                            kept.put_away().expect("there is room");
                            mark = kept.mark().map(|mark| (found.len(), mark));
                            assert!(mark.is_some(), "all is away");
                        }
                        Visit::Exhausted => break,
                        Visit::Stopped => panic!("nobody stops it"),
                        state => found.extend(seen(state)),
                    }
                    if random.below(30) == 0 && !kept.is_spilled() {
                        kept.put_away().expect("there is room");
                        mark = kept.mark().map(|mark| (found.len(), mark));
                    }
                    if cuts > 0 && random.below(40) == 0 {
                        cuts -= 1;
                        // The program is killed, and begins again, with more room or less.
                        kept =
                            graph().kept_in(&store, [room, 0, u64::MAX][random.below(3) as usize]);
                        found.truncate(mark.as_ref().map_or(0, |(visited, _)| *visited));
                        if let Some((_, mark)) = &mark {
                            let told = GraphMark::read(&mark.json()).expect("it is one");
                            assert_eq!(&told, mark);
                            assert_eq!(kept.go_on(&told), Ok(true));
                        }
                    }
                }
                assert_eq!(found, expected, "{text}: {room}");
                assert_eq!(kept.tally(), whole.tally(), "{text}: {room}");
                assert_eq!(kept.by_depth(), whole.by_depth(), "{text}: {room}");
                assert_eq!(kept.way_to(last), whole.way_to(last), "{text}: {room}");
                assert_eq!(kept.state(last), whole.state(last), "{text}: {room}");
            }
        }
    }

    /// If this failed, a run would go on from what another one has left.
    #[test]
    fn a_mark_of_another_graph_is_refused() {
        let (meaning, effort) = (Meaning::default(), Effort::default());
        let store = Shelf::default();
        let mut marks = Vec::new();
        for text in [PHILOSOPHERS, RING] {
            let spec = Spec::read("t.als", text, false, &mut no_files).expect("it is right");
            let command = spec.command(Some("0")).expect("there is one");
            let system = StateSystem::new(&spec.model, &command).expect("it has states");
            let graph = StateGraph::new(&system, None, meaning, &effort).expect("it is small");
            let mut kept = graph.kept_in(&store, u64::MAX);
            for mark in &marks {
                assert_eq!(kept.go_on(mark), Ok(false));
            }
            kept.put_away().expect("there is room");
            marks.extend(kept.mark());
        }
        assert_eq!(marks.len(), 2);
    }
}
