//! Graphs as adjacency: a line for each object, with what it leads to. `^` leads back up.

use super::attributes::{Scene, bracketed, in_brackets};
use super::line::{Line, Style, flow};
use korrel_heapgraph::{Scalar, Value};

/// True if a part of the forest is rather a graph: trees with a few references back are read well,
/// until half of the drawing is references.
pub fn is_tangled(scene: &Scene<'_>, objects: &[usize]) -> bool {
    let outline = scene.outline;
    let references = |&object: &usize| {
        outline.leaving[object]
            .iter()
            .filter(|&&at| {
                let edge = &outline.edges[at];
                !edge.is_back
                    && !outline.is_bare[edge.to]
                    && outline.reached_by[edge.to] != Some(at)
            })
            .count()
    };
    let extra: usize = objects.iter().map(references).sum();
    let branching = objects.iter().any(|&object| {
        let forward = |&&at: &&usize| {
            let edge = &outline.edges[at];
            !edge.is_back && !outline.is_bare[edge.to]
        };
        outline.leaving[object].iter().filter(forward).count() > 1
    });
    // A part that hangs from a root is a tree first.
    let is_rooted = objects.iter().any(|&object| scene.state.is_root(object));
    let most = if is_rooted { objects.len() } else { objects.len() / 2 };
    branching && extra > most
}

pub fn adjacency(scene: &Scene<'_>, objects: &[usize], most: usize) -> Vec<Line> {
    let mut ordered = objects.to_vec();
    ordered.sort_unstable();
    let mut lines = Vec::new();
    for (place, &object) in ordered.iter().enumerate() {
        let above = &ordered[..=place];
        let mut head = scene.titled(object);
        let (plain, targets) = parts(scene, object, above);
        head.push(Style::Plain, " ");
        let has_values = !plain.is_empty();
        let mut own = flow(head, bracketed(plain), " ", 4, most);
        let mut last = own.pop().expect("there is a line");
        if !targets.is_empty() {
            last.push(Style::Faint, if has_values { " → " } else { "→ " });
        }
        lines.append(&mut own);
        lines.append(&mut flow(last, targets, "  ", 4, most));
    }
    lines
}

/// An object's own values, and what it leads to, field by field.
fn parts(scene: &Scene<'_>, object: usize, above: &[usize]) -> (Vec<Line>, Vec<Line>) {
    let shown = &scene.state.objects[object];
    let mut plain = Vec::new();
    let mut targets = Vec::new();
    let is_told = |(name, value): &&(String, Value)| {
        !value.is_empty() || scene.changes.has_field(&shown.id, name)
    };
    for (name, value) in shown.fields.iter().filter(is_told) {
        let edges: Vec<usize> = scene.outline.leaving[object]
            .iter()
            .copied()
            .filter(|&at| scene.outline.edges[at].field == *name)
            .collect();
        if edges.is_empty() {
            plain.push(scene.attribute(object, name, value, None));
            continue;
        }
        let is_only =
            shown.fields.iter().filter(|(_, value)| value.mentions_objects()).count() == 1;
        for at in edges {
            let edge = &scene.outline.edges[at];
            let mut line = Line::default();
            if !(is_only && edge.key.is_empty()) {
                line.push(Style::Faint, &format!("{}: ", scene.label(at)));
            }
            let mark = if above.contains(&edge.to) { "^" } else { "" };
            if scene.is_changed(at) {
                line.push(Style::Changed, "*");
            }
            line.append(scene.name(edge.to, mark));
            targets.push(line);
        }
    }
    plain.append(&mut scene.memberships(object));
    (plain, targets)
}

/// The objects that have no fields and to which nothing leads: one line for each type.
pub fn names(scene: &Scene<'_>, objects: &[usize], most: usize) -> Vec<Line> {
    let mut lines = Vec::new();
    for (place, ty) in scene.header.types.iter().enumerate() {
        let own = objects.iter().filter(|&&at| scene.state.objects[at].type_name == ty.name);
        let pieces: Vec<Line> = own
            .map(|&at| {
                let name = crate::value::scalar_text(scene.state, &Scalar::Object(at));
                in_brackets(Line::new(Style::Object(place), &name), scene.memberships(at))
            })
            .collect();
        if !pieces.is_empty() {
            let head = Line::new(Style::Faint, &format!("{}: ", ty.name));
            lines.append(&mut flow(head, pieces, "  ", 4, most));
        }
    }
    lines
}
