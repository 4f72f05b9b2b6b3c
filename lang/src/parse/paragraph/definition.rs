//! Declarations, and named paragraphs: facts, functions, macros.

use pest::iterators::Pair;

use crate::ast;
use crate::diagnostic::Diagnostic;
use crate::parse::{Rule, TreeBuilder, unmapped};

impl TreeBuilder<'_> {
    /// A field, a parameter, or the declaration of bound variables.
    pub(in crate::parse) fn declaration(
        &mut self,
        pair: Pair<'_, Rule>,
    ) -> Result<ast::Declaration, Diagnostic> {
        let span = self.span(&pair);
        let mut names = Vec::new();
        let mut range = None;
        let mut is_private = false;
        let (mut var, mut disjoint, mut disjoint_range) = (None, None, None);
        let mut is_defined = false;
        let mut is_behind_colon = false;
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::identifier => names.push(self.name(&part)),
                Rule::k_private => is_private = true,
                Rule::k_var => var = Some(self.span(&part)),
                Rule::k_disj if is_behind_colon => disjoint_range = Some(self.span(&part)),
                Rule::k_disj => disjoint = Some(self.span(&part)),
                Rule::colon => is_behind_colon = true,
                Rule::defined_as => is_defined = true,
                Rule::range | Rule::expr => range = Some(self.expr(part)?),
                rule => unmapped(rule),
            }
        }
        let range = range.expect("a declaration has a range");
        Ok(ast::Declaration {
            names,
            range,
            is_private,
            var,
            disjoint,
            disjoint_range,
            is_defined,
            span,
        })
    }

    pub(super) fn fact(&mut self, pair: Pair<'_, Rule>) -> Result<ast::Fact, Diagnostic> {
        let span = self.span(&pair);
        let mut name = None;
        let mut body = None;
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::k_fact | Rule::k_assert => {}
                Rule::identifier => name = Some(self.name(&part)),
                Rule::string => {
                    let text = part.as_str().trim_matches('"').to_string();
                    name = Some(ast::Name { text, span: self.span(&part) });
                }
                Rule::block => body = Some(self.block(part)?),
                rule => unmapped(rule),
            }
        }
        Ok(ast::Fact { name, body: body.expect("a fact has a block"), span })
    }

    pub(super) fn function(&mut self, pair: Pair<'_, Rule>) -> Result<ast::Function, Diagnostic> {
        let span = self.span(&pair);
        let (mut name, mut receiver, mut parameters) = (None, None, Vec::new());
        let (mut result, mut body, mut is_private) = (None, None, false);
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::k_pred | Rule::k_fun | Rule::colon => {}
                Rule::k_private => is_private = true,
                Rule::receiver => receiver = Some(self.name(&part)),
                Rule::identifier => name = Some(self.name(&part)),
                Rule::parameters => {
                    for declaration in part.into_inner() {
                        parameters.push(self.declaration(declaration)?);
                    }
                }
                Rule::range => result = Some(self.expr(part)?),
                Rule::block => body = Some(self.block(part)?),
                rule => unmapped(rule),
            }
        }
        Ok(ast::Function {
            name: name.expect("a function has a name"),
            receiver,
            parameters,
            result,
            body: body.expect("a function has a block"),
            is_private,
            span,
        })
    }

    pub(super) fn macro_decl(&mut self, pair: Pair<'_, Rule>) -> Result<ast::Macro, Diagnostic> {
        let span = self.span(&pair);
        let (mut name, mut parameters, mut body) = (None, Vec::new(), None);
        for part in pair.into_inner() {
            match part.as_rule() {
                // As in Alloy, `private` hides no macro.
                Rule::k_let | Rule::defined_as | Rule::k_private => {}
                Rule::identifier => name = Some(self.name(&part)),
                Rule::macro_params => {
                    parameters = part.into_inner().map(|param| self.name(&param)).collect();
                }
                Rule::block => body = Some(self.block(part)?),
                Rule::expr => body = Some(self.expr(part)?),
                rule => unmapped(rule),
            }
        }
        let name = name.expect("a macro has a name");
        let body = body.expect("a macro has a body");
        Ok(ast::Macro { name, parameters, body, span })
    }
}
