//! Calls and joins. `f[x]` and `x.f` mean the same: an argument where `f` still lacks one, else the
//! relational join.

use super::node::{Callee, Kind, Node, Partial, Pending, PendingKind};
use super::{Reported, Resolver, Result, TypeOps};
use crate::ast;
use crate::code;
use crate::diagnostic::Diagnostic;
use crate::model::{
    Count, Expr, ExprKind, Formula, FormulaKind, FunctionId, IntExpr, IntExprKind, RelationOp, Sig,
    Type, Value,
};
use crate::source::Span;

impl Resolver<'_> {
    /// `target[a, b]`.
    pub(super) fn box_join(
        &mut self,
        target: &ast::Expr,
        arguments: &[ast::Expr],
        span: Span,
    ) -> Result<Node> {
        if let ast::ExprKind::Constant(constant) = target.kind
            && let Some(node) = self.special_box(constant, target.span, arguments, span)?
        {
            return Ok(node);
        }
        let mut node = self.node(target)?;
        for argument in arguments {
            if let Node::Formula(formula) = &node {
                return self.too_many(&formula.kind.clone(), arguments.len(), span);
            }
            let argument = self.node(argument)?;
            node = self.apply(argument, node, span)?;
        }
        Ok(node)
    }

    /// Reports arguments behind those that a predicate takes.
    fn too_many<T>(&mut self, callee: &FormulaKind, given: usize, span: Span) -> Result<T> {
        let FormulaKind::Call(function, _) = *callee else {
            return self.wrong_kind("a relation or a predicate", "a formula", span);
        };
        let (name, declared) =
            (self.model.functions[function].name.clone(), self.model.functions[function].span);
        let wanted = self.parameter_count(function);
        let message = format!("`{name}` takes {}, not {given}", arguments(wanted));
        self.report(
            Diagnostic::error(code::ARGUMENTS, message)
                .at(span, format!("{} too many", given - wanted))
                .related(declared, format!("`{name}` is declared here")),
        )
    }

    /// `Int[e]`, `int[e]`, `sum[e]`, `disj[a, b]`, `pred/totalOrder[…]`.
    fn special_box(
        &mut self,
        constant: ast::Constant,
        at: Span,
        arguments: &[ast::Expr],
        span: Span,
    ) -> Result<Option<Node>> {
        use ast::Constant as C;
        let callee = match constant {
            C::Disj => Callee::Disj,
            C::TotalOrder => Callee::TotalOrder,
            C::Int | C::IntCast | C::SumCast => return self.cast(constant, at, arguments, span),
            _ => return Ok(None),
        };
        let arguments =
            arguments.iter().map(|argument| self.node(argument)).collect::<Result<Vec<_>>>()?;
        self.complete(Partial { callee, arguments, span }).map(Some)
    }

    fn cast(
        &mut self,
        constant: ast::Constant,
        at: Span,
        arguments: &[ast::Expr],
        span: Span,
    ) -> Result<Option<Node>> {
        let [argument] = arguments else {
            return self.report(
                Diagnostic::error(code::ARGUMENTS, "a conversion takes one argument")
                    .at(at, format!("{} are given", arguments.len())),
            );
        };
        let node = self.node(argument)?;
        let int = self.integer(node)?;
        if constant != ast::Constant::Int {
            return Ok(Some(Node::Integer(IntExpr { span, ..int })));
        }
        let kind = ExprKind::IntegerAtom(Box::new(int));
        Ok(Some(Node::done(Expr { kind, arity: 1, span }, Type::of(Sig::INT))))
    }

    /// `left.right`, where `left` may be an argument to `right`.
    pub(super) fn apply(&mut self, left: Node, right: Node, span: Span) -> Result<Node> {
        match right {
            Node::Choice(choice) => self.apply_to_choice(left, choice, span),
            Node::Macro(call) => self.apply_macro(left, call, span),
            Node::Partial(mut partial) => {
                partial.arguments.push(left);
                partial.span = span;
                self.complete(partial)
            }
            right => self.join(left, right, span),
        }
    }

    /// Whether `left` can be the next argument of a candidate.
    pub(super) fn fits(&self, left: &Node, candidate: &Partial) -> bool {
        let Some(given) = self.type_of(left) else { return false };
        let wanted = match candidate.callee {
            Callee::Function(function) => self.parameter_type(function, candidate.arguments.len()),
            Callee::Integer(_) => Some(Type::of(Sig::INT)),
            Callee::Disj | Callee::TotalOrder => None,
        };
        wanted.is_some_and(|wanted| {
            let given = given.sharing_arity(&wanted);
            let is_open = given.is_empty() || wanted.is_empty();
            given.shares_arity(&wanted) && (is_open || self.model.overlaps(&given, &wanted))
        })
    }

    /// The type of a node that is, or can be, a relation.
    pub(super) fn type_of(&self, node: &Node) -> Option<Type> {
        match node {
            Node::Relation(pending) => Some(pending.ty.clone()),
            Node::Integer(_) => Some(Type::of(Sig::INT)),
            Node::Choice(choice) => choice.relation.as_ref().map(|pending| pending.ty.clone()),
            Node::Formula(_) | Node::Partial(_) | Node::Macro(_) => None,
        }
    }

    /// The type of a function's parameter, counted over its declarations.
    pub(super) fn parameter_type(&self, function: FunctionId, at: usize) -> Option<Type> {
        let parameters = &self.model.functions[function].parameters;
        let variable = parameters.iter().flat_map(|d| &d.variables).nth(at)?;
        match &self.variables[variable] {
            Kind::Relation(ty) => Some(ty.clone()),
            Kind::Formula | Kind::Integer => None,
        }
    }

    pub(super) fn join(&mut self, left: Node, right: Node, span: Span) -> Result<Node> {
        let left = self.pending(left)?;
        let right = self.pending(right)?;
        let ty = self.model.join(&left.ty, &right.ty);
        let Some(ty) = ty else {
            return self.report(
                Diagnostic::error(code::ARITY, "two sets cannot be joined")
                    .at(span, "both sides have one column, so nothing would be left")
                    .help("`&` is the intersection; `->` is the product"),
            );
        };
        let kind = PendingKind::Binary(RelationOp::Join, Box::new(left), Box::new(right));
        Ok(Node::Relation(Pending { kind, ty, span }))
    }
}

/// Calls that have all their arguments.
impl Resolver<'_> {
    /// Makes a call of a callee that has all its arguments; leaves others as they are.
    pub(super) fn complete(&mut self, partial: Partial) -> Result<Node> {
        let given = partial.arguments.len();
        match partial.callee {
            Callee::Function(function) if given == self.parameter_count(function) => {
                self.call(function, partial.arguments, partial.span)
            }
            Callee::Integer(operation) if given == operation.arity() => {
                self.operation(operation, partial)
            }
            Callee::Disj => self.disjoint(partial),
            Callee::TotalOrder if given == 3 => self.total_order(partial),
            _ => Ok(Node::Partial(partial)),
        }
    }

    pub(super) fn parameter_count(&self, function: FunctionId) -> usize {
        self.model.functions[function].parameters.iter().map(|d| d.variables.len()).sum()
    }

    fn call(&mut self, function: FunctionId, arguments: Vec<Node>, span: Span) -> Result<Node> {
        let mut values = Vec::new();
        let mut types = Vec::new();
        for (at, argument) in arguments.into_iter().enumerate() {
            let expected = self.parameter_type(function, at).expect("parameters are relations");
            let (value, ty) = self.argument(function, argument, &expected)?;
            values.push(value);
            types.push(ty);
        }
        Ok(match &self.model.functions[function].body {
            Value::Formula(_) => {
                Node::Formula(Formula { kind: FormulaKind::Call(function, values), span })
            }
            Value::Integer(_) => {
                Node::Integer(IntExpr { kind: IntExprKind::Call(function, values), span })
            }
            Value::Relation(body) => {
                let arity = body.arity;
                let ty = self.call_type(function, types);
                let kind = ExprKind::Call(function, values);
                Node::done(Expr { kind, arity, span }, ty)
            }
        })
    }

    fn argument(
        &mut self,
        function: FunctionId,
        node: Node,
        expected: &Type,
    ) -> Result<(Expr, Type)> {
        let span = node.span();
        let pending = self.pending(node)?;
        if !pending.ty.shares_arity(expected) {
            let name = self.model.functions[function].name.clone();
            let declared = self.model.functions[function].span;
            let message = format!("`{name}` wants {} here", columns(expected.arity()),);
            return self.report(
                Diagnostic::error(code::ARITY, message)
                    .at(span, format!("this has {}", columns(pending.ty.arity())))
                    .related(declared, format!("`{name}` is declared here")),
            );
        }
        let value = self.finish(pending, expected)?;
        let ty = self.final_type(&value);
        Ok((value, ty))
    }

    /// `disj[a, b, c]`: each shares nothing with those before it.
    fn disjoint(&mut self, partial: Partial) -> Result<Node> {
        let span = partial.span;
        let mut seen: Vec<Expr> = Vec::new();
        let mut parts = Vec::new();
        for argument in partial.arguments {
            let set = self.relation(argument)?;
            if let Some(first) = seen.first()
                && first.arity != set.arity
            {
                return self.arity_mismatch("disj", first.arity, set.arity, span);
            }
            for earlier in &seen {
                let shared =
                    super::sigs::binary(RelationOp::Intersection, earlier.clone(), set.clone());
                parts.push(Formula { kind: FormulaKind::Count(Count::No, shared), span });
            }
            seen.push(set);
        }
        Ok(Node::Formula(Formula { kind: FormulaKind::And(parts), span }))
    }

    fn total_order(&mut self, partial: Partial) -> Result<Node> {
        let span = partial.span;
        let mut sets = Vec::new();
        for argument in partial.arguments {
            sets.push(self.relation(argument)?);
        }
        let sets: [Expr; 3] = sets.try_into().expect("three arguments");
        if [sets[0].arity, sets[1].arity, sets[2].arity] != [1, 1, 2] {
            return self.report(
                Diagnostic::error(code::ARITY, "`pred/totalOrder` takes two sets and a relation")
                    .at(span, "as in `pred/totalOrder[elem, first, next]`"),
            );
        }
        let kind = FormulaKind::TotalOrder(Box::new(sets));
        Ok(Node::Formula(Formula { kind, span }))
    }

    /// Reports a call that lacks arguments.
    pub(super) fn incomplete<T>(&mut self, partial: &Partial) -> Result<T> {
        let (name, wanted, declared) = match partial.callee {
            Callee::Function(function) => {
                let declared = &self.model.functions[function];
                (declared.name.clone(), self.parameter_count(function), Some(declared.span))
            }
            Callee::Integer(op) => (op.name().to_string(), op.arity(), None),
            Callee::Disj => return Err(Reported),
            Callee::TotalOrder => ("pred/totalOrder".to_string(), 3, None),
        };
        let given = partial.arguments.len();
        let message = format!("`{name}` takes {}, not {given}", arguments(wanted));
        let mut diagnostic = Diagnostic::error(code::ARGUMENTS, message)
            .at(partial.span, format!("{} more needed", wanted.saturating_sub(given)));
        if let Some(declared) = declared {
            diagnostic = diagnostic.related(declared, format!("`{name}` is declared here"));
        }
        self.report(diagnostic)
    }
}

/// "1 argument", "2 arguments".
fn arguments(count: usize) -> String {
    match count {
        0 => "no arguments".to_string(),
        1 => "1 argument".to_string(),
        _ => format!("{count} arguments"),
    }
}

/// "1 column", "2 columns".
pub(super) fn columns(arity: usize) -> String {
    if arity == 1 {
        "a set (1 column)".to_string()
    } else {
        format!("a relation of {arity} columns")
    }
}
