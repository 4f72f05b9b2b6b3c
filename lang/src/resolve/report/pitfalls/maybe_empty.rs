//! Numbers of what may be empty: `n.key < n.right.key`, where a node need not have a right one.
//!
//! The number of no atom is 0, so the comparison speaks of something else where there is none, and
//! no instance shows it. What guards a comparison is looked for around it ([`crate::resolve::report::pitfalls::guards`]), in
//! the domains of variables, and in facts that speak of all atoms of a sig.

use rustc_hash::FxHashSet;

use crate::code;
use crate::diagnostic::Diagnostic;
use crate::model::{
    Comparison, Expr, ExprKind, FactOrigin, FieldId, Formula, FormulaKind, IntExpr, IntExprKind,
    Measure, Multiplicity, Node, Quantifier, RelationOp, Value,
};
use crate::resolve::context::Resolver;
use crate::resolve::report::pitfalls::guards::{Guard, Path, Start};
use crate::resolve::report::pitfalls::single::{Values, multiplicity};
use crate::source::Span;

/// A walk over one formula.
struct Walk<'a> {
    values: &'a Values<'a>,
    /// What holds here, innermost last.
    guards: Vec<Guard>,
    /// The comparison around, and what of it may be empty.
    comparison: Option<Span>,
    empty: Vec<Empty>,
    /// The innermost quantifier is `some`.
    is_some: bool,
    found: &'a mut Vec<Diagnostic>,
}

struct Empty {
    /// The number.
    span: Span,
    /// What may not be there, and the field of it that is asked for.
    owner: String,
    field: Option<String>,
}

impl Resolver<'_> {
    pub(crate) fn maybe_empty(
        &self,
        node: Node<'_>,
        values: &Values<'_>,
        found: &mut Vec<Diagnostic>,
    ) {
        let mut walk = Walk {
            values,
            guards: Vec::new(),
            comparison: None,
            empty: Vec::new(),
            is_some: false,
            found,
        };
        match node {
            Node::Formula(formula) => self.in_formula(formula, &mut walk),
            Node::Relation(expr) => self.in_relation(expr, &mut walk),
            Node::Integer(int) => self.in_number(int, &mut walk),
        }
    }

    /// Fields of which a fact says `all n: Node | some n.f`.
    pub(crate) fn total_fields(&self, values: &Values<'_>) -> FxHashSet<FieldId> {
        let mut total = FxHashSet::default();
        for fact in self.model.facts.iter().filter(|fact| fact.origin == FactOrigin::Written) {
            let parts = match &fact.formula.kind {
                FormulaKind::And(parts) => parts.as_slice(),
                _ => std::slice::from_ref(&fact.formula),
            };
            for part in parts {
                let FormulaKind::Quantified { quantifier: Quantifier::All, declarations, body } =
                    &part.kind
                else {
                    continue;
                };
                let mut guards = Vec::new();
                self.guards(body, true, values, &mut guards);
                for declaration in declarations {
                    let ExprKind::Sig(sig) = declaration.range.domain().kind else { continue };
                    for guard in &guards {
                        if let Guard::Some(Path { start: Start::Variable(variable), fields }) =
                            guard
                            && declaration.variables.contains(variable)
                            && let [field] = fields.as_slice()
                            && self.model.is_descendant(self.model.fields[*field].sig, sig)
                        {
                            total.insert(*field);
                        }
                    }
                }
            }
        }
        total
    }

    fn in_formula(&self, formula: &Formula, walk: &mut Walk<'_>) {
        Self::with_stack(|| self.formula_kind(formula, walk));
    }

    fn formula_kind(&self, formula: &Formula, walk: &mut Walk<'_>) {
        let before = walk.guards.len();
        match &formula.kind {
            FormulaKind::Constant(_) | FormulaKind::Variable(_) | FormulaKind::TotalOrder(_) => {}
            FormulaKind::Not(inner) => self.in_formula(inner, walk),
            FormulaKind::And(parts) | FormulaKind::Or(parts) => {
                let holds = matches!(formula.kind, FormulaKind::And(_));
                for part in parts {
                    self.guards(part, holds, walk.values, &mut walk.guards);
                }
                parts.iter().for_each(|part| self.in_formula(part, walk));
            }
            FormulaKind::Implies(a, b) => {
                self.in_formula(a, walk);
                self.under(a, true, walk, |walk| self.in_formula(b, walk));
            }
            FormulaKind::Iff(a, b) => {
                self.in_formula(a, walk);
                self.in_formula(b, walk);
            }
            FormulaKind::Conditional(c, a, b) => {
                self.in_formula(c, walk);
                self.under(c, true, walk, |walk| self.in_formula(a, walk));
                self.under(c, false, walk, |walk| self.in_formula(b, walk));
            }
            FormulaKind::Quantified { quantifier, declarations, body } => {
                self.guards_of_domains(declarations, walk.values, &mut walk.guards);
                let is_some = std::mem::replace(&mut walk.is_some, *quantifier == Quantifier::Some);
                self.in_formula(body, walk);
                walk.is_some = is_some;
            }
            FormulaKind::Count(_, e) => self.in_relation(e, walk),
            FormulaKind::Subset(a, b) | FormulaKind::Equal(a, b) => {
                self.in_comparison(formula.span, walk, |walk| {
                    self.in_relation(a, walk);
                    self.in_relation(b, walk);
                });
            }
            // It says of nothing what it would say of something: no trap.
            FormulaKind::Compare(comparison, a, b) if holds_of_zero(*comparison, a, b) => {}
            FormulaKind::Compare(_, a, b) => self.in_comparison(formula.span, walk, |walk| {
                self.in_number(a, walk);
                self.in_number(b, walk);
            }),
            FormulaKind::Let(_, value, body) => {
                self.in_value(value, walk);
                self.in_formula(body, walk);
            }
            FormulaKind::Call(_, arguments) => {
                arguments.iter().for_each(|argument| self.in_relation(argument, walk));
            }
        }
        walk.guards.truncate(before);
    }

    fn under(
        &self,
        condition: &Formula,
        holds: bool,
        walk: &mut Walk<'_>,
        work: impl FnOnce(&mut Walk<'_>),
    ) {
        let before = walk.guards.len();
        self.guards(condition, holds, walk.values, &mut walk.guards);
        work(walk);
        walk.guards.truncate(before);
    }

    fn in_comparison(&self, span: Span, walk: &mut Walk<'_>, work: impl FnOnce(&mut Walk<'_>)) {
        let around = walk.comparison.replace(span);
        let others = std::mem::take(&mut walk.empty);
        work(walk);
        let empty = std::mem::replace(&mut walk.empty, others);
        walk.comparison = around;
        if let Some(warning) = self.empty_warning(span, &empty, walk.is_some)
            && !walk.found.contains(&warning)
        {
            walk.found.push(warning);
        }
    }

    fn in_value(&self, value: &Value, walk: &mut Walk<'_>) {
        match value {
            Value::Formula(formula) => self.in_formula(formula, walk),
            Value::Relation(expr) => self.in_relation(expr, walk),
            Value::Integer(int) => self.in_number(int, walk),
        }
    }

    fn in_relation(&self, expr: &Expr, walk: &mut Walk<'_>) {
        Self::with_stack(|| match &expr.kind {
            ExprKind::Unary(_, e) => {
                self.in_relation(e, walk);
            }
            ExprKind::Binary(_, a, b) => {
                self.in_relation(a, walk);
                self.in_relation(b, walk);
            }
            ExprKind::Conditional(c, a, b) => {
                self.in_formula(c, walk);
                self.under(c, true, walk, |walk| self.in_relation(a, walk));
                self.under(c, false, walk, |walk| self.in_relation(b, walk));
            }
            ExprKind::Comprehension(declarations, body) => {
                let before = walk.guards.len();
                self.guards_of_domains(declarations, walk.values, &mut walk.guards);
                self.in_formula(body, walk);
                walk.guards.truncate(before);
            }
            ExprKind::Let(_, value, body) => {
                self.in_value(value, walk);
                self.in_relation(body, walk);
            }
            ExprKind::Call(_, arguments) => {
                arguments.iter().for_each(|argument| self.in_relation(argument, walk));
            }
            ExprKind::IntegerAtom(int) => self.in_number(int, walk),
            _ => {}
        });
    }

    fn in_number(&self, int: &IntExpr, walk: &mut Walk<'_>) {
        Self::with_stack(|| match &int.kind {
            // `int[e]` asks for the sum of a set, which may be that of none.
            IntExprKind::Measure(Measure::Sum, set) if set.span == int.span => {
                self.number_of(set, walk)
            }
            IntExprKind::Measure(_, set) => self.in_relation(set, walk),
            IntExprKind::Binary(_, a, b) => {
                self.in_number(a, walk);
                self.in_number(b, walk);
            }
            IntExprKind::Conditional(c, a, b) => {
                self.in_formula(c, walk);
                self.under(c, true, walk, |walk| self.in_number(a, walk));
                self.under(c, false, walk, |walk| self.in_number(b, walk));
            }
            IntExprKind::Let(_, value, body) => {
                self.in_value(value, walk);
                self.in_number(body, walk);
            }
            IntExprKind::Call(_, arguments) => {
                arguments.iter().for_each(|argument| self.in_relation(argument, walk));
            }
            _ => {}
        });
    }

    /// A set that stands for a number.
    fn number_of(&self, set: &Expr, walk: &mut Walk<'_>) {
        self.in_relation(set, walk);
        let Some(path) = self.path(set, walk.values) else { return };
        let Some(length) = self.may_end(&path, walk) else { return };
        let Some(text) = self.quoted(set.span) else { return };
        let Some((owner, field)) = self.named(set, &path, length, &text) else { return };
        walk.empty.push(Empty { span: set.span, owner, field });
    }

    /// How many fields along a path something may be missing; `None` if nothing may, or the path is
    /// no single atom.
    fn may_end(&self, path: &Path, walk: &Walk<'_>) -> Option<usize> {
        let is_one = match path.start {
            Start::Variable(variable) => walk.values.is_one(variable),
            Start::Sig(_) => true,
        };
        if !is_one {
            return None;
        }
        let mut ends = None;
        for (at, &field) in path.fields.iter().enumerate() {
            match multiplicity(&self.model.fields[field].range)? {
                Multiplicity::One => {}
                Multiplicity::Lone if self.is_guarded(path, at + 1, walk) => {}
                Multiplicity::Lone => ends = ends.or(Some(at + 1)),
                Multiplicity::Some | Multiplicity::Set => return None,
            }
        }
        ends
    }

    fn is_guarded(&self, path: &Path, length: usize, walk: &Walk<'_>) -> bool {
        let prefix = Path { start: path.start, fields: path.fields[..length].to_vec() };
        let field = path.fields[length - 1];
        walk.values.total.contains(&field)
            || walk.guards.iter().any(|guard| match guard {
                Guard::Some(there) => *there == prefix,
                Guard::Field(mentioned) => *mentioned == field,
                Guard::Variable(variable) => {
                    path.start == Start::Variable(*variable) && length == 1
                }
            })
    }

    /// As the user writes it: what may be missing, and the last field if that is another.
    fn named(
        &self,
        set: &Expr,
        path: &Path,
        length: usize,
        text: &str,
    ) -> Option<(String, Option<String>)> {
        if length == path.fields.len() {
            return Some((text.to_string(), None));
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

    fn empty_warning(
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

/// Whether a number is compared with a constant as 0 would be.
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
