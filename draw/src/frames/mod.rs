//! An instance as a story: states in order, each with what changed.
//!
//! A heap is one state, or one for each object of an ordered sig; an operation has a state before and one after; a
//! trace has its states.

pub mod change;
mod ordered;

use korrel_heapgraph::{Header, Heap, State, Trace};

use crate::instance::Instance;
use change::Changes;

/// The states of an instance.
///
/// Invariant: there is a frame.
#[derive(Clone, Debug)]
pub struct Story {
    pub kind: StoryKind,
    pub frames: Vec<Frame>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoryKind {
    Heap,
    /// Before and after.
    Operation,
    Trace,
}

#[derive(Clone, Debug)]
pub struct Frame {
    /// `Time$2`, `before`, `state 3`; nothing, if a heap has one frame only.
    pub title: String,
    pub state: State,
    /// Since the frame before it. Before an operation: until the state after it.
    pub changes: Changes,
    /// What the frame before has and this one does not, each with its name. Empty in an operation, whose state before
    /// marks it.
    pub losses: Vec<(String, String)>,
}

impl Story {
    pub fn new(header: &Header, instance: &Instance) -> Story {
        match instance {
            Instance::Heap(Heap { state, after: Some(after), .. }) => {
                Story::of_operation(state, after)
            }
            Instance::Heap(heap) => {
                let frames = in_order(ordered::moments(header, &heap.state));
                Story { kind: StoryKind::Heap, frames }
            }
            Instance::Trace(Trace { states, .. }) => {
                let states = states.iter().enumerate();
                let titled = states.map(|(at, state)| (format!("state {at}"), state.clone()));
                Story { kind: StoryKind::Trace, frames: in_order(titled.collect()) }
            }
        }
    }

    fn of_operation(before: &State, after: &State) -> Story {
        let frame = |title: &str, state: &State, changes| Frame {
            title: title.to_owned(),
            state: state.clone(),
            changes,
            losses: Vec::new(),
        };
        let frames = vec![
            frame("before", before, Changes::until(before, after)),
            frame("after", after, Changes::since(before, after)),
        ];
        Story { kind: StoryKind::Operation, frames }
    }
}

/// The frames of states that follow each other.
fn in_order(states: Vec<(String, State)>) -> Vec<Frame> {
    let mut frames: Vec<Frame> = Vec::with_capacity(states.len());
    for (title, state) in states {
        let changes = frames.last().map(|before| Changes::since(&before.state, &state));
        let changes = changes.unwrap_or_default();
        frames.push(Frame { title, state, losses: changes.losses(), changes });
    }
    frames
}
