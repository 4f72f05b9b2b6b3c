//! Real drivers, of which most misbehave.

mod emitted;
mod graphs;
mod hostile;
mod labellings;
mod reports;
mod support;
