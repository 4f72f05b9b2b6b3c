//! Tables: columns as wide as they need to be, and cells that are broken where the page is too narrow.

use super::line::{Line, Style, width};

/// Rows of cells below a head. Each cell is a list of pieces, between which it may be broken.
#[derive(Clone, Debug, Default)]
pub struct Grid {
    pub head: Vec<String>,
    pub rows: Vec<Vec<GridCell>>,
}

#[derive(Clone, Debug)]
pub struct GridCell {
    pub style: Style,
    pub pieces: Vec<String>,
}

impl GridCell {
    pub fn new(style: Style, text: impl Into<String>) -> GridCell {
        GridCell { style, pieces: vec![text.into()] }
    }
}

/// No column becomes narrower than this for another one's sake.
const LEAST: usize = 10;

impl Grid {
    /// The lines of the table. If there are more columns than fit, of several tables one below the
    /// other, each with the first column.
    pub fn lines(&self, most: usize) -> Vec<Line> {
        let mut lines = Vec::new();
        let mut columns: Vec<usize> = (1..self.head.len()).collect();
        loop {
            let fitting = self.fitting(&columns, most);
            let rest = columns.split_off(fitting);
            let shown: Vec<usize> = std::iter::once(0).chain(columns).collect();
            self.part(&shown, most, &mut lines);
            if rest.is_empty() {
                return lines;
            }
            lines.push(Line::default());
            columns = rest;
        }
    }

    /// The same without a rule, for a table in a drawing. It is broken nowhere.
    pub fn plain(&self, most: usize) -> Vec<Line> {
        let mut lines = self.lines(most);
        let mut place = 0;
        lines.retain(|_| {
            place += 1;
            place != 2
        });
        lines
    }

    /// The number of columns that can stand beside the first one, each cut to the least width. At
    /// least one.
    fn fitting(&self, columns: &[usize], most: usize) -> usize {
        let mut used = self.needed(0).min(LEAST * 2);
        for (at, &column) in columns.iter().enumerate() {
            used += self.needed(column).min(LEAST) + 2;
            if used > most && at > 0 {
                return at;
            }
        }
        columns.len()
    }

    fn needed(&self, column: usize) -> usize {
        let cells = self.rows.iter().map(|row| width(&row[column].pieces.join(" ")));
        cells.chain([width(&self.head[column])]).max().unwrap_or(0)
    }

    fn part(&self, columns: &[usize], most: usize, lines: &mut Vec<Line>) {
        let widths = self.widths(columns, most);
        let mut head = Line::default();
        for (&column, &width) in columns.iter().zip(&widths) {
            head.append(padded(Style::Title, &self.head[column], width + 2));
        }
        lines.push(head);
        let rules: Vec<String> = widths.iter().map(|&width| "─".repeat(width)).collect();
        lines.push(Line::new(Style::Faint, &rules.join("──")));
        for row in &self.rows {
            let cells: Vec<Vec<String>> = columns
                .iter()
                .zip(&widths)
                .map(|(&column, &width)| broken(&row[column].pieces, width))
                .collect();
            for at in 0..cells.iter().map(Vec::len).max().unwrap_or(0) {
                let mut line = Line::default();
                for ((cell, &width), &column) in cells.iter().zip(&widths).zip(columns) {
                    let text = cell.get(at).map_or("", String::as_str);
                    line.append(padded(row[column].style, text, width + 2));
                }
                lines.push(line);
            }
        }
    }

    /// The widths that the columns need. If that is too much, the widest give way first.
    fn widths(&self, columns: &[usize], most: usize) -> Vec<usize> {
        let mut widths: Vec<usize> = columns.iter().map(|&column| self.needed(column)).collect();
        let total = |widths: &[usize]| widths.iter().sum::<usize>() + 2 * (widths.len() - 1);
        while total(&widths) > most {
            let (at, &widest) = widths
                .iter()
                .enumerate()
                .max_by_key(|(at, width)| (**width, usize::MAX - at))
                .expect("there is a column");
            if widest <= LEAST {
                break;
            }
            widths[at] = widest - 1;
        }
        widths
    }
}

fn padded(style: Style, text: &str, to: usize) -> Line {
    let mut line = Line::new(style, text).cut(to - 2);
    let missing = to.saturating_sub(line.width());
    line.push(Style::Plain, &" ".repeat(missing));
    line
}

/// Pieces put into lines of at most this width. A piece that is wider alone is broken anywhere.
pub fn broken(pieces: &[String], most: usize) -> Vec<String> {
    let mut lines: Vec<String> = vec![String::new()];
    for piece in pieces {
        let last = lines.last_mut().expect("there is a line");
        if !last.is_empty() && width(last) + 1 + width(piece) <= most {
            last.push(' ');
            last.push_str(piece);
            continue;
        }
        if !last.is_empty() {
            lines.push(String::new());
        }
        for c in piece.chars() {
            let last = lines.last_mut().expect("there is a line");
            if !last.is_empty() && width(last) + width(c.encode_utf8(&mut [0; 4])) > most {
                lines.push(String::new());
            }
            lines.last_mut().expect("there is a line").push(c);
        }
    }
    lines
}
