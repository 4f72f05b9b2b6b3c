//! Lanes as a picture: a row for each object, time to the right.
//!
//! An action stands in the lanes of its arguments. If it has several lanes, a line leads from the first argument's to
//! the others'. The loop is drawn in thick lines: over its states, and below all from its last state back to its first.

use std::fmt::Write;

use korrel_heapgraph::{Header, Trace};

use super::{LaneAction, LaneCell, LaneFact, Lanes, ObjectLane, Presence};
use crate::escape::xml;
use crate::graph::cut_to;
use crate::graph::geometry::{COLUMN, PADDING, ROW};
use crate::instance::DrawnInstance;
use crate::svg::{MARGIN, Picture, document, heading, n, text};
use crate::text::width;
use crate::theme::{Colors, Theme};

/// Between two lanes.
const GAP: f64 = 12.0;
/// The titles of the states, and the line over those of the loop.
const HEAD: f64 = 30.0;
/// Below the lanes, for the way back.
const FOOT: f64 = 46.0;
const LEAST: f64 = 56.0;
/// Longer values and actions are cut.
const VALUE: usize = 28;
const STEP: usize = 48;

/// One document with the lanes of all traces below each other.
pub fn lanes_svg(
    header: &Header,
    instances: &[DrawnInstance],
    sigs: &[String],
    theme: Theme,
) -> String {
    let colors = theme.colors();
    let mut body = String::new();
    let (mut right, mut y) = (0.0_f64, MARGIN);
    for instance in instances {
        let Some(picture) = lanes_picture(header, instance, sigs, theme) else { continue };
        let heading = heading(instance, instances.len()).unwrap_or_else(|| instance.title());
        text(&mut body, MARGIN, y + 12.0, &heading, "title", colors.ink);
        let (x, top) = (n(MARGIN), n(y + 26.0));
        let _ = writeln!(body, "<g transform=\"translate({x} {top})\">{}</g>", picture.body);
        right = right.max(MARGIN + picture.width.max(width(&heading) as f64 * COLUMN));
        y += 26.0 + picture.height + 2.0 * MARGIN;
    }
    document(&body, right + MARGIN, y.max(2.0 * MARGIN), &colors)
}

/// The lanes of a trace, or `None` for a heap.
pub fn lanes_picture(
    header: &Header,
    instance: &DrawnInstance,
    sigs: &[String],
    theme: Theme,
) -> Option<Picture> {
    let DrawnInstance::Trace(trace) = instance else { return None };
    Some(LanePicture::new(&Lanes::new(header, trace, sigs), &theme.colors()).picture(trace))
}

struct LanePicture<'l> {
    lanes: &'l Lanes,
    colors: &'l Colors,
    /// The left side and the width of each state.
    states: Vec<(f64, f64)>,
    /// The same of the room after each state.
    steps: Vec<(f64, f64)>,
    /// The upper side and the height of each lane.
    rows: Vec<(f64, f64)>,
    width: f64,
}

impl<'l> LanePicture<'l> {
    fn new(lanes: &'l Lanes, colors: &'l Colors) -> LanePicture<'l> {
        let names = lanes.lanes.iter().map(|lane| columns(&lane.id));
        let mut x = names.fold(0.0, f64::max) + 2.0 * PADDING;
        let (mut states, mut steps) = (Vec::new(), Vec::new());
        for (at, title) in lanes.titles.iter().enumerate() {
            let cells = lanes.lanes.iter().flat_map(|lane| rows(&lane.cells[at]));
            let wide = cells.map(|row| columns(&row.0) + columns(&row.1) + 2.0 * COLUMN);
            let wide = wide.chain([columns(title)]).fold(LEAST, f64::max) + 2.0 * PADDING;
            states.push((x, wide));
            x += wide;
            let room = lanes.step_width(at);
            steps.push((x, room));
            x += room;
        }
        let elsewhere = (0..lanes.steps.len()).map(|step| lanes.elsewhere(step).len()).max();
        let mut y = HEAD + elsewhere.unwrap_or(0) as f64 * ROW;
        let mut heights = Vec::new();
        for (nth, lane) in lanes.lanes.iter().enumerate() {
            let cells = lane.cells.iter().map(|cell| rows(cell).len());
            let labels = (0..lanes.steps.len()).map(|step| lanes.labels(step, nth).len());
            let most = cells.chain(labels).max().unwrap_or(0).max(1) as f64;
            heights.push((y, most * ROW + 10.0));
            y += most * ROW + 10.0 + GAP;
        }
        LanePicture { lanes, colors, states, steps, rows: heights, width: x }
    }

    fn picture(&self, trace: &Trace) -> Picture {
        let mut body = String::new();
        let bottom = self.rows.last().map_or(HEAD, |(y, height)| y + height);
        for (at, &(x, wide)) in self.states.iter().enumerate() {
            let _ = writeln!(
                body,
                "<g class=\"moment\" data-state=\"{at}\"><rect x=\"{}\" y=\"0\" width=\"{}\" height=\"{}\" \
                 rx=\"6\" fill=\"none\"/></g>",
                n(x - 4.0),
                n(wide + 8.0),
                n(bottom + 6.0)
            );
            let middle = x + (wide - columns(&self.lanes.titles[at])) / 2.0;
            let class = if self.lanes.is_looping(at) { "title" } else { "before" };
            text(&mut body, middle, 14.0, &self.lanes.titles[at], class, self.colors.ink);
        }
        for (lane, &row) in self.lanes.lanes.iter().zip(&self.rows) {
            self.lane(&mut body, lane, row);
        }
        for step in 0..self.lanes.steps.len() {
            self.step(&mut body, step);
        }
        let ending = DrawnInstance::Trace(trace.clone()).ending_label().unwrap_or_default();
        match self.lanes.back {
            Some(back) => self.back(&mut body, back, bottom, &ending),
            None => text(&mut body, 0.0, bottom + 26.0, &ending, "legend", self.colors.faint),
        }
        if self.lanes.lanes.is_empty() {
            let words = format!("(no state has an object of {})", self.lanes.sigs);
            text(&mut body, 0.0, HEAD + 8.0, &words, "legend", self.colors.faint);
        }
        let width = self.width.max(columns(&ending));
        Picture { body, width, height: bottom + FOOT, ..Picture::default() }
    }

    /// An object through all states.
    fn lane(&self, body: &mut String, lane: &ObjectLane, (y, high): (f64, f64)) {
        let middle = y + high / 2.0;
        text(body, 0.0, middle + 4.0, &lane.id, "name", self.colors.ink);
        for (at, pair) in lane.cells.windows(2).enumerate() {
            if pair.iter().all(LaneCell::is_there) {
                let (from, to) = (self.steps[at].0, self.states[at + 1].0);
                let color = self.colors.arrow;
                let _ = writeln!(
                    body,
                    "<g class=\"edge\"><path d=\"M{} {}H{}\" stroke=\"{color}\" stroke-width=\"1.3\"/></g>",
                    n(from),
                    n(middle),
                    n(to)
                );
            }
        }
        for (cell, &(x, wide)) in lane.cells.iter().zip(&self.states) {
            match cell.presence {
                Presence::Absent => {}
                Presence::Gone => {
                    let x = x + (wide - columns("gone")) / 2.0;
                    text(body, x, middle + 4.0, "gone", "changed", self.colors.changed);
                }
                Presence::Here | Presence::New => {
                    self.cell(body, lane.ty, cell, (x, y, wide, high));
                }
            }
        }
    }

    fn cell(&self, body: &mut String, ty: usize, cell: &LaneCell, place: (f64, f64, f64, f64)) {
        let (x, y, wide, high) = place;
        let kind = ty % self.colors.types.len();
        let (fill, stroke) = self.colors.types[kind];
        let is_new = cell.presence == Presence::New;
        let new = if is_new { " new" } else { "" };
        let (stroke, thick) = if is_new { (self.colors.changed, "2.2") } else { (stroke, "1.2") };
        let _ = write!(
            body,
            "<g class=\"node t{kind}{new}\" transform=\"translate({} {})\"><rect width=\"{}\" height=\"{}\" \
             rx=\"6\" fill=\"{fill}\" stroke=\"{stroke}\" stroke-width=\"{thick}\"/>",
            n(x),
            n(y),
            n(wide),
            n(high)
        );
        for (at, (name, value, fact)) in rows(cell).into_iter().enumerate() {
            let y = 5.0 + ROW * at as f64 + 12.0;
            let (class, color) = match fact.is_changed {
                true => ("changed", self.colors.changed),
                false => ("value", self.colors.ink),
            };
            let full = fact.text();
            let _ = write!(body, "<g><title>{}</title>", xml(&full));
            text(body, PADDING, y, &name, "field", self.colors.faint);
            text(body, wide - PADDING - columns(&value), y, &value, class, color);
            body.push_str("</g>");
        }
        body.push_str("</g>\n");
    }

    /// What happens between two states.
    fn step(&self, body: &mut String, step: usize) {
        let (x, _) = self.steps[step];
        for (at, words) in self.lanes.elsewhere(step).into_iter().enumerate() {
            let y = HEAD + 8.0 + ROW * at as f64;
            text(body, x + 10.0, y, &cut_to(words, STEP), "step", self.colors.ink);
        }
        for (nth, call) in self.lanes.calls(step).iter().enumerate() {
            self.line(body, call, x + 5.0 + 4.0 * nth as f64);
        }
        for (lane, &(y, high)) in self.rows.iter().enumerate() {
            let labels = self.lanes.labels(step, lane);
            let top = y + high / 2.0 - 4.0 - ROW * (labels.len() as f64 - 1.0);
            for (at, label) in labels.into_iter().enumerate() {
                let left = x + self.lanes.indent(step);
                let y = top + ROW * at as f64;
                text(body, left, y, &cut_to(label, STEP), "step", self.colors.ink);
            }
        }
    }

    /// From the lane of the first argument to those of the others.
    fn line(&self, body: &mut String, call: &LaneAction, x: f64) {
        let Some(((first, _), others)) = call.lanes.split_first() else { return };
        let middle = |lane: usize| self.rows[lane].0 + self.rows[lane].1 / 2.0;
        let color = self.colors.arrow;
        for &(lane, _) in others {
            let (from, to) = (middle(*first), middle(lane));
            let back = if from < to { -6.0 } else { 6.0 };
            let _ = writeln!(
                body,
                "<g class=\"edge\"><path d=\"M{x} {}V{}\" stroke=\"{color}\" stroke-width=\"1.3\"/>\
                 <path class=\"head\" d=\"M{x} {}L{} {}L{} {}Z\" fill=\"{color}\"/></g>",
                n(from),
                n(to + back),
                n(to),
                n(x - 3.2),
                n(to + back),
                n(x + 3.2),
                n(to + back),
                x = n(x),
            );
        }
    }

    /// The loop: a line over its states, and the way from the last one to the first.
    fn back(&self, body: &mut String, back: usize, bottom: f64, ending: &str) {
        let ink = self.colors.ink;
        let (first, wide) = self.states[back];
        let (last, end) = *self.states.last().expect("a trace has a state");
        let (from, to) = (last + end * 0.65, first + wide * 0.35);
        let _ = writeln!(
            body,
            "<g class=\"loop\"><path d=\"M{} 21H{}\" stroke=\"{ink}\" stroke-width=\"3.5\"/>\
             <path d=\"M{from} {}V{}H{to}V{}\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"2.6\"/>\
             <path class=\"head\" d=\"M{to} {}L{} {}L{} {}Z\" fill=\"{ink}\"/></g>",
            n(first),
            n(last + end),
            n(bottom + 7.0),
            n(bottom + 22.0),
            n(bottom + 14.0),
            n(bottom + 6.0),
            n(to - 5.0),
            n(bottom + 15.0),
            n(to + 5.0),
            n(bottom + 15.0),
            from = n(from),
            to = n(to),
        );
        text(body, to, bottom + 38.0, ending, "title", ink);
    }
}

impl Lanes {
    /// The room after a state.
    fn step_width(&self, step: usize) -> f64 {
        let labels = (0..self.lanes.len()).flat_map(|lane| self.labels(step, lane));
        let labels = labels.map(|label| columns(&cut_to(label, STEP)) + self.indent(step));
        let elsewhere =
            self.elsewhere(step).into_iter().map(|words| columns(&cut_to(words, STEP)) + 10.0);
        let most = labels.chain(elsewhere).fold(0.0, f64::max);
        let is_last = step + 1 == self.titles.len();
        match most > 0.0 {
            true => most + 12.0,
            false if is_last => 4.0,
            false => 26.0,
        }
    }

    /// The room before the labels for the lines between lanes.
    fn indent(&self, step: usize) -> f64 {
        10.0 + 4.0 * self.calls(step).len().saturating_sub(1) as f64
    }
}

impl LaneCell {
    fn is_there(&self) -> bool {
        matches!(self.presence, Presence::Here | Presence::New)
    }
}

/// The rows of a cell: names, and values that are cut where they are long.
fn rows(cell: &LaneCell) -> Vec<(String, String, &LaneFact)> {
    let facts = cell.facts.iter();
    facts.map(|fact| (fact.name.clone(), cut_to(&fact.value, VALUE), fact)).collect()
}

fn columns(text: &str) -> f64 {
    width(text) as f64 * COLUMN
}
