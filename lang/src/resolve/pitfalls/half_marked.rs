//! `l.head'.*(next')`: a closure over one state that begins in the other.
//!
//! `*r` leads each object to itself, too, and which objects there are is read where the `*` stands. With the
//! mark inside the brackets those are the objects of the other state: an object that is new is not led to
//! itself, and is missed where nothing else leads to it. Found by a first user, whose right program failed.

use crate::code;
use crate::diagnostic::Diagnostic;
use crate::model::{Expr, ExprKind, Node, PairOp, RelationOp, State};
use crate::resolve::context::Resolver;

impl Resolver<'_> {
    pub(crate) fn half_marked(&self, node: Node<'_>, found: &mut Vec<Diagnostic>) {
        for node in node.descendants() {
            if let Node::Relation(closure) = node
                && let ExprKind::Unary(PairOp::ReflexiveClosure, of) = &closure.kind
                && let Some(state) = marked_whole(of)
            {
                found.extend(self.warn_of_half_marked(closure, of, state));
            }
        }
    }

    fn warn_of_half_marked(&self, closure: &Expr, of: &Expr, state: State) -> Option<Diagnostic> {
        let (mark, other) = match state {
            State::After => ('\'', "before"),
            State::Before => ('`', "afterwards"),
        };
        let what = self.quoted(closure.span)?;
        let message = format!("`{what}` leads the objects {other} to themselves, and no others");
        let within = self.quoted(of.span)?.replace(mark, "");
        let inner = within.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
        let is_name = |text: &str| text.chars().all(|c| c.is_alphanumeric() || c == '_');
        let starred = match inner {
            Some(name) if is_name(name) => format!("*{name}"),
            None if !is_name(&within) => format!("*({within})"),
            _ => format!("*{within}"),
        };
        let help = format!(
            "mark the whole: `({starred}){mark}`, or all that is read there, as in `(l.head.{starred}){mark}`"
        );
        let label = format!(
            "`*` is read in the state {other}, but the fields that it follows in the other one"
        );
        Some(Diagnostic::new(code::HALF_MARKED, message).at(closure.span, label).help(help))
    }
}

/// The state in which all names of a relation are read, if marks inside of it say so.
fn marked_whole(expr: &Expr) -> Option<State> {
    match &expr.kind {
        ExprKind::In(state, _) => Some(*state),
        ExprKind::Unary(PairOp::Transpose, of) => marked_whole(of),
        ExprKind::Binary(
            RelationOp::Union | RelationOp::Difference | RelationOp::Intersection,
            left,
            right,
        ) => {
            let state = marked_whole(left)?;
            (marked_whole(right) == Some(state)).then_some(state)
        }
        _ => None,
    }
}
