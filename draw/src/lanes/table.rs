//! Lanes in a terminal: a column for each object, time downwards.
//!
//! Values are long and objects few, so that there is more room this way than with time to the right.

use korrel_heapgraph::Header;

use super::{LaneCell, LaneFact, Lanes, Presence};
use crate::hints::Hints;
use crate::instance::DrawnInstance;
use crate::text::{Grid, GridCell, Line, Page, Style, end};

/// Draws the lanes of a trace: a column for each object of the sigs, and a row for each state. Nothing of a heap.
pub fn lanes(header: &Header, instance: &DrawnInstance, sigs: &[String], page: &Page) -> String {
    let DrawnInstance::Trace(trace) = instance else { return String::new() };
    let lanes = Lanes::new(header, trace, sigs);
    let mut lines = vec![Line::new(Style::Title, &instance.title())];
    if lanes.lanes.is_empty() {
        let text = format!("(no state has an object of {})", lanes.sigs);
        lines.push(Line::new(Style::Faint, &text));
    } else {
        lines.append(&mut lanes.grid().lines(page.width));
    }
    lines.append(&mut end(instance, page.width, &Hints::default()));
    let mut out = String::new();
    lines.iter().for_each(|line| line.write(&mut out, page.is_colored));
    out
}

impl Lanes {
    fn grid(&self) -> Grid {
        let ids = self.lanes.iter().map(|lane| lane.id.clone());
        let mut rows = Vec::new();
        for (at, title) in self.titles.iter().enumerate() {
            let rule = if self.is_looping(at) { "━━" } else { "──" };
            let style = if self.is_looping(at) { Style::Title } else { Style::Plain };
            let cells = self.lanes.iter().map(|lane| cell(&lane.cells[at]));
            let head = GridCell::new(style, format!("{rule} {title}"));
            rows.push(std::iter::once(head).chain(cells).collect());
            if !self.calls(at).is_empty() {
                rows.push(self.step(at));
            }
        }
        Grid { head: std::iter::once(self.sigs.clone()).chain(ids).collect(), rows }
    }

    /// The row between two states.
    fn step(&self, step: usize) -> Vec<GridCell> {
        let row = |start: Option<&str>, style, texts: Vec<&str>| {
            let commas = |(at, text): (usize, &&str)| {
                let comma = if at + 1 < texts.len() { ", " } else { "" };
                format!("{text}{comma}")
            };
            let text: String = texts.iter().enumerate().map(commas).collect();
            // A long action is broken between two arguments.
            let parts = text.split_inclusive(", ").map(|part| part.trim_end().to_owned());
            GridCell { style, pieces: start.map(str::to_owned).into_iter().chain(parts).collect() }
        };
        let head = row(Some("↓"), Style::Faint, self.elsewhere(step));
        let lanes = 0..self.lanes.len();
        let cells = lanes.map(|lane| row(None, Style::Plain, self.labels(step, lane)));
        std::iter::once(head).chain(cells).collect()
    }
}

fn cell(cell: &LaneCell) -> GridCell {
    let word = match cell.presence {
        Presence::New => Some("new*"),
        Presence::Gone => Some("gone*"),
        Presence::Here if cell.facts.is_empty() => Some("·"),
        Presence::Here | Presence::Absent => None,
    };
    let fact =
        |fact: &LaneFact| format!("{}{}", fact.text(), if fact.is_changed { "*" } else { "" });
    let facts = cell.facts.iter().map(fact);
    let mut pieces: Vec<String> = word.map(str::to_owned).into_iter().chain(facts).collect();
    let is_changed = pieces.iter().any(|piece| piece.ends_with('*'));
    let last = pieces.len().saturating_sub(1);
    pieces[..last].iter_mut().for_each(|piece| piece.push(','));
    GridCell { style: if is_changed { Style::Changed } else { Style::Value }, pieces }
}
