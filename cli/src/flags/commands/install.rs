//! The command lines of `korrel completions` and `korrel man`.

use clap::Args;
use clap_complete::Shell;

#[derive(Debug, Args)]
pub struct CompletionsFlags {
    /// Which shell reads it
    pub shell: Shell,
}

#[derive(Debug, Args)]
pub struct ManFlags {
    /// The command; without it, the page of the program
    pub command: Option<String>,
}
