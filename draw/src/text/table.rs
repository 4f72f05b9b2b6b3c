//! `--format table`: for each type a table, a row for each object.

use super::grid::{Grid, GridCell};
use super::line::{Line, Style};
use super::page::Page;
use crate::instance::DrawnInstance;
use crate::value::{scalar_text, value_text};
use korrel_heapgraph::{Header, Object, Scalar, State, Value};

pub fn table(header: &Header, instance: &DrawnInstance, page: &Page) -> String {
    let mut lines = vec![Line::new(Style::Title, &instance.title())];
    let witnesses = pairs("witness", instance.first(), instance.witnesses(), page.width);
    match instance {
        DrawnInstance::Heap(heap) => {
            lines.append(&mut state(header, &heap.state, page.width));
            if let Some(after) = &heap.after {
                lines.push(Line::new(Style::Title, "after"));
                lines.append(&mut state(header, after, page.width));
            }
        }
        DrawnInstance::Trace(trace) => {
            for (at, one) in trace.states.iter().enumerate() {
                lines.push(Line::default());
                lines.push(Line::new(Style::Title, &format!("state {at}")));
                lines.append(&mut state(header, one, page.width));
            }
            let ending = instance.ending().expect("a trace has one");
            lines.extend([Line::default(), Line::new(Style::Title, &ending)]);
        }
    }
    lines.extend(witnesses);
    let mut out = String::new();
    lines.iter().for_each(|line| line.write(&mut out, page.is_colored));
    out
}

fn state(header: &Header, state: &State, width: usize) -> Vec<Line> {
    let mut lines = pairs("root", state, &state.roots, width);
    for (place, ty) in header.types.iter().enumerate() {
        let own: Vec<usize> =
            (0..state.objects.len()).filter(|&at| state.objects[at].type_name == ty.name).collect();
        if own.is_empty() {
            continue;
        }
        lines.push(Line::default());
        lines.append(&mut objects(state, &own, &ty.name, place).lines(width));
    }
    let sets = state.sets.iter().filter(|(_, items)| !items.is_empty());
    let sets: Vec<(String, Value)> =
        sets.map(|(name, items)| (name.clone(), Value::Set(items.clone()))).collect();
    lines.append(&mut pairs("set", state, &sets, width));
    lines.append(&mut pairs("relation", state, &state.relations, width));
    lines
}

fn objects(state: &State, own: &[usize], name: &str, place: usize) -> Grid {
    let mut fields: Vec<&str> = Vec::new();
    for &at in own {
        for (field, _) in &state.objects[at].fields {
            if !fields.contains(&field.as_str()) {
                fields.push(field);
            }
        }
    }
    let row = |&at: &usize| {
        let object = &state.objects[at];
        let cells = fields.iter().map(|field| cell(state, object, field));
        std::iter::once(GridCell::new(Style::Object(place), &object.id)).chain(cells).collect()
    };
    let head = std::iter::once(name).chain(fields.iter().copied()).map(shown).collect();
    Grid { head, rows: own.iter().map(row).collect() }
}

fn cell(state: &State, object: &Object, field: &str) -> GridCell {
    match object.fields.iter().find(|(name, _)| name == field) {
        // A field of a subset sig that the object is not in.
        None => GridCell::new(Style::Plain, ""),
        Some((_, value)) => values(state, value),
    }
}

fn values(state: &State, value: &Value) -> GridCell {
    if value.is_empty() {
        return GridCell::new(Style::Faint, "–");
    }
    if let Value::One(_) = value {
        return GridCell::new(Style::Value, shown(&value_text(state, value)));
    }
    let text = |scalar: &Scalar| scalar_text(state, scalar);
    let is_sequence = matches!(value, Value::Sequence(_));
    let tuples = value.tuples();
    let pieces = tuples.iter().map(|tuple| {
        let texts: Vec<String> = tuple.iter().map(text).collect();
        shown(&if is_sequence { texts.join(":") } else { texts.join("→") })
    });
    GridCell { style: Style::Value, pieces: pieces.collect() }
}

fn pairs(head: &str, state: &State, members: &[(String, Value)], width: usize) -> Vec<Line> {
    if members.is_empty() {
        return Vec::new();
    }
    let row = |(name, value): &(String, Value)| {
        vec![GridCell::new(Style::Title, shown(name)), values(state, value)]
    };
    let rows = members.iter().map(row).collect();
    let grid = Grid { head: vec![head.to_owned(), String::new()], rows };
    std::iter::once(Line::default()).chain(grid.lines(width)).collect()
}

/// Widths are those of the shown text.
fn shown(text: &str) -> String {
    korrel_lang::visible::visible(text).into_owned()
}
