//! The free variables of nodes: those that are read in them and bound outside.
//!
//! A variable is bound at one place and read within its scope only, so a node's own are those of its
//! children without those that it binds.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::super::VariableId;
use super::{Node, NodeId};

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
}

impl<'m> FreeVariables<'m> {
    /// Ascending.
    pub fn of(&mut self, node: impl Into<Node<'m>>) -> Rc<[VariableId]> {
        let node = node.into();
        if let Some(known) = self.known.get(&node.id()) {
            return known.clone();
        }
        let mut free: Vec<VariableId> = node.variable().into_iter().collect();
        for child in node.children() {
            free.extend(self.of(child).iter());
        }
        free.sort_unstable();
        free.dedup();
        if let Some(binder) = node.binder() {
            binder.variables().for_each(|bound| free.retain(|variable| *variable != bound));
        }
        let free: Rc<[VariableId]> = free.into();
        self.known.insert(node.id(), free.clone());
        free
    }
}
