//! Trees as trees, and lists as chains.
//!
//! A run of objects of which each leads to just one other one is a chain, and stands in a line, if a type
//! in it has only one field that leads on, as lists do; a path down a tree of `left` and `right` still
//! shows its turns. What would begin far to the right begins again at the margin.

use std::collections::{BTreeSet, VecDeque};

use super::attributes::{Scene, in_brackets};
use super::grid::{Cell, Grid};
use super::line::{Line, Style, flow, width};
use crate::heap::{Scalar, Value};

/// Draws the forest below `entry`, at most so wide where that can be.
pub fn tree(scene: &Scene<'_>, entry: usize, most: usize) -> Vec<Line> {
    let mut drawing = Tree {
        scene,
        most,
        lines: Vec::new(),
        later: VecDeque::from([entry]),
        chainless: BTreeSet::new(),
    };
    let mut is_first = true;
    while let Some(object) = drawing.later.pop_front() {
        let mut head = Line::default();
        if is_first {
            let roots: Vec<&str> = scene.state.roots_at(object).collect();
            if !roots.is_empty() {
                head.push(Style::Title, &format!("{}: ", roots.join(", ")));
            }
        }
        is_first = false;
        drawing.node(object, None, head, "", "");
    }
    drawing.lines
}

struct Tree<'a> {
    scene: &'a Scene<'a>,
    most: usize,
    lines: Vec<Line>,
    /// What is drawn at the margin, further down.
    later: VecDeque<usize>,
    /// Objects at which no chain begins, as far as that is known.
    chainless: BTreeSet<usize>,
}

impl Tree<'_> {
    /// `head`: what stands before the object's name; `first` and `rest`: what its lines begin with.
    fn node(&mut self, object: usize, above: Option<usize>, head: Line, first: &str, rest: &str) {
        if let Some(chain) = self.chain(object) {
            return self.draw_chain(object, above, head, &chain, first, rest);
        }
        let branches = self.scene.branches(object);
        let mut line = head;
        line.append(self.scene.name(object, ""));
        let (tables, attributes) = self.split(object, above);
        let below = if branches.is_empty() { "   " } else { "│  " };
        let room = self.most.saturating_sub(width(first));
        let indent = line.width().min(4) + 2;
        line.push(Style::Plain, "  ");
        let lines = flow(line, attributes, "  ", indent, room);
        for (at, line) in lines.into_iter().enumerate() {
            self.lines.push(line.behind(if at == 0 { first } else { rest }));
        }
        for table in tables {
            self.lines.push(table.behind(&format!("{rest}{below}")));
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
            return self.lines.push(head.behind(first));
        }
        let is_deep = width(rest) * 2 > self.most;
        if is_deep && !scene.branches(to).is_empty() {
            head.append(scene.name(to, "↓"));
            self.later.push_back(to);
            return self.lines.push(head.behind(first));
        }
        self.node(to, Some(scene.outline.edges[edge].from), head, first, rest);
    }

    /// The links of a chain that begins with an object, if one does.
    fn chain(&mut self, object: usize) -> Option<Vec<usize>> {
        let outline = self.scene.outline;
        if self.chainless.contains(&object) {
            return None;
        }
        let mut links: Vec<usize> = Vec::new();
        let mut at = object;
        while let [edge] = self.scene.branches(at)[..] {
            links.push(edge);
            at = outline.edges[edge].to;
            if outline.reached_by[at] != Some(edge) {
                break;
            }
        }
        let goes_on = links.iter().any(|&link| self.is_list(link));
        if !goes_on {
            // Nor does one begin further on.
            self.chainless.extend(links.iter().map(|&link| outline.edges[link].to));
        }
        (links.len() > 1 && goes_on).then_some(links)
    }

    /// Whether a link is the only way from its object to others of the type, as in a list.
    fn is_list(&self, link: usize) -> bool {
        let Scene { header, state, outline, .. } = self.scene;
        let edge = &outline.edges[link];
        let ty = &state.objects[edge.from].type_name;
        let mut own = header
            .fields(ty)
            .filter(|field| field.shape.columns.last().is_some_and(|to| header.is_a(ty, to)))
            .filter(|field| !outline.back_fields.contains(&field.name));
        matches!((own.next(), own.next()), (Some(only), None) if only.name == edge.field)
    }

    fn draw_chain(
        &mut self,
        object: usize,
        above: Option<usize>,
        head: Line,
        links: &[usize],
        first: &str,
        rest: &str,
    ) {
        let scene = self.scene;
        let mut start = head;
        start.append(self.link_end(object, above));
        let mut pieces = Vec::new();
        for &link in links {
            let edge = &scene.outline.edges[link];
            let again = self.said_again(link);
            let mut piece = Line::new(
                Style::Faint,
                &match again {
                    Some(back) => format!("─{}⇄{back}─ ", scene.label(link)),
                    None => format!("─{}→ ", scene.label(link)),
                },
            );
            if scene.is_changed(link) {
                piece.push(Style::Changed, "*");
            }
            let is_child = scene.outline.reached_by[edge.to] == Some(link);
            if !is_child {
                piece.append(scene.name(edge.to, "^"));
            } else if scene.branches(edge.to).len() > 1 {
                piece.append(scene.name(edge.to, "↓"));
                self.later.push_back(edge.to);
            } else {
                piece.append(self.link_end(edge.to, Some(edge.from)));
            }
            pieces.push(piece);
        }
        start.push(Style::Plain, " ");
        let room = self.most.saturating_sub(width(first));
        for (at, line) in flow(start, pieces, " ", 3, room).into_iter().enumerate() {
            self.lines.push(line.behind(if at == 0 { first } else { rest }));
        }
    }

    /// An object of a chain, without the fields that its links show.
    fn link_end(&self, object: usize, above: Option<usize>) -> Line {
        let scene = self.scene;
        let outline = scene.outline;
        let shown = |name: &str| {
            outline.edges.iter().enumerate().any(|(at, edge)| {
                self.said_again(at).is_some_and(|back| back == name) && edge.to == object
            })
        };
        let fields = scene.left_over(object);
        let kept = fields.iter().filter(|(name, _)| !shown(name));
        let mut attributes: Vec<Line> =
            kept.map(|(name, value)| scene.attribute(object, name, value, above)).collect();
        attributes.append(&mut scene.memberships(object));
        in_brackets(scene.name(object, ""), attributes)
    }

    /// The field that leads back along a link, if it does nothing else.
    fn said_again(&self, link: usize) -> Option<&str> {
        let outline = self.scene.outline;
        let edge = &outline.edges[link];
        let back = outline.leaving[edge.to].iter().map(|&at| &outline.edges[at]);
        let mut back = back.filter(|back| back.is_back);
        let found = back.find(|back| back.to == edge.from && back.key.is_empty())?;
        let is_link = !edge.is_back && !outline.is_bare[edge.to];
        is_link.then_some(found.field.as_str())
    }

    /// Maps, sequences and relations of several entries as tables; the other fields for the line.
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

    fn table(&self, object: usize, name: &str, value: &Value) -> Vec<Line> {
        let id = &self.scene.state.objects[object].id;
        let is_changed = self.scene.changes.has_field(id, name);
        let style = if is_changed { Style::Changed } else { Style::Value };
        let title =
            Line::new(Style::Faint, &format!("{name}{}", if is_changed { "*" } else { "" }));
        let text = |scalar: &Scalar| self.scene.reference(scalar);
        let cell = |text: String| Cell::new(style, text);
        let lines = match value {
            Value::Sequence(items) => {
                let head = (0..items.len()).map(|index| index.to_string()).collect();
                let row = items.iter().map(|item| cell(text(item))).collect();
                Grid { head, rows: vec![row] }.plain(self.most)
            }
            value => {
                let tuples = value.tuples();
                let rows: Vec<Vec<Cell>> = tuples
                    .iter()
                    .map(|tuple| tuple.iter().map(|scalar| cell(text(scalar))).collect())
                    .collect();
                Grid { head: self.heads(object, name, tuples[0].len()), rows }.plain(self.most)
            }
        };
        let below = lines.into_iter().map(|line| line.behind("  "));
        std::iter::once(title).chain(below).collect()
    }

    /// The types of a field's columns.
    fn heads(&self, object: usize, name: &str, arity: usize) -> Vec<String> {
        let ty = &self.scene.state.objects[object].type_name;
        let declared = self.scene.header.field(ty, name).map(|field| &field.shape.columns);
        match declared {
            Some(columns) if columns.len() == arity => columns.clone(),
            _ => vec![String::new(); arity],
        }
    }
}
