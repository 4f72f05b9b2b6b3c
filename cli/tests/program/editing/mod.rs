//! What editors ask: by the Language Server Protocol, and the layout.

mod client;
mod fmt;
mod lsp;
