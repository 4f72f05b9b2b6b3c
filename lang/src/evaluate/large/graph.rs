//! A relation as a graph, to find the atoms that are reached from others.

use std::collections::BTreeSet;

use crate::tuples::TupleSet;
use crate::universe::AtomId;

/// The pairs of a binary relation, by their first and by their last atoms.
///
/// Invariant: an arc leads to the same component or to one of a smaller number.
pub struct Adjacency {
    forwards: Arcs,
    backwards: Arcs,
    /// The strongly connected component of each atom.
    component: Vec<u32>,
    /// For each component, true if there is a path from its atoms to themselves.
    is_cyclic: Vec<bool>,
}

/// The neighbours of atom i stand from `start[i]` to `start[i + 1]`.
struct Arcs {
    start: Vec<u32>,
    to: Vec<u32>,
}

impl Arcs {
    /// `pairs` ascend by their first atoms.
    fn new(atoms: usize, pairs: &[(u32, u32)]) -> Arcs {
        let mut start = vec![0; atoms + 1];
        for (from, _) in pairs {
            start[*from as usize + 1] += 1;
        }
        for at in 0..atoms {
            start[at + 1] += start[at];
        }
        Arcs { start, to: pairs.iter().map(|(_, to)| *to).collect() }
    }

    fn of(&self, atom: u32) -> &[u32] {
        let at = atom as usize;
        &self.to[self.start[at] as usize..self.start[at + 1] as usize]
    }
}

impl Adjacency {
    pub fn new(relation: &TupleSet) -> Adjacency {
        let atoms = relation.atoms();
        let pair = |index: usize| ((index / atoms) as u32, (index % atoms) as u32);
        let mut pairs: Vec<(u32, u32)> = relation.indices().map(pair).collect();
        let forwards = Arcs::new(atoms, &pairs);
        pairs.iter_mut().for_each(|pair| *pair = (pair.1, pair.0));
        pairs.sort_unstable();
        let backwards = Arcs::new(atoms, &pairs);
        let (component, mut is_cyclic) = components(atoms, &forwards);
        for (to, from) in pairs {
            if from == to {
                is_cyclic[component[from as usize] as usize] = true;
            }
        }
        Adjacency { forwards, backwards, component, is_cyclic }
    }

    /// The atoms with arcs.
    pub fn starts(&self) -> impl Iterator<Item = AtomId> {
        (0..self.component.len() as u32)
            .filter(|&atom| !self.forwards.of(atom).is_empty())
            .map(AtomId)
    }

    /// The atoms to which one step or several lead from the atoms of a set.
    pub fn reached(&self, from: &TupleSet, is_backwards: bool) -> TupleSet {
        let arcs = if is_backwards { &self.backwards } else { &self.forwards };
        let mut reached = TupleSet::empty(from.atoms(), 1);
        let mut open: Vec<u32> = from.indices().map(|atom| atom as u32).collect();
        while let Some(atom) = open.pop() {
            for &next in arcs.of(atom) {
                if !reached.contains_index(next as usize) {
                    reached.insert_index(next as usize);
                    open.push(next);
                }
            }
        }
        reached
    }

    /// True if one step or several lead from one atom to another, or `None` if that takes more than
    /// so many steps to find out.
    pub fn leads(&self, from: AtomId, to: AtomId, most: usize) -> Option<bool> {
        let (first, last) = (self.component[from.0 as usize], self.component[to.0 as usize]);
        if first <= last {
            return Some(first == last && self.is_cyclic[first as usize]);
        }
        let mut seen = BTreeSet::from([from.0]);
        let mut open = vec![from.0];
        while let Some(atom) = open.pop() {
            for &next in self.forwards.of(atom) {
                if next == to.0 {
                    return Some(true);
                }
                if self.component[next as usize] >= last && seen.insert(next) {
                    open.push(next);
                }
            }
            if seen.len() > most {
                return None;
            }
        }
        Some(false)
    }
}

/// The component of each atom, numbered as they are left, and which have several atoms (Tarjan, Depth-first
/// search and linear graph algorithms, 1972), without recursion: a list is as deep as it is long.
fn components(atoms: usize, arcs: &Arcs) -> (Vec<u32>, Vec<bool>) {
    const NONE: u32 = u32::MAX;
    let (mut number, mut low, mut component) =
        (vec![NONE; atoms], vec![0; atoms], vec![NONE; atoms]);
    let (mut open, mut path, mut is_cyclic) = (Vec::new(), Vec::new(), Vec::new());
    let mut count = 0;
    for root in 0..atoms as u32 {
        if number[root as usize] != NONE {
            continue;
        }
        path.push((root, 0));
        while let Some((atom, arc)) = path.pop() {
            let at = atom as usize;
            if arc == 0 {
                (number[at], low[at]) = (count, count);
                count += 1;
                open.push(atom);
            }
            match arcs.of(atom).get(arc) {
                Some(&next) => {
                    path.push((atom, arc + 1));
                    if number[next as usize] == NONE {
                        path.push((next, 0));
                    } else if component[next as usize] == NONE {
                        low[at] = low[at].min(number[next as usize]);
                    }
                }
                None => {
                    if let Some(&(parent, _)) = path.last() {
                        low[parent as usize] = low[parent as usize].min(low[at]);
                    }
                    if low[at] == number[at] {
                        let first = open.iter().rposition(|&other| other == atom);
                        let members = open.split_off(first.expect("an open atom is there"));
                        members
                            .iter()
                            .for_each(|&of| component[of as usize] = is_cyclic.len() as u32);
                        is_cyclic.push(members.len() > 1);
                    }
                }
            }
        }
    }
    (component, is_cyclic)
}
