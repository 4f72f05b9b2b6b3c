//! Numbers of what may be empty: `n.key < n.right.key`, where a node need not have a right one.
//!
//! The number of no atom is 0. So where there is none, the comparison is about something else, and
//! no instance shows it. Guards of a comparison are looked for around it ([`super::guards`]), in
//! the domains of variables, and in facts about all atoms of a sig.

use rustc_hash::FxHashSet;

use super::guards::{FieldPath, Guard};
use super::single::{PathStart, SingleVariables, multiplicity};
use crate::code;
use crate::diagnostic::Diagnostic;
use crate::model::{
    Comparison, Declaration, Expr, ExprKind, FactOrigin, FieldId, Formula, FormulaKind, IntExpr,
    IntExprKind, Measure, Multiplicity, Node, Quantifier, RelationOp,
};
use crate::resolve::context::Resolver;
use crate::source::Span;

/// A walk over one formula.
struct EmptyWalk<'a> {
    values: &'a SingleVariables<'a>,
    /// The guards that hold here, innermost last.
    guards: Vec<Guard>,
    /// The operands of the comparison around that may be empty.
    empty: Vec<Empty>,
    /// The innermost quantifier is `some`.
    is_some: bool,
    found: &'a mut Vec<Diagnostic>,
}

impl Resolver<'_> {
    pub(crate) fn maybe_empty(
        &self,
        node: Node<'_>,
        values: &SingleVariables<'_>,
        found: &mut Vec<Diagnostic>,
    ) {
        let (guards, empty) = (Vec::new(), Vec::new());
        self.empty_in(node, &mut EmptyWalk { values, guards, empty, is_some: false, found });
    }

    fn empty_in(&self, node: Node<'_>, walk: &mut EmptyWalk<'_>) {
        let before = walk.guards.len();
        Self::with_stack(|| match node {
            Node::Formula(formula) => self.empty_in_formula(formula, walk),
            Node::Relation(_) => self.empty_below(node, walk),
            Node::Integer(int) => match &int.kind {
                // `int[e]` asks for the sum of a set, which may be that of none.
                IntExprKind::Measure(Measure::Sum, set) if set.span == int.span => {
                    self.number_of(set, walk);
                }
                IntExprKind::Sum(..) => {}
                _ => self.empty_below(node, walk),
            },
        });
        walk.guards.truncate(before);
    }

    fn empty_in_formula(&self, formula: &Formula, walk: &mut EmptyWalk<'_>) {
        let node = Node::Formula(formula);
        match &formula.kind {
            FormulaKind::And(parts) | FormulaKind::Or(parts) => {
                let holds = matches!(formula.kind, FormulaKind::And(_));
                for part in parts {
                    self.guards(part, holds, walk.values, &mut walk.guards);
                }
                self.empty_below(node, walk);
            }
            FormulaKind::Implies(a, b) => {
                self.empty_in(Node::Formula(a), walk);
                self.guards(a, true, walk.values, &mut walk.guards);
                self.empty_in(Node::Formula(b), walk);
            }
            FormulaKind::Quantified { quantifier, .. } => {
                let is_some = std::mem::replace(&mut walk.is_some, *quantifier == Quantifier::Some);
                self.empty_below(node, walk);
                walk.is_some = is_some;
            }
            // It says of nothing what it would say of something: no trap.
            FormulaKind::Compare(comparison, a, b) if holds_of_zero(*comparison, a, b) => {}
            FormulaKind::Subset(..) | FormulaKind::Equal(..) | FormulaKind::Compare(..) => {
                self.empty_in_comparison(node, walk);
            }
            _ => self.empty_below(node, walk),
        }
    }

    fn empty_below(&self, node: Node<'_>, walk: &mut EmptyWalk<'_>) {
        if let Some((condition, branches)) = node.conditional() {
            self.empty_in(Node::Formula(condition), walk);
            for (branch, holds) in branches.into_iter().zip([true, false]) {
                let before = walk.guards.len();
                self.guards(condition, holds, walk.values, &mut walk.guards);
                self.empty_in(branch, walk);
                walk.guards.truncate(before);
            }
            return;
        }
        // The domains of a binder guard its body.
        let domains = node.declarations().len();
        self.guards_of_domains(node.declarations(), walk.values, &mut walk.guards);
        node.children().into_iter().skip(domains).for_each(|child| self.empty_in(child, walk));
    }

    fn empty_in_comparison(&self, comparison: Node<'_>, walk: &mut EmptyWalk<'_>) {
        let others = std::mem::take(&mut walk.empty);
        self.empty_below(comparison, walk);
        let empty = std::mem::replace(&mut walk.empty, others);
        if let Some(warning) = self.empty_warning(comparison.span(), &empty, walk.is_some)
            && !walk.found.contains(&warning)
        {
            walk.found.push(warning);
        }
    }

    /// A set that stands for a number.
    fn number_of(&self, set: &Expr, walk: &mut EmptyWalk<'_>) {
        self.empty_in(Node::Relation(set), walk);
        let empty = self.may_be_missing(set, walk.values, &walk.guards);
        walk.empty.extend(empty);
    }
}

/// True if a number is compared with a constant as 0 would be.
fn holds_of_zero(comparison: Comparison, a: &IntExpr, b: &IntExpr) -> bool {
    let (a, b) = match (&a.kind, &b.kind) {
        (IntExprKind::Constant(a), IntExprKind::Measure(Measure::Sum, _)) => (*a, 0),
        (IntExprKind::Measure(Measure::Sum, _), IntExprKind::Constant(b)) => (0, *b),
        _ => return false,
    };
    match comparison {
        Comparison::Equal => a == b,
        Comparison::Less => a < b,
        Comparison::LessOrEqual => a <= b,
    }
}

// Finds the part of a path that may be missing.

impl Resolver<'_> {
    /// The part of a set that may be empty. If it is, the set is empty too.
    pub(super) fn may_be_missing(
        &self,
        set: &Expr,
        values: &SingleVariables<'_>,
        guards: &[Guard],
    ) -> Option<Empty> {
        let path = self.path(set, values)?;
        let length = self.may_end(&path, guards, values)?;
        let (owner, field) = self.named(set, &path, length)?;
        Some(Empty { span: set.span, owner, field })
    }

    /// The number of fields along a path after which something may be missing, or `None` if nothing
    /// may, or the path is no single atom.
    fn may_end(
        &self,
        path: &FieldPath,
        guards: &[Guard],
        values: &SingleVariables<'_>,
    ) -> Option<usize> {
        if !values.is_one(path.start) {
            return None;
        }
        let mut ends = None;
        for (at, &field) in path.fields.iter().enumerate() {
            match multiplicity(&self.model.fields[field].range)? {
                Multiplicity::One => {}
                Multiplicity::Lone if self.is_guarded(path, at + 1, guards, values) => {}
                Multiplicity::Lone => ends = ends.or(Some(at + 1)),
                Multiplicity::Some | Multiplicity::Set => return None,
            }
        }
        ends
    }

    fn is_guarded(
        &self,
        path: &FieldPath,
        length: usize,
        guards: &[Guard],
        values: &SingleVariables<'_>,
    ) -> bool {
        let prefix = FieldPath { start: path.start, fields: path.fields[..length].to_vec() };
        let field = path.fields[length - 1];
        values.total.contains(&field)
            || guards.iter().any(|guard| match guard {
                Guard::Some(there) => *there == prefix,
                Guard::Field(mentioned) => *mentioned == field,
                Guard::Variable(variable) => {
                    path.start == PathStart::Variable(*variable) && length == 1
                }
            })
    }

    /// The part that may be missing, as the user writes it, and the last field if that is another.
    fn named(
        &self,
        set: &Expr,
        path: &FieldPath,
        length: usize,
    ) -> Option<(String, Option<String>)> {
        if length == path.fields.len() {
            return Some((self.quoted(set.span)?, None));
        }
        let last = &self.model.fields[*path.fields.last()?].name;
        let mut owner = set;
        for _ in length..path.fields.len() {
            match &owner.kind {
                ExprKind::Binary(RelationOp::Join, left, _) => owner = left,
                // The rest stands in a `let`.
                _ => return None,
            }
        }
        Some((self.quoted(owner.span)?, Some(last.clone())))
    }
}

// Fields that facts say to be there for every atom.

impl Resolver<'_> {
    /// Fields for which a fact says `all n: Node | some n.f`.
    pub(crate) fn total_fields(&self, values: &SingleVariables<'_>) -> FxHashSet<FieldId> {
        let facts = self.model.facts.iter().filter(|fact| fact.origin == FactOrigin::Written);
        let parts = facts.flat_map(|fact| match &fact.formula.kind {
            FormulaKind::And(parts) => parts.as_slice(),
            _ => std::slice::from_ref(&fact.formula),
        });
        let mut total = FxHashSet::default();
        for part in parts {
            if let FormulaKind::Quantified { quantifier: Quantifier::All, declarations, body } =
                &part.kind
            {
                let mut guards = Vec::new();
                self.guards(body, true, values, &mut guards);
                let fields =
                    guards.iter().filter_map(|guard| self.whole_field(guard, declarations));
                total.extend(fields);
            }
        }
        total
    }

    /// The field that a guard says to be there for each atom of the sig that declares it.
    fn whole_field(&self, guard: &Guard, declarations: &[Declaration]) -> Option<FieldId> {
        let Guard::Some(FieldPath { start: PathStart::Variable(variable), fields }) = guard else {
            return None;
        };
        let &[field] = fields.as_slice() else { return None };
        let declaring = declarations.iter().find(|d| d.variables.contains(variable))?;
        let ExprKind::Sig(sig) = declaring.range.domain().kind else { return None };
        self.model.is_descendant(self.model.fields[field].sig, sig).then_some(field)
    }
}

// The warning about a comparison of numbers that may be missing.

/// A number of what may be empty.
pub(super) struct Empty {
    pub span: Span,
    /// The thing that may be missing.
    pub owner: String,
    /// The field of it that is asked for.
    pub field: Option<String>,
}

impl Resolver<'_> {
    pub(super) fn empty_warning(
        &self,
        comparison: Span,
        empty: &[Empty],
        is_some: bool,
    ) -> Option<Diagnostic> {
        let (first, rest) = empty.split_first()?;
        let message = match &first.field {
            Some(field) => format!("`{}` may be empty; its {field} then counts as 0", first.owner),
            None => format!("`{}` may be empty, and then counts as 0", first.owner),
        };
        let label = |one: &Empty| format!("0 where there is no `{}`", one.owner);
        let mut warning = Diagnostic::new(code::MAYBE_EMPTY, message).at(first.span, label(first));
        let mut owners = vec![&first.owner];
        for other in rest.iter().filter(|other| other.owner != first.owner) {
            warning = warning.related(other.span, label(other));
            owners.push(&other.owner);
        }
        owners.dedup();
        let there: Vec<String> = owners.iter().map(|owner| format!("some {owner}")).collect();
        let (there, joined) = (there.join(" and "), if is_some { "and" } else { "=>" });
        let text = self.quoted(comparison)?;
        Some(warning.help(format!("say that it is there: `{there} {joined} {text}`")))
    }
}
