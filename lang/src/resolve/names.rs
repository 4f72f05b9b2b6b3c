//! What a name stands for.

use super::foreign::what_to_write;
use super::functions::DeclaredId;
use super::integers::Operation;
use super::node::{Callee, Kind, MacroCall, Node, Partial};
use super::sigs::{binary, set};
use super::{Local, Reported, Resolver, Result, TypeOps};
use crate::ast;
use crate::code;
use crate::diagnostic::Diagnostic;
use crate::model::{
    Expr, ExprKind, FieldId, Formula, FormulaKind, IntExpr, IntExprKind, RelationOp, Type,
    VariableId,
};
use crate::source::Span;

/// What it costs to take a name for something; of what fits, the cheapest is meant.
mod cost {
    /// The function of `util/integer`, which every module opens without being asked. Alloy calls a
    /// field `next` ambiguous with the `next` of integers; here the user's own names come first.
    pub(super) const IMPLICIT: u32 = 1;
    /// Within a sig: the field of another sig, a function with `this` as its first argument.
    pub(super) const INDIRECT: u32 = 2;
}

impl Resolver<'_> {
    /// A name in an expression: a macro, a variable, else all sigs, fields, predicates and functions
    /// that it can stand for.
    pub(super) fn name(&mut self, text: &str, span: Span) -> Result<Node> {
        let local = self.locals.iter().rev().find(|(name, _)| name == text);
        match local.map(|(_, local)| local.clone()) {
            Some(Local::Variable(variable)) => return Ok(self.local(variable, span)),
            Some(Local::Node(node)) => return self.macro_argument(*node, span),
            None => {}
        }
        if let Some(call) = self.find_macro(text, span)? {
            return self.expand(call);
        }
        let mut candidates: Vec<(Node, u32)> = Vec::new();
        for sig in self.find_sigs(text) {
            let node = Node::done(set(sig, span), self.model.type_of_sig(sig));
            candidates.push((node, 0));
        }
        if !self.calls_are_barred {
            self.add_functions(text, span, &mut candidates)?;
        }
        self.add_fields(text, span, true, &mut candidates);
        if candidates.is_empty() {
            return self.unknown_name(text, span);
        }
        Ok(self.choice(candidates, span))
    }

    /// The argument of a macro, where its parameter is used.
    fn macro_argument(&mut self, node: Node, span: Span) -> Result<Node> {
        match node {
            Node::Macro(call) => self.expand(MacroCall { span, ..call }),
            node => self.substituted(node, span),
        }
    }

    fn unknown_name(&mut self, text: &str, span: Span) -> Result<Node> {
        let own = text.strip_prefix("this/").unwrap_or(text);
        if self.poisoned.contains(own) {
            return Err(Reported);
        }
        if self.calls_are_barred && !self.find_functions(text).is_empty() {
            return self.report(
                Diagnostic::error(code::KIND, format!("`{text}` cannot be called here"))
                    .at(span, "the declarations of fields and parameters call nothing")
                    .help("say it in a fact, or define the field with `=`"),
            );
        }
        let name = ast::Name { text: text.to_string(), span };
        let known = self.known_names();
        self.unknown("name", &name, known)
    }

    pub(super) fn local(&mut self, variable: VariableId, span: Span) -> Node {
        self.used.insert(variable);
        match &self.variables[&variable] {
            Kind::Formula => Node::Formula(Formula { kind: FormulaKind::Variable(variable), span }),
            Kind::Integer => Node::Integer(IntExpr { kind: IntExprKind::Variable(variable), span }),
            Kind::Relation(ty) => {
                let kind = ExprKind::Variable(variable);
                Node::done(Expr { kind, arity: ty.arity(), span }, ty.clone())
            }
        }
    }

    /// All fields of that name; those of the sig at hand as `this.field`, if that is wanted.
    fn add_fields(
        &mut self,
        text: &str,
        span: Span,
        with_this: bool,
        candidates: &mut Vec<(Node, u32)>,
    ) {
        for field in self.find_fields(text) {
            let (expr, ty) = self.plain_field(field, span);
            match self.this {
                None => candidates.push((Node::done(expr, ty), 0)),
                Some((sig, this)) if self.inherits(sig, field) => {
                    let node = if with_this {
                        self.used.insert(this);
                        let this = Expr { kind: ExprKind::Variable(this), arity: 1, span };
                        let joined = self.model.join(&Type::of(sig), &ty);
                        let ty = joined.expect("a field has at least two columns");
                        Node::done(binary(RelationOp::Join, this, expr), ty)
                    } else {
                        Node::done(expr, ty)
                    };
                    candidates.push((node, 0));
                }
                Some(_) if self.in_field_range => {}
                Some(_) => candidates.push((Node::done(expr, ty), cost::INDIRECT)),
            }
        }
    }

    fn inherits(&self, sig: crate::model::SigId, field: FieldId) -> bool {
        let owner = self.model.fields[field].sig;
        let ty = self.model.type_of_sig(sig);
        sig == owner || ty.products.iter().all(|p| self.model.is_descendant(p[0], owner))
    }

    pub(super) fn plain_field(&self, field: FieldId, span: Span) -> (Expr, Type) {
        let ty = self.model.fields[field].ty.clone();
        (Expr { kind: ExprKind::Field(field), arity: ty.arity(), span }, ty)
    }

    /// `@f`: fields without an implicit `this.`.
    pub(super) fn at_name(&mut self, text: &str, span: Span) -> Result<Node> {
        let mut candidates = Vec::new();
        self.add_fields(text, span, false, &mut candidates);
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
        candidates: &mut Vec<(Node, u32)>,
    ) -> Result<()> {
        for declared in self.find_functions(text) {
            let implicit = if self.is_integer_function(declared) { cost::IMPLICIT } else { 0 };
            if let Some(operation) = self.integer_operation(declared) {
                let callee = Callee::Integer(operation);
                let partial = Partial { callee, arguments: Vec::new(), span };
                candidates.push((Node::Partial(partial), implicit));
                continue;
            }
            let function = self.function(declared)?;
            let callee = Callee::Function(function);
            if let Some((sig, this)) = self.this
                && let Some(first) = self.parameter_type(function, 0)
                && self.model.overlaps(&first, &self.model.type_of_sig(sig))
            {
                let this = self.local(this, span);
                let partial = Partial { callee, arguments: vec![this], span };
                candidates.push((self.complete(partial)?, cost::INDIRECT + implicit));
            }
            let partial = Partial { callee, arguments: Vec::new(), span };
            candidates.push((self.complete(partial)?, implicit));
        }
        Ok(())
    }

    /// The operation on numbers that a function of `util/integer` stands for.
    fn integer_operation(&self, declared: DeclaredId) -> Option<Operation> {
        let name = &self.functions[declared].ast.name.text;
        self.is_integer_function(declared).then(|| Operation::of(name))?
    }

    fn is_integer_function(&self, declared: DeclaredId) -> bool {
        let module = &self.modules[self.functions[declared].module];
        let name = module.ast.header.as_ref().map(|header| header.name.text.as_str());
        module.is_library && name == Some("util/integer")
    }

    fn known_names(&self) -> Vec<String> {
        let mut names: Vec<String> = self.locals.iter().map(|(name, _)| name.clone()).collect();
        names.extend(self.known(|state| {
            let sigs = state.sigs.keys();
            sigs.chain(state.functions.keys()).chain(state.macros.keys()).cloned().collect()
        }));
        names.extend(self.fields.keys().filter(|name| !self.find_fields(name).is_empty()).cloned());
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
        self.report(match (what_to_write(&name.text), similar) {
            (Some(help), _) => diagnostic.help(help),
            (None, Some(similar)) => diagnostic.help(format!("did you mean `{similar}`?")),
            (None, None) => diagnostic,
        })
    }
}

/// The known name at the smallest edit distance, if it is small enough to be a slip.
pub(crate) fn most_similar<'n>(name: &str, known: &'n [String]) -> Option<&'n String> {
    let allowed = match name.chars().count() {
        0 | 1 => 0,
        length => (length / 3).max(1),
    };
    known
        .iter()
        .map(|candidate| (distance(name, candidate), candidate))
        .filter(|(distance, _)| *distance <= allowed)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// The edit distance, where capitals do not count: `nodes` is a slip for `Node`.
fn distance(name: &str, candidate: &str) -> usize {
    let exact = strsim::damerau_levenshtein(name, candidate);
    exact.min(strsim::damerau_levenshtein(&name.to_lowercase(), &candidate.to_lowercase()))
}
