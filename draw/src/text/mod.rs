//! Drawings for terminals.

mod adjacency;
mod attributes;
mod grid;
mod line;
mod page;
mod rows;
mod ruled;
mod table;
mod tree;

pub use grid::{Grid, GridCell};
pub use line::{Line, Style, width};
pub use page::{Page, end, text};
pub use ruled::{RuledCell, RuledRow, RuledTable};
pub use table::table;
