//! Declarations of bound variables and parameters.

use crate::ast;
use crate::code;
use crate::diagnostic::Diagnostic;
use crate::model::build::disjoint;
use crate::model::{Declaration, Expr, ExprKind, Formula, VariableId};
use crate::resolve::context::node::ValueKind;
use crate::resolve::context::{Resolver, Result};
use crate::resolve::express::ranges::{InMacros, is_sequence};
use crate::source::Span;

impl Resolver<'_> {
    /// Declares variables and brings them into scope. A range may use those before it.
    pub(crate) fn declarations(
        &mut self,
        declarations: &[ast::Declaration],
    ) -> Result<Vec<Declaration>> {
        declarations.iter().map(|declaration| self.declaration(declaration)).collect()
    }

    fn declaration(&mut self, declaration: &ast::Declaration) -> Result<Declaration> {
        if let Some(span) = declaration.var {
            return self.report(
                Diagnostic::new(code::VAR, "`var` stands before sigs and fields")
                    .at(span, "a variable keeps its value")
                    .help("leave it out"),
            );
        }
        let (range, ty) = self.range(&declaration.range, InMacros::Kept)?;
        let is_sequence = is_sequence(&declaration.range);
        if let Some(span) = declaration.disjoint_range {
            return self.report(
                Diagnostic::new(code::MULTIPLICITY, "`disj` after the colon is for fields")
                    .at(span, "a variable has one value")
                    .help("write `disj` before the names"),
            );
        }
        let mut variables = Vec::new();
        for name in &declaration.names {
            let variable = self.variable(&name.text, ValueKind::Relation(ty.clone()), name.span);
            self.model.variables[variable].is_sequence = is_sequence;
            self.bring_into_scope(&name.text, variable);
            variables.push(variable);
        }
        let is_disjoint = declaration.disjoint.is_some();
        let declared =
            Declaration::new(variables, range, declaration.span, |span| self.column(span));
        Ok(Declaration { is_disjoint, ..declared })
    }

    /// The meaning of the ranges and `disj` of parameters, where these are free in a formula.
    pub(crate) fn declaration_facts(&mut self, declarations: &[Declaration]) -> Vec<Formula> {
        let mut facts = Vec::new();
        for declaration in declarations {
            for &variable in &declaration.variables {
                let subject = self.atom(variable, declaration.span);
                facts.push(self.within(&subject, &declaration.range, declaration.span));
            }
            if declaration.is_disjoint {
                facts.extend(self.pairwise_disjoint(&declaration.variables, declaration.span));
            }
        }
        facts.extend(self.sequence_facts(declarations));
        facts
    }

    fn pairwise_disjoint(&self, variables: &[VariableId], span: Span) -> Vec<Formula> {
        let mut facts = Vec::new();
        for (at, &a) in variables.iter().enumerate() {
            for &b in &variables[..at] {
                facts.push(disjoint(self.atom(b, span), self.atom(a, span), span));
            }
        }
        facts
    }

    /// A variable as an expression.
    pub(crate) fn atom(&self, variable: VariableId, span: Span) -> Expr {
        let arity = self.model.variables[variable].arity;
        Expr { kind: ExprKind::Variable(variable), arity, span }
    }
}
