//! Values in a box: broken between their parts where they are long, a function of two arguments as a table.

use std::collections::BTreeSet;

use crate::text::width;
use crate::value::{scalar_text, value_text};
use korrel_heapgraph::{Scalar, State, Value};
use korrel_lang::visible::visible;

/// No line is longer.
const MOST: usize = 28;
/// No value has more lines.
const LINES: usize = 8;

/// The lines of a value, and whether they are all of it.
pub fn value_lines(state: &State, value: &Value) -> (Vec<String>, bool) {
    let text = |scalar: &Scalar| visible(&scalar_text(state, scalar)).into_owned();
    match value {
        Value::Relation(tuples) => table(tuples, text).map(|lines| (lines, true)),
        _ => None,
    }
    .unwrap_or_else(|| wrapped(&visible(&value_text(state, value))))
}

/// The lines of a text, broken behind commas, else behind spaces, and whether they are all of it.
pub fn wrapped(text: &str) -> (Vec<String>, bool) {
    if width(text) <= MOST {
        return (vec![text.to_owned()], true);
    }
    let mut lines = vec![String::new()];
    let mut is_whole = true;
    for piece in text.split_inclusive(", ").flat_map(pieces) {
        let end = if piece.ends_with(' ') { " " } else { "" };
        let piece = &piece[..piece.len() - end.len()];
        let last = lines.last_mut().expect("there is a line");
        if !last.is_empty() && width(last) + width(piece) > MOST {
            // A line that is not the first stands behind the opening bracket.
            lines.push(" ".to_owned());
        }
        let last = lines.last_mut().expect("there is a line");
        let room = MOST + 1 - width(last).min(MOST);
        is_whole &= width(piece) <= room;
        last.push_str(&cut_to(piece, room));
        last.push_str(end);
    }
    if lines.len() > LINES {
        lines.truncate(LINES);
        is_whole = false;
        let last = lines.last_mut().expect("there is a line");
        *last = cut_to(&format!("{} …", last.trim_end()), MOST + 2);
    }
    (lines.iter().map(|line| line.trim_end().to_owned()).collect(), is_whole)
}

/// The words of a piece that no line holds.
fn pieces(piece: &str) -> impl Iterator<Item = &str> {
    let is_long = width(piece.trim_end()) > MOST;
    let whole = (!is_long).then_some(piece);
    whole.into_iter().chain(is_long.then(|| piece.split_inclusive(' ')).into_iter().flatten())
}

/// The text in so many columns, with an ellipsis where it ends early.
pub fn cut_to(text: &str, most: usize) -> String {
    if width(text) <= most {
        return text.to_owned();
    }
    let ends = text.char_indices().map(|(at, c)| at + c.len_utf8());
    let end = ends.take_while(|&end| width(&text[..end]) < most).last().unwrap_or(0);
    format!("{}…", &text[..end])
}

/// A function of two arguments, all of whose values are known: a row for each first argument, a column for each second.
fn table(tuples: &[Vec<Scalar>], text: impl Fn(&Scalar) -> String) -> Option<Vec<String>> {
    // A cell takes two columns at least.
    if tuples.len() > LINES * MOST {
        return None;
    }
    let mut cells = Vec::new();
    for tuple in tuples {
        let [row, column, value] = &tuple[..] else { return None };
        cells.push((row, column, text(value)));
    }
    let mut rows: Vec<&Scalar> = Vec::new();
    let mut columns: Vec<&Scalar> = Vec::new();
    let mut is_filled = BTreeSet::new();
    let place = |all: &mut Vec<_>, one| {
        all.iter().position(|other| *other == one).unwrap_or_else(|| {
            all.push(one);
            all.len() - 1
        })
    };
    for (row, column, _) in &cells {
        is_filled.insert((place(&mut rows, *row), place(&mut columns, *column)));
    }
    let all = rows.len() * columns.len();
    let is_function = is_filled.len() == cells.len() && cells.len() == all;
    if !is_function || rows.len() < 2 || columns.len() < 2 || rows.len() >= LINES {
        return None;
    }
    let heads: Vec<String> = rows.iter().map(|row| text(row)).collect();
    let tops: Vec<String> = columns.iter().map(|column| text(column)).collect();
    let texts = tops.iter().chain(cells.iter().map(|(.., value)| value));
    let (first, other) = (widest(heads.iter()), widest(texts));
    let line = |head: &str, cells: Vec<&String>| {
        let cells = cells.into_iter().map(|cell| format!(" {}", padded(cell, other)));
        format!("{}:{}", padded(head, first), cells.collect::<String>())
    };
    let value = |row, column| {
        let cell = cells.iter().find(|(r, c, _)| (*r, *c) == (row, column));
        &cell.expect("each cell is filled").2
    };
    let top = line("", tops.iter().collect()).replacen(':', " ", 1);
    let below = rows
        .iter()
        .zip(&heads)
        .map(|(&row, head)| line(head, columns.iter().map(|&column| value(row, column)).collect()));
    let lines: Vec<String> = std::iter::once(top).chain(below).collect();
    lines.iter().all(|line| width(line) <= 2 * MOST).then_some(lines)
}

fn widest<'t>(texts: impl Iterator<Item = &'t String>) -> usize {
    texts.map(|text| width(text)).max().unwrap_or(0)
}

fn padded(text: &str, to: usize) -> String {
    format!("{}{text}", " ".repeat(to.saturating_sub(width(text))))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If this failed, a board of queens would lose its last row, or a box would be as wide as its longest value.
    #[test]
    fn long_values_are_broken_behind_commas() {
        let text = "{1: 3, 2: 6, 3: 2, 4: 5, 5: 1, 6: 4}";
        let (lines, is_whole) = wrapped(text);
        assert_eq!(lines, ["{1: 3, 2: 6, 3: 2, 4: 5,", " 5: 1, 6: 4}"]);
        assert!(is_whole);
        let (lines, is_whole) = wrapped(&"x".repeat(40));
        assert!(lines.len() == 1 && width(&lines[0]) <= MOST + 1 && !is_whole, "{lines:?}");
        let text = format!("{}, 1", "x".repeat(28));
        assert_eq!(wrapped(&text), (vec![format!("{},", "x".repeat(28)), " 1".to_owned()], true));
        // The words of a variant that is long.
        let text = "Some([tag |-> \"Prepared\", value |-> (\"a\" :> 1 @@ \"b\" :> 2)])";
        let (lines, is_whole) = wrapped(text);
        assert!(is_whole && lines.iter().all(|line| width(line) <= MOST), "{lines:?}");
        assert_eq!(lines.join("").replace(' ', ""), text.replace(' ', ""));
        let many = format!("[{}]", vec!["number"; 90].join(", "));
        let (lines, is_whole) = wrapped(&many);
        assert!(lines.len() == LINES && lines[LINES - 1].ends_with('…') && !is_whole, "{lines:?}");
    }

    /// If this failed, a Latin square would be a list of triples, or a partial function a table with a wrong cell.
    #[test]
    fn a_function_of_two_arguments_is_a_table() {
        let number = |number: i64| Scalar::Number(number);
        let tuple = |[a, b, c]: [i64; 3]| vec![number(a), number(b), number(c)];
        let text = |scalar: &Scalar| scalar_text(&State::default(), scalar);
        let square = [[1, 1, 1], [1, 2, 2], [2, 1, 2], [2, 2, 10]].map(tuple);
        let lines = table(&square, text).expect("it is one");
        assert_eq!(lines, ["    1  2", "1:  1  2", "2:  2 10"]);
        assert_eq!(table(&square[1..], text), None);
    }
}
