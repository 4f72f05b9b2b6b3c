//! All nodes below a node, and all nodes that it reaches through calls.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::{Node, NodeId};
use crate::arena::Id;
use crate::model::{Model, VariableId};

impl<'m> Node<'m> {
    /// The node and all nodes below it, parents first, in the order in which they are written. The
    /// bodies of called functions are not among them.
    pub fn descendants(self) -> Descendants<'m> {
        Descendants { open: vec![self] }
    }
}

impl Model {
    /// The descendants of these nodes, of the bodies of the functions that they call, and so on. The
    /// last node comes first. Each body comes once.
    pub fn reachable<'m>(&'m self, from: impl IntoIterator<Item = Node<'m>>) -> Reachable<'m> {
        Reachable {
            model: self,
            roots: from.into_iter().collect(),
            current: Descendants::default(),
            is_met: vec![false; self.functions.len()],
        }
    }
}

/// See [`Node::descendants`].
#[derive(Clone, Debug, Default)]
pub struct Descendants<'m> {
    /// The next one last.
    open: Vec<Node<'m>>,
}

impl<'m> Iterator for Descendants<'m> {
    type Item = Node<'m>;

    fn next(&mut self) -> Option<Node<'m>> {
        let node = self.open.pop()?;
        let first = self.open.len();
        node.for_each_child(|child| self.open.push(child));
        self.open[first..].reverse();
        Some(node)
    }
}

/// See [`Model::reachable`].
#[derive(Clone, Debug)]
pub struct Reachable<'m> {
    model: &'m Model,
    /// The roots that have not been begun.
    roots: Vec<Node<'m>>,
    current: Descendants<'m>,
    /// True for each function that was met.
    is_met: Vec<bool>,
}

impl<'m> Iterator for Reachable<'m> {
    type Item = Node<'m>;

    fn next(&mut self) -> Option<Node<'m>> {
        loop {
            let Some(node) = self.current.next() else {
                self.current = self.roots.pop()?.descendants();
                continue;
            };
            if let Some((function, _)) = node.call()
                && !std::mem::replace(&mut self.is_met[function.index()], true)
            {
                self.roots.push(Node::from(&self.model.functions[function].body));
            }
            return Some(node);
        }
    }
}

// The free variables of nodes: those that are read in them and bound outside.
//
// A variable is bound at one place and read within its scope only, so a node's own are those of its
// children without those that it binds.

impl<'m> Node<'m> {
    /// Ascending.
    pub fn free_variables(self) -> Rc<[VariableId]> {
        FreeVariables::default().of(self)
    }
}

/// The free variables of every node that was asked for, found once.
#[derive(Clone, Debug, Default)]
pub struct FreeVariables<'m> {
    known: FxHashMap<NodeId<'m>, Rc<[VariableId]>>,
    /// Those of a node that has none, as most have.
    none: Rc<[VariableId]>,
}

impl<'m> FreeVariables<'m> {
    /// Ascending.
    pub fn of(&mut self, node: impl Into<Node<'m>>) -> Rc<[VariableId]> {
        let node = node.into();
        if let Some(known) = self.known.get(&node.id()) {
            return known.clone();
        }
        let mut free: Vec<VariableId> = node.variable().into_iter().collect();
        node.for_each_child(|child| free.extend(self.of(child).iter()));
        free.sort_unstable();
        free.dedup();
        if let Some(binder) = node.binder() {
            binder.variables().for_each(|bound| free.retain(|variable| *variable != bound));
        }
        let free = if free.is_empty() { self.none.clone() } else { free.into() };
        self.known.insert(node.id(), free.clone());
        free
    }
}
