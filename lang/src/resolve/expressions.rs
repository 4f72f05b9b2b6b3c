//! Expressions, bottom-up.

use super::calls::columns;
use super::node::{Kind, Node, Pending, PendingKind, PendingUnary};
use super::{Local, Resolver, Result, TypeOps};
use crate::ast::{self, BinaryOp, UnaryOp};
use crate::code;
use crate::diagnostic::Diagnostic;
use crate::model::{
    Declaration, Expr, ExprKind, Formula, IntExpr, IntExprKind, IntOp, Multiplicity, Range,
    RelationOp, Sig, Type, Value, VariableId,
};
use crate::source::Span;

impl Resolver<'_> {
    pub(super) fn node(&mut self, expr: &ast::Expr) -> Result<Node> {
        Self::with_stack(|| self.node_here(expr))
    }

    fn node_here(&mut self, expr: &ast::Expr) -> Result<Node> {
        use ast::ExprKind as E;
        let span = expr.span;
        match &expr.kind {
            E::Name(name) => self.name(name, span),
            E::At(name) => self.at_name(name, span),
            E::Number(number) => Ok(Node::Integer(constant(*number, span))),
            E::String(text) => {
                let expr = Expr { kind: ExprKind::String(text.clone()), arity: 1, span };
                Ok(Node::done(expr, Type::of(Sig::STRING)))
            }
            E::Constant(constant) => self.constant(*constant, span),
            E::Unary(op, operand) => self.unary(*op, operand, span),
            E::Binary(op, left, right) => self.binary(*op, left, right, span),
            E::Arrow(arrow) => self.arrow(arrow, span),
            // A block with one expression in it is that expression, be it a set or a number.
            E::Block(parts) if parts.len() == 1 => self.node(&parts[0]),
            E::Compare { .. } | E::Block(_) => self.formula(expr).map(Node::Formula),
            E::Quantified(ast::Quantifier::Sum, declarations, body) => {
                self.sum(declarations, body, span)
            }
            E::Quantified(..) => self.formula(expr).map(Node::Formula),
            E::Conditional(condition, then, otherwise) => {
                self.conditional(condition, then, otherwise, span)
            }
            E::Box(target, arguments) => self.box_join(target, arguments, span),
            E::Comprehension(declarations, body) => {
                self.comprehension(declarations, body.as_deref(), span)
            }
            E::Let(bindings, body) => self.let_node(bindings, span, |resolver| resolver.node(body)),
            E::Marked(mark, _) => self.other_state(*mark, span),
        }
    }

    fn constant(&mut self, constant: ast::Constant, span: Span) -> Result<Node> {
        use ast::Constant as C;
        let int = |kind| Ok(Node::Integer(IntExpr { kind, span }));
        let sig = |sig| Ok(Node::done(super::sigs::set(sig, span), Type::of(sig)));
        match constant {
            C::None => {
                let expr = Expr { kind: ExprKind::Empty, arity: 1, span };
                Ok(Node::done(expr, Type::empty(1)))
            }
            C::Univ => sig(Sig::UNIVERSE),
            C::Iden => {
                let expr = Expr { kind: ExprKind::Identity, arity: 2, span };
                Ok(Node::done(expr, Type::any(2)))
            }
            C::Int => sig(Sig::INT),
            C::SeqInt => sig(Sig::SEQ_INT),
            C::String => sig(Sig::STRING),
            C::This => match self.locals.iter().rev().find(|(name, _)| name == "this") {
                Some(&(_, Local::Variable(this))) => Ok(self.local(this, span)),
                _ => self.report(
                    Diagnostic::error(code::UNKNOWN_NAME, "there is no `this` here")
                        .at(span, "only sigs and predicates with a receiver have one"),
                ),
            },
            C::Least => int(IntExprKind::Least),
            C::Greatest => int(IntExprKind::Greatest),
            C::Next => {
                let expr = Expr { kind: ExprKind::NextInteger, arity: 2, span };
                Ok(Node::done(expr, Type { products: vec![vec![Sig::INT, Sig::INT]] }))
            }
            C::IntCast | C::SumCast | C::Disj | C::TotalOrder => self.report(
                Diagnostic::error(code::SYNTAX, "arguments in brackets are missing")
                    .at(span, "as in `disj[a, b]` or `int[e]`"),
            ),
        }
    }

    fn unary(&mut self, op: UnaryOp, operand: &ast::Expr, span: Span) -> Result<Node> {
        let closure = match op {
            UnaryOp::Transpose => PendingUnary::Transpose,
            UnaryOp::Closure => PendingUnary::Closure,
            UnaryOp::ReflexiveClosure => PendingUnary::ReflexiveClosure,
            UnaryOp::Cardinality => {
                let node = self.node(operand)?;
                let kind = IntExprKind::Cardinality(self.relation(node)?);
                return Ok(Node::Integer(IntExpr { kind, span }));
            }
            UnaryOp::ToInteger => {
                let node = self.node(operand)?;
                return Ok(Node::Integer(self.integer(node)?));
            }
            UnaryOp::Set | UnaryOp::Seq => {
                return self.report(
                    Diagnostic::error(code::MULTIPLICITY, "a multiplicity cannot stand here")
                        .at(span, "it belongs behind the colon of a declaration, or behind `in`")
                        .help("leave it out: an expression is a set as it is"),
                );
            }
            _ => return self.formula_unary(op, operand, span).map(Node::Formula),
        };
        let node = self.node(operand)?;
        let operand = self.pending(node)?;
        if !operand.ty.has_arity(2) {
            let message = format!("`{}` works on binary relations", sign(closure));
            let help = match closure {
                PendingUnary::ReflexiveClosure => "numbers are multiplied by `mul[a, b]`",
                _ => "it leads from one end of a relation to the other, as in `n.^next`",
            };
            return self.report(
                Diagnostic::error(code::ARITY, message)
                    .at(operand.span, format!("this is {}", columns(operand.ty.arity())))
                    .help(help),
            );
        }
        let ty = match closure {
            PendingUnary::Transpose => operand.ty.transpose(),
            PendingUnary::Closure => self.closure_type(&operand.ty),
            PendingUnary::ReflexiveClosure => Type::any(2),
        };
        let kind = PendingKind::Unary(closure, Box::new(operand));
        Ok(Node::Relation(Pending { kind, ty, span }))
    }

    /// The union of its powers.
    pub(super) fn closure_type(&self, ty: &Type) -> Type {
        let ty = &ty.of_arity(2);
        let mut closure = ty.clone();
        loop {
            let step = self.model.join(&closure, ty).expect("two binary relations join");
            let wider = self.model.union(&closure, &step);
            if wider == closure {
                return closure;
            }
            closure = wider;
        }
    }

    fn binary(
        &mut self,
        op: BinaryOp,
        left: &ast::Expr,
        right: &ast::Expr,
        span: Span,
    ) -> Result<Node> {
        if let Some(op) = integer_op(op) {
            let (left, right) = (self.node(left)?, self.node(right)?);
            let (left, right) = (self.integer(left)?, self.integer(right)?);
            let kind = IntExprKind::Binary(op, Box::new(left), Box::new(right));
            return Ok(Node::Integer(IntExpr { kind, span }));
        }
        let Some(relation_op) = relation_op(op) else {
            return self.formula_binary(op, left, right, span).map(Node::Formula);
        };
        if relation_op == RelationOp::Join {
            return self.dot_join(left, right, span);
        }
        let (left, right) = (self.node(left)?, self.node(right)?);
        let (left, right) = (self.pending(left)?, self.pending(right)?);
        let ty = self.binary_type(relation_op, &left, &right, span)?;
        let kind = PendingKind::Binary(relation_op, Box::new(left), Box::new(right));
        Ok(Node::Relation(Pending { kind, ty, span }))
    }

    /// `left.right`; `e.int` and `e.sum` convert.
    fn dot_join(&mut self, left: &ast::Expr, right: &ast::Expr, span: Span) -> Result<Node> {
        let left = self.node(left)?;
        if let ast::ExprKind::Constant(ast::Constant::IntCast | ast::Constant::SumCast) = right.kind
        {
            return Ok(Node::Integer(self.integer(left)?));
        }
        let right = self.node(right)?;
        self.apply(left, right, span)
    }

    fn binary_type(
        &mut self,
        op: RelationOp,
        left: &Pending,
        right: &Pending,
        span: Span,
    ) -> Result<Type> {
        let (l, r) = (&left.ty, &right.ty);
        match op {
            RelationOp::DomainRestriction if !l.has_arity(1) => {
                return self.restriction_mismatch("<:", "left", left);
            }
            RelationOp::RangeRestriction if !r.has_arity(1) => {
                return self.restriction_mismatch(":>", "right", right);
            }
            RelationOp::DomainRestriction => {
                return Ok(self.restricted(r, l, Column::First));
            }
            RelationOp::RangeRestriction => {
                return Ok(self.restricted(l, r, Column::Last));
            }
            _ if !l.shares_arity(r) => {
                return self.arity_mismatch(relation_sign(op), l.arity(), r.arity(), span);
            }
            _ => {}
        }
        Ok(match op {
            RelationOp::Difference => l.sharing_arity(r),
            RelationOp::Intersection => self.model.intersection(l, r),
            _ => self.model.union(&l.sharing_arity(r), &r.sharing_arity(l)),
        })
    }

    fn restriction_mismatch<T>(
        &mut self,
        operator: &str,
        side: &str,
        operand: &Pending,
    ) -> Result<T> {
        let message = format!("`{operator}` wants a set on its {side}");
        self.report(
            Diagnostic::error(code::ARITY, message)
                .at(operand.span, format!("this is {}", columns(operand.ty.arity()))),
        )
    }

    /// `ty` with one column cut down to a set.
    pub(super) fn restricted(&self, ty: &Type, set: &Type, column: Column) -> Type {
        let mut products = Vec::new();
        for product in &ty.products {
            let at = if column == Column::First { 0 } else { product.len() - 1 };
            for single in set.products.iter().filter(|single| single.len() == 1) {
                let mut cut = product.clone();
                cut[at] = self.model.meet(product[at], single[0]);
                products.push(cut);
            }
        }
        Type { products }.normal()
    }

    fn arrow(&mut self, arrow: &ast::Arrow, span: Span) -> Result<Node> {
        if arrow.left_multiplicity.is_some() || arrow.right_multiplicity.is_some() {
            return self.report(
                Diagnostic::error(code::MULTIPLICITY, "a multiplicity cannot stand here")
                    .at(span, "it belongs behind the colon of a declaration, or behind `in`")
                    .help("`r in A -> lone B` says it of a relation; `A -> B` is the product"),
            );
        }
        let (left, right) = (self.node(&arrow.left)?, self.node(&arrow.right)?);
        let (left, right) = (self.pending(left)?, self.pending(right)?);
        let ty = left.ty.product(&right.ty);
        let kind = PendingKind::Binary(RelationOp::Product, Box::new(left), Box::new(right));
        Ok(Node::Relation(Pending { kind, ty, span }))
    }

    fn conditional(
        &mut self,
        condition: &ast::Expr,
        then: &ast::Expr,
        otherwise: &ast::Expr,
        span: Span,
    ) -> Result<Node> {
        let condition = Box::new(self.formula(condition)?);
        let (then, otherwise) = (self.node(then)?, self.node(otherwise)?);
        match (&then, &otherwise) {
            (Node::Formula(_), _) | (_, Node::Formula(_)) => {
                let then = Box::new(self.formula_of(then)?);
                let otherwise = Box::new(self.formula_of(otherwise)?);
                let kind = crate::model::FormulaKind::Conditional(condition, then, otherwise);
                Ok(Node::Formula(Formula { kind, span }))
            }
            (Node::Integer(_), Node::Integer(_)) => {
                let then = Box::new(self.integer(then)?);
                let otherwise = Box::new(self.integer(otherwise)?);
                let kind = IntExprKind::Conditional(condition, then, otherwise);
                Ok(Node::Integer(IntExpr { kind, span }))
            }
            _ => {
                let (then, then_type) = self.relation_with_type(then)?;
                let (otherwise, otherwise_type) = self.relation_with_type(otherwise)?;
                if then.arity != otherwise.arity {
                    return self.arity_mismatch("else", then.arity, otherwise.arity, span);
                }
                let arity = then.arity;
                let ty = self.model.union(&then_type, &otherwise_type);
                let kind = ExprKind::Conditional(condition, Box::new(then), Box::new(otherwise));
                Ok(Node::done(Expr { kind, arity, span }, ty))
            }
        }
    }

    fn comprehension(
        &mut self,
        declarations: &[ast::Declaration],
        body: Option<&ast::Expr>,
        span: Span,
    ) -> Result<Node> {
        self.scoped(|resolver| {
            let declarations = resolver.declarations(declarations)?;
            resolver.require_single(&declarations, "a comprehension")?;
            let body = match body {
                Some(body) => resolver.formula(body)?,
                None => super::formulas::truth(span),
            };
            let types = resolver.variable_types(&declarations);
            let ty = types.into_iter().reduce(|a, b| a.product(&b)).expect("a declaration");
            let kind = ExprKind::Comprehension(declarations, Box::new(body));
            Ok(Node::done(Expr { kind, arity: ty.arity(), span }, ty))
        })
    }

    fn variable_types(&self, declarations: &[Declaration]) -> Vec<Type> {
        let variables = declarations.iter().flat_map(|d| &d.variables);
        variables
            .filter_map(|variable| match &self.variables[variable] {
                Kind::Relation(ty) => Some(ty.clone()),
                Kind::Formula | Kind::Integer => None,
            })
            .collect()
    }

    fn sum(
        &mut self,
        declarations: &[ast::Declaration],
        body: &ast::Expr,
        span: Span,
    ) -> Result<Node> {
        self.scoped(|resolver| {
            let declarations = resolver.declarations(declarations)?;
            resolver.require_single(&declarations, "`sum`")?;
            let body = resolver.node(body)?;
            let body = Box::new(resolver.integer(body)?);
            resolver.warn_of_unused(&declarations);
            let kind = IntExprKind::Sum(declarations, body);
            Ok(Node::Integer(IntExpr { kind, span }))
        })
    }

    /// Comprehensions and sums range over single atoms.
    fn require_single(&mut self, declarations: &[Declaration], construct: &str) -> Result<()> {
        for declaration in declarations {
            let is_single = matches!(&declaration.range,
                Range::Of { multiplicity: Multiplicity::One, domain } if domain.arity == 1);
            if !is_single {
                let message = format!("the variables of {construct} stand for single atoms");
                return self.report(
                    Diagnostic::error(code::HIGHER_ORDER, message)
                        .at(declaration.span, "this one ranges over sets or relations")
                        .help("leave the multiplicity out, as in `{ x: A | … }`"),
                );
            }
        }
        Ok(())
    }

    pub(super) fn let_node(
        &mut self,
        bindings: &[(ast::Name, ast::Expr)],
        span: Span,
        body: impl FnOnce(&mut Self) -> Result<Node>,
    ) -> Result<Node> {
        self.scoped(|resolver| {
            let mut bound: Vec<(VariableId, Value)> = Vec::new();
            for (name, value) in bindings {
                let value = resolver.node(value)?;
                let (value, kind) = resolver.value(value)?;
                let variable = resolver.variable(&name.text, kind, name.span);
                resolver.bring_into_scope(&name.text, variable);
                bound.push((variable, value));
            }
            let body = body(resolver)?;
            for (variable, _) in &bound {
                resolver.warn_if_unused(*variable);
            }
            resolver.bind(bound, body, span)
        })
    }

    /// A value of whatever kind the node has.
    pub(super) fn value(&mut self, node: Node) -> Result<(Value, Kind)> {
        match node {
            Node::Formula(formula) => Ok((Value::Formula(formula), Kind::Formula)),
            Node::Integer(int) => Ok((Value::Integer(int), Kind::Integer)),
            other => {
                let (expr, ty) = self.relation_with_type(other)?;
                Ok((Value::Relation(expr), Kind::Relation(ty)))
            }
        }
    }

    fn bind(&mut self, bound: Vec<(VariableId, Value)>, body: Node, span: Span) -> Result<Node> {
        let (mut value, kind) = self.value(body)?;
        for (variable, bound) in bound.into_iter().rev() {
            let bound = Box::new(bound);
            value = match value {
                Value::Formula(body) => {
                    let kind = crate::model::FormulaKind::Let(variable, bound, Box::new(body));
                    Value::Formula(Formula { kind, span })
                }
                Value::Integer(body) => {
                    let kind = IntExprKind::Let(variable, bound, Box::new(body));
                    Value::Integer(IntExpr { kind, span })
                }
                Value::Relation(body) => {
                    let arity = body.arity;
                    let kind = ExprKind::Let(variable, bound, Box::new(body));
                    Value::Relation(Expr { kind, arity, span })
                }
            };
        }
        Ok(match (value, kind) {
            (Value::Formula(formula), _) => Node::Formula(formula),
            (Value::Integer(int), _) => Node::Integer(int),
            (Value::Relation(expr), Kind::Relation(ty)) => Node::done(expr, ty),
            (Value::Relation(expr), _) => {
                let ty = Type::any(expr.arity);
                Node::done(expr, ty)
            }
        })
    }
}

/// The column that a restriction is about.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Column {
    First,
    Last,
}

pub(super) fn constant(number: i64, span: Span) -> IntExpr {
    IntExpr { kind: IntExprKind::Constant(number), span }
}

fn sign(op: PendingUnary) -> &'static str {
    match op {
        PendingUnary::Transpose => "~",
        PendingUnary::Closure => "^",
        PendingUnary::ReflexiveClosure => "*",
    }
}

fn relation_sign(op: RelationOp) -> &'static str {
    match op {
        RelationOp::Union => "+",
        RelationOp::Difference => "-",
        RelationOp::Intersection => "&",
        RelationOp::Override => "++",
        RelationOp::Product => "->",
        RelationOp::Join => ".",
        RelationOp::DomainRestriction => "<:",
        RelationOp::RangeRestriction => ":>",
    }
}

fn relation_op(op: BinaryOp) -> Option<RelationOp> {
    Some(match op {
        BinaryOp::Union => RelationOp::Union,
        BinaryOp::Difference => RelationOp::Difference,
        BinaryOp::Override => RelationOp::Override,
        BinaryOp::Intersection => RelationOp::Intersection,
        BinaryOp::DomainRestriction => RelationOp::DomainRestriction,
        BinaryOp::RangeRestriction => RelationOp::RangeRestriction,
        BinaryOp::Join => RelationOp::Join,
        _ => return None,
    })
}

fn integer_op(op: BinaryOp) -> Option<IntOp> {
    Some(match op {
        BinaryOp::Add => IntOp::Plus,
        BinaryOp::Subtract => IntOp::Minus,
        BinaryOp::Multiply => IntOp::Times,
        BinaryOp::Divide => IntOp::Divide,
        BinaryOp::Remainder => IntOp::Remainder,
        BinaryOp::ShiftLeft => IntOp::ShiftLeft,
        BinaryOp::ShiftRight => IntOp::ShiftRight,
        BinaryOp::UnsignedShiftRight => IntOp::UnsignedShiftRight,
        _ => return None,
    })
}
