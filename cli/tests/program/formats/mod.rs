//! Forms in which instances are written.

mod alloy;
mod earlier;
mod records;
mod show;
