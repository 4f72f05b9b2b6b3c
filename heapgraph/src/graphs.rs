//! Heaps that are graphs: the objects of one type, and one field that leads from each to others of them.
//!
//! ```text
//! Header ─► GraphType          which type and field, and what beside them a line has no place for
//! GraphType, Heap ─► Graph     node i is the i-th object
//! GraphType, Graph ─► record   `Node$i` is node i
//! ```

use std::fmt;

use serde_json::{Map, Value as Json, json};

use crate::graph6::Graph;
use crate::header::{Header, Member, ObjectType};
use crate::heap::{Scalar, State, Value};
use crate::shape::Shape;

/// The relation of a header that is taken for the edges.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphType {
    /// The type of the nodes.
    pub node: String,
    pub field: String,
    /// True if a node has an array of others, and not one or none.
    is_many: bool,
    /// What else the heaps have.
    pub others: Vec<String>,
}

/// Why the heaps of a header are no graphs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoGraphs {
    /// No field leads from the objects of a type to objects of the same type.
    NoRelation,
    /// None of this name does; these do.
    Unknown(String, Vec<String>),
    /// The heaps have more than one relation of one type: these lead from a type to itself, and there is this beside each.
    More { relations: Vec<String>, others: Vec<String> },
}

impl GraphType {
    /// `field`: the relation that is meant, whatever else the heaps have. Without it they have nothing else.
    ///
    /// # Errors
    /// Heaps that are no graphs.
    pub fn of(header: &Header, field: Option<&str>) -> Result<GraphType, NoGraphs> {
        let mut found = Vec::new();
        for ty in &header.types {
            let own = ty.fields.iter().filter(|field| is_own(header, ty, field));
            let leads_back = |field: &&Member| leads_to(&field.shape) == Some(&ty.name);
            found.extend(own.filter(leads_back).map(|field| (ty, field)));
        }
        let names = || found.iter().map(|(_, field)| field.name.clone()).collect::<Vec<_>>();
        if found.is_empty() {
            return Err(NoGraphs::NoRelation);
        }
        let meant = field.unwrap_or(&found[0].1.name);
        let is_it = |(ty, field): &&(&ObjectType, &Member)| {
            meant == field.name || meant.replace(' ', "") == format!("{}<:{}", ty.name, field.name)
        };
        let mut meant_ones = found.iter().filter(is_it);
        let (Some((ty, edges)), None) = (meant_ones.next(), meant_ones.next()) else {
            let several = found.iter().map(|(ty, field)| format!("{}<:{}", ty.name, field.name));
            return Err(NoGraphs::Unknown(meant.to_owned(), several.collect()));
        };
        let others = others(header, &ty.name, edges);
        if field.is_none() && !others.is_empty() {
            return Err(NoGraphs::More { relations: names(), others });
        }
        Ok(GraphType {
            node: ty.name.clone(),
            field: edges.name.clone(),
            is_many: matches!(edges.shape, Shape::Set(_)),
            others,
        })
    }

    /// The graphs of lines that come without a spec: `Node`, with a field `edges`.
    pub fn unnamed() -> GraphType {
        let (node, field) = ("Node".to_owned(), "edges".to_owned());
        GraphType { node, field, is_many: true, others: Vec::new() }
    }

    /// A header that declares the nodes and their edges.
    pub fn header(&self) -> Json {
        let shape = format!("{}{}", if self.is_many { "set " } else { "" }, self.node);
        json!({ "kind": "header", "format": "heapgraph/1", "roots": {}, "enums": {},
            "types": { &self.node: { &self.field: shape } } })
    }

    /// The graph that a heap of the header is.
    pub fn graph(&self, header: &Header, heap: &State) -> Graph {
        let mut places = vec![None; heap.objects.len()];
        let is_node = |ty: &str| header.is_a(ty, &self.node);
        let nodes = heap.objects.iter().zip(&mut places);
        let nodes = nodes.filter(|(object, _)| is_node(&object.type_name));
        let mut nodes: Vec<_> = nodes.collect();
        nodes.iter_mut().enumerate().for_each(|(at, (_, place))| **place = Some(at));
        let (count, objects) = (nodes.len(), nodes.into_iter().map(|(object, _)| object));
        let objects: Vec<_> = objects.collect();
        let mut edges = Vec::new();
        for (from, object) in objects.into_iter().enumerate() {
            let value = object.fields.iter().find(|(name, _)| *name == self.field);
            let ends: &[Scalar] = match value.map(|(_, value)| value) {
                Some(Value::Set(ends)) => ends,
                Some(Value::One(end)) => std::slice::from_ref(end),
                _ => &[],
            };
            let to = |end: &Scalar| match end {
                Scalar::Object(object) => places[*object],
                _ => None,
            };
            edges.extend(ends.iter().filter_map(to).map(|to| (from, to)));
        }
        Graph::new(count, edges)
    }

    /// The record of a graph. Where a node has one end or none, and the graph has more, the record does not fit the header.
    pub fn record(&self, graph: &Graph) -> Json {
        let id = |node: usize| format!("{}${node}", self.node);
        let mut ends = vec![Vec::new(); graph.nodes()];
        graph.edges().iter().for_each(|&(from, to)| ends[from].push(id(to)));
        let object = |(node, mut ends): (usize, Vec<String>)| {
            let value = match (self.is_many, ends.len()) {
                (false, 0) => Json::Null,
                (false, 1) => ends.pop().into(),
                _ => json!(ends),
            };
            (id(node), json!({ "$type": self.node, &self.field: value }))
        };
        let objects: Map<String, Json> = ends.into_iter().enumerate().map(object).collect();
        json!({ "roots": {}, "objects": objects })
    }
}

impl fmt::Display for NoGraphs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoGraphs::NoRelation => f.write_str(
                "the instances are no graphs: no field leads from a sig to the same sig",
            ),
            NoGraphs::Unknown(name, known) => {
                write!(
                    f,
                    "`{name}` is not the name of one relation from a sig to itself: there {} {}",
                    if known.len() == 1 { "is" } else { "are" },
                    known.join(", ")
                )
            }
            NoGraphs::More { others, .. } => {
                write!(
                    f,
                    "the instances are more than graphs: they also have {}",
                    others.join(", ")
                )
            }
        }
    }
}

impl std::error::Error for NoGraphs {}

/// The type that each value is an object of, if it is a value, or a set of them.
fn leads_to(shape: &Shape) -> Option<&String> {
    match shape {
        Shape::One(column) | Shape::Lone(column) | Shape::Set(column) => Some(&column.text),
        Shape::Sequence(_) | Shape::Map(..) | Shape::Relation(_) => None,
    }
}

/// The type declares the field, and does not inherit it.
fn is_own(header: &Header, ty: &ObjectType, field: &Member) -> bool {
    let parent = ty.parent.as_ref().and_then(|parent| header.type_of(parent));
    parent.is_none_or(|parent| parent.fields.iter().all(|other| other.name != field.name))
}

/// What the heaps have beside these nodes and edges, each as a spec calls it.
fn others(header: &Header, node: &str, edges: &Member) -> Vec<String> {
    let mut others = Vec::new();
    let mut add = |text: String| others.push(format!("`{text}`"));
    for ty in &header.types {
        let is_node = header.is_a(&ty.name, node);
        if ty.name != node {
            add(ty.name.clone());
        }
        let own = ty.fields.iter().filter(|field| is_own(header, ty, field));
        let other = own.filter(|field| !is_node || field.name != edges.name);
        other.for_each(|field| add(format!("{}.{}", ty.name, field.name)));
    }
    for set in &header.sets {
        add(set.name.clone());
    }
    header
        .roots
        .iter()
        .filter(|root| header.type_of(&root.name).is_none())
        .for_each(|root| add(root.name.clone()));
    header.relations.iter().for_each(|relation| add(relation.name.clone()));
    others
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::heap::Heap;

    fn header(parts: Json) -> Header {
        Header::declared(&parts).expect("it is a header")
    }

    /// If it failed, nodes would be numbered otherwise behind a pipe, or edges lead elsewhere.
    #[test]
    fn a_heap_is_its_graph_and_back() {
        let header = header(json!({ "types": { "N": { "to": "set N" } } }));
        let edges = GraphType::of(&header, None).expect("it is of graphs");
        let graph = Graph::new(12, vec![(0, 11), (2, 10), (2, 2), (11, 0)]);
        let record = edges.record(&graph);
        let heap = Heap::read(&header, &record).expect("it fits");
        assert_eq!(edges.graph(&header, &heap.state), graph);
        assert_eq!(record["objects"]["N$2"]["to"], json!(["N$2", "N$10"]));
    }

    /// If it failed, something of an instance would be lost without a word, or a relation be taken for another one.
    #[test]
    fn what_is_no_graph_is_told() {
        let two = json!({ "types": { "N": { "a": "set N", "b": "N?", "k": "int" }, "M": { "c": "M" } },
            "roots": { "r": "N" } });
        let two = header(two);
        let more = GraphType::of(&two, None).expect_err("there are several");
        assert_eq!(
            more.to_string(),
            "the instances are more than graphs: they also have `N.b`, `N.k`, `M`, `M.c`, `r`"
        );
        for (name, node) in [("a", "N"), ("b", "N"), ("N <: b", "N"), ("c", "M")] {
            assert_eq!(GraphType::of(&two, Some(name)).map(|of| of.node), Ok(node.to_owned()));
        }
        let unknown = GraphType::of(&two, Some("k")).expect_err("these are numbers");
        assert_eq!(
            unknown.to_string(),
            "`k` is not the name of one relation from a sig to itself: there are N<:a, N<:b, M<:c"
        );
        let none = header(json!({ "types": { "N": { "a": "map N N" }, "L": { "n": "N" } } }));
        assert_eq!(GraphType::of(&none, None), Err(NoGraphs::NoRelation));
        // A field of an abstract sig leads from all that extend it.
        let heirs = header(json!({ "types": { "T": { "up": "set T" }, "C": { "up": "set T" } },
            "extends": { "C": "T" } }));
        let up = GraphType::of(&heirs, Some("up")).expect("it is one relation");
        assert_eq!((up.node.as_str(), &up.others[..]), ("T", &["`C`".to_owned()][..]));
    }
}
