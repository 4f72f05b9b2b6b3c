//! From a state to its boxes and arrows.

use korrel_lang::visible::visible;

use super::wrap::{cut_to, value_lines, wrapped};
use super::{Graph, GraphNode, Link, NodeRow, NodeSide};
use crate::frames::Frame;
use crate::frames::change::Changes;
use crate::hints::Hints;
use crate::look::ObjectLook;
use crate::look::paint::{PAINTS, paint};
use crate::look::{EdgeLook, Paint};
use crate::outline::{Edge, Outline, sounds_backward};
use crate::value::{scalar_text, value_text};
use korrel_heapgraph::{Enumeration, Header, Member, Object, Scalar, Shape, State, Value};

/// Longer values are cut.
const MOST: usize = 28;

impl Frame {
    /// Its state as a graph. What it has lost stands in rows beside the objects.
    pub fn graph(&self, header: &Header, hints: &Hints) -> Graph {
        graphs(header, std::slice::from_ref(self), hints).pop().expect("a graph for a frame")
    }
}

/// The graphs of frames, in which arrows need no label if all of all have one.
pub fn graphs(header: &Header, frames: &[Frame], hints: &Hints) -> Vec<Graph> {
    let graph = |frame: &Frame| {
        let mut graph = Graph::new(header, frame, hints);
        graph.globals.extend(frame.losses.iter().map(|(name, value)| row(name, value, true)));
        graph
    };
    let mut graphs: Vec<Graph> = frames.iter().map(graph).collect();
    share_label(&mut graphs, false, |graph| &mut graph.one_field);
    share_label(&mut graphs, true, |graph| &mut graph.one_back_field);
    graphs
}

/// Arrows that all have one label do not need it.
fn share_label(
    graphs: &mut [Graph],
    is_back: bool,
    legend: impl Fn(&mut Graph) -> &mut Option<String>,
) {
    let mut alike = graphs.iter().flat_map(|graph| &graph.edges);
    let is_alike = |edge: &&Link| edge.is_back == is_back;
    let Some(first) = alike.by_ref().find(is_alike).map(|edge| edge.label.clone()) else { return };
    if first.is_empty() || !alike.filter(is_alike).all(|edge| edge.label == first) {
        return;
    }
    for graph in graphs {
        let alike = graph.edges.iter_mut().filter(|edge| edge.is_back == is_back);
        if alike.map(|edge| edge.label.clear()).count() > 0 {
            *legend(graph) = Some(first.clone());
        }
    }
}

impl Graph {
    fn new(header: &Header, frame: &Frame, hints: &Hints) -> Graph {
        let Frame { whole, changes, .. } = frame;
        let state = &hints.shown(header, whole.clone());
        let outline = Outline::new(header, state);
        let looks = (0..state.objects.len()).map(|at| hints.object(header, state, at));
        let looks: Vec<ObjectLook> = looks.collect();
        let mut called = state.clone();
        for (at, look) in looks.iter().enumerate() {
            called.objects[at].id = look.title(state, at);
        }
        let outline = &outline;
        let called = &called;
        let builder = GraphBuilder { header, state, whole, changes, hints, looks, called, outline };
        let nodes = (0..state.objects.len()).map(|at| builder.node(at)).collect();
        let mut graph = Graph { nodes, globals: builder.globals(), ..Graph::default() };
        builder.arrows(&mut graph);
        graph.connected()
    }

    /// The graph without nodes that are only drawn where an arrow touches them.
    fn connected(mut self) -> Graph {
        let is_touched =
            |node: usize| self.edges.iter().any(|edge| [edge.from, edge.to].contains(&node));
        let stays = |node: &usize| self.nodes[*node].stays_alone || is_touched(*node);
        let kept: Vec<usize> = (0..self.nodes.len()).filter(stays).collect();
        let place = |node: usize| kept.binary_search(&node).expect("what an arrow touches stays");
        for edge in &mut self.edges {
            (edge.from, edge.to) = (place(edge.from), place(edge.to));
        }
        self.nodes = kept.iter().map(|&node| self.nodes[node].clone()).collect();
        self
    }
}

struct GraphBuilder<'a> {
    header: &'a Header,
    state: &'a State,
    /// With what is hidden.
    whole: &'a State,
    changes: &'a Changes,
    hints: &'a Hints,
    looks: Vec<ObjectLook>,
    /// The state whose objects have the names that they are drawn with.
    called: &'a State,
    outline: &'a Outline,
}

impl GraphBuilder<'_> {
    fn node(&self, at: usize) -> GraphNode {
        let (object, look) = (&self.state.objects[at], &self.looks[at]);
        let mut rows: Vec<NodeRow> = object
            .fields
            .iter()
            .filter_map(|(name, value)| self.row(object, name, value))
            .collect();
        for set in self.state.sets_of(at) {
            let called = self.set(set);
            rows.extend(
                called.map(|name| row("in", &name, self.changes.is_new_member(&object.id, set))),
            );
        }
        GraphNode {
            id: object.id.clone(),
            title: shown(&self.called.objects[at].id),
            ty: self.header.place(&object.type_name).unwrap_or(0),
            roots: self.state.roots_at(at).filter_map(|root| self.root(root)).collect(),
            is_root: self.state.is_root(at),
            rows,
            paint: self.paint(object, look),
            shape: look.shape(),
            line: look.line(),
            stays_alone: look.stays_alone(),
            is_new: self.changes.objects.contains(&object.id),
            is_link: self.is_link(object),
            missing: self.missing(at),
        }
    }

    /// The colour of what it is in, of its values, or of its type.
    fn paint(&self, object: &Object, look: &ObjectLook) -> Option<Paint> {
        let [of_sets, of_type] = look.paints();
        of_sets.or_else(|| self.paint_by_value(object)).or(of_type)
    }

    /// The colour of the first field that is to paint: by a hint, or because all values of its enum are called by
    /// colours.
    fn paint_by_value(&self, object: &Object) -> Option<Paint> {
        let object = self.whole.objects.iter().find(|whole| whole.id == object.id)?;
        object.fields.iter().find_map(|(name, value)| {
            let Value::One(Scalar::Name(value)) = value else { return None };
            let has_value = |one: &&Enumeration| one.values.contains(value);
            let enumeration = self.header.enums.iter().find(has_value)?;
            let is_named = enumeration.values.iter().all(|value| paint(value).is_some());
            let look = self.hints.field(self.header, &object.type_name, name);
            if !is_named && look.paints != Some(true) {
                return None;
            }
            let place = enumeration.values.iter().position(|one| one == value)?;
            Some(paint(value).filter(|_| is_named).unwrap_or(PAINTS[place % PAINTS.len()]))
        })
    }

    /// What a root is called at its object, if that is told.
    fn root(&self, name: &str) -> Option<String> {
        let called = self.set(name)?;
        let mark = if self.changes.globals.contains(name) { "*" } else { "" };
        Some(format!("{}{mark}", shown(&called)))
    }

    /// What a subset sig is called in the boxes of what is in it, if that is told.
    fn set(&self, name: &str) -> Option<String> {
        let look = self.hints.set(name);
        let called = look.label.unwrap_or_else(|| name.to_owned());
        (look.is_told != Some(false) && !called.is_empty()).then_some(called)
    }

    /// The part of a field that no arrow shows.
    fn row(&self, object: &Object, name: &str, value: &Value) -> Option<NodeRow> {
        let look = self.hints.field(self.header, &object.type_name, name);
        let is_changed = self.changes.has_field(&object.id, name);
        let name = look.label.as_deref().unwrap_or(name);
        if look.is_attribute() && !value.is_empty() {
            return Some(value_row(name, self.called, value, is_changed));
        }
        let is_empty = value.is_empty();
        let has_target = |tuple: &Vec<Scalar>| matches!(tuple.last(), Some(Scalar::Object(_)));
        let value = match value {
            value if value.is_empty() && !is_changed => return None,
            Value::Relation(tuples) => {
                let rest = tuples.iter().filter(|tuple| !has_target(tuple)).cloned().collect();
                Value::Relation(rest)
            }
            Value::Map(entries) => {
                let is_plain = |entry: &&(Scalar, Scalar)| !matches!(entry.1, Scalar::Object(_));
                Value::Map(entries.iter().filter(is_plain).cloned().collect())
            }
            Value::Set(items) | Value::Sequence(items)
                if items.iter().any(|item| matches!(item, Scalar::Object(_))) =>
            {
                return None;
            }
            Value::One(Scalar::Object(_)) => return None,
            other => other.clone(),
        };
        // Arrows show the change of a value that they show whole.
        let is_shown = !value.is_empty() || is_empty;
        is_shown.then(|| value_row(name, self.called, &value, is_changed))
    }

    fn globals(&self) -> Vec<NodeRow> {
        let is_marked = |value: &Value| {
            let is_object = |scalar: &Scalar| matches!(scalar, Scalar::Object(_));
            match value {
                Value::One(scalar) => is_object(scalar),
                Value::Set(items) | Value::Sequence(items) => {
                    !items.is_empty() && items.iter().all(is_object)
                }
                _ => false,
            }
        };
        let roots = self.state.roots.iter().filter(|(_, value)| !is_marked(value));
        let is_told =
            |(name, value): &&(String, Value)| !value.is_empty() || self.changes.is_emptied(name);
        let relations = self.state.relations.iter().filter(is_told);
        let row = |(name, value): &(String, Value)| {
            let is_changed = self.changes.globals.contains(name);
            value_row(name, self.called, value, is_changed)
        };
        let mut rows: Vec<NodeRow> = roots.chain(relations).map(row).collect();
        for (name, items) in &self.state.sets {
            let is_emptied = items.is_empty() && self.changes.is_emptied(name);
            if is_emptied || items.iter().any(|item| !matches!(item, Scalar::Object(_))) {
                let value = (name.clone(), Value::Set(items.clone()));
                rows.push(row(&value));
            }
        }
        rows
    }

    /// One arrow for all that leads from one object to another in one direction of drawing.
    fn arrows(&self, graph: &mut Graph) {
        let look = |edge: &Edge| {
            let object = &self.state.objects[edge.from];
            self.hints.field(self.header, &object.type_name, &edge.field)
        };
        let mut shown: Vec<(&Edge, EdgeLook)> =
            self.outline.edges.iter().map(|edge| (edge, look(edge))).collect();
        shown.sort_by_key(|(_, look)| look.rank());
        for (edge, look) in shown {
            let label = self.label(look.label.as_deref().unwrap_or(&edge.field), &edge.key);
            let line = look.line.unwrap_or_default();
            let from = &self.state.objects[edge.from].id;
            let is_changed = self.changes.has_field(from, &edge.field);
            let is_one = self.state.objects[edge.from]
                .fields
                .iter()
                .any(|(name, value)| *name == edge.field && matches!(value, Value::One(_)));
            let same = graph.edges.iter_mut().find(|other| {
                (other.from, other.to, other.is_back) == (edge.from, edge.to, edge.is_back)
                    && (other.ink, other.line) == (look.ink, line)
            });
            match same {
                Some(other) => {
                    let labels = [&*other.label, &label].into_iter().filter(|one| !one.is_empty());
                    other.label = labels.collect::<Vec<&str>>().join(", ");
                    other.is_one &= is_one;
                    other.is_changed |= is_changed;
                }
                None => graph.edges.push(Link {
                    from: edge.from,
                    to: edge.to,
                    label,
                    is_back: edge.is_back,
                    is_one,
                    is_changed,
                    ink: look.ink,
                    line,
                }),
            }
        }
        graph.edges.iter_mut().for_each(|edge| edge.label = cut(&edge.label));
    }

    fn label(&self, field: &str, key: &[Scalar]) -> String {
        if key.is_empty() || field.is_empty() {
            return shown(field);
        }
        let key: Vec<String> = key.iter().map(|key| scalar_text(self.called, key)).collect();
        shown(&format!("{field}[{}]", key.join(", ")))
    }

    /// The one of `left` and `right` that is empty, if just one is.
    fn missing(&self, at: usize) -> Option<NodeSide> {
        let object = &self.state.objects[at];
        let mut own = object.fields.iter().filter(|(name, value)| {
            self.leads_down(object, name)
                && matches!(value, Value::Null | Value::One(Scalar::Object(_)))
        });
        match (own.next(), own.next(), own.next()) {
            (Some((_, Value::Null)), Some((_, Value::One(_))), None) => Some(NodeSide::First),
            (Some((_, Value::One(_))), Some((_, Value::Null)), None) => Some(NodeSide::Second),
            _ => None,
        }
    }

    /// True if one field alone leads on from objects of a type to such objects, to one at most.
    fn is_link(&self, object: &Object) -> bool {
        let top = self.header.top(&object.type_name);
        let family = self.header.types.iter().filter(|ty| self.header.is_a(&ty.name, top));
        let own = family.flat_map(|ty| self.header.fields(&ty.name)).filter(|field| {
            let leads = field.shape.columns().iter().any(|to| self.header.is_a(&to.text, top));
            let is_back = self.outline.back_fields.contains(&field.name);
            leads && !is_back && !sounds_backward(&field.name)
        });
        let mut own: Vec<&Member> = own.collect();
        own.dedup_by_key(|field| &field.name);
        matches!(&own[..], [next] if matches!(next.shape, Shape::One(_) | Shape::Lone(_)))
    }

    /// True if a field is declared to lead to objects of its own type, and does not lead back.
    fn leads_down(&self, object: &Object, field: &str) -> bool {
        let declared = self.header.field(&object.type_name, field);
        let is_own = declared.is_some_and(|declared| {
            declared.shape.columns().iter().any(|to| self.header.is_a(&object.type_name, &to.text))
        });
        let is_back = self.outline.back_fields.contains(field);
        is_own && !is_back
    }
}

fn row(name: &str, value: &str, is_changed: bool) -> NodeRow {
    let value = shown(value);
    let (lines, is_whole) = wrapped(&value);
    NodeRow { name: shown(name), lines, full: (!is_whole).then_some(value), is_changed }
}

/// A row of a value.
pub fn value_row(name: &str, state: &State, value: &Value, is_changed: bool) -> NodeRow {
    let (lines, is_whole) = value_lines(state, value);
    let full = (!is_whole).then(|| shown(&value_text(state, value)));
    NodeRow { name: shown(name), lines, full, is_changed }
}

fn shown(text: &str) -> String {
    visible(text).into_owned()
}

fn cut(text: &str) -> String {
    cut_to(text, MOST)
}
