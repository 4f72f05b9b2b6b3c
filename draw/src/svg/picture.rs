//! The drawing of one state.

use std::fmt::Write;

use super::edge::{arrow, label};
use super::ink::{n, text};
use super::node::draw_node;
use super::tables::draw_tables;
use crate::frames::Frame;
use crate::graph::geometry::{COLUMN, GAP, Layout};
use crate::graph::{Graph, cut_to};
use crate::tables::layout::TableLayout;
use crate::text::width;
use crate::theme::Colors;

/// Longer actions are cut.
const STEP: usize = 48;

/// A drawing of a state, its corner at 0, 0.
#[derive(Clone, Debug, Default)]
pub struct Picture {
    /// The title of the state: the object of an ordered sig, before, after.
    pub title: String,
    /// The actions that lead here.
    pub step: String,
    /// The state comes again and again.
    pub is_looping: bool,
    pub body: String,
    /// The ids of the objects, in the order in which their boxes are drawn.
    pub objects: Vec<String>,
    /// From which object to which one each arrow leads, by their places in `objects`, and whether it has a label,
    /// in the order in which they are drawn.
    pub arrows: Vec<(usize, usize, bool)>,
    pub width: f64,
    pub height: f64,
}

impl Picture {
    /// A title alone.
    pub fn of_words(title: &str) -> Picture {
        let width = width(title) as f64 * COLUMN;
        Picture { title: title.to_owned(), width, ..Picture::default() }
    }

    /// The same, and the actions that lead here.
    pub fn by(mut self, step: Option<&str>) -> Picture {
        self.step = step.map(|step| cut_to(step, STEP)).unwrap_or_default();
        self.width = self.width.max((width(&self.step) + 3) as f64 * COLUMN);
        self
    }
}

/// `head`: the number of rows above the boxes, in which the graph's own may be fewer.
pub fn picture(
    frame: &Frame,
    graph: &Graph,
    (layout, tables): (&Layout, &TableLayout),
    head: usize,
    colors: &Colors,
) -> Picture {
    let title = &frame.title;
    let mut body = String::new();
    let mut y = 0.0;
    let mut wide = layout.width.max(tables.width);
    for row in &graph.globals {
        let (class, color) =
            if row.is_changed { ("changed", colors.changed) } else { ("global", colors.ink) };
        let name = format!("{}: ", row.name);
        for (at, line) in row.lines.iter().enumerate() {
            let before = if at == 0 { name.clone() } else { " ".repeat(width(&name)) };
            let line = before + line;
            wide = wide.max(width(&line) as f64 * COLUMN + 2.0);
            text(&mut body, 0.0, y + 12.0, &line, class, color);
            y += 18.0;
        }
    }
    y = 18.0 * head as f64;
    y += if y > 0.0 { 8.0 } else { 0.0 };
    if !tables.tables.is_empty() {
        let _ = writeln!(body, "<g transform=\"translate(0 {})\">", n(y));
        draw_tables(&mut body, &frame.tables, tables, colors);
        body += "</g>\n";
        y += tables.height + if graph.nodes.is_empty() { 0.0 } else { GAP };
    }
    let _ = write!(body, "<g transform=\"translate(0 {})\">", n(y));
    for (edge, curve) in graph.edges.iter().zip(&layout.curves) {
        arrow(&mut body, edge, curve, colors);
    }
    for ((node, rect), title) in graph.nodes.iter().zip(&layout.nodes).zip(&layout.titles) {
        draw_node(&mut body, node, rect, *title, colors);
    }
    let mut arrows = Vec::with_capacity(graph.edges.len());
    for (at, (edge, place)) in graph.edges.iter().zip(&layout.labels).enumerate() {
        // One label is enough for a line with two heads.
        let is_again = graph.twin(at).is_some_and(|twin| layout.labels[twin] == *place);
        let is_labelled = !edge.label.is_empty() && !is_again;
        if is_labelled {
            label(&mut body, edge, place.x, place.y, colors);
        }
        arrows.push((edge.from, edge.to, is_labelled));
    }
    body += "</g>";
    y += layout.height;
    let fields = [("──▸ ", &graph.one_field), ("┄┄▸ ", &graph.one_back_field)];
    let shared =
        fields.iter().filter_map(|(line, field)| Some(format!("{line}{}", field.as_ref()?)));
    let legend = shared.collect::<Vec<String>>().join("   ");
    if !legend.is_empty() {
        text(&mut body, 0.0, y + 20.0, &legend, "legend", colors.faint);
        wide = wide.max(width(&legend) as f64 * COLUMN + 2.0);
        y += 26.0;
    }
    if graph.nodes.is_empty() && graph.globals.is_empty() && tables.tables.is_empty() {
        text(&mut body, 0.0, 12.0, "(empty)", "legend", colors.faint);
        (wide, y) = (wide.max(60.0), y.max(18.0));
    }
    Picture {
        title: title.to_owned(),
        step: String::new(),
        is_looping: frame.is_looping,
        body,
        objects: graph.nodes.iter().map(|node| node.id.clone()).collect(),
        arrows,
        width: wide.max(width(title) as f64 * COLUMN),
        height: y,
    }
}
