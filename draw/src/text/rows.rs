//! Objects that are rows of tables.

use super::line::{Line, Style};
use super::ruled::{RuledCell, RuledRow, RuledTable};
use crate::tables::measure::EMPTY;
use crate::tables::{DrawnCell, DrawnTable, TableSet};

/// The tables one below the other. The head of a column says to which table its values refer.
pub fn tables(set: &TableSet, sign: &'static str, most: usize) -> Vec<Line> {
    let mut lines = Vec::new();
    for (at, table) in set.tables.iter().enumerate() {
        if at > 0 {
            lines.push(Line::default());
        }
        lines.push(Line::new(Style::Object(at), &table.name));
        lines.append(&mut ruled(table, sign).lines(most));
        if table.rows.is_empty() {
            lines.push(Line::new(Style::Faint, &format!("  {EMPTY}")));
        }
    }
    lines
}

/// `sign`: before a row that another state does not have.
fn ruled(table: &DrawnTable, sign: &str) -> RuledTable {
    let head = table.columns.iter().map(|column| match &column.to[..] {
        [] => column.name.clone(),
        to if column.name.is_empty() => format!("→ {}", to.join(", ")),
        to => format!("{} → {}", column.name, to.join(", ")),
    });
    let mark = sign.chars().next().unwrap_or('+');
    let rows = table.rows.iter().map(|row| {
        let cell = |(at, cell): (usize, &DrawnCell)| RuledCell {
            style: style(cell),
            text: format!("{}{}", cell.text, if cell.is_changed { "*" } else { "" }),
            is_number: table.columns[at].is_number,
        };
        let cells = row.cells.iter().enumerate().map(cell).collect();
        RuledRow { mark: if row.is_new { mark } else { ' ' }, cells }
    });
    RuledTable { head: head.collect(), rows: rows.collect() }
}

fn style(cell: &DrawnCell) -> Style {
    match (cell.is_changed, cell.is_null) {
        (true, _) => Style::Changed,
        (false, true) => Style::Faint,
        (false, false) => Style::Value,
    }
}
