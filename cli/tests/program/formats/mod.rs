//! Forms in which instances are written.

mod alloy;
mod answers;
mod databases;
mod earlier;
mod faces;
mod graphs;
mod records;
mod show;
mod tables;
mod themes;
