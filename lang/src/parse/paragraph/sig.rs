//! Sigs and enums.

use pest::iterators::Pair;

use crate::ast;
use crate::diagnostic::Diagnostic;
use crate::parse::{Rule, TreeBuilder, unmapped};
use crate::source::Span;

impl TreeBuilder<'_> {
    pub(super) fn enumeration(&mut self, pair: Pair<'_, Rule>) -> ast::Enum {
        let span = self.span(&pair);
        let mut names = Vec::new();
        let (mut is_private, mut var) = (false, None);
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::identifier => names.push(self.name(&part)),
                Rule::k_private => is_private = true,
                Rule::k_var => var = Some(self.span(&part)),
                Rule::k_enum | Rule::open_brace | Rule::close_brace => {}
                rule => unmapped(rule),
            }
        }
        let name = names.remove(0);
        ast::Enum { name, values: names, is_private, var, span }
    }

    pub(super) fn sig(&mut self, pair: Pair<'_, Rule>) -> Result<ast::Sig, Diagnostic> {
        let span = self.span(&pair);
        let mut sig = ast::Sig {
            qualifiers: Vec::new(),
            names: Vec::new(),
            parent: None,
            fields: Vec::new(),
            fact: None,
            span,
        };
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::k_sig | Rule::open_brace | Rule::close_brace => {}
                Rule::sig_qualifier => sig.qualifiers.push(self.qualifier(part)),
                Rule::identifier => sig.names.push(self.name(&part)),
                Rule::sig_parent => sig.parent = Some(self.parent(part)),
                Rule::fields => {
                    for field in part.into_inner() {
                        sig.fields.push(self.declaration(field)?);
                    }
                }
                Rule::block => sig.fact = Some(self.block(part)?),
                rule => unmapped(rule),
            }
        }
        Ok(sig)
    }

    fn qualifier(&self, pair: Pair<'_, Rule>) -> (ast::Qualifier, Span) {
        let span = self.span(&pair);
        let word = pair.into_inner().next().expect("a qualifier is a keyword");
        let qualifier = match word.as_rule() {
            Rule::k_abstract => ast::Qualifier::Abstract,
            Rule::k_lone => ast::Qualifier::Lone,
            Rule::k_one => ast::Qualifier::One,
            Rule::k_some => ast::Qualifier::Some,
            Rule::k_private => ast::Qualifier::Private,
            Rule::k_var => ast::Qualifier::Var,
            rule => unmapped(rule),
        };
        (qualifier, span)
    }

    fn parent(&mut self, pair: Pair<'_, Rule>) -> ast::Parent {
        let parent = pair.into_inner().next().expect("a parent clause has one form");
        let rule = parent.as_rule();
        let mut names = Vec::new();
        for part in parent.into_inner() {
            match part.as_rule() {
                Rule::k_extends | Rule::k_in => {}
                Rule::sig_ref => names.push(self.name(&part)),
                rule => unmapped(rule),
            }
        }
        match rule {
            Rule::extends => ast::Parent::Extends(names.remove(0)),
            Rule::subset => ast::Parent::In(names),
            Rule::equality => ast::Parent::Equal(names),
            rule => unmapped(rule),
        }
    }
}
