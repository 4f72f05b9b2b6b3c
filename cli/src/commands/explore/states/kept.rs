//! `explore --format count` with `-o FILE`, `--resume` or `--memory`: states that are kept in files.
//!
//! The text is written when the graph is whole. Until then the states are in the folder FILE.part, with a mark that says
//! where to go on. While all states are in memory it is set every few seconds, and then whenever states are put away.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use korrel::stream::TOOL;
use korrel_enumerate::states::{GraphMark, StateGraph};
use serde_json::{Value as Json, json};

use super::Seen;
use super::words::exit_of;
use crate::commands::resume::refuse;
use crate::files::states::{StateFiles, published};
use crate::flags::{ExploreFlags, ExploreFormatFlag};
use crate::limits::memory;
use crate::messages::error::{Error, shown};
use crate::messages::exit::Exit;
use crate::messages::reporter::Reporter;

/// The time between two marks.
const PAUSE: Duration = Duration::from_secs(2);

/// The visits between two looks at the clock.
const VISITS: u32 = 1024;

/// What reading and writing takes beside.
const BLOCKS: u64 = 2 << 20;

/// With less room the files would be read for every few states.
const LEAST: u64 = 64 << 10;

pub(super) enum StatesPlace {
    /// In memory alone.
    Memory,
    Files(KeptStates),
    /// The text is there already.
    Whole(Exit),
}

pub(super) struct KeptStates {
    pub files: Arc<StateFiles>,
    question: String,
    /// The mark that an earlier run has left.
    left: Option<Json>,
    marked: Instant,
    visits: u32,
}

impl StatesPlace {
    /// # Errors
    /// Flags that do not go together, files that are in the way, or hold something else.
    pub fn open(
        explore: &ExploreFlags,
        question: String,
        report: &Reporter,
    ) -> Result<StatesPlace, Error> {
        let is_count = explore.answer.format == ExploreFormatFlag::Count;
        let kept = |files: StateFiles, left| {
            let (marked, visits) = (Instant::now(), 0);
            StatesPlace::Files(KeptStates {
                files: Arc::new(files),
                question,
                left,
                marked,
                visits,
            })
        };
        let Some(path) = &explore.output else {
            return Ok(match explore.size.memory {
                Some(_) if is_count => kept(StateFiles::unnamed()?, None),
                _ => StatesPlace::Memory,
            });
        };
        if !is_count {
            return Err(Error::usage("`-o` and `--resume` are for `--format count`"));
        }
        if path.symlink_metadata().is_ok() {
            if explore.resume {
                let text = published(path)?;
                report.note(&format!("`{}` is whole, and was not made again", shown(path)));
                return Ok(StatesPlace::Whole(exit_of(&text)));
            }
            return Err(Error::unwritable(path, &std::io::ErrorKind::AlreadyExists.into()));
        }
        let (files, left) = StateFiles::named(path, explore.resume)?;
        Ok(kept(files, left))
    }
}

impl KeptStates {
    /// The bytes that states may take in memory: most of what is left of the limit.
    pub fn room(limit: Option<u64>) -> u64 {
        let left = |limit: u64| {
            let left = limit.saturating_sub(memory::resident().unwrap_or(0));
            (left.saturating_sub(BLOCKS) / 4 * 3).max(LEAST)
        };
        limit.map_or(u64::MAX, left)
    }

    /// Goes on where an earlier run was. Returns what it had seen.
    ///
    /// # Errors
    /// If it had another question, or its files cannot be read.
    pub fn go_on(&mut self, graph: &mut StateGraph<'_>) -> Result<Seen, Error> {
        let Some(left) = self.left.take() else { return Ok(Seen::default()) };
        let place = self.files.place();
        let other = |why: &str| refuse(&place, why, OTHER);
        if left["tool"] != TOOL {
            return Err(other("it is of another version"));
        }
        if left["question"] != self.question.as_str() {
            return Err(other("it is of another question"));
        }
        let (mark, seen) = (GraphMark::read(&left["graph"]), Seen::read(&left, graph));
        let (Some(mark), Some(seen)) = (mark, seen) else {
            return Err(other("its mark cannot be read"));
        };
        match graph.go_on(&mark) {
            Ok(true) => Ok(seen),
            Ok(false) => Err(other("it is of other states")),
            Err(_) => Err(self.failure()),
        }
    }

    /// Sets the mark if it is time to.
    ///
    /// # Errors
    /// If files cannot be written.
    pub fn visited(&mut self, graph: &mut StateGraph<'_>, seen: &Seen) -> Result<(), Error> {
        self.visits += 1;
        if self.visits < VISITS {
            return Ok(());
        }
        self.visits = 0;
        match graph.is_spilled() || self.marked.elapsed() < PAUSE {
            true => Ok(()),
            false => self.keep(graph, seen),
        }
    }

    /// Puts all states away, and sets the mark.
    ///
    /// # Errors
    /// If files cannot be written.
    pub fn keep(&mut self, graph: &mut StateGraph<'_>, seen: &Seen) -> Result<(), Error> {
        graph.put_away().map_err(|_| self.failure())?;
        let mark = graph.mark().expect("all states are put away");
        let mark = json!({
            "tool": TOOL, "question": self.question, "graph": mark.json(),
            "dead_ends": seen.dead_ends,
            "refuted": seen.refuted.map(|(number, violated)| (number, violated.number())),
        });
        self.files.mark(&mark).map_err(|error| Error::unwritable(&self.files.place(), &error))?;
        self.marked = Instant::now();
        Ok(())
    }

    /// The text is whole.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn publish(self, text: &[u8], path: &Path) -> Result<(), Error> {
        self.files.publish(text, path).map_err(|error| Error::unwritable(path, &error))
    }

    /// # Errors
    /// If the files have stopped the graph.
    pub fn is_whole(&self) -> Result<(), Error> {
        self.files.failure().map_or(Ok(()), Err)
    }

    /// Why the files stopped.
    fn failure(&self) -> Error {
        let many = "there are more states than 2^32 − 2, and no numbers for more";
        self.files.failure().unwrap_or_else(|| Error::usage(many))
    }
}

const OTHER: &str = "give another FILE, or move this folder away";

impl Seen {
    fn read(mark: &Json, graph: &StateGraph<'_>) -> Option<Seen> {
        let number = |value: &Json| value.as_u64().and_then(|number| u32::try_from(number).ok());
        let dead_ends = mark["dead_ends"].as_array()?.iter().map(number).collect::<Option<_>>()?;
        let refuted = match &mark["refuted"] {
            Json::Null => None,
            pair => Some((number(&pair[0])?, graph.claim(number(&pair[1])? as usize)?)),
        };
        Some(Seen { refuted, dead_ends })
    }
}
