//! Streams: where they go, how they end, and how they go on.

mod corpus;
mod ids;
mod interrupt;
mod killed;
mod liars;
mod merged;
mod processes;
mod queue;
mod rewritten;
mod saved;
mod streams;
mod traces;
