//! An instance as a story: states in order, each with what changed.
//!
//! A heap is one state, or one for each object of an ordered sig. An operation has a state before and one after. A
//! trace has its states.

pub mod change;
mod ordered;
pub mod steps;

use korrel_heapgraph::{Header, Heap, State};

use crate::hints::Hints;
use crate::instance::DrawnInstance;
use crate::projected::{ProjectedView, views};
use crate::tables::TableSet;
use crate::tables::split::TableSplit;
use change::Changes;
use steps::named_steps;

/// The states of an instance, each as seen from each object that it is projected over.
///
/// Invariant: there is a frame, and as many of each state.
#[derive(Clone, Debug)]
pub struct Story {
    pub kind: StoryKind,
    pub frames: Vec<Frame>,
    /// What happens in each step of a trace, if the record says so: from state to state, and from the last one back.
    steps: Vec<String>,
    /// The frames of a state.
    each: usize,
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
    /// The same with what is hidden.
    pub whole: State,
    /// The objects that are rows, which no state has.
    pub tables: TableSet,
    /// No frame comes before it. It has no changes.
    pub is_first: bool,
    /// Since the frame before it. Before an operation: until the state after it.
    pub changes: Changes,
    /// What the frame before has and this one does not, each with its name. Empty in an operation, whose state before
    /// marks it.
    pub losses: Vec<(String, String)>,
    /// It comes again and again.
    pub is_looping: bool,
}

impl Story {
    /// The instance, projected and without what is hidden.
    pub fn new(header: &Header, instance: &DrawnInstance, hints: &Hints) -> Story {
        let views = views(header, instance, hints);
        // Another name is no change. Pictures have the names that are wished for.
        let named = hints.clone().by_own_names();
        let split = TableSplit::new(header, hints, instance.states());
        let shown = |state: State| {
            let (tables, whole) = split.apart(state);
            (tables, named.shown(header, whole.clone()), whole)
        };
        match instance {
            DrawnInstance::Heap(Heap { state, after: Some(after), .. }) => {
                let frames = views.iter().flat_map(|view| {
                    let states = [state, after].map(|state| view.state(header, state));
                    of_operation(&view.title(), states, &shown)
                });
                Story::of(StoryKind::Operation, frames.collect(), views.len())
            }
            DrawnInstance::Heap(heap) => {
                let moments = match &views[..] {
                    [only] => {
                        let moments =
                            ordered::moments(header, &only.state(header, &heap.state), &|ty| {
                                !split.is_of_table(ty)
                            });
                        let titled = |(title, state): (String, State)| {
                            (titled(&title, &only.title()), state)
                        };
                        moments.into_iter().map(titled).collect()
                    }
                    all => {
                        let moment =
                            |view: &ProjectedView| (view.title(), view.state(header, &heap.state));
                        all.iter().map(moment).collect::<Vec<_>>()
                    }
                };
                let is_in_order = views.len() == 1 || views[0].is_in_order(header);
                let each = if is_in_order { 1 } else { views.len() };
                Story::of(StoryKind::Heap, in_order(moments, each, &shown), each)
            }
            DrawnInstance::Trace(trace) => {
                let states = trace
                    .states
                    .iter()
                    .enumerate()
                    .flat_map(|(at, state)| views.iter().map(move |view| (at, view, state)));
                let titled = states.map(|(at, view, state)| {
                    let title = titled(&format!("state {at}"), &view.title());
                    (title, view.state(header, state))
                });
                let mut frames = in_order(titled.collect(), views.len(), &shown);
                let back = trace.back.map_or(usize::MAX, |back| back * views.len());
                frames.iter_mut().skip(back).for_each(|frame| frame.is_looping = true);
                let story = Story::of(StoryKind::Trace, frames, views.len());
                Story { steps: named_steps(header, instance, hints), ..story }
            }
        }
    }

    fn of(kind: StoryKind, frames: Vec<Frame>, each: usize) -> Story {
        Story { kind, frames, each, steps: Vec::new() }
    }

    /// The actions of the step before a frame, if any are given.
    pub fn step_before(&self, frame: usize) -> Option<&str> {
        self.step((frame / self.each).checked_sub(1)?)
    }

    /// The actions of the step after a frame, if it is the last one of its state, and if any are given.
    pub fn step_after(&self, frame: usize) -> Option<&str> {
        (frame % self.each + 1 == self.each).then(|| self.step(frame / self.each))?
    }

    fn step(&self, state: usize) -> Option<&str> {
        self.steps.get(state).map(String::as_str).filter(|step| !step.is_empty())
    }
}

/// The title of a state, and the objects that it is seen from.
fn titled(state: &str, objects: &str) -> String {
    let parts = [state, objects].into_iter().filter(|part| !part.is_empty());
    parts.collect::<Vec<&str>>().join(", ")
}

fn of_operation(
    objects: &str,
    [before, after]: [State; 2],
    shown: &dyn Fn(State) -> (TableSet, State, State),
) -> [Frame; 2] {
    let [before, after] = [before, after].map(shown);
    let (until, since) = (Changes::until(&before.1, &after.1), Changes::since(&before.1, &after.1));
    let others = [after.0.clone(), before.0.clone()];
    let frame =
        |title: &str, (mut tables, state, whole): (TableSet, State, State), changes, other| {
            tables.mark(other);
            Frame {
                title: titled(title, objects),
                state,
                whole,
                tables,
                is_first: true,
                changes,
                losses: Vec::new(),
                is_looping: false,
            }
        };
    [frame("before", before, until, &others[0]), frame("after", after, since, &others[1])]
}

/// The frames of states that follow each other. Of `each` frames of a state, each follows the one of the same view.
fn in_order(
    states: Vec<(String, State)>,
    each: usize,
    shown: &dyn Fn(State) -> (TableSet, State, State),
) -> Vec<Frame> {
    let mut frames: Vec<Frame> = Vec::with_capacity(states.len());
    for (at, (title, whole)) in states.into_iter().enumerate() {
        let (mut tables, state, whole) = shown(whole);
        let before = at.checked_sub(each).map(|before| &frames[before]);
        let is_first = before.is_none();
        let changes = before.map(|before| Changes::since(&before.state, &state));
        let changes = changes.unwrap_or_default();
        let mut losses = changes.losses();
        if let Some(before) = before {
            tables.mark(&before.tables);
            let gone = tables.gone(&before.tables);
            losses.extend((!gone.is_empty()).then(|| ("gone".to_owned(), gone.join(", "))));
        }
        let is_looping = false;
        frames.push(Frame { title, state, whole, tables, is_first, losses, changes, is_looping });
    }
    frames
}
