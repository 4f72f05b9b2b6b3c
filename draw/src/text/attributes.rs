//! The fields beside an object's name: those that are not drawn as lines.

use super::line::{Line, Style};
use crate::frames::change::Changes;
use crate::outline::Outline;
use crate::value::value_text_by;
use korrel_heapgraph::{Header, Scalar, State, Value};

/// All that the drawing of a state needs to know.
pub struct Scene<'a> {
    pub header: &'a Header,
    pub state: &'a State,
    pub outline: &'a Outline,
    pub changes: &'a Changes,
}

impl Scene<'_> {
    /// An object where it is drawn: its name, after those of the roots that are this object.
    pub fn titled(&self, object: usize) -> Line {
        let mut line = Line::default();
        for root in self.state.roots_at(object) {
            line.push(Style::Title, if line.width() > 0 { ", " } else { "" });
            line.push(Style::Title, root);
            if self.changes.globals.contains(root) {
                line.push(Style::Changed, "*");
            }
        }
        if line.width() > 0 {
            line.push(Style::Title, ": ");
        }
        line.append(self.name(object, ""));
        line
    }

    /// An object's name. A new one is marked, and `^` says that it is drawn elsewhere.
    pub fn name(&self, object: usize, mark: &str) -> Line {
        let shown = &self.state.objects[object];
        let mut line = Line::default();
        if self.changes.objects.contains(&shown.id) {
            line.push(Style::Changed, self.changes.sign);
        }
        let style = Style::Object(self.header.place(&shown.type_name).unwrap_or(0));
        line.push(style, &format!("{mark}{}", shown.id));
        line
    }

    /// The text of a reference: an object that has no fields is not drawn anywhere else.
    pub fn reference(&self, scalar: &Scalar) -> String {
        match scalar {
            Scalar::Object(at) if !self.outline.is_bare[*at] => {
                format!("^{}", self.state.objects[*at].id)
            }
            other => crate::value::scalar_text(self.state, other),
        }
    }

    /// The subset sigs that an object is in.
    pub fn memberships(&self, object: usize) -> Vec<Line> {
        let id = &self.state.objects[object].id;
        let set = |(set, _): &(String, _)| {
            let mut line = Line::new(Style::Faint, "in ");
            let is_new = self.changes.is_new_member(id, set);
            line.push(if is_new { Style::Changed } else { Style::Value }, set);
            line.push(Style::Changed, if is_new { "*" } else { "" });
            line
        };
        let holds = |set: &&(String, Vec<Scalar>)| set.1.contains(&Scalar::Object(object));
        self.state.sets.iter().filter(holds).map(set).collect()
    }

    pub fn attribute(
        &self,
        object: usize,
        name: &str,
        value: &Value,
        above: Option<usize>,
    ) -> Line {
        let id = &self.state.objects[object].id;
        let is_changed = self.changes.has_field(id, name);
        let is_up = matches!(value, Value::One(Scalar::Object(to)) if Some(*to) == above)
            && self.outline.back_fields.contains(name);
        let mut line = Line::default();
        if is_up {
            line.push(Style::Faint, &format!("↑{name}"));
        } else {
            line.push(Style::Faint, &format!("{name} "));
            let text = value_text_by(value, |scalar| self.reference(scalar));
            line.push(if is_changed { Style::Changed } else { Style::Value }, &text);
        }
        if is_changed {
            line.push(Style::Changed, "*");
        }
        line
    }

    /// Fields, and what of their values no branch shows.
    pub fn left_over(&self, object: usize) -> Vec<(&str, Value)> {
        let fields = self.state.objects[object].fields.iter();
        let rest = fields.filter_map(|(name, value)| {
            Some((name.as_str(), self.not_drawn(object, name, value)?))
        });
        rest.collect()
    }

    /// The part of a field's value that is not drawn as a branch.
    fn not_drawn(&self, object: usize, field: &str, value: &Value) -> Option<Value> {
        if value.is_empty() && !self.changes.has_field(&self.state.objects[object].id, field) {
            return None;
        }
        let drawn: Vec<usize> = self
            .branches(object)
            .into_iter()
            .filter(|&at| self.outline.edges[at].field == field)
            .collect();
        let is_drawn = |key: &[Scalar], to: &Scalar| {
            drawn.iter().any(|&at| {
                let edge = &self.outline.edges[at];
                edge.key == key && Scalar::Object(edge.to) == *to
            })
        };
        if drawn.is_empty() {
            return Some(value.clone());
        }
        let rest = match value {
            Value::Set(items) => {
                Value::Set(items.iter().filter(|item| !is_drawn(&[], item)).cloned().collect())
            }
            Value::Map(entries) => Value::Map(
                entries
                    .iter()
                    .filter(|(key, value)| !is_drawn(std::slice::from_ref(key), value))
                    .cloned()
                    .collect(),
            ),
            Value::Relation(tuples) => {
                let is_left = |tuple: &&Vec<Scalar>| {
                    let (last, key) = tuple.split_last().expect("tuples have columns");
                    !is_drawn(key, last)
                };
                Value::Relation(tuples.iter().filter(is_left).cloned().collect())
            }
            // Indices would be lost.
            Value::Sequence(items) => {
                let is_all =
                    (0..).zip(items).all(|(at, item)| is_drawn(&[Scalar::Number(at)], item));
                if is_all { Value::Null } else { value.clone() }
            }
            Value::One(_) | Value::Null => Value::Null,
        };
        (!rest.is_empty()).then_some(rest)
    }

    /// The edges that are drawn as branches: to children, and from an object that has any also those
    /// that lead back to where something was drawn, so that the picture shows the cycle.
    pub fn branches(&self, object: usize) -> Vec<usize> {
        let is_branch = |&at: &usize| {
            let edge = &self.outline.edges[at];
            let is_child = self.outline.reached_by[edge.to] == Some(at);
            !edge.is_back
                && !self.outline.is_bare[edge.to]
                && (is_child || self.is_plain(edge.from, &edge.field))
        };
        self.outline.leaving[object].iter().copied().filter(is_branch).collect()
    }

    /// True if a field is one reference. Such a field is drawn as a branch even if it leads back.
    fn is_plain(&self, object: usize, field: &str) -> bool {
        let value = self.state.objects[object].fields.iter().find(|(name, _)| name == field);
        matches!(value, Some((_, Value::One(_))))
    }

    /// The label of a branch: `left`, `entries[a]`.
    pub fn label(&self, edge: usize) -> String {
        let edge = &self.outline.edges[edge];
        if edge.key.is_empty() {
            return edge.field.clone();
        }
        let key: Vec<String> = edge.key.iter().map(|key| self.key(key)).collect();
        format!("{}[{}]", edge.field, key.join(", "))
    }

    fn key(&self, key: &Scalar) -> String {
        crate::value::scalar_text(self.state, key)
    }

    pub fn is_changed(&self, edge: usize) -> bool {
        let edge = &self.outline.edges[edge];
        self.changes.has_field(&self.state.objects[edge.from].id, &edge.field)
    }
}

/// Attributes in brackets, each with what stands before it: ` (key 1`, `, color RED)`.
pub fn bracketed(attributes: Vec<Line>) -> Vec<Line> {
    let count = attributes.len();
    let piece = |(at, attribute): (usize, Line)| {
        let mut line = Line::new(Style::Faint, if at == 0 { "(" } else { "" });
        line.append(attribute);
        line.push(Style::Faint, if at + 1 == count { ")" } else { "," });
        line
    };
    attributes.into_iter().enumerate().map(piece).collect()
}

/// The same in one piece, after a name.
pub fn in_brackets(name: Line, attributes: Vec<Line>) -> Line {
    let mut line = name;
    for piece in bracketed(attributes) {
        line.push(Style::Plain, " ");
        line.append(piece);
    }
    line
}
