//! The meaning of a name.

mod lookup;

use crate::resolve::context::place::Nameable;
use rustc_hash::FxHashSet;

use crate::model::build::{binary, set};
use crate::model::{
    Expr, ExprKind, FieldId, Formula, FormulaKind, IntExpr, IntExprKind, RelationOp, SigId,
    SigKind, Type, VariableId,
};
use crate::resolve::context::declared::DeclaredId;
use crate::resolve::context::node::{Callee, Candidate, Kind, MacroCall, Partial, PendingNode};
use crate::resolve::context::operation::NumberOperation;
use crate::resolve::context::place::Local;
use crate::resolve::context::{Reported, Resolver, Result};
use crate::source::Span;

/// The cost of taking a name for the field of another sig within a sig, or for a function with
/// `this` as its first argument.
const INDIRECT: u32 = 1;

impl Resolver<'_> {
    /// A name in an expression: a macro, a variable, else all sigs, fields, predicates and functions
    /// that it can stand for.
    pub(crate) fn name(&mut self, text: &str, span: Span) -> Result<PendingNode> {
        match self.place.local(text).cloned() {
            Some(Local::Variable(variable)) => return Ok(self.local(variable, span)),
            Some(Local::Node(node)) => return self.macro_argument(*node, span),
            None => {}
        }
        if let Some(call) = self.find_macro(text, span)? {
            return self.expand(call);
        }
        if self.is_poisoned(text) {
            return Err(Reported);
        }
        let candidates = self.declared_as(text, span, true)?;
        if candidates.is_empty() {
            return self.unknown_name(text, span);
        }
        Ok(self.choice(candidates, span))
    }

    /// The sigs, functions, predicates and fields of a name; `with_this`: the sig's own fields as
    /// `this.f`.
    fn declared_as(
        &mut self,
        text: &str,
        span: Span,
        with_this: bool,
    ) -> Result<Vec<Candidate<PendingNode>>> {
        let mut candidates = Vec::new();
        for sig in self.find_sigs(text) {
            let node = PendingNode::done(set(sig, span), self.model.type_of_sig(sig));
            candidates.push(declared(node, 0));
        }
        if self.place.reach == Nameable::All {
            self.add_functions(text, span, &mut candidates)?;
        }
        self.add_fields(text, span, with_this, &mut candidates);
        Ok(candidates)
    }

    /// The argument of a macro, where its parameter is used.
    fn macro_argument(&mut self, node: PendingNode, span: Span) -> Result<PendingNode> {
        match node {
            PendingNode::Macro(call) => self.expand(MacroCall { span, ..call }),
            node => self.substituted(node, span),
        }
    }

    pub(crate) fn local(&mut self, variable: VariableId, span: Span) -> PendingNode {
        self.used.insert(variable);
        match &self.variables[&variable] {
            Kind::Formula => {
                PendingNode::Formula(Formula { kind: FormulaKind::Variable(variable), span })
            }
            Kind::Integer => {
                PendingNode::Integer(IntExpr { kind: IntExprKind::Variable(variable), span })
            }
            Kind::Relation(ty) => {
                let kind = ExprKind::Variable(variable);
                PendingNode::done(Expr { kind, arity: ty.arity(), span }, ty.clone())
            }
        }
    }

    /// All fields of that name; those of the sig at hand as `this.field`, if that is wanted.
    fn add_fields(
        &mut self,
        text: &str,
        span: Span,
        with_this: bool,
        candidates: &mut Vec<Candidate<PendingNode>>,
    ) {
        for field in self.find_fields(text) {
            let (expr, ty) = self.plain_field(field, span);
            match self.place.this {
                None => candidates.push(declared(PendingNode::done(expr, ty), 0)),
                Some((sig, this)) if self.inherits(sig, field) => {
                    let node = if with_this {
                        self.used.insert(this);
                        let this = Expr { kind: ExprKind::Variable(this), arity: 1, span };
                        let joined = self.model.join(&self.model.type_of_sig(sig), &ty);
                        let ty = joined.expect("a field has at least two columns");
                        PendingNode::done(binary(RelationOp::Join, this, expr), ty)
                    } else {
                        PendingNode::done(expr, ty)
                    };
                    candidates.push(declared(node, 0));
                }
                Some(_) if self.place.reach == Nameable::OwnFields => {}
                Some(_) => candidates.push(declared(PendingNode::done(expr, ty), INDIRECT)),
            }
        }
    }

    fn inherits(&self, sig: SigId, field: FieldId) -> bool {
        self.is_within(sig, self.model.fields[field].sig)
    }

    /// True if a sig is another one or below it. As in Alloy, one that lies in several sigs is
    /// below each of them.
    fn is_within(&self, sig: SigId, above: SigId) -> bool {
        let mut open = vec![sig];
        let mut seen = FxHashSet::default();
        while let Some(sig) = open.pop() {
            if sig == above {
                return true;
            }
            if !seen.insert(sig) {
                continue;
            }
            match &self.model.sigs[sig].kind {
                SigKind::Extends(parent) => open.push(*parent),
                SigKind::Subset { parents, .. } => open.extend(parents),
                SigKind::TopLevel | SigKind::Builtin => {}
            }
        }
        false
    }

    pub(crate) fn plain_field(&self, field: FieldId, span: Span) -> (Expr, Type) {
        let ty = self.model.fields[field].ty.clone();
        (Expr { kind: ExprKind::Field(field), arity: ty.arity(), span }, ty)
    }

    /// `@f`: no variable, and fields without an implicit `this.`.
    pub(crate) fn at_name(&mut self, text: &str, span: Span) -> Result<PendingNode> {
        let candidates = self.declared_as(text, span, false)?;
        if candidates.is_empty() {
            self.name(text, span)
        } else {
            Ok(self.choice(candidates, span))
        }
    }

    /// The functions of that name; within a sig also with `this` as the first argument.
    fn add_functions(
        &mut self,
        text: &str,
        span: Span,
        candidates: &mut Vec<Candidate<PendingNode>>,
    ) -> Result<()> {
        for function in self.find_functions(text) {
            let is_implicit = self.is_integer_function(function);
            let mut add = |meaning, cost| {
                candidates.push(Candidate { meaning, cost, is_implicit });
            };
            if let Some(operation) = self.integer_operation(function) {
                let callee = Callee::Integer(operation);
                add(PendingNode::Partial(Partial { callee, arguments: Vec::new(), span }), 0);
                continue;
            }
            let function = self.function(function)?;
            let callee = Callee::Function(function);
            if let Some((sig, this)) = self.place.this
                && let Some(first) = self.parameter_type(function, 0)
                && self.model.overlaps(&first, &self.model.type_of_sig(sig))
            {
                let this = self.local(this, span);
                let partial = Partial { callee, arguments: vec![this], span };
                add(self.complete(partial)?, INDIRECT);
            }
            let partial = Partial { callee, arguments: Vec::new(), span };
            add(self.complete(partial)?, 0);
        }
        Ok(())
    }

    /// The operation on numbers that a function of `util/integer` stands for.
    fn integer_operation(&self, declared: DeclaredId) -> Option<NumberOperation> {
        let name = &self.functions[declared].ast.name.text;
        self.is_integer_function(declared).then(|| NumberOperation::of(name))?
    }

    /// The operation that a name stands for, if it stands for nothing else.
    pub(crate) fn only_operation(&self, name: &str) -> Option<NumberOperation> {
        match self.find_functions(name).as_slice() {
            [only] => self.integer_operation(*only),
            _ => None,
        }
    }

    fn is_integer_function(&self, declared: DeclaredId) -> bool {
        let module = &self.modules[self.functions[declared].module];
        let name = module.ast.header.as_ref().map(|header| header.name.text.as_str());
        module.is_library && name == Some("util/integer")
    }
}

fn declared(meaning: PendingNode, cost: u32) -> Candidate<PendingNode> {
    Candidate { meaning, cost, is_implicit: false }
}
