//! Facts, those appended to sigs among them, and assertions.

use crate::ast::{self, Paragraph};
use crate::model::build::always;
use crate::model::{Expr, ExprKind, Fact, FactOrigin, Formula, FormulaKind, Node, SigId};
use crate::resolve::context::node::ValueKind;
use crate::resolve::context::{Resolver, Result};
use crate::resolve::declare::fields::for_all_this;

impl Resolver<'_> {
    pub(crate) fn resolve_facts(&mut self) {
        for module in self.modules.ids() {
            self.in_module(module, |resolver| resolver.facts_of_module());
        }
    }

    fn facts_of_module(&mut self) {
        let ast = self.modules[self.place.module].ast;
        for paragraph in &ast.paragraphs {
            // A mistake has been reported. The other paragraphs are looked at all the same.
            let _ = match paragraph {
                Paragraph::Fact(fact) => self.fact(fact),
                Paragraph::Assertion(assertion) => self.assertion(assertion),
                Paragraph::Sig(sig) => self.appended_facts(sig),
                _ => Ok(()),
            };
        }
    }

    fn fact(&mut self, fact: &ast::Fact) -> Result<()> {
        let formula = self.formula(&fact.body)?;
        let name = fact.name.as_ref().map_or("fact".to_string(), |name| name.text.clone());
        let parts = conjuncts(formula);
        self.warn_of_first_state(fact.name.as_ref().map(|name| name.text.as_str()), &parts);
        // Each conjunct is a fact of its own, so that a violated one can be named by its place.
        for formula in parts {
            let span = formula.span;
            self.model.facts.push(Fact {
                name: name.clone(),
                formula,
                origin: FactOrigin::Written,
                span,
            });
        }
        Ok(())
    }

    fn assertion(&mut self, assertion: &ast::Fact) -> Result<()> {
        let name = assertion.name.as_ref().map_or(String::new(), |name| name.text.clone());
        let formula = self.formula(&assertion.body);
        if formula.is_err() {
            self.poisoned.insert(name.clone());
        }
        let formula = formula?;
        if let Some(&(_, earlier)) = self.modules[self.place.module].assertions.get(&name)
            && !name.is_empty()
        {
            self.duplicate("assertion", &name, assertion.span, earlier);
            return Ok(());
        }
        self.modules[self.place.module].assertions.insert(name, (formula, assertion.span));
        Ok(())
    }

    /// The content of a declaration, or of a block appended to one: it holds in every state if it
    /// mentions something that changes, or that is declared by `var` though it cannot.
    pub(crate) fn in_every_state(&self, formula: Formula) -> Formula {
        let is_declared = |node: Node<'_>| match node {
            Node::Relation(Expr { kind: ExprKind::Sig(sig), .. }) => self.vars.contains_key(sig),
            _ => false,
        };
        let nodes = [Node::Formula(&formula)];
        let is_told = self.model.changes(nodes[0]) || self.model.reachable(nodes).any(is_declared);
        if is_told { always(formula) } else { formula }
    }

    fn appended_facts(&mut self, declaration: &ast::Sig) -> Result<()> {
        let Some(body) = &declaration.fact else { return Ok(()) };
        for name in &declaration.names {
            if let Some(&sig) = self.modules[self.place.module].sigs.get(&name.text) {
                self.appended_fact(sig, body)?;
            }
        }
        Ok(())
    }

    fn appended_fact(&mut self, sig: SigId, body: &ast::Expr) -> Result<()> {
        let span = body.span;
        let ty = self.model.type_of_sig(sig);
        let this = self.variable("this", ValueKind::Relation(ty), span);
        let body = self.in_sig(sig, this, |resolver| resolver.formula(body))?;
        let name = format!("fact of {}", self.sig_name(sig));
        for body in conjuncts(body) {
            let span = body.span;
            let formula = self.in_every_state(for_all_this(sig, this, body, span));
            let origin = FactOrigin::Written;
            self.model.facts.push(Fact { name: name.clone(), formula, origin, span });
        }
        Ok(())
    }
}

fn conjuncts(formula: Formula) -> Vec<Formula> {
    match formula.kind {
        FormulaKind::And(parts) => parts,
        _ => vec![formula],
    }
}
