//! The edges between objects, and the one from which each object is reached first.
//!
//! A heap is drawn as people draw it: a tree hangs from its root, a field such as `parent` goes back, and
//! an object that is met a second time is only named. So the edges are those of the fields. A field that
//! only says again, backwards, what another one says is a *back* field. A depth-first walk over the other
//! ones chooses a spanning forest, in order of declaration, so that `left` comes before `right`.

use std::collections::BTreeSet;

use korrel_heapgraph::{Header, Scalar, State, Value};

/// A reference from one object to another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    pub from: usize,
    pub to: usize,
    pub field: String,
    /// The scalars between both in the tuple, if there are any: keys, indices.
    pub key: Vec<Scalar>,
    /// Says again, backwards, what other edges say.
    pub is_back: bool,
}

/// Invariant: `reached_by[o]` is an edge to `o` that is no back edge. The edges in it make a forest
/// whose roots are `entries`.
#[derive(Clone, Debug, Default)]
pub struct Outline {
    /// The edges in order of the objects, their fields and the tuples of these.
    pub edges: Vec<Edge>,
    /// The fields that have some back edge.
    pub back_fields: BTreeSet<String>,
    /// The edges from each object, in order.
    pub leaving: Vec<Vec<usize>>,
    /// The edge of the forest that leads to each object.
    pub reached_by: Vec<Option<usize>>,
    /// The roots of the forest, in order.
    pub entries: Vec<usize>,
    /// Objects of types that have no fields: names to whom refers to them.
    pub is_bare: Vec<bool>,
}

impl Outline {
    pub fn new(header: &Header, state: &State) -> Outline {
        let mut edges = edges(state);
        mark_back(&mut edges);
        let mut leaving = vec![Vec::new(); state.objects.len()];
        for (at, edge) in edges.iter().enumerate() {
            leaving[edge.from].push(at);
        }
        // A projection leaves fields of the object that is looked at to others, whose types have none.
        let has_fields = |top: &str| {
            let mut family = state.objects.iter().filter(|one| header.top(&one.type_name) == top);
            family.any(|one| !one.fields.is_empty())
        };
        let is_bare = state.objects.iter().map(|object| {
            is_bare(header, &object.type_name) && !has_fields(header.top(&object.type_name))
        });
        let back = edges.iter().filter(|edge| edge.is_back);
        let mut outline = Outline {
            back_fields: back.map(|edge| edge.field.clone()).collect(),
            edges,
            leaving,
            reached_by: vec![None; state.objects.len()],
            entries: Vec::new(),
            is_bare: is_bare.collect(),
        };
        outline.grow(state);
        outline
    }

    /// The forest's edges from an object, in order.
    pub fn children(&self, object: usize) -> impl Iterator<Item = usize> + '_ {
        let is_child = |&edge: &usize| self.reached_by[self.edges[edge].to] == Some(edge);
        self.leaving[object].iter().copied().filter(is_child)
    }

    /// All objects that the forest has below one, this one first.
    pub fn below(&self, object: usize) -> Vec<usize> {
        let mut found = Vec::new();
        let mut open = vec![object];
        while let Some(object) = open.pop() {
            found.push(object);
            let mut children: Vec<usize> =
                self.children(object).map(|edge| self.edges[edge].to).collect();
            children.reverse();
            open.append(&mut children);
        }
        found
    }

    /// Chooses the forest: from the roots, then from the objects that nothing leads to, then from the rest.
    fn grow(&mut self, state: &State) {
        let mut is_reached = vec![false; state.objects.len()];
        let rooted = state.roots.iter().filter_map(|(_, value)| match value {
            Value::One(Scalar::Object(object)) => Some(*object),
            _ => None,
        });
        let is_target: BTreeSet<usize> = self
            .edges
            .iter()
            .filter(|edge| !edge.is_back && edge.from != edge.to)
            .map(|edge| edge.to)
            .collect();
        let free = (0..state.objects.len()).filter(|object| !is_target.contains(object));
        let starts: Vec<usize> = rooted.clone().chain(free).chain(0..state.objects.len()).collect();
        let rooted: BTreeSet<usize> = rooted.collect();
        for start in starts {
            // One root may lead to another one: then it is drawn there.
            let waits =
                rooted.contains(&start) && !self.is_bare[start] && self.is_led_to(start, &rooted);
            if !is_reached[start] && !waits {
                self.entries.push(start);
                self.walk(start, &rooted, &mut is_reached);
            }
        }
    }

    fn is_led_to(&self, object: usize, by: &BTreeSet<usize>) -> bool {
        let leads = |edge: &Edge| {
            edge.to == object && edge.from != object && !edge.is_back && by.contains(&edge.from)
        };
        // Only from roots before it: two that lead to each other must not both wait.
        self.edges.iter().any(|edge| leads(edge) && edge.from < object)
    }

    /// A root without fields is no part of a tree, in which it would be no node of its own.
    fn walk(&mut self, start: usize, rooted: &BTreeSet<usize>, is_reached: &mut [bool]) {
        is_reached[start] = true;
        let mut open = vec![(start, 0)];
        while let Some((object, next)) = open.pop() {
            let Some(&at) = self.leaving[object].get(next) else { continue };
            open.push((object, next + 1));
            let edge = &self.edges[at];
            let waits = self.is_bare[edge.to] && rooted.contains(&edge.to);
            if !edge.is_back && !is_reached[edge.to] && !waits {
                is_reached[edge.to] = true;
                self.reached_by[edge.to] = Some(at);
                open.push((edge.to, 0));
            }
        }
    }
}

fn edges(state: &State) -> Vec<Edge> {
    let mut found = Vec::new();
    for (from, object) in state.objects.iter().enumerate() {
        for (field, value) in &object.fields {
            for mut tuple in value.tuples() {
                let Some(last) = tuple.iter().rposition(|s| matches!(s, Scalar::Object(_))) else {
                    continue;
                };
                // A map from objects to numbers leads nowhere.
                if last + 1 < tuple.len() {
                    continue;
                }
                let Some(Scalar::Object(to)) = tuple.pop() else { unreachable!("it is one") };
                found.push(Edge { from, to, field: field.clone(), key: tuple, is_back: false });
            }
        }
    }
    found
}

/// Marks the edges of fields that only say again what others say.
fn mark_back(edges: &mut [Edge]) {
    let mut fields: Vec<String> = Vec::new();
    for edge in edges.iter() {
        if !fields.contains(&edge.field) {
            fields.push(edge.field.clone());
        }
    }
    // Those whose name says it are asked first, then the later declared.
    fields.sort_by_key(|field| sounds_backward(field));
    while let Some(field) = fields.pop() {
        let others: BTreeSet<(usize, usize)> = edges
            .iter()
            .filter(|edge| edge.field != field && !edge.is_back)
            .map(|edge| (edge.from, edge.to))
            .collect();
        let own = || edges.iter().filter(|edge| edge.field == field);
        let only_loops = own().all(|edge| edge.from == edge.to);
        let wrong = own().filter(|edge| !others.contains(&(edge.to, edge.from))).count();
        // In an instance that breaks the rule, most still keep it.
        let is_again = wrong == 0 || (sounds_backward(&field) && wrong * 2 <= own().count());
        if is_again && (!only_loops || sounds_backward(&field)) {
            edges.iter_mut().filter(|edge| edge.field == field).for_each(|e| e.is_back = true);
        }
    }
}

/// People call a field so that leads back.
pub fn sounds_backward(field: &str) -> bool {
    let field = field.to_ascii_lowercase();
    ["parent", "prev", "owner", "back", "container", "enclosing", "opposite", "inverse"]
        .iter()
        .any(|word| field.starts_with(word))
        || field == "up"
}

fn is_bare(header: &Header, type_name: &str) -> bool {
    // The other types of its family, where it is declared, must have no fields either.
    let top = header.top(type_name);
    let mut family = header.types.iter().filter(|ty| header.is_a(&ty.name, top));
    family.all(|ty| ty.fields.is_empty()) && header.sets.iter().all(|set| set.fields.is_empty())
}
