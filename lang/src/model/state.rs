//! The states before and after an operation.

/// In which of two states names are read. Where nothing is said, in that before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum State {
    Before,
    After,
}
