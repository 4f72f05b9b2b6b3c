//! Pictures.
//!
//! Colours are attributes, so that a file looks the same wherever it is opened, and classes, so that a page
//! can have its own: there is neither a `style` element nor a `style` attribute, and nothing runs.

use std::fmt::Write;

use crate::change::Changes;
use crate::escape::xml;
use crate::frames::frames;
use crate::graph::layout::{COLUMN, Curve, Layout, PADDING, ROW, layout};
use crate::graph::{Arrow, Graph, Node, Row};
use crate::heap::{Header, Heap, State};
use crate::text::{title, value_text, width};
use crate::theme::{Colors, Theme};

const MARGIN: f64 = 14.0;
/// Frames stand side by side up to this width.
const SHEET: f64 = 1180.0;
const FONT: &str = "ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace";

/// A drawing of a state, its corner at 0, 0.
#[derive(Clone, Debug)]
pub struct Picture {
    /// What it shows: the object of an ordered sig, before, after.
    pub title: String,
    pub body: String,
    pub width: f64,
    pub height: f64,
}

/// One document with all instances below each other, each with its frames side by side.
pub fn svg(header: &Header, heaps: &[Heap], theme: Theme) -> String {
    let colors = theme.colors();
    let mut body = String::new();
    let (mut right, mut y) = (0.0_f64, MARGIN);
    for heap in heaps {
        if heaps.len() > 1 {
            text(&mut body, MARGIN, y + 12.0, &title(heap), "title", colors.ink);
            y += 26.0;
        }
        let (mut x, mut tallest) = (MARGIN, 0.0_f64);
        for picture in pictures(header, heap, theme) {
            if x > MARGIN && x + picture.width > SHEET {
                y += tallest + 2.0 * MARGIN;
                (x, tallest) = (MARGIN, 0.0);
            }
            let _ = write!(body, "<g transform=\"translate({} {})\">", n(x), n(y));
            body += &titled(&picture, &colors);
            body += "</g>\n";
            x += picture.width + 3.0 * MARGIN;
            right = right.max(x - 2.0 * MARGIN);
            let head = if picture.title.is_empty() { 0.0 } else { 22.0 };
            tallest = tallest.max(picture.height + head);
        }
        y += tallest + 2.0 * MARGIN;
    }
    document(&body, right.max(2.0 * MARGIN), (y - MARGIN).max(2.0 * MARGIN), &colors)
}

fn document(body: &str, width: f64, height: f64, colors: &Colors) -> String {
    let (width, height) = (n(width), n(height));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"{FONT}\" font-size=\"12\">\n\
         <rect class=\"paper\" width=\"100%\" height=\"100%\" fill=\"{}\"/>\n{body}</svg>\n",
        colors.paper
    )
}

fn titled(picture: &Picture, colors: &Colors) -> String {
    if picture.title.is_empty() {
        return picture.body.clone();
    }
    let mut out = String::new();
    text(&mut out, 0.0, 12.0, &picture.title, "title", colors.ink);
    out + &format!("<g transform=\"translate(0 22)\">{}</g>", picture.body)
}

/// The pictures of an instance: one for each frame, or before and after. What changed is marked.
pub fn pictures(header: &Header, heap: &Heap, theme: Theme) -> Vec<Picture> {
    let witnesses = heap.witnesses.iter().map(|(name, value)| Row {
        name: name.clone(),
        value: value_text(&heap.state, value),
        full: None,
        is_changed: false,
    });
    let witnesses: Vec<Row> = witnesses.collect();
    let draw = |title: &str, state: &State, changes: &Changes| {
        let mut graph = Graph::new(header, state, changes);
        graph.globals.extend(witnesses.iter().cloned());
        picture(title, &graph, &theme.colors())
    };
    if let Some(after) = &heap.after {
        let (until, since) =
            (Changes::until(&heap.state, after), Changes::since(&heap.state, after));
        return vec![draw("before", &heap.state, &until), draw("after", after, &since)];
    }
    let frames = frames(header, &heap.state);
    let frame = |at: usize| {
        let before = at.checked_sub(1).map(|before| &frames[before].state);
        let changes = before.map(|before| Changes::since(before, &frames[at].state));
        draw(&frames[at].title, &frames[at].state, &changes.unwrap_or_default())
    };
    (0..frames.len()).map(frame).collect()
}

fn picture(title: &str, graph: &Graph, colors: &Colors) -> Picture {
    let layout = layout(graph);
    let mut body = String::new();
    let mut y = 0.0;
    let mut wide = layout.width;
    for row in &graph.globals {
        let color = if row.is_changed { colors.changed } else { colors.ink };
        let line = format!("{}: {}", row.name, row.value);
        wide = wide.max(width(&line) as f64 * COLUMN + 2.0);
        text(
            &mut body,
            0.0,
            y + 12.0,
            &line,
            if row.is_changed { "changed" } else { "global" },
            color,
        );
        y += 18.0;
    }
    y += if y > 0.0 { 8.0 } else { 0.0 };
    let _ = write!(body, "<g transform=\"translate(0 {})\">", n(y));
    for (edge, curve) in graph.edges.iter().zip(&layout.curves) {
        arrow(&mut body, edge, curve, colors);
    }
    for (at, node) in graph.nodes.iter().enumerate() {
        draw_node(&mut body, node, &layout, at, colors);
    }
    for (edge, place) in graph.edges.iter().zip(&layout.labels) {
        if !edge.label.is_empty() {
            label(&mut body, edge, place.x, place.y, colors);
        }
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
    if graph.nodes.is_empty() && graph.globals.is_empty() {
        text(&mut body, 0.0, 12.0, "(empty)", "legend", colors.faint);
        (wide, y) = (60.0, 18.0);
    }
    Picture {
        title: title.to_owned(),
        body,
        width: wide.max(width(title) as f64 * COLUMN),
        height: y,
    }
}

fn draw_node(body: &mut String, node: &Node, layout: &Layout, at: usize, colors: &Colors) {
    let rect = layout.nodes[at];
    let kind = node.ty % colors.types.len();
    let (fill, stroke) = colors.types[kind];
    let changed = if node.is_new { " new" } else { "" };
    let _ = write!(
        body,
        "<g class=\"node t{kind}{changed}\" transform=\"translate({} {})\">",
        n(rect.x),
        n(rect.y)
    );
    if !node.roots.is_empty() {
        let roots = format!("▾ {}", node.roots.join(", "));
        halo(body, 0.0, -5.0, &roots, "start", colors);
        text(body, 0.0, -5.0, &roots, "root", colors.ink);
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
    text(body, middle.max(PADDING), 16.0, &node.title, "name", colors.ink);
    if !node.rows.is_empty() {
        let _ = write!(
            body,
            "<path d=\"M0 24H{}\" stroke=\"{stroke}\" stroke-width=\"0.8\"/>",
            n(rect.width)
        );
    }
    for (at, row) in node.rows.iter().enumerate() {
        draw_row(body, row, 24.0 + ROW * at as f64 + 13.5, rect.width, colors);
    }
    body.push_str("</g>\n");
}

fn draw_row(body: &mut String, row: &Row, y: f64, wide: f64, colors: &Colors) {
    let (kind, color) =
        if row.is_changed { ("changed", colors.changed) } else { ("value", colors.ink) };
    body.push_str("<g>");
    if let Some(full) = &row.full {
        let _ = write!(body, "<title>{}</title>", xml(full));
    }
    text(body, PADDING, y, &row.name, "field", colors.faint);
    let x = wide - PADDING - width(&row.value) as f64 * COLUMN;
    text(body, x, y, &row.value, kind, color);
    body.push_str("</g>");
}

fn arrow(body: &mut String, edge: &Arrow, curve: &Curve, colors: &Colors) {
    let color = if edge.is_changed { colors.changed } else { colors.arrow };
    let mut path = format!("M{} {}", n(curve.start.x), n(curve.start.y));
    for [a, b, end] in &curve.pieces {
        let numbers = [a.x, a.y, b.x, b.y, end.x, end.y].map(n);
        let _ = write!(path, "C{}", numbers.join(" "));
    }
    let [_, before, end] = curve.pieces.last().expect("a curve leads somewhere");
    let dash = if edge.is_back { " stroke-dasharray=\"4 3\"" } else { "" };
    let changed = if edge.is_changed { " changed" } else { "" };
    let back = if edge.is_back { " back" } else { "" };
    let thin = if edge.is_back { "0.9" } else { "1.3" };
    let _ = writeln!(
        body,
        "<g class=\"edge{back}{changed}\"><path d=\"{path}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"{thin}\"{dash}/>\
         <path class=\"head\" d=\"{}\" fill=\"{color}\"/></g>",
        head(before.x, before.y, end.x, end.y)
    );
}

/// An arrow's head, pointing from one place to another, at the latter.
fn head(from_x: f64, from_y: f64, x: f64, y: f64) -> String {
    let (dx, dy) = (x - from_x, y - from_y);
    let length = (dx * dx + dy * dy).sqrt().max(0.001);
    let (dx, dy) = (dx / length, dy / length);
    let corner = |side: f64| (x - dx * 8.0 - dy * side * 3.6, y - dy * 8.0 + dx * side * 3.6);
    let ((ax, ay), (bx, by)) = (corner(1.0), corner(-1.0));
    format!("M{} {}L{} {}L{} {}Z", n(x), n(y), n(ax), n(ay), n(bx), n(by))
}

fn label(body: &mut String, edge: &Arrow, x: f64, y: f64, colors: &Colors) {
    let color = if edge.is_changed { colors.changed } else { colors.faint };
    let changed = if edge.is_changed { " changed" } else { "" };
    halo(body, x, y + 4.0, &edge.label, "middle", colors);
    let _ = writeln!(
        body,
        "<text class=\"label{changed}\" x=\"{}\" y=\"{}\" text-anchor=\"middle\" font-size=\"11\" \
         fill=\"{color}\">{}</text>",
        n(x),
        n(y + 4.0),
        xml(&edge.label)
    );
}

/// The paper behind a text that may cross an arrow.
fn halo(body: &mut String, x: f64, y: f64, text: &str, anchor: &str, colors: &Colors) {
    let (paper, size) = (colors.paper, if anchor == "middle" { "11" } else { "12" });
    let _ = write!(
        body,
        "<text class=\"halo\" x=\"{}\" y=\"{}\" text-anchor=\"{anchor}\" font-size=\"{size}\" \
         fill=\"{paper}\" stroke=\"{paper}\" stroke-width=\"4\" stroke-linejoin=\"round\" \
         aria-hidden=\"true\">{}</text>",
        n(x),
        n(y),
        xml(text)
    );
}

fn text(body: &mut String, x: f64, y: f64, text: &str, class: &str, color: &str) {
    let weight =
        if matches!(class, "name" | "root" | "title") { " font-weight=\"bold\"" } else { "" };
    let _ = write!(
        body,
        "<text class=\"{class}\" x=\"{}\" y=\"{}\" fill=\"{color}\"{weight} xml:space=\"preserve\">{}</text>",
        n(x),
        n(y),
        xml(text)
    );
}

/// A number with at most one digit behind the point, the same on every machine.
fn n(value: f64) -> String {
    let tenths = (value * 10.0).round() as i64;
    match tenths % 10 {
        0 => (tenths / 10).to_string(),
        digit => {
            let sign = if tenths < 0 { "-" } else { "" };
            format!("{sign}{}.{}", tenths.abs() / 10, digit.abs())
        }
    }
}
