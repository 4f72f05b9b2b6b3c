//! Boxes.

use std::fmt::Write;

use super::ink::{halo, n, text};
use crate::escape::xml;
use crate::graph::geometry::{COLUMN, PADDING, ROW, Rect};
use crate::graph::{GraphNode, NodeRow};
use crate::hints::Paint;
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
    let _ = write!(
        body,
        "<rect width=\"{}\" height=\"{}\" rx=\"6\" fill=\"{fill}\" stroke=\"{stroke}\" stroke-width=\"{thick}\"/>",
        n(rect.width),
        n(rect.height)
    );
    let middle = (rect.width - width(&node.title) as f64 * COLUMN) / 2.0;
    // A box may have room for what the same object has in another state.
    let line = if node.rows.is_empty() { rect.height / 2.0 + 4.0 } else { 16.0 };
    text(body, middle.max(PADDING), line, &node.title, "name", inks.0);
    if !node.rows.is_empty() {
        let _ = write!(
            body,
            "<path d=\"M0 24H{}\" stroke=\"{stroke}\" stroke-width=\"0.8\"/>",
            n(rect.width)
        );
    }
    let mut y = 24.0 + 13.5;
    for row in &node.rows {
        draw_row(body, row, y, rect.width, colors, inks);
        y += ROW * row.lines.len() as f64;
    }
    body.push_str("</g>\n");
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
