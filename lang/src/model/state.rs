//! The states before and after an operation.

/// The one of two states in which names are read. By default, that is the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum State {
    Before,
    After,
}
