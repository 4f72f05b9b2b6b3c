//! Inputs that the search of a spec lists, as heaps and traces.

mod behaviours;
pub mod driver;
mod error;
mod heap;
mod inputs;
#[cfg(feature = "library")]
mod library;
mod listing;
mod program;
#[cfg(feature = "proptest")]
pub mod proptest;
mod recorder;
mod settings;

pub use behaviours::Behaviours;
pub use error::{Error, Message, Place};
pub use heap::Heap;
pub use inputs::{Inputs, for_each_input};
pub use korrel_heapgraph::typed::{Misfit, TypedAction, TypedHeap, TypedTrace, Values};
pub use korrel_heapgraph::{Heap as HeapGraph, Object, Scalar, State, Value as HeapValue};
pub use listing::Instances;
pub use recorder::{Recorder, Recording};
pub use settings::{Overflow, Settings};
