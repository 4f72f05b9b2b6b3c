//! Drawings for terminals.

mod adjacency;
mod attributes;
mod grid;
mod line;
mod page;
mod table;
mod tree;
mod value;

pub use grid::{Grid, GridCell};
pub use line::{Line, Style, width};
pub use page::{Page, end, text};
pub use table::table;
pub use value::{scalar_text, value_text};
