//! The objects that come first in the least text.

mod alike;

mod put;

mod write;

use korrel_sat::Effort;

use super::order::{Present, first_cells, present};
use super::script::{Script, Text};
use super::subject::{KeyObjects, KeySubject};
use super::types::{KeyType, KeyTypes};
use super::writing::{NumberedObject, Writing};

/// The number of pieces of text after which the flag is looked at.
const PATIENCE: u32 = 1 << 12;

/// The text that a heap begins with.
const BEGIN: &[u8] = b"{\"objects\":{";

#[derive(Debug, Default)]
pub struct LeastText {
    pub(super) script: Script,
    pub(super) types: Vec<TypeRanks>,
    /// The types of each heap's objects.
    present: Vec<Vec<Present>>,
    /// The text after the last heap.
    close: &'static str,
    /// The text as far as it is written.
    text: Vec<u8>,
    /// The least whole text so far, if there is one, and the choices that led to it.
    best: Vec<u8>,
    best_path: Vec<NumberedObject>,
    has_best: bool,
    /// The text is less than the best one already, not its beginning.
    is_less: bool,
    path: Vec<NumberedObject>,
    /// The state after each number of choices.
    states: Vec<Writing>,
    /// The number of times that a better text was found.
    improved: u64,
    /// All objects in the first columns of relations get their numbers before anything else.
    pub(super) is_cautious: bool,
    /// A number was chosen that left none for what came later.
    pub(super) is_stuck: bool,
    steps: u32,
}

/// The ranks of an object's type that a key needs.
#[derive(Clone, Debug)]
pub(super) struct TypeRanks {
    pub top: u32,
    pub rank: u32,
    pub text_rank: u32,
    prefix: Text,
}

/// The reason why the writing of a text was left.
pub(super) enum Leave {
    /// It is greater than the best one.
    Worse,
    /// One of these must be tried.
    Choose(Vec<NumberedObject>),
}

/// The end of the search below a state.
enum Flow {
    Done,
    /// A symmetry: go on at the level with this many choices.
    Back(usize),
    Stopped,
}

impl LeastText {
    /// The least text of a heap or a trace, or `None` if the flag was raised first.
    pub fn least_text(
        &mut self,
        subject: KeySubject<'_, '_>,
        types: &KeyTypes,
        effort: &Effort,
    ) -> Option<&[u8]> {
        self.attempt(subject, types, false, effort)?;
        if self.is_stuck {
            self.attempt(subject, types, true, effort)?;
        }
        Some(self.best())
    }

    pub(super) fn attempt(
        &mut self,
        subject: KeySubject<'_, '_>,
        types: &KeyTypes,
        is_cautious: bool,
        effort: &Effort,
    ) -> Option<()> {
        (self.is_cautious, self.is_stuck) = (is_cautious, false);
        self.begin(subject, types);
        match self.search(effort) {
            Flow::Stopped => None,
            Flow::Done | Flow::Back(_) => Some(()),
        }
    }

    pub(super) fn best(&self) -> &[u8] {
        assert!(self.has_best, "a heap has a text");
        &self.best
    }

    fn begin(&mut self, subject: KeySubject<'_, '_>, types: &KeyTypes) {
        let objects = KeyObjects::new(subject.states());
        self.script.fill(subject.states(), &objects, types);
        self.types.clear();
        for (sig, _) in &objects.all {
            let ty = types.get(*sig);
            let start = self.script.bytes.len();
            self.script.bytes.extend_from_slice(&ty.prefix);
            let KeyType { top, rank, text_rank, .. } = *ty;
            let prefix = start..self.script.bytes.len();
            self.types.push(TypeRanks { top, rank, text_rank, prefix });
        }
        let (open, close) = subject.frame();
        self.close = close;
        self.text.clear();
        self.text.extend_from_slice(open.as_bytes());
        self.text.extend_from_slice(BEGIN);
        (self.has_best, self.is_less) = (false, true);
        self.path.clear();
        if self.states.is_empty() {
            self.states.push(Writing::default());
        }
        first_cells(&objects, types, &mut self.states[0].cells);
        self.states[0].begin();
        self.present = present(&objects, types);
    }

    /// Searches below the state of all choices made.
    fn search(&mut self, effort: &Effort) -> Flow {
        let depth = self.path.len();
        let mut state = std::mem::take(&mut self.states[depth]);
        let left = self.write(&mut state);
        let flow = match left {
            Ok(()) => self.end(),
            Err(Leave::Worse) => Flow::Done,
            Err(Leave::Choose(choices)) => self.branch(&state, choices, effort),
        };
        self.states[depth] = state;
        flow
    }

    fn branch(&mut self, state: &Writing, choices: Vec<NumberedObject>, effort: &Effort) -> Flow {
        let (depth, length) = (self.path.len(), self.text.len());
        let (mut is_less, mut improved) = (self.is_less, self.improved);
        if self.states.len() == depth + 1 {
            self.states.push(Writing::default());
        }
        for choice in choices {
            if self.steps > PATIENCE {
                self.steps = 0;
                if effort.is_stopped() {
                    return Flow::Stopped;
                }
            }
            self.text.truncate(length);
            self.is_less = is_less;
            self.states[depth + 1].copy(state);
            self.states[depth + 1].cells.split_off(choice.0, choice.1);
            self.path.push(choice);
            let flow = self.search(effort);
            self.path.pop();
            match flow {
                Flow::Back(to) if to < depth => return flow,
                Flow::Stopped => return flow,
                _ => {}
            }
            if improved != self.improved {
                // The best text begins with this one now.
                (is_less, improved) = (false, self.improved);
            }
        }
        Flow::Done
    }

    /// Ends a text that is not worse than the best one.
    fn end(&mut self) -> Flow {
        if !self.is_less {
            let pairs = self.path.iter().zip(&self.best_path);
            return Flow::Back(pairs.take_while(|(a, b)| a == b).count());
        }
        std::mem::swap(&mut self.best, &mut self.text);
        self.text.clear();
        self.text.extend_from_slice(&self.best);
        self.best_path.clone_from(&self.path);
        self.has_best = true;
        self.improved += 1;
        Flow::Done
    }
}
