//! Real drivers, of which most misbehave.

mod hostile;
mod support;
