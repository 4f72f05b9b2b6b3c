//! Real drivers, most of which misbehave.

mod emitted;
mod graphs;
mod hostile;
mod labellings;
mod reports;
mod support;
