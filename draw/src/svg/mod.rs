//! Pictures.
//!
//! Colours are attributes, so that a file looks the same wherever it is opened, and classes, so that a page
//! can have its own: there is neither a `style` element nor a `style` attribute, and nothing runs.

mod edge;
mod ink;
mod node;
mod picture;

use std::fmt::Write;

use crate::frames::{Frame, Story};
use crate::graph::NodeRow;
use crate::graph::geometry::COLUMN;
use crate::instance::Instance;
use crate::text::{value_text, width};
use crate::theme::{Colors, Theme};
use korrel_heapgraph::{Header, Value};

use ink::{n, text};
use picture::picture;

pub use picture::Picture;

const MARGIN: f64 = 14.0;
/// Frames stand side by side up to this width.
const SHEET: f64 = 1180.0;
const FONT: &str = "ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace";

/// One document with all instances below each other, each with its frames side by side. A trace says how many
/// states it has, and after them what follows.
pub fn svg(header: &Header, instances: &[Instance], theme: Theme) -> String {
    let colors = theme.colors();
    let mut body = String::new();
    let (mut right, mut y) = (0.0_f64, MARGIN);
    for instance in instances {
        if let Some(heading) = heading(instance, instances.len()) {
            text(&mut body, MARGIN, y + 12.0, &heading, "title", colors.ink);
            right = right.max(MARGIN + width(&heading) as f64 * COLUMN);
            y += 26.0;
        }
        let (mut x, mut tallest) = (MARGIN, 0.0_f64);
        let ending = instance.ending_label().map(|ending| Picture::of_words(&ending));
        for picture in pictures(header, instance, theme).into_iter().chain(ending) {
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

/// The line above an instance, one of so many.
fn heading(instance: &Instance, of: usize) -> Option<String> {
    match instance.caption() {
        Some(caption) => Some(format!("{}: {caption}", instance.title())),
        None => (of > 1).then(|| instance.title()),
    }
}

fn document(body: &str, wide: f64, high: f64, colors: &Colors) -> String {
    let (width, height) = (n(wide), n(high));
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

/// The pictures of an instance: one for each frame or state, or before and after. Changes are marked.
pub fn pictures(header: &Header, instance: &Instance, theme: Theme) -> Vec<Picture> {
    let witness = |(name, value): &(String, Value)| NodeRow {
        name: name.clone(),
        value: value_text(instance.first(), value),
        full: None,
        is_changed: false,
    };
    let witnesses: Vec<NodeRow> = instance.witnesses().iter().map(witness).collect();
    let draw = |frame: &Frame| {
        let mut graph = frame.graph(header);
        graph.globals.extend(witnesses.iter().cloned());
        picture(&frame.title, &graph, &theme.colors())
    };
    Story::new(header, instance).frames.iter().map(draw).collect()
}
