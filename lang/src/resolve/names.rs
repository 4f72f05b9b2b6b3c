//! What a name stands for.

use super::node::{Callee, Kind, Node, Partial, Pending, PendingKind};
use super::sigs::{binary, set};
use super::{Reported, Resolver, Result, TypeOps};
use crate::ast;
use crate::code;
use crate::diagnostic::Diagnostic;
use crate::model::{
    Expr, ExprKind, FieldId, Formula, FormulaKind, IntExpr, IntExprKind, IntOp, RelationOp, Type,
    VariableId,
};
use crate::source::Span;

impl Resolver<'_> {
    /// A name in an expression: a variable, else a sig, fields, predicates and functions.
    pub(super) fn name(&mut self, text: &str, span: Span) -> Result<Node> {
        if let Some(&(_, variable)) = self.locals.iter().rev().find(|(name, _)| name == text) {
            return Ok(self.local(variable, span));
        }
        let text = text.strip_prefix("this/").unwrap_or(text);
        if let Some(sig) = self.find_sig(text) {
            return Ok(Node::done(set(sig, span), self.model.type_of_sig(sig)));
        }
        let mut candidates: Vec<Node> = self.field_candidates(text, span).into_iter().collect();
        candidates.extend(self.function_candidates(text, span)?);
        if candidates.is_empty() {
            candidates.extend(integer_operation(text, span));
        }
        match candidates.len() {
            0 if self.poisoned.contains(text) => Err(Reported),
            0 => {
                let name = ast::Name { text: text.to_string(), span };
                let known = self.known_names();
                self.unknown("name", &name, known)
            }
            1 => Ok(candidates.remove(0)),
            _ => Ok(Node::Choice(candidates, span)),
        }
    }

    pub(super) fn local(&mut self, variable: VariableId, span: Span) -> Node {
        match &self.variables[&variable] {
            Kind::Formula => Node::Formula(Formula { kind: FormulaKind::Variable(variable), span }),
            Kind::Integer => Node::Integer(IntExpr { kind: IntExprKind::Variable(variable), span }),
            Kind::Relation(ty) => {
                let kind = ExprKind::Variable(variable);
                Node::done(Expr { kind, arity: ty.arity(), span }, ty.clone())
            }
        }
    }

    /// All fields of that name; those of the sig at hand as `this.field`.
    fn field_candidates(&self, text: &str, span: Span) -> Option<Node> {
        let mut candidates: Vec<(Pending, u32)> = Vec::new();
        for &field in self.fields.get(text)? {
            let plain = self.plain_field(field, span);
            match self.this {
                Some((sig, this)) if self.inherits(sig, field) => {
                    let this = Expr { kind: ExprKind::Variable(this), arity: 1, span };
                    let ty = self.model.join(&Type::of(sig), &plain.1);
                    let expr = binary(RelationOp::Join, this, plain.0);
                    let ty = ty.expect("a field has at least two columns");
                    candidates.push((Pending::done(expr, ty), 0));
                }
                _ => candidates.push((Pending::done(plain.0, plain.1), 1)),
            }
        }
        let pending = if candidates.len() == 1 {
            candidates.remove(0).0
        } else {
            self.choice(candidates, span)
        };
        Some(Node::Relation(pending))
    }

    fn choice(&self, candidates: Vec<(Pending, u32)>, span: Span) -> Pending {
        // Candidates of different arity share no type; the first one's arity is shown in messages.
        let arity = candidates[0].0.ty.arity();
        let alike = candidates.iter().filter(|(pending, _)| pending.ty.arity() == arity);
        let ty = alike.fold(Type::empty(arity), |ty, (p, _)| self.model.union(&ty, &p.ty));
        Pending { kind: PendingKind::Choice(candidates), ty, span }
    }

    fn inherits(&self, sig: crate::model::SigId, field: FieldId) -> bool {
        let owner = self.model.fields[field].sig;
        let ty = self.model.type_of_sig(sig);
        sig == owner || ty.products.iter().all(|p| self.model.is_descendant(p[0], owner))
    }

    fn plain_field(&self, field: FieldId, span: Span) -> (Expr, Type) {
        let ty = self.model.fields[field].ty.clone();
        (Expr { kind: ExprKind::Field(field), arity: ty.arity(), span }, ty)
    }

    /// `@f`: fields without an implicit `this.`.
    pub(super) fn at_name(&mut self, text: &str, span: Span) -> Result<Node> {
        let fields = self.fields.get(text).cloned().unwrap_or_default();
        let candidates: Vec<(Pending, u32)> = fields
            .iter()
            .map(|&field| {
                let (expr, ty) = self.plain_field(field, span);
                (Pending::done(expr, ty), 0)
            })
            .collect();
        match candidates.len() {
            0 => self.name(text, span),
            1 => Ok(Node::Relation(candidates.into_iter().next().expect("there is one").0)),
            _ => Ok(Node::Relation(self.choice(candidates, span))),
        }
    }

    fn function_candidates(&mut self, text: &str, span: Span) -> Result<Vec<Node>> {
        let count = self.functions.get(text).map_or(0, Vec::len);
        let mut candidates = Vec::new();
        for at in 0..count {
            let function = self.function(text, at, span)?;
            let callee = Callee::Function(function);
            let partial = Partial { callee, arguments: Vec::new(), span };
            candidates.push(self.complete(partial)?);
        }
        Ok(candidates)
    }

    fn known_names(&self) -> Vec<String> {
        let mut names: Vec<String> = self.locals.iter().map(|(name, _)| name.clone()).collect();
        names.extend(self.sigs.keys().cloned());
        names.extend(self.fields.keys().cloned());
        names.extend(self.functions.keys().cloned());
        names
    }

    /// Reports a name that nothing declares, with the most similar one that something does.
    pub(super) fn unknown<T>(
        &mut self,
        what: &str,
        name: &ast::Name,
        mut known: Vec<String>,
    ) -> Result<T> {
        known.sort();
        let message = format!("there is no {what} `{}`", name.text);
        let diagnostic =
            Diagnostic::error(code::UNKNOWN_NAME, message).at(name.span, "not declared anywhere");
        let similar = most_similar(&name.text, &known);
        self.report(match similar {
            Some(similar) => diagnostic.help(format!("did you mean `{similar}`?")),
            None => diagnostic,
        })
    }
}

/// The known name at the smallest edit distance, if it is small enough to be a slip.
pub(super) fn most_similar<'n>(name: &str, known: &'n [String]) -> Option<&'n String> {
    let allowed = match name.chars().count() {
        0 | 1 => 0,
        length => (length / 3).max(1),
    };
    known
        .iter()
        .map(|candidate| (strsim::damerau_levenshtein(name, candidate), candidate))
        .filter(|(distance, candidate)| {
            *distance <= allowed || candidate.eq_ignore_ascii_case(name)
        })
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// The integer operations that Alloy offers without an `open`.
fn integer_operation(text: &str, span: Span) -> Option<Node> {
    let text = text.strip_prefix("integer/").unwrap_or(text);
    let callee = match text {
        "plus" | "add" => Callee::Integer(IntOp::Plus),
        "minus" | "sub" => Callee::Integer(IntOp::Minus),
        "mul" => Callee::Integer(IntOp::Times),
        "div" => Callee::Integer(IntOp::Divide),
        "rem" => Callee::Integer(IntOp::Remainder),
        "negate" => Callee::Negate,
        _ => return None,
    };
    Some(Node::Partial(Partial { callee, arguments: Vec::new(), span }))
}
