//! Forms in which instances are written.

mod alloy;
mod answers;
mod databases;
mod earlier;
mod faces;
mod records;
mod show;
mod themes;
