//! Commands for a program under test beside `test` itself: more inputs of its making, smaller failures, the common
//! properties of failures.

pub mod explore;
pub mod minimise;
pub mod why;
