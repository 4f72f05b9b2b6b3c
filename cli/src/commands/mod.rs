//! The commands of the program: a file or a folder for each.

pub mod check;
pub mod choose;
pub mod count;
pub mod diff;
pub mod eval;
pub mod explore;
pub mod find;
#[cfg(feature = "full")]
pub mod fmt;
#[cfg(feature = "full")]
pub mod generate;
#[cfg(feature = "full")]
pub mod init;
pub mod install;
pub mod learn;
pub mod list;
#[cfg(feature = "full")]
pub mod lsp;
pub mod mcp;
pub mod merge;
pub mod minimise;
pub mod plan;
#[cfg(feature = "full")]
pub mod repl;
pub mod sample;
#[cfg(feature = "full")]
pub mod serve;
pub mod show;
#[cfg(feature = "full")]
pub mod sql;
pub mod test;
pub mod translate;
#[cfg(feature = "full")]
pub mod verify;
#[cfg(feature = "full")]
pub mod watch;
pub mod why;
pub mod work;

mod parted;
mod resume;
mod shared;
mod stream;
#[cfg(feature = "full")]
mod template;

/// The mistake that this program was built without a command.
#[cfg(not(feature = "mcp"))]
pub fn left_out(command: &str, feature: &str) -> crate::messages::error::Error {
    use korrel_lang::code;
    use korrel_lang::diagnostic::Diagnostic;

    use crate::messages::error::Error;

    let message = format!("this program was built without `korrel {command}`");
    let mistake = Diagnostic::new(code::FILE, message)
        .help("the programs of a release have it")
        .help(format!(
            "it needs the feature `{feature}`: `cargo install korrel --features {feature}`; in a clone: \
             `cargo build -p korrel --features {feature}`"
        ));
    Error::Usage(mistake)
}
