//! Forms in which instances are written.

mod alloy;
mod records;
mod show;
