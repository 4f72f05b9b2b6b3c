//! Objects as rows of tables.
//!
//! ```text
//! comments ─► TableHints;  State, TableHints ─► TableSet, and the state of what is in no table
//! TableSet ─► measure ─► shelves ─ way ─► channels ─ track ─► TableLayout ─► svg;  TableSet ─► text, dot
//! ```
//!
//! What an object stands for is shown in its place, and the object has no box. A reference to a row is the row's key in the
//! cell, and a link from the cell to the row. Whatever else refers to a row names it.

mod channel;
pub mod hint;
pub mod layout;
pub mod measure;
pub mod names;
mod order;
mod route;
mod rows;
pub mod split;

/// The tables of a state. Its texts are visible: nothing in them is escaped when they are drawn.
///
/// Invariant: the places of links are those of tables, rows and columns.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TableSet {
    pub tables: Vec<DrawnTable>,
    pub links: Vec<RowLink>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawnTable {
    /// Two tables may have one name. No two have one sig.
    pub sig: String,
    pub name: String,
    pub columns: Vec<DrawnColumn>,
    pub rows: Vec<DrawnRow>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DrawnColumn {
    pub name: String,
    /// The names of the tables to whose rows it refers.
    pub to: Vec<String>,
    /// All its values are numbers.
    pub is_number: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawnRow {
    /// The object's.
    pub id: String,
    /// `author 2`.
    pub title: String,
    /// As many as there are columns.
    pub cells: Vec<DrawnCell>,
    pub is_new: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawnCell {
    pub text: String,
    /// There is no value, and the text says so.
    pub is_null: bool,
    pub is_changed: bool,
}

/// A reference from a row to a row: by one of its cells, or by several together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowLink {
    pub from: RowPlace,
    /// In order, and one at least.
    pub columns: Vec<usize>,
    pub to: RowPlace,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct RowPlace {
    pub table: usize,
    pub row: usize,
}

impl TableSet {
    /// Marks what another state has not: the one before it, or after it.
    pub fn mark(&mut self, other: &TableSet) {
        for (table, twin) in self.tables.iter_mut().zip(&other.tables) {
            for row in &mut table.rows {
                match twin.rows.iter().find(|twin| twin.id == row.id) {
                    None => row.is_new = true,
                    Some(twin) => {
                        for (cell, before) in row.cells.iter_mut().zip(&twin.cells) {
                            cell.is_changed = cell.text != before.text;
                        }
                    }
                }
            }
        }
    }

    /// The titles of the rows that another state has and this one has not.
    pub fn gone(&self, other: &TableSet) -> Vec<String> {
        let of = |(table, twin): (&DrawnTable, &DrawnTable)| {
            let is_gone = |row: &&DrawnRow| table.rows.iter().all(|own| own.id != row.id);
            twin.rows.iter().filter(is_gone).map(|row| row.title.clone()).collect::<Vec<_>>()
        };
        self.tables.iter().zip(&other.tables).flat_map(of).collect()
    }

    /// A link is new, or leads to another row than before.
    pub fn is_link_changed(&self, link: &RowLink) -> bool {
        let row = &self.tables[link.from.table].rows[link.from.row];
        row.is_new || link.columns.iter().any(|&column| row.cells[column].is_changed)
    }

    pub fn is_changed(&self) -> bool {
        let mut rows = self.tables.iter().flat_map(|table| &table.rows);
        rows.any(|row| row.is_new || row.cells.iter().any(|cell| cell.is_changed))
    }
}
