//! Calls and joins. `f[x]` and `x.f` mean the same: an argument where `f` still lacks one, else the
//! relational join.

mod complete;
mod counts;
mod macros;

use super::context::node::{
    Callee, NameCandidates, Partial, Pending, PendingKind, PendingNode, ValueKind,
};
use super::context::operation::NumberOperation;
use super::context::{Resolver, Result};
use crate::diagnostic::Diagnostic;
use crate::model::build::{constant, disjoint, equal, integer_atom, number_of};
use crate::model::{
    Comparison, Expr, ExprKind, Formula, FormulaKind, FunctionId, IntExpr, IntExprKind, IntOp,
    RelationOp, Sig, Type,
};
use crate::source::Span;
use crate::{ast, code};

impl Resolver<'_> {
    /// `target[a, b]`.
    pub(crate) fn box_join(
        &mut self,
        target: &ast::Expr,
        arguments: &[ast::Expr],
        span: Span,
    ) -> Result<PendingNode> {
        use ast::Constant as C;
        match target.kind {
            ast::ExprKind::Constant(constant @ (C::Int | C::IntCast | C::SumCast)) => {
                return self.cast(constant, target.span, arguments, span);
            }
            ast::ExprKind::Constant(C::Disj) => {
                return self.special(Callee::Disj, arguments, span);
            }
            ast::ExprKind::Constant(C::TotalOrder) => {
                return self.special(Callee::TotalOrder, arguments, span);
            }
            _ => {}
        }
        let mut node = self.node(target)?;
        if arguments.is_empty() {
            self.warn_of_no_arguments(&node, target, span);
        }
        for argument in arguments {
            if let PendingNode::Formula(formula) = &node {
                return self.too_many(&formula.kind.clone(), target, arguments.len(), span);
            }
            let argument = self.node(argument)?;
            let before = self.diagnostics.len();
            let Ok(applied) = self.apply(argument, node, span) else {
                return self.not_applied(target, arguments.len(), before, span);
            };
            node = applied;
        }
        Ok(node)
    }

    /// `Skill[]`, which elsewhere is a list.
    fn warn_of_no_arguments(&mut self, node: &PendingNode, target: &ast::Expr, span: Span) {
        let PendingNode::Relation(Pending { kind: PendingKind::Done(expr), .. }) = node else {
            return;
        };
        if !matches!(expr.kind, ExprKind::Sig(_) | ExprKind::Field(_)) {
            return;
        }
        let Some(text) = self.text(target.span).map(str::to_owned) else { return };
        let help = match expr.kind {
            ExprKind::Sig(_) => {
                format!("several are `set {text}`, a list is `seq {text}`, one is `{text}`")
            }
            _ => format!("write `{text}`; an argument stands in the brackets, as in `{text}[a]`"),
        };
        let warning = Diagnostic::new(code::IRRELEVANT, "`[]` changes nothing");
        self.warn(warning.at(span, format!("this is the same as `{text}`")).help(help));
    }

    /// `left.right`, where `left` may be an argument to `right`.
    pub(crate) fn apply(
        &mut self,
        left: PendingNode,
        right: PendingNode,
        span: Span,
    ) -> Result<PendingNode> {
        match right {
            PendingNode::Choice(choice) => self.apply_to_choice(left, choice, span),
            PendingNode::Relation(Pending { kind: PendingKind::Choice(_, relations), .. }) => self
                .apply_to_choice(
                    left,
                    NameCandidates { relations, ..NameCandidates::none(span) },
                    span,
                ),
            PendingNode::Macro(call) => self.apply_macro(left, call, span),
            PendingNode::Partial(mut partial) => {
                partial.arguments.push(left);
                partial.span = span;
                self.complete(partial)
            }
            right => self.join(left, right, span),
        }
    }

    /// True if `left` can be the next argument of a candidate.
    pub(crate) fn fits(&self, left: &PendingNode, candidate: &Partial) -> bool {
        let Some(given) = self.type_of(left) else { return false };
        let wanted = match candidate.callee {
            Callee::Function(function) => self.parameter_type(function, candidate.arguments.len()),
            Callee::Integer(_) => Some(Type::of(Sig::INT)),
            Callee::Disj | Callee::TotalOrder => None,
        };
        wanted.is_some_and(|wanted| {
            let is_open = given.is_empty() || wanted.is_empty();
            given.shares_arity(&wanted) && (is_open || self.model.overlaps(&given, &wanted))
        })
    }

    /// The type of a node that is, or can be, a relation.
    pub(crate) fn type_of(&self, node: &PendingNode) -> Option<Type> {
        match node {
            PendingNode::Relation(pending) => Some(pending.ty.clone()),
            PendingNode::Integer(_) => Some(Type::of(Sig::INT)),
            PendingNode::Choice(choice) => {
                let types = choice.relations.iter().map(|candidate| candidate.meaning.ty.clone());
                types.reduce(|a, b| self.model.union(&a, &b))
            }
            PendingNode::Formula(_) | PendingNode::Partial(_) | PendingNode::Macro(_) => None,
        }
    }

    /// The type of a function's parameter, counted over its declarations.
    pub(crate) fn parameter_type(&self, function: FunctionId, at: usize) -> Option<Type> {
        let parameters = &self.model.functions[function].parameters;
        let variable = parameters.iter().flat_map(|d| &d.variables).nth(at)?;
        match &self.variables[variable] {
            ValueKind::Relation(ty) => Some(ty.clone()),
            ValueKind::Formula | ValueKind::Integer => None,
        }
    }

    fn join(&mut self, left: PendingNode, right: PendingNode, span: Span) -> Result<PendingNode> {
        let (left, right) = (self.pending(left)?, self.pending(right)?);
        let hidden = self.hidden_field(&left, &right);
        let kind = PendingKind::Binary(RelationOp::Join, left.into(), right.into());
        match self.typed(kind, span) {
            Some(pending) => Ok(PendingNode::Relation(pending)),
            None if hidden.is_some() => self.report(hidden.expect("it is there")),
            None => self.two_sets_joined(span),
        }
    }
}

// Calls of what the language itself has: `Int[e]`, `int[e]`, `sum[e]`, `disj[a, b]` and
// `pred/totalOrder[s, f, n]`.

impl Resolver<'_> {
    /// `Int[e]`, `int[e]` or `sum[e]`. The constant stands at `at`.
    pub(crate) fn cast(
        &mut self,
        constant: ast::Constant,
        at: Span,
        arguments: &[ast::Expr],
        span: Span,
    ) -> Result<PendingNode> {
        let [argument] = arguments else {
            return self.report(
                Diagnostic::new(code::ARGUMENTS, "a conversion takes one argument")
                    .at(at, format!("{} are given", arguments.len())),
            );
        };
        let node = self.node(argument)?;
        if constant == ast::Constant::Int && !matches!(node, PendingNode::Integer(_)) {
            // As in Alloy, a set of integers is what it is asked to be already.
            let set = self.set_of_integers(node)?;
            return Ok(PendingNode::done(Expr { span, ..set }, Type::of(Sig::INT)));
        }
        let int = IntExpr { span, ..self.integer(node)? };
        if constant != ast::Constant::Int {
            return Ok(PendingNode::Integer(int));
        }
        Ok(PendingNode::done(integer_atom(int, span), Type::of(Sig::INT)))
    }

    /// `disj[…]` or `pred/totalOrder[…]`, with all the arguments in one box.
    pub(crate) fn special(
        &mut self,
        callee: Callee,
        arguments: &[ast::Expr],
        span: Span,
    ) -> Result<PendingNode> {
        let arguments =
            arguments.iter().map(|argument| self.node(argument)).collect::<Result<Vec<_>>>()?;
        self.complete(Partial { callee, arguments, span })
    }

    /// `disj[a, b, c]`: each shares nothing with those before it.
    pub(crate) fn disjointness(&mut self, partial: Partial) -> Result<PendingNode> {
        let span = partial.span;
        let mut arguments = Vec::new();
        for argument in partial.arguments {
            arguments.push(self.pending(argument)?);
        }
        // The possible tuples of one of them matter to the others.
        let types = arguments.iter().map(|argument| argument.ty.clone());
        let relevant = types.reduce(|a, b| self.type_of_union(&a, &b).unwrap_or(a));
        let relevant = relevant.unwrap_or_default();
        let mut seen: Vec<Expr> = Vec::new();
        let mut parts = Vec::new();
        for argument in arguments {
            let set = self.finish(argument, &relevant)?;
            if let Some(first) = seen.first()
                && first.arity != set.arity
            {
                return self.arity_mismatch("disj", first.arity, set.arity, span);
            }
            parts.extend(seen.iter().map(|earlier| disjoint(earlier.clone(), set.clone(), span)));
            seen.push(set);
        }
        Ok(PendingNode::Formula(Formula { kind: FormulaKind::And(parts), span }))
    }

    pub(crate) fn total_order(&mut self, partial: Partial) -> Result<PendingNode> {
        let span = partial.span;
        let mut arguments = Vec::new();
        for argument in partial.arguments {
            arguments.push(self.pending(argument)?);
        }
        let of_set = arguments[0].ty.of_arity(1);
        let of_next = of_set.product(&of_set);
        let mut sets = Vec::new();
        for (argument, relevant) in arguments.into_iter().zip([&of_set, &of_set, &of_next]) {
            sets.push(self.finish(argument, relevant)?);
        }
        let sets: [Expr; 3] = sets.try_into().expect("three arguments");
        if [sets[0].arity, sets[1].arity, sets[2].arity] != [1, 1, 2] {
            return self.report(
                Diagnostic::new(code::ARITY, "`pred/totalOrder` takes two sets and a relation")
                    .at(span, "as in `pred/totalOrder[elem, first, next]`"),
            );
        }
        let kind = FormulaKind::TotalOrder(Box::new(sets));
        Ok(PendingNode::Formula(Formula { kind, span }))
    }
}

// Operations on numbers, as nodes.

impl NumberOperation {
    pub(crate) fn apply(self, mut operands: Vec<Expr>, span: Span) -> PendingNode {
        if self == NumberOperation::CompareZero(Comparison::Equal, false) {
            // It is written `n = 0`, which compares sets. The others compare numbers.
            let operand = operands.pop().expect("an operation has an operand");
            let kind = equal(operand, integer_atom(constant(0, span), span));
            return PendingNode::Formula(Formula { kind, span });
        }
        let mut operands: Vec<IntExpr> = operands.into_iter().map(number_of).collect();
        let last = operands.pop().expect("an operation has an operand");
        let zero = || constant(0, span);
        let (left, right) = match (operands.pop(), self) {
            (Some(first), _) => (first, last),
            (None, NumberOperation::Negate) => (zero(), last),
            (None, _) => (last, zero()),
        };
        match self {
            NumberOperation::Arithmetic(op) => arithmetic(op, left, right, span),
            NumberOperation::Negate => arithmetic(IntOp::Minus, left, right, span),
            NumberOperation::Compare(comparison, swapped)
            | NumberOperation::CompareZero(comparison, swapped) => {
                let (left, right) = if swapped { (right, left) } else { (left, right) };
                PendingNode::Formula(Formula {
                    kind: FormulaKind::Compare(comparison, left, right),
                    span,
                })
            }
        }
    }
}

fn arithmetic(op: IntOp, left: IntExpr, right: IntExpr, span: Span) -> PendingNode {
    let kind = IntExprKind::Binary(op, Box::new(left), Box::new(right));
    PendingNode::Integer(IntExpr { kind, span })
}

// A variable that hides a field: `i.lo`, where `lo` is a parameter too.

impl Resolver<'_> {
    /// The message for a join that cannot be, if the field of the name that the right side has
    /// could be joined.
    pub(crate) fn hidden_field(&self, left: &Pending, right: &Pending) -> Option<Diagnostic> {
        if self.model.join(&left.ty, &right.ty).is_some() {
            return None;
        }
        let PendingKind::Done(expr) = &right.kind else { return None };
        let ExprKind::Variable(variable) = expr.kind else { return None };
        let variable = &self.model.variables[variable];
        let fits = |ty: &Type| self.model.join(&left.ty, ty).is_some_and(|ty| !ty.is_empty());
        let fields = self.find_fields(&variable.name).into_iter();
        let field = fields.map(|id| &self.model.fields[id]).find(|field| fits(&field.ty))?;
        let (name, owner) = (&variable.name, self.sig_name(field.sig));
        let message = format!("`{name}` is the variable here and hides `{owner}.{name}`");
        let path = self.text(left.span).unwrap_or("x").trim();
        Some(
            Diagnostic::new(code::HIDDEN_FIELD, message)
                .at(right.span, "the variable, not the field")
                .related(variable.span, "declared here: rename it")
                .related(field.span, "the field that is hidden")
                .help(format!("rename the variable; the field itself is `{path}.@{name}`")),
        )
    }
}
