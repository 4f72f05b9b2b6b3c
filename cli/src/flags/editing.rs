//! The command lines of what an editor starts: of `korrel lsp`.

use clap::Args;

use super::shared::LanguageFlags;

#[derive(Debug, Args)]
pub struct LspFlags {
    /// Speak on standard input and output; there is no other way, and some editors say so
    #[arg(long)]
    pub stdio: bool,
    #[command(flatten)]
    pub language: LanguageFlags,
}
