//! Tables, and the links between their rows.

use std::fmt::Write;

use super::edge::head;
use super::ink::{n, text};
use crate::escape::xml;
use crate::graph::cut_to;
use crate::graph::geometry::{PADDING, Point};
use crate::tables::layout::{LinkPlace, TableLayout, TablePlace};
use crate::tables::measure::{EMPTY, HEAD, MOST, TITLE};
use crate::tables::{DrawnCell, DrawnTable, TableSet};
use crate::theme::Colors;

/// The radius of a corner of a link.
const CORNER: f64 = 4.0;
/// The line of a text, below the top of its row.
const LINE: f64 = 14.5;

pub fn draw_tables(body: &mut String, set: &TableSet, layout: &TableLayout, colors: &Colors) {
    for (table, place) in set.tables.iter().zip(&layout.tables) {
        draw_table(body, table, place, colors);
    }
    for (link, place) in set.links.iter().zip(&layout.links) {
        let hue = layout.tables[link.to.table].hue;
        draw_link(body, place, hue, set.is_link_changed(link), colors);
    }
}

fn draw_table(body: &mut String, table: &DrawnTable, place: &TablePlace, colors: &Colors) {
    let TablePlace { corner, hue, size } = place;
    let (fill, stroke) = colors.types[*hue];
    let (wide, high) = (size.width(), size.height());
    let _ = write!(
        body,
        "<g class=\"table t{hue}\" transform=\"translate({} {})\">\
         <rect width=\"{}\" height=\"{}\" rx=\"3\" fill=\"{fill}\" stroke=\"{stroke}\" stroke-width=\"1.2\"/>\
         <path class=\"sheet\" d=\"M0.6 {}H{}V{}H0.6Z\" fill=\"{}\"/>",
        n(corner.x),
        n(corner.y),
        n(wide),
        n(high),
        n(TITLE + HEAD),
        n(wide - 0.6),
        n(high - 0.6),
        colors.paper
    );
    text(body, PADDING, 16.5, &table.name, "name", colors.ink);
    for (column, drawn) in table.columns.iter().enumerate() {
        let x = size.text(column, &drawn.name, drawn.is_number);
        text(body, x, TITLE + LINE, &drawn.name, "field", colors.faint);
    }
    rule(body, TITLE, wide, stroke, 0.5);
    rule(body, TITLE + HEAD, wide, stroke, 1.0);
    for (row, drawn) in table.rows.iter().enumerate() {
        let y = size.rows[row];
        if row > 0 {
            rule(body, y, wide, stroke, 0.35);
        }
        body.push_str(if drawn.is_new { "<g class=\"row new\">" } else { "<g class=\"row\">" });
        for (column, cell) in drawn.cells.iter().enumerate() {
            let shown = cut_to(&cell.text, MOST);
            let x = size.text(column, &shown, table.columns[column].is_number);
            draw_cell(body, cell, &shown, (x, y + LINE), drawn.is_new, colors);
        }
        body.push_str("</g>");
    }
    if table.rows.is_empty() {
        text(body, PADDING, TITLE + HEAD + LINE, EMPTY, "legend", colors.faint);
    }
    body.push_str("</g>\n");
}

fn rule(body: &mut String, y: f64, wide: f64, stroke: &str, thick: f64) {
    let (y, wide) = (n(y), n(wide));
    let _ = write!(
        body,
        "<path class=\"rule\" d=\"M0 {y}H{wide}\" stroke=\"{stroke}\" stroke-width=\"{thick}\"/>"
    );
}

fn draw_cell(
    body: &mut String,
    cell: &DrawnCell,
    shown: &str,
    (x, y): (f64, f64),
    is_new: bool,
    colors: &Colors,
) {
    let (class, color) = match (cell.is_changed || is_new, cell.is_null) {
        (true, _) => ("changed", colors.changed),
        (false, true) => ("null", colors.faint),
        (false, false) => ("value", colors.ink),
    };
    if shown == cell.text {
        text(body, x, y, shown, class, color);
        return;
    }
    let _ = write!(body, "<g><title>{}</title>", xml(&cell.text));
    text(body, x, y, shown, class, color);
    body.push_str("</g>");
}

/// A link has the colour of the table to which it leads.
fn draw_link(body: &mut String, place: &LinkPlace, hue: usize, is_changed: bool, colors: &Colors) {
    let (class, color) = match is_changed {
        true => ("changed".to_owned(), colors.changed),
        false => (format!("k{hue}"), colors.types[hue].1),
    };
    let LinkPlace { corners, dots, lane } = place;
    let [.., before, end] = &corners[..] else { return };
    let mut path = rounded(corners);
    for dot in dots.iter().skip(1) {
        let _ = write!(path, "M{} {}V{}", n(dot.x), n(dot.y), n(*lane));
    }
    let _ = write!(
        body,
        "<g class=\"link {class}\"><path d=\"{path}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"1.3\"/>\
         <path class=\"head\" d=\"{}\" fill=\"{color}\"/>",
        head(before.x, before.y, end.x, end.y)
    );
    for dot in dots {
        let (x, y) = (n(dot.x), n(dot.y));
        let _ =
            write!(body, "<circle class=\"head\" cx=\"{x}\" cy=\"{y}\" r=\"2\" fill=\"{color}\"/>");
    }
    body.push_str("</g>\n");
}

/// A way whose corners are round, as far as there is room.
fn rounded(corners: &[Point]) -> String {
    let mut path = format!("M{} {}", n(corners[0].x), n(corners[0].y));
    let toward = |from: &Point, to: &Point, by: f64| {
        let (dx, dy) = (to.x - from.x, to.y - from.y);
        let length = dx.hypot(dy).max(0.001);
        Point { x: from.x + dx / length * by, y: from.y + dy / length * by }
    };
    let half = |a: &Point, b: &Point| (b.x - a.x).hypot(b.y - a.y) / 2.0;
    for three in corners.windows(3) {
        let [before, at, after] = three else { unreachable!("they are three") };
        let by = CORNER.min(half(before, at)).min(half(at, after));
        let (from, to) = (toward(at, before, by), toward(at, after, by));
        let _ = write!(
            path,
            "L{} {}Q{} {} {} {}",
            n(from.x),
            n(from.y),
            n(at.x),
            n(at.y),
            n(to.x),
            n(to.y)
        );
    }
    let end = corners[corners.len() - 1];
    path + &format!("L{} {}", n(end.x), n(end.y))
}
