//! Boxes.

use std::fmt::Write;

use super::ink::{halo, n, text};
use crate::escape::xml;
use crate::graph::geometry::{COLUMN, PADDING, Point, ROW, Rect};
use crate::graph::shape::Outline;
use crate::graph::{GraphNode, NodeRow};
use crate::look::{LineStyle, NodeShape, Paint};
use crate::text::width;
use crate::theme::Colors;

/// The border of a painted box, on light and on dark paper.
const PAINTED: &str = "#7d8794";

/// `title`: where the names of its roots begin.
pub fn draw_node(body: &mut String, node: &GraphNode, rect: &Rect, title: f64, colors: &Colors) {
    let kind = node.ty % colors.types.len();
    let (fill, stroke) = colors.types[kind];
    let paint = node.paint.filter(|_| colors.has_paint);
    let class = match paint {
        None => format!("t{kind}"),
        Some(Paint { is_dark: true, .. }) => "painted on-dark".to_owned(),
        Some(Paint { is_dark: false, .. }) => "painted on-light".to_owned(),
    };
    let (fill, stroke) = paint.map_or((fill, stroke), |paint| (paint.fill, PAINTED));
    let inks = match paint {
        None => (colors.ink, colors.faint),
        Some(Paint { is_dark: true, .. }) => ("#ffffff", "#ffffff"),
        Some(Paint { is_dark: false, .. }) => ("#1c2430", "#1c2430"),
    };
    let changed = if node.is_new { " new" } else { "" };
    let _ = write!(
        body,
        "<g class=\"node {class}{changed}\" transform=\"translate({} {})\">",
        n(rect.x),
        n(rect.y)
    );
    if !node.roots.is_empty() {
        let roots = format!("▾ {}", node.roots.join(", "));
        halo(body, title, -5.0, &roots, "start", colors);
        text(body, title, -5.0, &roots, "root", colors.ink);
    }
    let stroke = if node.is_new { colors.changed } else { stroke };
    let thick = if node.is_root || node.is_new { "2.2" } else { "1.2" };
    let dashes = node.line.dashes().map(|dashes| format!(" stroke-dasharray=\"{dashes}\""));
    let thick = if node.line == LineStyle::Bold { "3" } else { thick };
    let border = format!(
        "fill=\"{fill}\" stroke=\"{stroke}\" stroke-width=\"{thick}\"{}",
        dashes.unwrap_or_default()
    );
    if node.shape == NodeShape::Rounded {
        let (wide, high) = (n(rect.width), n(rect.height));
        let _ = write!(body, "<rect width=\"{wide}\" height=\"{high}\" rx=\"6\" {border}/>");
        draw_texts(body, node, (rect.width, rect.height), stroke, colors, inks);
    } else {
        draw_shape(body, node.shape, rect, &border);
        let (wide, high) = node.text();
        let corner = node.shape.text(rect, wide, high);
        let (x, y) = (n(corner.x), n(corner.y));
        let _ = write!(body, "<g transform=\"translate({x} {y})\">");
        draw_texts(body, node, (wide, high), stroke, colors, inks);
        body.push_str("</g>");
    }
    body.push_str("</g>\n");
}

/// The outlines of a shape. A rectangle that nobody sees says how large it is.
fn draw_shape(body: &mut String, shape: NodeShape, rect: &Rect, border: &str) {
    let (wide, high) = (n(rect.width), n(rect.height));
    let _ =
        write!(body, "<g class=\"shape\"><rect width=\"{wide}\" height=\"{high}\" fill=\"none\"/>");
    for (by, outline) in shape.outlines(rect) {
        let (x, y) = (rect.width - 2.0 * by, rect.height - 2.0 * by);
        let path = match outline {
            Outline::Ellipse => ellipse(by, x, y, shape == NodeShape::Egg),
            Outline::Polygon(points) => polygon(&points, by),
        };
        let _ = write!(body, "<path class=\"outline\" d=\"{path}\" {border}/>");
    }
    for (from, to) in shape.strokes(rect) {
        let path = format!("M{} {}L{} {}", n(from.x), n(from.y), n(to.x), n(to.y));
        let _ = write!(body, "<path class=\"outline\" d=\"{path}\" {border}/>");
    }
    body.push_str("</g>");
}

fn polygon(points: &[Point], by: f64) -> String {
    let corners = points.iter().map(|point| format!("{} {}", n(point.x + by), n(point.y + by)));
    format!("M{}Z", corners.collect::<Vec<String>>().join("L"))
}

/// An ellipse of two halves. An egg is wider below than above, and no wider in the middle.
fn ellipse(by: f64, wide: f64, high: f64, is_egg: bool) -> String {
    let (x, middle) = (wide / 2.0, by + if is_egg { high * 0.56 } else { high / 2.0 });
    let (upper, lower) = (middle - by, by + high - middle);
    let (left, right, y) = (n(by), n(by + wide), n(middle));
    let (x, upper, lower) = (n(x), n(upper), n(lower));
    format!("M{left} {y}A{x} {upper} 0 0 1 {right} {y}A{x} {lower} 0 0 1 {left} {y}Z")
}

/// The title, and what stands below it, in a room of this size.
fn draw_texts(
    body: &mut String,
    node: &GraphNode,
    (wide, high): (f64, f64),
    stroke: &str,
    colors: &Colors,
    inks: (&str, &str),
) {
    let middle = (wide - width(&node.title) as f64 * COLUMN) / 2.0;
    // A box may have room for what the same object has in another state.
    let line = if node.rows.is_empty() { high / 2.0 + 4.0 } else { 16.0 };
    text(body, middle.max(PADDING), line, &node.title, "name", inks.0);
    if !node.rows.is_empty() {
        let _ = write!(
            body,
            "<path d=\"M0 24H{}\" stroke=\"{stroke}\" stroke-width=\"0.8\"/>",
            n(wide)
        );
    }
    let mut y = 24.0 + 13.5;
    for row in &node.rows {
        draw_row(body, row, y, wide, colors, inks);
        y += ROW * row.lines.len() as f64;
    }
}

/// `inks`: of values, and of names.
fn draw_row(
    body: &mut String,
    row: &NodeRow,
    y: f64,
    wide: f64,
    colors: &Colors,
    inks: (&str, &str),
) {
    let (kind, color) =
        if row.is_changed { ("changed", colors.changed) } else { ("value", inks.0) };
    body.push_str("<g>");
    if let Some(full) = &row.full {
        let _ = write!(body, "<title>{}</title>", xml(full));
    }
    text(body, PADDING, y, &row.name, "field", inks.1);
    // Lines begin below each other, so that a table's columns do.
    let x = wide - PADDING - row.width() as f64 * COLUMN;
    for (at, line) in row.lines.iter().enumerate() {
        text(body, x, y + ROW * at as f64, line, kind, color);
    }
    body.push_str("</g>");
}
