//! Specs against their expectations, and heaps against specs.

mod check;
mod eval;
mod examples;
mod mutations;
mod protocols;
mod rows;
mod traps;
mod update;
mod vacuity;
mod vectors;
mod witnesses;
