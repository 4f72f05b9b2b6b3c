//! Paragraphs: sigs, facts, predicates, commands, and the declarations within.

use pest::iterators::Pair;

use super::{Builder, Rule};
use crate::ast::{self, Paragraph};
use crate::diagnostic::Diagnostic;

type Pairs<'a> = pest::iterators::Pairs<'a, Rule>;

impl Builder {
    pub(super) fn module(&mut self, file: Pair<'_, Rule>) -> Result<ast::Module, Diagnostic> {
        let mut module = ast::Module { header: None, paragraphs: Vec::new(), has_sequences: false };
        for pair in file.into_inner() {
            match pair.as_rule() {
                Rule::header => module.header = Some(self.header(pair)),
                Rule::EOI => {}
                Rule::command => module.paragraphs.extend(self.commands(pair)?),
                _ => module.paragraphs.push(self.paragraph(pair)?),
            }
        }
        module.has_sequences = self.has_sequences;
        Ok(module)
    }

    fn header(&mut self, pair: Pair<'_, Rule>) -> ast::Header {
        let mut parts = pair.into_inner().filter(|part| part.as_rule() != Rule::k_module);
        let name = self.name(&parts.next().expect("a header has a name"));
        let parameters = parts.next().map_or(Vec::new(), |params| {
            params.into_inner().map(|param| self.module_parameter(param)).collect()
        });
        ast::Header { name, parameters }
    }

    fn module_parameter(&mut self, pair: Pair<'_, Rule>) -> ast::ModuleParameter {
        let parts: Vec<_> = pair.into_inner().collect();
        let name = self.name(parts.last().expect("a module parameter has a name"));
        ast::ModuleParameter { name, is_exact: parts.len() == 2 }
    }

    fn paragraph(&mut self, pair: Pair<'_, Rule>) -> Result<Paragraph, Diagnostic> {
        Ok(match pair.as_rule() {
            Rule::open => Paragraph::Open(self.open(pair)),
            Rule::enum_decl => Paragraph::Enum(self.enumeration(pair)),
            Rule::sig_decl => Paragraph::Sig(self.sig(pair)?),
            Rule::fact => Paragraph::Fact(self.fact(pair)?),
            Rule::assertion => Paragraph::Assertion(self.fact(pair)?),
            Rule::predicate | Rule::function => Paragraph::Function(self.function(pair)?),
            Rule::macro_decl => Paragraph::Macro(self.macro_decl(pair)?),
            rule => unreachable!("the grammar has no paragraph {rule:?}"),
        })
    }

    fn open(&mut self, pair: Pair<'_, Rule>) -> ast::Open {
        let span = self.span(&pair);
        let mut open = ast::Open {
            module: ast::Name { text: String::new(), span },
            arguments: Vec::new(),
            alias: None,
            is_private: false,
            span,
        };
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::k_private => open.is_private = true,
                Rule::path => open.module = self.name(&part),
                Rule::sig_refs => {
                    open.arguments = part.into_inner().map(|sig| self.name(&sig)).collect();
                }
                Rule::identifier => open.alias = Some(self.name(&part)),
                _ => {}
            }
        }
        open
    }

    fn enumeration(&mut self, pair: Pair<'_, Rule>) -> ast::Enum {
        let span = self.span(&pair);
        let (mut names, is_private) = self.names_and_privacy(pair.into_inner());
        let name = names.remove(0);
        ast::Enum { name, values: names, is_private, span }
    }

    fn names_and_privacy(&mut self, pairs: Pairs<'_>) -> (Vec<ast::Name>, bool) {
        let mut names = Vec::new();
        let mut is_private = false;
        for part in pairs {
            match part.as_rule() {
                Rule::identifier => names.push(self.name(&part)),
                Rule::k_private => is_private = true,
                _ => {}
            }
        }
        (names, is_private)
    }

    fn sig(&mut self, pair: Pair<'_, Rule>) -> Result<ast::Sig, Diagnostic> {
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
                Rule::sig_qualifier => sig.qualifiers.push(self.qualifier(part)),
                Rule::identifier => sig.names.push(self.name(&part)),
                Rule::sig_parent => sig.parent = Some(self.parent(part)),
                Rule::fields => {
                    for field in part.into_inner() {
                        sig.fields.push(self.declaration(field)?);
                    }
                }
                Rule::block => sig.fact = Some(self.block(part)?),
                _ => {}
            }
        }
        Ok(sig)
    }

    fn qualifier(&self, pair: Pair<'_, Rule>) -> (ast::Qualifier, crate::source::Span) {
        let span = self.span(&pair);
        let word = pair.into_inner().next().expect("a qualifier is a keyword");
        let qualifier = match word.as_rule() {
            Rule::k_abstract => ast::Qualifier::Abstract,
            Rule::k_lone => ast::Qualifier::Lone,
            Rule::k_one => ast::Qualifier::One,
            Rule::k_some => ast::Qualifier::Some,
            Rule::k_private => ast::Qualifier::Private,
            _ => ast::Qualifier::Var,
        };
        (qualifier, span)
    }

    fn parent(&mut self, pair: Pair<'_, Rule>) -> ast::Parent {
        let parent = pair.into_inner().next().expect("a parent clause has one form");
        let rule = parent.as_rule();
        let mut names: Vec<ast::Name> = parent
            .into_inner()
            .filter(|part| part.as_rule() == Rule::sig_ref)
            .map(|sig| self.name(&sig))
            .collect();
        match rule {
            Rule::extends => ast::Parent::Extends(names.remove(0)),
            Rule::subset => ast::Parent::In(names),
            _ => ast::Parent::Equal(names),
        }
    }

    /// A field, a parameter, or the declaration of bound variables.
    pub(super) fn declaration(
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
                _ => range = Some(self.expr(part)?),
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

    fn fact(&mut self, pair: Pair<'_, Rule>) -> Result<ast::Fact, Diagnostic> {
        let span = self.span(&pair);
        let mut name = None;
        let mut body = None;
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::identifier => name = Some(self.name(&part)),
                Rule::string => {
                    let text = part.as_str().trim_matches('"').to_string();
                    name = Some(ast::Name { text, span: self.span(&part) });
                }
                Rule::block => body = Some(self.block(part)?),
                _ => {}
            }
        }
        Ok(ast::Fact { name, body: body.expect("a fact has a block"), span })
    }

    fn function(&mut self, pair: Pair<'_, Rule>) -> Result<ast::Function, Diagnostic> {
        let span = self.span(&pair);
        let (mut name, mut receiver, mut parameters) = (None, None, Vec::new());
        let (mut result, mut body, mut is_private) = (None, None, false);
        for part in pair.into_inner() {
            match part.as_rule() {
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
                _ => {}
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

    fn macro_decl(&mut self, pair: Pair<'_, Rule>) -> Result<ast::Macro, Diagnostic> {
        let span = self.span(&pair);
        let (mut name, mut parameters, mut body) = (None, Vec::new(), None);
        let mut is_private = false;
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::k_private => is_private = true,
                Rule::identifier => name = Some(self.name(&part)),
                Rule::macro_params => {
                    parameters = part.into_inner().map(|param| self.name(&param)).collect();
                }
                Rule::block => body = Some(self.block(part)?),
                Rule::expr => body = Some(self.expr(part)?),
                _ => {}
            }
        }
        let name = name.expect("a macro has a name");
        let body = body.expect("a macro has a body");
        Ok(ast::Macro { name, parameters, body, is_private, span })
    }

    /// A command, or several that are chained by `=>`.
    fn commands(&mut self, pair: Pair<'_, Rule>) -> Result<Vec<Paragraph>, Diagnostic> {
        let mut label = None;
        let mut commands = Vec::new();
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::identifier => label = Some(self.name(&part)),
                Rule::one_command => {
                    let is_chained = !commands.is_empty();
                    let command = self.command(part, label.take(), is_chained)?;
                    commands.push(Paragraph::Command(command));
                }
                _ => {}
            }
        }
        Ok(commands)
    }

    fn command(
        &mut self,
        pair: Pair<'_, Rule>,
        mut label: Option<ast::Name>,
        is_chained: bool,
    ) -> Result<ast::Command, Diagnostic> {
        let span = self.span(&pair);
        let mut kind = ast::CommandKind::Run;
        let (mut target, mut scope, mut expect) = (None, None, None);
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::k_check => kind = ast::CommandKind::Check,
                Rule::command_target => {
                    let (own_label, found) = self.target(part)?;
                    label = label.or(own_label);
                    target = Some(found);
                }
                Rule::scope => scope = Some(self.scope(part)?),
                Rule::expect => expect = Some(self.expect(part)?),
                _ => {}
            }
        }
        let target = target.expect("a command has a target");
        Ok(ast::Command { kind, label, target, scope, expect, is_chained, span })
    }

    /// `p`, `label p`, `{ … }` or `label { … }`.
    fn target(
        &mut self,
        pair: Pair<'_, Rule>,
    ) -> Result<(Option<ast::Name>, ast::Target), Diagnostic> {
        let mut names = Vec::new();
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::block => return Ok((names.pop(), ast::Target::Block(self.block(part)?))),
                _ => names.push(self.name(&part)),
            }
        }
        let name = names.pop().expect("a target without a block has a name");
        Ok((names.pop(), ast::Target::Name(name)))
    }

    pub(super) fn scope(&mut self, pair: Pair<'_, Rule>) -> Result<ast::Scope, Diagnostic> {
        let mut scope = ast::Scope { default: None, sigs: Vec::new(), span: self.span(&pair) };
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::sizes => scope.default = Some(self.sizes(part)?),
                Rule::sig_scopes => {
                    for sig in part.into_inner() {
                        scope.sigs.push(self.sig_scope(sig)?);
                    }
                }
                _ => {}
            }
        }
        Ok(scope)
    }

    fn sig_scope(&mut self, pair: Pair<'_, Rule>) -> Result<ast::SigScope, Diagnostic> {
        let span = self.span(&pair);
        let (mut is_exact, mut sizes, mut sig) = (false, None, None);
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::k_exactly => is_exact = true,
                Rule::sizes => sizes = Some(self.sizes(part)?),
                _ => sig = Some(self.name(&part)),
            }
        }
        let sizes = sizes.expect("a scope has a size");
        Ok(ast::SigScope { is_exact, sizes, sig: sig.expect("a scope names a sig"), span })
    }

    fn sizes(&self, pair: Pair<'_, Rule>) -> Result<ast::Sizes, Diagnostic> {
        let span = self.span(&pair);
        let mut numbers = pair.into_inner();
        let min = self.number(&numbers.next().expect("a size is a number"))?;
        let max = numbers.next().map(|max| self.number(&max)).transpose()?;
        Ok(ast::Sizes { min, max, span })
    }

    fn expect(&self, pair: Pair<'_, Rule>) -> Result<ast::Expect, Diagnostic> {
        let span = self.span(&pair);
        let parts: Vec<_> = pair.into_inner().collect();
        let is_count = parts.iter().any(|part| part.as_rule() == Rule::exact_count);
        let count = self.count(parts.last().expect("`expect` has a number"))?;
        Ok(ast::Expect { count, is_count, span })
    }
}
