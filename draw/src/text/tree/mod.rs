//! Trees as trees, and lists as chains.
//!
//! A run of objects that each lead to just one other one is a chain. It stands in a line if a type
//! in it has only one field that leads on, as lists do. A path down a tree of `left` and `right`
//! still shows its turns. A branch that would begin far to the right begins again at the margin.

mod chain;
mod tables;

use std::collections::{BTreeSet, VecDeque};

use super::attributes::Scene;
use super::line::{Line, Style, flow, width};
use korrel_heapgraph::Value;

/// Draws the forest below `entry`, at most so wide where that can be.
pub fn tree(scene: &Scene<'_>, entry: usize, most: usize) -> Vec<Line> {
    let mut drawing = Tree {
        scene,
        most,
        lines: Vec::new(),
        later: VecDeque::from([entry]),
        chainless: BTreeSet::new(),
    };
    while let Some(object) = drawing.later.pop_front() {
        drawing.node(object, None, Line::default(), "", "");
    }
    drawing.lines
}

struct Tree<'a> {
    scene: &'a Scene<'a>,
    most: usize,
    lines: Vec<Line>,
    /// The objects that are drawn at the margin, further down.
    later: VecDeque<usize>,
    /// Objects at which no chain begins, as far as that is known.
    chainless: BTreeSet<usize>,
}

impl Tree<'_> {
    /// `head` is the text before the object's name and its roots'. `first` and `rest` begin its
    /// lines.
    fn node(&mut self, object: usize, above: Option<usize>, head: Line, first: &str, rest: &str) {
        if let Some(chain) = self.chain(object) {
            return self.draw_chain(object, above, head, &chain, first, rest);
        }
        let branches = self.scene.branches(object);
        let mut line = head;
        line.append(self.scene.titled(object));
        let (tables, attributes) = self.split(object, above);
        let below = if branches.is_empty() { "   " } else { "│  " };
        let room = self.most.saturating_sub(width(first));
        let indent = line.width().min(4) + 2;
        line.push(Style::Plain, "  ");
        let lines = flow(line, attributes, "  ", indent, room);
        for (at, line) in lines.into_iter().enumerate() {
            self.lines.push(line.after(if at == 0 { first } else { rest }));
        }
        for table in tables {
            self.lines.push(table.after(&format!("{rest}{below}")));
        }
        for (at, &edge) in branches.iter().enumerate() {
            let (corner, pipe) =
                if at + 1 == branches.len() { ("└─ ", "   ") } else { ("├─ ", "│  ") };
            self.branch(edge, &format!("{rest}{corner}"), &format!("{rest}{pipe}"));
        }
    }

    fn branch(&mut self, edge: usize, first: &str, rest: &str) {
        let scene = self.scene;
        let to = scene.outline.edges[edge].to;
        let mut head = Line::new(Style::Faint, &format!("{}: ", scene.label(edge)));
        if scene.is_changed(edge) {
            head.push(Style::Changed, "*");
        }
        if scene.outline.reached_by[to] != Some(edge) {
            head.append(scene.name(to, "^"));
            return self.lines.push(head.after(first));
        }
        let is_deep = width(rest) * 2 > self.most;
        if is_deep && !scene.branches(to).is_empty() {
            head.append(scene.name(to, "↓"));
            self.later.push_back(to);
            return self.lines.push(head.after(first));
        }
        self.node(to, Some(scene.outline.edges[edge].from), head, first, rest);
    }

    /// Maps, sequences and relations of several entries become tables, and the other fields go on the line.
    fn split(&self, object: usize, above: Option<usize>) -> (Vec<Line>, Vec<Line>) {
        let mut tables = Vec::new();
        let mut attributes = Vec::new();
        for (name, value) in self.scene.left_over(object) {
            if value.tuples().len() < 2 || matches!(value, Value::Set(_)) {
                attributes.push(self.scene.attribute(object, name, &value, above));
            } else {
                tables.append(&mut self.table(object, name, &value));
            }
        }
        attributes.append(&mut self.scene.memberships(object));
        (tables, attributes)
    }
}
