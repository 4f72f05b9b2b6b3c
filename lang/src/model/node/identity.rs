//! The identity of a node, which tells it from every other one.

use std::marker::PhantomData;

use super::Node;

/// The identity of a node as long as its tree lives: a key for what is remembered of it. The lifetime
/// sees to it that no table outlives the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NodeId<'m>(usize, PhantomData<&'m ()>);

impl<'m> Node<'m> {
    /// Its address, with its sort in the lowest bits, which the alignment leaves free: a node may lie
    /// at the very start of another one.
    pub fn id(self) -> NodeId<'m> {
        let (address, sort) = match self {
            Node::Formula(formula) => (std::ptr::from_ref(formula).addr(), 0),
            Node::Relation(expr) => (std::ptr::from_ref(expr).addr(), 1),
            Node::Integer(int) => (std::ptr::from_ref(int).addr(), 2),
        };
        NodeId(address | sort, PhantomData)
    }
}

const _: () = {
    use super::super::{Expr, Formula, IntExpr};
    assert!(align_of::<Formula>() >= 4 && align_of::<Expr>() >= 4 && align_of::<IntExpr>() >= 4);
};
