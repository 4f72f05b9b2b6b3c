//! Pictures.
//!
//! Colours are attributes, so that a file looks the same wherever it is opened, and classes, so that a page
//! can have its own: there is neither a `style` element nor a `style` attribute, and nothing runs.

mod edge;
mod ink;
mod node;
mod picture;
mod tables;

use std::fmt::Write;

use crate::frames::Story;
use crate::frames::steps::named_steps;
use crate::graph::geometry::{COLUMN, ROW};
use crate::graph::shared::layouts;
use crate::graph::{Graph, NodeRow, graphs, value_row};
use crate::hints::Hints;
use crate::instance::DrawnInstance;
use crate::tables::TableSet;
use crate::tables::layout;
use crate::tables::names::named;
use crate::text::width;
use crate::theme::{Colors, Theme};
use korrel_heapgraph::{Header, Value};

pub use ink::{n, text};
use picture::picture;

pub use picture::Picture;

pub const MARGIN: f64 = 14.0;
/// Frames stand side by side up to this width.
const SHEET: f64 = 1180.0;
const FONT: &str = "ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace";

/// One document with all instances below each other, each with its frames side by side. A trace says how many
/// states it has, and after them what follows.
pub fn svg(header: &Header, instances: &[DrawnInstance], theme: Theme, hints: &Hints) -> String {
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
        let all = pictures(header, instance, theme, hints)
            .into_iter()
            .chain(ending(header, instance, hints));
        let all: Vec<Picture> = all.collect();
        let has_steps = all.iter().any(|picture| !picture.step.is_empty());
        for picture in all {
            if x > MARGIN && x + picture.width > SHEET {
                y += tallest + 2.0 * MARGIN;
                (x, tallest) = (MARGIN, 0.0);
            }
            let _ = write!(body, "<g transform=\"translate({} {})\">", n(x), n(y));
            body += &titled(&picture, has_steps, &colors);
            body += "</g>\n";
            x += picture.width + 3.0 * MARGIN;
            right = right.max(x - 2.0 * MARGIN);
            tallest = tallest.max(picture.height + head(&picture, has_steps));
        }
        y += tallest + 2.0 * MARGIN;
    }
    document(&body, right.max(2.0 * MARGIN), (y - MARGIN).max(2.0 * MARGIN), &colors)
}

/// The line above an instance, one of so many.
pub fn heading(instance: &DrawnInstance, of: usize) -> Option<String> {
    match instance.caption() {
        Some(caption) => Some(format!("{}: {caption}", instance.title())),
        None => (of > 1).then(|| instance.title()),
    }
}

pub fn document(body: &str, wide: f64, high: f64, colors: &Colors) -> String {
    let (width, height) = (n(wide), n(high));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"{FONT}\" font-size=\"12\">\n\
         <rect class=\"paper\" width=\"100%\" height=\"100%\" fill=\"{}\"/>\n{body}</svg>\n",
        colors.paper
    )
}

/// What stands after the last state of a trace.
fn ending(header: &Header, instance: &DrawnInstance, hints: &Hints) -> Option<Picture> {
    let DrawnInstance::Trace(trace) = instance else { return None };
    let steps = named_steps(header, instance, hints);
    let step = steps.get(trace.states.len() - 1).filter(|step| !step.is_empty());
    let ending = Picture::of_words(&instance.ending_label()?);
    let ending = ending.by(step.map(String::as_str));
    Some(Picture { is_looping: trace.back.is_some(), ..ending })
}

/// The height of what stands above a picture. Beside others with actions it has room for these.
fn head(picture: &Picture, has_steps: bool) -> f64 {
    match (picture.title.is_empty(), has_steps) {
        (true, _) => 0.0,
        (false, false) => 22.0,
        (false, true) => 22.0 + ROW,
    }
}

/// The picture below its title, which has a thick line above it if the state comes again and again.
fn titled(picture: &Picture, has_steps: bool, colors: &Colors) -> String {
    if picture.title.is_empty() {
        return picture.body.clone();
    }
    let mut out = String::new();
    if picture.is_looping {
        let (ink, wide) = (colors.ink, n(picture.width));
        let _ = write!(
            out,
            "<path class=\"loop\" d=\"M0 -4H{wide}\" stroke=\"{ink}\" stroke-width=\"3.5\"/>"
        );
    }
    text(&mut out, 0.0, 12.0, &picture.title, "title", colors.ink);
    if !picture.step.is_empty() {
        text(&mut out, 0.0, 12.0 + ROW, &format!("by {}", picture.step), "step", colors.faint);
    }
    let y = n(head(picture, has_steps));
    out + &format!("<g transform=\"translate(0 {y})\">{}</g>", picture.body)
}

/// The pictures of an instance, as the hints of its spec say: one for each frame or state, or before and after. Changes
/// are marked, and an object stays in its place.
pub fn pictures(
    header: &Header,
    instance: &DrawnInstance,
    theme: Theme,
    hints: &Hints,
) -> Vec<Picture> {
    let named = named(header, instance, hints);
    let instance = &*named;
    let witness = |(name, value): &(String, Value)| value_row(name, instance.first(), value, false);
    let witnesses = instance.witnesses().iter().filter(|_| !hints.hides_all_witnesses());
    let witnesses: Vec<NodeRow> = witnesses.map(witness).collect();
    let story = Story::new(header, instance, hints);
    let mut graphs = graphs(header, &story.frames, hints);
    let layouts = layouts(&graphs);
    let sets: Vec<&TableSet> = story.frames.iter().map(|frame| &frame.tables).collect();
    let tables = layout::layouts(&sets);
    graphs.iter_mut().for_each(|graph| graph.globals.extend(witnesses.iter().cloned()));
    let lines = |graph: &Graph| -> usize { graph.globals.iter().map(|row| row.lines.len()).sum() };
    let most = graphs.iter().map(lines).max().unwrap_or(0);
    let graphs = graphs.iter().zip(&layouts).zip(&tables);
    let drawn = story.frames.iter().zip(graphs).enumerate();
    let drawn = drawn.map(|(at, (frame, ((graph, layout), tables)))| {
        let picture = picture(frame, graph, (layout, tables), most, &theme.colors());
        picture.by(story.step_before(at))
    });
    drawn.collect()
}
