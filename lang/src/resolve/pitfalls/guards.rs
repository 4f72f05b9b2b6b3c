//! The knowledge in a formula of things that are not empty.
//!
//! Paths such as `n.right` are compared by their parts. A formula that cannot be followed (`or`, a
//! quantifier, a size) tells only which fields it mentions: an author who mentions `right` has
//! thought of it.

use super::single::{PathStart, SingleVariables, multiplicity};
use crate::model::{
    Count, Declaration, Expr, ExprKind, FieldId, Formula, FormulaKind, FunctionId, IntExprKind,
    Measure, Multiplicity, Node, RelationOp, Sig, SigMultiplicity, Value, VariableId,
};
use crate::resolve::context::Resolver;

/// Calls within calls are followed so far.
const MOST_CALLS: usize = 8;

/// A variable, or a sig of one atom, and the fields after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FieldPath {
    pub start: PathStart,
    pub fields: Vec<FieldId>,
}

/// A fact that is known where a formula stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Guard {
    /// It is not empty.
    Some(FieldPath),
    /// The field is mentioned.
    Field(FieldId),
    /// The variable's domain says something of its fields.
    Variable(VariableId),
}

impl Resolver<'_> {
    /// The path that an expression is, through `let`.
    pub(crate) fn path(&self, expr: &Expr, values: &SingleVariables<'_>) -> Option<FieldPath> {
        match &expr.kind {
            ExprKind::Variable(variable) => match values.bound.get(variable) {
                Some(bound) => self.path(bound, values),
                None => {
                    Some(FieldPath { start: PathStart::Variable(*variable), fields: Vec::new() })
                }
            },
            ExprKind::Sig(sig) if self.model.sigs[*sig].multiplicity == SigMultiplicity::One => {
                Some(FieldPath { start: PathStart::Sig(*sig), fields: Vec::new() })
            }
            ExprKind::Binary(RelationOp::Join, left, right) => {
                let ExprKind::Field(field) = right.kind else { return None };
                let mut path = Self::with_stack(|| self.path(left, values))?;
                path.fields.push(field);
                Some(path)
            }
            _ => None,
        }
    }

    /// The guards that follow if a formula holds, or does not.
    pub(crate) fn guards(
        &self,
        formula: &Formula,
        holds: bool,
        values: &SingleVariables<'_>,
        guards: &mut Vec<Guard>,
    ) {
        self.guards_within(formula, holds, values, MOST_CALLS, guards);
    }

    fn guards_within(
        &self,
        formula: &Formula,
        holds: bool,
        values: &SingleVariables<'_>,
        calls: usize,
        guards: &mut Vec<Guard>,
    ) {
        let mut below = |formula: &Formula, holds: bool| {
            Self::with_stack(|| self.guards_within(formula, holds, values, calls, guards));
        };
        match (&formula.kind, holds) {
            (FormulaKind::Constant(_), _) => {}
            (FormulaKind::Not(inner), _) => below(inner, !holds),
            (FormulaKind::And(parts), true) | (FormulaKind::Or(parts), false) => {
                parts.iter().for_each(|part| below(part, holds));
            }
            (FormulaKind::Implies(a, b), false) => {
                below(a, true);
                below(b, false);
            }
            (FormulaKind::Let(_, _, body) | FormulaKind::In(_, body), _) => below(body, holds),
            (FormulaKind::Count(Count::Some | Count::One, e), true)
            | (FormulaKind::Count(Count::No, e), false) => self.not_empty(e, values, guards),
            // An empty set lies in everything.
            (FormulaKind::Subset(a, _), false) => self.not_empty(a, values, guards),
            (FormulaKind::Subset(a, b), true) if self.is_there(a, values) => {
                self.not_empty(b, values, guards);
            }
            (FormulaKind::Equal(a, b), _) => {
                let says = |other: &Expr| {
                    if holds { self.is_there(other, values) } else { is_none(other) }
                };
                if says(b) {
                    self.not_empty(a, values, guards);
                }
                if says(a) {
                    self.not_empty(b, values, guards);
                }
            }
            (FormulaKind::Count(..) | FormulaKind::Subset(..), _) => {}
            (FormulaKind::Compare(..), _) if !speaks_of_sizes(formula) => {}
            (FormulaKind::Call(function, arguments), _) if calls > 0 => {
                self.guards_of_call(*function, arguments, holds, values, calls - 1, guards);
            }
            _ => mention(Node::Formula(formula), guards),
        }
    }

    fn guards_of_call(
        &self,
        function: FunctionId,
        arguments: &[Expr],
        holds: bool,
        values: &SingleVariables<'_>,
        calls: usize,
        guards: &mut Vec<Guard>,
    ) {
        let function = &self.model.functions[function];
        let Value::Formula(body) = &function.body else { return };
        let mut inner = Vec::new();
        self.guards_within(body, holds, values, calls, &mut inner);
        let parameters: Vec<_> = function.parameters.iter().flat_map(|d| &d.variables).collect();
        for guard in inner {
            let Guard::Some(path) = &guard else {
                guards.push(guard);
                continue;
            };
            let parameter = parameters.iter().position(|p| path.start == PathStart::Variable(**p));
            let argument = parameter.and_then(|at| self.path(arguments.get(at)?, values));
            if let Some(mut whole) = argument {
                whole.fields.extend(&path.fields);
                guards.push(Guard::Some(whole));
            }
        }
    }

    /// All that is not empty because an expression is not.
    fn not_empty(&self, expr: &Expr, values: &SingleVariables<'_>, guards: &mut Vec<Guard>) {
        match self.path(expr, values) {
            Some(path) => {
                let fields = path.fields.len();
                let prefixes = (1..=fields)
                    .map(|length| FieldPath { fields: path.fields[..length].to_vec(), ..path });
                guards.extend(prefixes.map(Guard::Some));
            }
            None => mention(Node::Relation(expr), guards),
        }
    }

    /// The guards from the domains of a quantifier's variables, where its body stands.
    pub(crate) fn guards_of_domains(
        &self,
        declarations: &[Declaration],
        values: &SingleVariables<'_>,
        guards: &mut Vec<Guard>,
    ) {
        for declaration in declarations {
            let domain = declaration.range.domain();
            if multiplicity(&declaration.range) == Some(Multiplicity::One)
                && self.path(domain, values).is_some()
            {
                self.not_empty(domain, values, guards);
            }
            if !self.is_open(domain) {
                guards.extend(declaration.variables.iter().copied().map(Guard::Variable));
            }
        }
    }

    /// True if being in it says nothing of an atom's own fields.
    fn is_open(&self, domain: &Expr) -> bool {
        match &domain.kind {
            ExprKind::Sig(_) | ExprKind::Variable(_) => true,
            ExprKind::In(_, e) => Self::with_stack(|| self.is_open(e)),
            ExprKind::Binary(RelationOp::Join, left, _) => {
                !matches!(left.kind, ExprKind::Field(_)) && Self::with_stack(|| self.is_open(left))
            }
            ExprKind::Binary(RelationOp::Union, a, b) => {
                Self::with_stack(|| self.is_open(a) && self.is_open(b))
            }
            ExprKind::Call(function, _) => match &self.model.functions[*function].body {
                Value::Relation(body) => Self::with_stack(|| self.is_open(body)),
                _ => true,
            },
            _ => false,
        }
    }

    /// True if it is never empty.
    fn is_there(&self, expr: &Expr, values: &SingleVariables<'_>) -> bool {
        let Some(path) = self.path(expr, values) else {
            return matches!(expr.kind, ExprKind::IntegerAtom(_));
        };
        let is_whole = path.fields.iter().all(|&field| {
            let range = multiplicity(&self.model.fields[field].range);
            matches!(range, Some(Multiplicity::One | Multiplicity::Some))
        });
        is_whole && values.is_one(path.start)
    }
}

fn is_none(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Empty | ExprKind::Sig(Sig::NONE))
}

fn speaks_of_sizes(formula: &Formula) -> bool {
    let is_size = |int: &IntExprKind| matches!(int, IntExprKind::Measure(Measure::Cardinality, _));
    let mut nodes = Node::Formula(formula).descendants();
    nodes.any(|node| matches!(node, Node::Integer(int) if is_size(&int.kind)))
}

/// The fields that something mentions.
fn mention(node: Node<'_>, guards: &mut Vec<Guard>) {
    guards.extend(node.descendants().filter_map(|node| match node {
        Node::Relation(Expr { kind: ExprKind::Field(field), .. }) => Some(Guard::Field(*field)),
        _ => None,
    }));
}
