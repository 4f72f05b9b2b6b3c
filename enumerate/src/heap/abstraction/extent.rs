//! The atoms that exist even if no heap mentions them.

use korrel_lang::model::{Command, ExprKind, IntExpr, IntExprKind, Model, Node, Value};
use korrel_translate::Scopes;

use super::super::schema::literals;
use super::ground::Grounds;
use super::size::widest;

#[derive(Clone, Debug, Default)]
pub struct Extent {
    /// The scope's least and greatest integer.
    pub integers: Option<(i64, i64)>,
    /// Further integers.
    pub numbers: Vec<i64>,
    /// The string literals of the spec.
    pub strings: Vec<String>,
    /// The length of the longest sequence.
    pub max_sequence: u32,
    /// The most columns of the expressions that are evaluated.
    pub widest: usize,
    /// What was made for heaps so far.
    pub grounds: Grounds,
}

impl Extent {
    /// The extent of a command and of the values that are asked for beside it. A number that is
    /// asked for as an atom has one: without it `9 in Node.key` would hold where there is no 9, the
    /// empty set being in all.
    pub fn new(model: &Model, command: &Command, scopes: &Scopes, asked: &[Value]) -> Extent {
        let mut strings: Vec<String> =
            literals(model, command).into_iter().map(|(text, _)| text).collect();
        let mut numbers = Vec::new();
        for value in asked {
            for node in Node::from(value).descendants() {
                let Node::Relation(expr) = node else { continue };
                match &expr.kind {
                    ExprKind::String(text) => strings.push(text.clone()),
                    ExprKind::IntegerAtom(number) => numbers.extend(constant(number)),
                    _ => {}
                }
            }
        }
        strings.sort();
        strings.dedup();
        let max_sequence = scopes.max_sequence;
        let widest = widest(model, asked);
        let (integers, grounds) = (Some(scopes.integers), Grounds::default());
        Extent { integers, numbers, strings, max_sequence, widest, grounds }
    }
}

fn constant(number: &IntExpr) -> Option<i64> {
    match number.kind {
        IntExprKind::Constant(number) => Some(number),
        _ => None,
    }
}
