//! Files: specs, the modules that they open, files that are replaced, and files that grow.

pub mod fresh;
pub mod last;
#[cfg(feature = "full")]
pub mod opened;
pub mod part;
pub mod read;
pub mod replace;
pub mod report;
pub mod states;
pub mod texts;
pub mod theme;
#[cfg(feature = "full")]
pub mod watched;
