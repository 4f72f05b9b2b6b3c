//! Pictures.
//!
//! Colours are attributes, so that a file looks the same wherever it is opened, and classes, so that a page
//! can have its own: there is neither a `style` element nor a `style` attribute, and nothing runs.

mod edge;
mod ink;
mod node;
mod picture;

use std::fmt::Write;

use crate::frames::change::Changes;
use crate::frames::frames;
use crate::graph::{Graph, NodeRow};
use crate::text::{title, value_text};
use crate::theme::{Colors, Theme};
use korrel_heapgraph::{Header, Heap, State};

use ink::{n, text};
use picture::picture;

pub use picture::Picture;

const MARGIN: f64 = 14.0;
/// Frames stand side by side up to this width.
const SHEET: f64 = 1180.0;
const FONT: &str = "ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace";

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

/// The pictures of an instance: one for each frame, or before and after. Changes are marked.
pub fn pictures(header: &Header, heap: &Heap, theme: Theme) -> Vec<Picture> {
    let witnesses = heap.witnesses.iter().map(|(name, value)| NodeRow {
        name: name.clone(),
        value: value_text(&heap.state, value),
        full: None,
        is_changed: false,
    });
    let witnesses: Vec<NodeRow> = witnesses.collect();
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
