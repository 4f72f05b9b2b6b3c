//! Forms in which instances are written.

mod alloy;
mod answers;
mod earlier;
mod records;
mod show;
