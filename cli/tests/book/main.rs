//! README.md, the book in docs/ and the documents beside the examples are tried: every command, file and spec that
//! they show. So none of them can go out of date.
//!
//! A fenced block is
//! - `console`: lines that start with `$ ` are commands, run in the repository's folder; the lines up
//!   to the next command are what it must write to standard output (commands that show messages
//!   send them there by `2>&1`);
//! - a file, if its first line is a comment that holds nothing but the file's path, and a part of a file, if it holds
//!   `in` and the path;
//! - `alloy`: a spec that has no mistake and gives the counts that it expects. A comment `<!-- with … -->` before it
//!   holds what the reader need not see;
//! - `json`: JSON;
//! - `sh` and `text`, and whatever stands after a comment `<!-- not run: why -->`: not tried, and counted.
//!
//! A page that says `<!-- from an empty folder -->` is followed step by step instead (walkthrough.rs).

mod blocks;
mod consoles;
mod figures;
mod links;
mod llms;
mod markdown;
mod mistakes;
mod quotes;
mod reference;
mod setup;
mod shapes;
mod shell;
mod skill;
mod specs;
mod tables;
mod walkthrough;
