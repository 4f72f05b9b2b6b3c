//! Tables with lines between their columns, as databases and results of queries are shown.

use super::grid::broken;
use super::line::{Line, Style, width};

/// Rows of cells below a head.
#[derive(Clone, Debug, Default)]
pub struct RuledTable {
    pub head: Vec<String>,
    pub rows: Vec<RuledRow>,
}

#[derive(Clone, Debug, Default)]
pub struct RuledRow {
    /// A sign before it, of one column, or a space.
    pub mark: char,
    pub cells: Vec<RuledCell>,
}

#[derive(Clone, Debug)]
pub struct RuledCell {
    pub style: Style,
    pub text: String,
    /// In a column that has no others, it stands to the right.
    pub is_number: bool,
}

/// Between two columns.
const RULE: &str = " │ ";

impl RuledTable {
    /// The lines of the table. If there are more columns than fit, of several tables one below the other, each with the
    /// first column. A cell that alone is wider than the page is broken.
    pub fn lines(&self, most: usize) -> Vec<Line> {
        let most = most.saturating_sub(2).max(8);
        let widths = self.widths(most);
        let mut lines = Vec::new();
        let mut columns: Vec<usize> = Vec::new();
        let mut used = 0;
        for (at, wide) in widths.iter().enumerate() {
            if at > 0 && used + RULE.chars().count() + wide > most && columns.as_slice() != [0] {
                self.part(&columns, &widths, &mut lines);
                lines.push(Line::default());
                (columns, used) = (vec![0], widths[0]);
            }
            used += wide + if columns.is_empty() { 0 } else { RULE.chars().count() };
            columns.push(at);
        }
        self.part(&columns, &widths, &mut lines);
        lines
    }

    /// The same as a text, as wide as it needs to be.
    pub fn text(&self) -> String {
        let mut out = String::new();
        self.lines(usize::MAX).iter().for_each(|line| line.write(&mut out, false));
        out
    }

    /// No column is wider than what the first one leaves. If that is not enough for the widest, both have half of the page.
    fn widths(&self, most: usize) -> Vec<usize> {
        let needed: Vec<usize> = (0..self.head.len()).map(|at| self.needed(at)).collect();
        let Some((&first, others)) = needed.split_first() else { return needed };
        let Some(&widest) = others.iter().max() else { return vec![first.min(most)] };
        let room = most - RULE.chars().count();
        let first = first.min(room.saturating_sub(widest).max(room / 2));
        let others = others.iter().map(|&other| other.min(room - first));
        std::iter::once(first).chain(others).collect()
    }

    fn needed(&self, column: usize) -> usize {
        let cells = self.rows.iter().filter_map(|row| row.cells.get(column));
        let cells = cells.map(|cell| width(&cell.text));
        cells.chain([width(&self.head[column])]).max().unwrap_or(0)
    }

    fn part(&self, columns: &[usize], widths: &[usize], lines: &mut Vec<Line>) {
        if columns.is_empty() {
            return;
        }
        let head = columns.iter().map(|&at| (Style::Title, self.head[at].as_str()));
        self.row(' ', head.collect(), columns, widths, lines);
        let rules: Vec<String> = columns.iter().map(|&at| "─".repeat(widths[at])).collect();
        lines.push(Line::new(Style::Faint, &format!("  {}", rules.join("─┼─"))));
        for row in &self.rows {
            let cell = |&at: &usize| {
                row.cells.get(at).map_or((Style::Plain, ""), |cell| (cell.style, &*cell.text))
            };
            let cells = columns.iter().map(cell).collect();
            self.row(row.mark, cells, columns, widths, lines);
        }
    }

    /// The lines of a row: as many as the cell has that is broken most often.
    fn row(
        &self,
        mark: char,
        cells: Vec<(Style, &str)>,
        columns: &[usize],
        widths: &[usize],
        lines: &mut Vec<Line>,
    ) {
        let pieces: Vec<Vec<String>> = cells
            .iter()
            .zip(columns)
            .map(|((_, text), &column)| match width(text) <= widths[column] {
                true => vec![(*text).to_owned()],
                false => broken(&[(*text).to_owned()], widths[column]),
            })
            .collect();
        for place in 0..pieces.iter().map(Vec::len).max().unwrap_or(0) {
            let mark = if place == 0 { mark } else { ' ' };
            let mut line = Line::new(Style::Plain, &format!("{mark} "));
            for (at, &column) in columns.iter().enumerate() {
                let text = pieces[at].get(place).map_or("", String::as_str);
                let gap = " ".repeat(widths[column].saturating_sub(width(text)));
                let is_number = self.is_number(column);
                line.push(Style::Faint, if at > 0 { RULE } else { "" });
                line.push(Style::Plain, if is_number { &gap } else { "" });
                line.push(cells[at].0, text);
                line.push(Style::Plain, if is_number { "" } else { &gap });
            }
            lines.push(line);
        }
    }

    fn is_number(&self, column: usize) -> bool {
        self.rows.iter().all(|row| row.cells.get(column).is_some_and(|cell| cell.is_number))
    }
}
