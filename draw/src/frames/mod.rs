//! An instance as a story: states in order, each with what changed.
//!
//! A heap is one state, or one for each object of an ordered sig. An operation has a state before and one after. A
//! trace has its states.

pub mod change;
mod ordered;
pub mod steps;

use korrel_heapgraph::{Header, Heap, State};

use crate::instance::DrawnInstance;
use change::Changes;
use steps::step_texts;

/// The states of an instance.
///
/// Invariant: there is a frame.
#[derive(Clone, Debug)]
pub struct Story {
    pub kind: StoryKind,
    pub frames: Vec<Frame>,
    /// What happens in each step of a trace, if the record says so: from frame to frame, and from the last one back.
    pub steps: Vec<String>,
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
    /// `Time$2`, `before`, `state 3`, or nothing if a heap has one frame only.
    pub title: String,
    pub state: State,
    /// Since the frame before it. Before an operation: until the state after it.
    pub changes: Changes,
    /// What the frame before has and this one does not, each with its name. Empty in an operation, whose state before
    /// marks it.
    pub losses: Vec<(String, String)>,
    /// It comes again and again.
    pub is_looping: bool,
}

impl Story {
    pub fn new(header: &Header, instance: &DrawnInstance) -> Story {
        match instance {
            DrawnInstance::Heap(Heap { state, after: Some(after), .. }) => {
                Story::of_operation(state, after)
            }
            DrawnInstance::Heap(heap) => {
                let frames = in_order(ordered::moments(header, &heap.state));
                Story { kind: StoryKind::Heap, frames, steps: Vec::new() }
            }
            DrawnInstance::Trace(trace) => {
                let states = trace.states.iter().enumerate();
                let titled = states.map(|(at, state)| (format!("state {at}"), state.clone()));
                let mut frames = in_order(titled.collect());
                let loops = frames.iter_mut().skip(trace.back.unwrap_or(usize::MAX));
                loops.for_each(|frame| frame.is_looping = true);
                Story { kind: StoryKind::Trace, frames, steps: step_texts(trace) }
            }
        }
    }

    /// The actions of a step, if any are given.
    pub fn step(&self, at: usize) -> Option<&str> {
        self.steps.get(at).map(String::as_str).filter(|step| !step.is_empty())
    }

    fn of_operation(before: &State, after: &State) -> Story {
        let frame = |title: &str, state: &State, changes| Frame {
            title: title.to_owned(),
            state: state.clone(),
            changes,
            losses: Vec::new(),
            is_looping: false,
        };
        let frames = vec![
            frame("before", before, Changes::until(before, after)),
            frame("after", after, Changes::since(before, after)),
        ];
        Story { kind: StoryKind::Operation, frames, steps: Vec::new() }
    }
}

/// The frames of states that follow each other.
fn in_order(states: Vec<(String, State)>) -> Vec<Frame> {
    let mut frames: Vec<Frame> = Vec::with_capacity(states.len());
    for (title, state) in states {
        let changes = frames.last().map(|before| Changes::since(&before.state, &state));
        let changes = changes.unwrap_or_default();
        let losses = changes.losses();
        frames.push(Frame { title, state, losses, changes, is_looping: false });
    }
    frames
}
