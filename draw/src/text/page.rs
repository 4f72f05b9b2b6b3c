//! A whole instance: its frames, its states, and what stands beside the objects.

use super::adjacency::{adjacency, is_tangled, names};
use super::attributes::Scene;
use super::line::{Line, Style, flow};
use super::rows::tables;
use super::tree::tree;
use crate::frames::change::Changes;
use crate::frames::{Frame, Story, StoryKind};
use crate::hints::Hints;
use crate::instance::DrawnInstance;
use crate::outline::Outline;
use crate::tables::names::named;
use crate::value::value_text;
use korrel_heapgraph::{Header, Scalar, State, Value};

/// The page that a drawing is made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Page {
    /// The width in columns of a terminal.
    pub width: usize,
    pub is_colored: bool,
}

/// Draws an instance. Trees are drawn as trees, lists as chains, other graphs as adjacency. A sig that is
/// ordered is drawn frame by frame, an operation as two states side by side, and a trace state by state.
pub fn text(header: &Header, instance: &DrawnInstance, page: &Page, hints: &Hints) -> String {
    let mut lines = vec![Line::new(Style::Title, &instance.title())];
    let story = Story::new(header, instance, hints);
    lines.extend(match story.kind {
        StoryKind::Operation => {
            let pairs = story.frames.chunks(2);
            pairs.flat_map(|pair| two_states(header, pair, page.width)).collect()
        }
        StoryKind::Heap | StoryKind::Trace => in_order(header, &story, page.width),
    });
    lines.append(&mut end(&named(header, instance, hints), page.width, hints));
    let mut out = String::new();
    lines.iter().for_each(|line| line.write(&mut out, page.is_colored));
    out
}

/// What follows the last state of a trace, and the witnesses.
pub fn end(instance: &DrawnInstance, width: usize, hints: &Hints) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    if let Some(ending) = instance.ending() {
        lines.push(moment(&ending, instance.back().is_some()));
    }
    if !instance.witnesses().is_empty() && !hints.hides_all_witnesses() {
        let (state, witnesses) = (instance.first(), instance.witnesses());
        lines.append(&mut globals("witness", state, witnesses, None, width));
    }
    lines
}

/// A title with a rule before it: of a state of a loop a thick one.
pub fn moment(title: &str, is_looping: bool) -> Line {
    let mut line = Line::new(Style::Faint, if is_looping { "━━ " } else { "── " });
    line.push(Style::Title, title);
    line
}

/// The actions between two states.
fn step(text: &str) -> Line {
    let mut line = Line::new(Style::Faint, " ↓ ");
    line.push(Style::Value, text);
    line
}

/// Each frame, with what changed since the one before it marked.
fn in_order(header: &Header, story: &Story, width: usize) -> Vec<Line> {
    let Story { kind, frames, .. } = story;
    let mut lines = Vec::new();
    for (at, frame) in frames.iter().enumerate() {
        let has_same_rows = !frame.tables.is_changed() && frame.losses.is_empty();
        let is_same = !frame.is_first && frame.changes.is_empty() && has_same_rows;
        if !frame.title.is_empty() {
            let is_one_of = *kind == StoryKind::Heap && frames.len() > 1;
            let place = is_one_of.then_some((at, frames.len()));
            lines.push(frame_title(frame, place, is_same));
        }
        if is_same {
            // There is nothing else to tell.
        } else if !frame.is_first && frame.changes.spares_objects() && has_same_rows {
            // The objects are as in the frame above. Only a field that leads to another one of them
            // is shown.
            let outline = Outline::new(header, &frame.state);
            let mut values = values(&frame.state, &outline, &frame.changes);
            let moved =
                frame.state.roots.iter().filter(|(name, value)| {
                    is_object(value) && frame.changes.globals.contains(name)
                });
            values.extend(moved.cloned());
            lines.append(&mut globals("", &frame.state, &values, Some(&frame.changes), width));
        } else {
            lines.append(&mut drawn(header, frame, width));
        }
        lines.extend(story.step_after(at).map(step));
    }
    lines
}

/// `── Time$2 (3 of 8)`, `── state 2 (gone: Node$1)`. `place`: of how many.
fn frame_title(frame: &Frame, place: Option<(usize, usize)>, is_same: bool) -> Line {
    let mut line = moment(&frame.title, frame.is_looping);
    let place = place.map(|(at, of)| (Style::Faint, format!("{} of {of}", at + 1)));
    let same = is_same.then(|| (Style::Faint, "no change".to_owned()));
    let losses = frame.losses.iter();
    let losses = losses.map(|(name, value)| (Style::Changed, format!("{name}: {value}")));
    let mut remarks = place.into_iter().chain(same).chain(losses).peekable();
    if remarks.peek().is_none() {
        return line;
    }
    for (at, (style, remark)) in remarks.enumerate() {
        let comma = if style == Style::Faint { ", " } else { "; " };
        line.push(Style::Faint, if at == 0 { " (" } else { comma });
        line.push(style, &remark);
    }
    line.push(Style::Faint, ")");
    line
}

/// Draws before and after beside each other where there is room, else one below the other.
fn two_states(header: &Header, frames: &[Frame], width: usize) -> Vec<Line> {
    let half = width.saturating_sub(3) / 2;
    let draw = |frame: &Frame, width: usize| {
        let mut lines = vec![Line::new(Style::Title, &frame.title)];
        lines.append(&mut drawn(header, frame, width));
        lines
    };
    let [left, right] = [0, 1].map(|at| draw(&frames[at], half));
    if left.iter().chain(&right).all(|line| line.width() <= half) {
        return beside(left, right, half);
    }
    frames.iter().flat_map(|frame| draw(frame, width)).collect()
}

fn beside(left: Vec<Line>, right: Vec<Line>, half: usize) -> Vec<Line> {
    let rows = left.len().max(right.len());
    let mut left = left.into_iter().chain(std::iter::repeat(Line::default()));
    let mut right = right.into_iter().chain(std::iter::repeat(Line::default()));
    let row = |_| {
        let (mut line, right) = (left.next().expect("endless"), right.next().expect("endless"));
        line.push(Style::Plain, &" ".repeat(half - line.width()));
        line.push(Style::Faint, " │ ");
        line.append(right);
        line
    };
    (0..rows).map(row).collect()
}

fn drawn(header: &Header, frame: &Frame, width: usize) -> Vec<Line> {
    let Frame { state, changes, tables: set, .. } = frame;
    let outline = Outline::new(header, state);
    let scene = Scene { header, state, outline: &outline, changes };
    let mut lines = globals("", state, &values(state, &outline, changes), Some(changes), width);
    let mut alone = Vec::new();
    for part in parts(&outline) {
        match &part[..] {
            &[only] if is_alone(&scene, only) => alone.push(only),
            _ if is_tangled(&scene, &part) => lines.append(&mut adjacency(&scene, &part, width)),
            _ => {
                let entries = outline.entries.iter().filter(|entry| part.contains(entry));
                entries.for_each(|&entry| lines.append(&mut tree(&scene, entry, width)));
            }
        }
    }
    lines.append(&mut names(&scene, &alone, width));
    let mut all = tables(set, changes.sign, width);
    if !all.is_empty() && !lines.is_empty() {
        all.push(Line::default());
    }
    all.append(&mut lines);
    lines = all;
    if lines.is_empty() {
        lines.push(Line::new(Style::Faint, "(empty)"));
    }
    lines
}

/// The objects by what hangs together, in the order of the entries.
fn parts(outline: &Outline) -> Vec<Vec<usize>> {
    let mut parts: Vec<Vec<usize>> = Vec::new();
    for &entry in &outline.entries {
        let mut part = outline.below(entry);
        let touches = |other: &Vec<usize>| {
            outline.edges.iter().any(|edge| {
                let joins =
                    |a: &[usize], b: &[usize]| a.contains(&edge.from) && b.contains(&edge.to);
                !outline.is_bare[edge.to] && (joins(&part, other) || joins(other, &part))
            })
        };
        // Trees that refer to each other are tangled together.
        let joined: Vec<bool> = parts.iter().map(touches).collect();
        let mut joined = joined.into_iter();
        let mut first = Vec::new();
        parts.retain_mut(|other| {
            let is_joined = joined.next().expect("one each");
            if is_joined {
                first.append(other);
            }
            !is_joined
        });
        first.append(&mut part);
        parts.push(first);
    }
    parts
}

/// Objects about which there is nothing to say but their name.
fn is_alone(scene: &Scene<'_>, object: usize) -> bool {
    scene.outline.is_bare[object]
        && !scene.state.is_root(object)
        && !scene.changes.objects.contains(&scene.state.objects[object].id)
}

/// The values that are not drawn at an object: all but roots that are one, and sets of objects that
/// have a place of their own. An empty one is shown if it was not empty before.
fn values(state: &State, outline: &Outline, changes: &Changes) -> Vec<(String, Value)> {
    let roots = state.roots.iter().filter(|(_, value)| !is_object(value));
    let is_told = |(name, value): &&(String, Value)| !value.is_empty() || changes.is_emptied(name);
    let relations = state.relations.iter().filter(is_told);
    let has_no_place = |item: &Scalar| match item {
        Scalar::Object(at) => outline.is_bare[*at] && outline.reached_by[*at].is_some(),
        _ => true,
    };
    let sets = state.sets.iter().filter(|(name, items)| match items.is_empty() {
        true => changes.is_emptied(name),
        false => items.iter().any(has_no_place),
    });
    let sets = sets.map(|(name, items)| (name.clone(), Value::Set(items.clone())));
    roots.chain(relations).cloned().chain(sets).collect()
}

fn is_object(value: &Value) -> bool {
    matches!(value, Value::One(Scalar::Object(_)))
}

fn globals(
    head: &str,
    state: &State,
    values: &[(String, Value)],
    changes: Option<&Changes>,
    width: usize,
) -> Vec<Line> {
    if values.is_empty() {
        return Vec::new();
    }
    let piece = |(name, value): &(String, Value)| {
        let is_changed = changes.is_some_and(|changes| changes.globals.contains(name));
        let mut line = Line::new(Style::Title, &format!("{name}: "));
        let style = if is_changed { Style::Changed } else { Style::Value };
        line.push(style, &value_text(state, value));
        if is_changed {
            line.push(Style::Changed, "*");
        }
        line
    };
    let pieces = values.iter().map(piece).collect();
    let start = if head.is_empty() {
        Line::default()
    } else {
        Line::new(Style::Faint, &format!("{head} "))
    };
    flow(start, pieces, "   ", 0, width)
}
