//! A state as boxes and arrows, before anything has a place.
//!
//! Scalar fields stand inside the box. Empty values are not drawn. A field that only says again,
//! backwards, what another one says is dashed. Roots are marked.

mod build;
mod circle;
mod expanded;
pub mod geometry;
mod labels;
pub mod layout;
mod order;
mod parts;
mod place;
mod rank;
mod route;
mod row;
pub mod shape;
pub mod shared;
mod wrap;

use crate::look::{LineStyle, NodeShape, Paint};
use crate::text::width;

pub use build::{graphs, value_row};
pub use wrap::cut_to;

#[derive(Clone, Debug, Default)]
pub struct Graph {
    pub nodes: Vec<GraphNode>,
    pub edges: Vec<Link>,
    /// The values that are no object and belong to none: parameters that are numbers, relations.
    pub globals: Vec<NodeRow>,
    /// The name that all solid arrows share. They do not carry it then.
    pub one_field: Option<String>,
    /// The same of the dashed ones.
    pub one_back_field: Option<String>,
}

#[derive(Clone, Debug)]
pub struct GraphNode {
    /// The object's, by which it is known in other states.
    pub id: String,
    pub title: String,
    /// The place of its type among all.
    pub ty: usize,
    /// The names of roots that are this object, if they say more than its own name.
    pub roots: Vec<String>,
    pub is_root: bool,
    pub rows: Vec<NodeRow>,
    pub is_new: bool,
    /// The colour that a value of it asks for, or a theme.
    pub paint: Option<Paint>,
    pub shape: NodeShape,
    pub line: LineStyle,
    /// It is drawn although no arrow touches it.
    pub stays_alone: bool,
    /// Its type is that of a list's links: one field alone leads to objects of the same type, to one at most.
    pub is_link: bool,
    /// The type has just two fields that lead on, and one of them is empty here: on this side.
    pub missing: Option<NodeSide>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeSide {
    First,
    Second,
}

#[derive(Clone, Debug)]
pub struct NodeRow {
    pub name: String,
    /// The value as it is shown, line by line: broken where it is long, and cut where it is very long.
    pub lines: Vec<String>,
    /// All of it, if it was cut.
    pub full: Option<String>,
    pub is_changed: bool,
}

impl NodeRow {
    /// The columns of its longest line.
    pub fn width(&self) -> usize {
        self.lines.iter().map(|line| width(line)).max().unwrap_or(0)
    }
}

#[derive(Clone, Debug)]
pub struct Link {
    pub from: usize,
    pub to: usize,
    pub label: String,
    pub is_back: bool,
    /// The value of a field that has one at most.
    pub is_one: bool,
    pub is_changed: bool,
    /// As somebody wants it: another colour, another line.
    pub ink: Option<&'static str>,
    pub line: LineStyle,
}

impl Graph {
    /// The earlier arrow that says the same the other way round: both are drawn as one line with two heads.
    pub fn twin(&self, at: usize) -> Option<usize> {
        let edge = &self.edges[at];
        let is_twin = |other: &Link| {
            (other.from, other.to) == (edge.to, edge.from)
                && other.label == edge.label
                && !other.is_back
        };
        let is_open = !edge.is_back && edge.from != edge.to;
        self.edges[..at].iter().position(is_twin).filter(|_| is_open)
    }
}
