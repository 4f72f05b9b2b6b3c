//! The states before and after: side by side, and what differs.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::Look;
use crate::failure::FailedInput;

/// A line: the state before, the change, the state after.
#[derive(Clone)]
struct SideRow {
    before: String,
    sign: char,
    after: String,
}

/// Lines of both states. Changed ones have a sign between them: `~` changed, `+` new, `-` gone.
pub(super) fn side_by_side(failure: &FailedInput, look: &Look<'_>) -> Vec<String> {
    if failure.pre.is_null() {
        return Vec::new();
    }
    if let Some(drawing) = look.text.and_then(|draw| draw(failure)) {
        return drawing.lines().map(str::to_owned).collect();
    }
    let Some(post) = &failure.post else {
        return lines(&failure.pre).into_iter().map(|(_, line)| line).collect();
    };
    let changes = StateChanges::between(&failure.pre, post);
    let title = SideRow { before: "before".to_owned(), sign: ' ', after: "after".to_owned() };
    columns([vec![title], rows(&failure.pre, post, &changes)].concat())
}

fn rows(pre: &Value, post: &Value, changes: &StateChanges) -> Vec<SideRow> {
    let (before, mut after) = (lines(pre), lines(post));
    let mut rows = Vec::new();
    for (id, line) in before {
        let now = after.iter().position(|(other, _)| *other == id).map(|at| after.remove(at).1);
        // Roots that are not answered are as they were.
        let now = now.or_else(|| id.is_empty().then(|| line.clone()));
        let sign = match &now {
            None => '-',
            Some(_) if id.is_empty() && !changes.roots.is_empty() => '~',
            Some(_) if changes.touches(&id) => '~',
            Some(_) => ' ',
        };
        rows.push(SideRow { before: line, sign, after: now.unwrap_or_default() });
    }
    rows.extend(after.into_iter().map(|(_, after)| SideRow {
        before: String::new(),
        sign: '+',
        after,
    }));
    rows
}

/// The roots, under no name, and each object under its id.
fn lines(state: &Value) -> Vec<(String, String)> {
    let fields = |fields: &Value| {
        let fields = fields.as_object().into_iter().flatten();
        let fields = fields.filter(|(name, _)| *name != "$type");
        let fields: Vec<String> =
            fields.map(|(name, value)| format!("{name} {}", plain(value))).collect();
        fields.join(", ")
    };
    let mut lines = Vec::new();
    if let Some(roots) = state.get("roots") {
        lines.push((String::new(), fields(roots)));
    }
    for (id, object) in member(state, "objects") {
        let line = format!("{id}  {}", fields(&object));
        lines.push((id, line.trim_end().to_owned()));
    }
    lines
}

/// A value as people write it.
fn plain(value: &Value) -> String {
    match value {
        Value::Null => "–".to_owned(),
        Value::String(text) => text.replace(['\n', '\r'], " "),
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(plain).collect();
            format!("{{{}}}", items.join(" "))
        }
        other => other.to_string(),
    }
}

fn columns(rows: Vec<SideRow>) -> Vec<String> {
    let width = rows.iter().map(|row| row.before.chars().count()).max().unwrap_or(0);
    let line = |SideRow { before, sign, after }: SideRow| {
        let space = " ".repeat(width - before.chars().count());
        format!("{before}{space}  {sign}  {after}").trim_end().to_owned()
    };
    rows.into_iter().map(line).collect()
}

/// The differences between the state before and the state after.
#[derive(Clone, Debug, Default)]
pub struct StateChanges {
    /// Objects that are in the state after only.
    pub new: BTreeSet<String>,
    /// Objects that are in the state before only.
    pub gone: BTreeSet<String>,
    /// Fields (object, field) of objects that are in both, whose values differ.
    pub fields: BTreeSet<(String, String)>,
    /// Roots whose values differ.
    pub roots: BTreeSet<String>,
}

impl StateChanges {
    pub fn between(pre: &Value, post: &Value) -> StateChanges {
        let mut changes = StateChanges::default();
        let (before, after) = (member(pre, "objects"), member(post, "objects"));
        for (id, fields) in &before {
            match after.get(id) {
                None => drop(changes.gone.insert(id.clone())),
                Some(now) => {
                    let fields = different(fields, now).map(|field| (id.clone(), field));
                    changes.fields.extend(fields);
                }
            }
        }
        changes.new = after.keys().filter(|id| !before.contains_key(*id)).cloned().collect();
        if let Some(roots) = post.get("roots") {
            changes.roots = different(pre.get("roots").unwrap_or(&Value::Null), roots).collect();
        }
        changes
    }

    /// True if a field changed of an object that is in both states.
    pub(super) fn touches(&self, id: &str) -> bool {
        self.fields.range((id.to_owned(), String::new())..).next().is_some_and(|(of, _)| of == id)
    }
}

pub(super) fn member(state: &Value, name: &str) -> Map<String, Value> {
    state.get(name).and_then(Value::as_object).cloned().unwrap_or_default()
}

/// Names whose values differ.
fn different(before: &Value, after: &Value) -> impl Iterator<Item = String> {
    let (before, after) = (entries(before), entries(after));
    let names: BTreeSet<String> = before.keys().chain(after.keys()).cloned().collect();
    names.into_iter().filter(move |name| before.get(name) != after.get(name))
}

fn entries(value: &Value) -> Map<String, Value> {
    value.as_object().cloned().unwrap_or_default()
}
