//! Any node of the tree, for what looks at all of them in one way.
//!
//! Each variant is listed once to say what is below it (`children`), and this folder says what a node
//! binds, calls or reads. Callers ask these which nodes, variables or functions a formula mentions.
//! Only what gives the nodes a meaning lists the variants by itself: the evaluator, the encoder, and
//! analyses that interpret every operator.

// In reading order.
mod children;

mod descendants;

pub mod states;

pub mod conjuncts;

use std::marker::PhantomData;

use super::{
    Declaration, Expr, ExprKind, Formula, FormulaKind, FunctionId, IntExpr, IntExprKind, State,
    Value, VariableId,
};
use crate::source::Span;

pub use descendants::{Descendants, FreeVariables, Reachable};

/// A node of the model tree.
#[derive(Clone, Copy, Debug)]
pub enum Node<'m> {
    Formula(&'m Formula),
    Relation(&'m Expr),
    Integer(&'m IntExpr),
}

/// The part of a node that gives values to variables within it.
#[derive(Clone, Copy, Debug)]
pub enum Binder<'m> {
    /// A quantifier, a comprehension or a sum. A declaration sees those before it.
    Declarations(&'m [Declaration]),
    Let(VariableId, &'m Value),
}

impl<'m> Node<'m> {
    pub fn span(self) -> Span {
        match self {
            Node::Formula(formula) => formula.span,
            Node::Relation(expr) => expr.span,
            Node::Integer(int) => int.span,
        }
    }

    /// The binder of the node itself, if it binds variables.
    pub fn binder(self) -> Option<Binder<'m>> {
        match self {
            Node::Formula(Formula {
                kind: FormulaKind::Quantified { declarations, .. }, ..
            })
            | Node::Relation(Expr { kind: ExprKind::Comprehension(declarations, _), .. })
            | Node::Integer(IntExpr { kind: IntExprKind::Sum(declarations, _), .. }) => {
                Some(Binder::Declarations(declarations))
            }
            Node::Formula(Formula { kind: FormulaKind::Let(variable, value, _), .. })
            | Node::Relation(Expr { kind: ExprKind::Let(variable, value, _), .. })
            | Node::Integer(IntExpr { kind: IntExprKind::Let(variable, value, _), .. }) => {
                Some(Binder::Let(*variable, value))
            }
            _ => None,
        }
    }

    /// The declarations of a quantifier, a comprehension or a sum.
    pub fn declarations(self) -> &'m [Declaration] {
        match self.binder() {
            Some(Binder::Declarations(declarations)) => declarations,
            _ => &[],
        }
    }

    /// The variable that the node is.
    pub fn variable(self) -> Option<VariableId> {
        match self {
            Node::Formula(Formula { kind: FormulaKind::Variable(variable), .. })
            | Node::Relation(Expr { kind: ExprKind::Variable(variable), .. })
            | Node::Integer(IntExpr { kind: IntExprKind::Variable(variable), .. }) => {
                Some(*variable)
            }
            _ => None,
        }
    }

    /// The condition of a conditional, and its two branches.
    pub fn conditional(self) -> Option<(&'m Formula, [Node<'m>; 2])> {
        Some(match self {
            Node::Formula(Formula { kind: FormulaKind::Conditional(c, a, b), .. }) => {
                (c, [Node::Formula(a), Node::Formula(b)])
            }
            Node::Relation(Expr { kind: ExprKind::Conditional(c, a, b), .. }) => {
                (c, [Node::Relation(a), Node::Relation(b)])
            }
            Node::Integer(IntExpr { kind: IntExprKind::Conditional(c, a, b), .. }) => {
                (c, [Node::Integer(a), Node::Integer(b)])
            }
            _ => return None,
        })
    }

    /// The state in which the names below it are read, where the node says that.
    pub fn state(self) -> Option<State> {
        match self {
            Node::Formula(Formula { kind: FormulaKind::In(state, _), .. })
            | Node::Relation(Expr { kind: ExprKind::In(state, _), .. })
            | Node::Integer(IntExpr { kind: IntExprKind::In(state, _), .. }) => Some(*state),
            _ => None,
        }
    }

    /// The function that the node itself calls, and the arguments.
    pub fn call(self) -> Option<(FunctionId, &'m [Expr])> {
        match self {
            Node::Formula(Formula { kind: FormulaKind::Call(function, arguments), .. })
            | Node::Relation(Expr { kind: ExprKind::Call(function, arguments), .. })
            | Node::Integer(IntExpr { kind: IntExprKind::Call(function, arguments), .. }) => {
                Some((*function, arguments))
            }
            _ => None,
        }
    }
}

impl<'m> Binder<'m> {
    pub fn variables(self) -> impl Iterator<Item = VariableId> {
        let (declarations, bound) = match self {
            Binder::Declarations(declarations) => (declarations, None),
            Binder::Let(variable, _) => (&[][..], Some(variable)),
        };
        let declared = declarations.iter().flat_map(|declaration| &declaration.variables);
        declared.copied().chain(bound)
    }
}

impl<'m> From<&'m Value> for Node<'m> {
    fn from(value: &'m Value) -> Node<'m> {
        match value {
            Value::Formula(formula) => Node::Formula(formula),
            Value::Relation(expr) => Node::Relation(expr),
            Value::Integer(int) => Node::Integer(int),
        }
    }
}

impl<'m> From<&'m Formula> for Node<'m> {
    fn from(formula: &'m Formula) -> Node<'m> {
        Node::Formula(formula)
    }
}

impl<'m> From<&'m Expr> for Node<'m> {
    fn from(expr: &'m Expr) -> Node<'m> {
        Node::Relation(expr)
    }
}

impl<'m> From<&'m IntExpr> for Node<'m> {
    fn from(int: &'m IntExpr) -> Node<'m> {
        Node::Integer(int)
    }
}

// The identity of a node, which tells it from every other one.

/// The identity of a node as long as its tree lives: a key for remembered facts about it. The lifetime
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
    use crate::model::{Expr, Formula, IntExpr};
    assert!(align_of::<Formula>() >= 4 && align_of::<Expr>() >= 4 && align_of::<IntExpr>() >= 4);
};
