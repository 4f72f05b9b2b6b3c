//! Commands and their scopes.

use pest::iterators::Pair;

use crate::ast::{self, Paragraph};
use crate::diagnostic::Diagnostic;
use crate::parse::{Rule, TreeBuilder, unmapped};

impl TreeBuilder<'_> {
    /// A command, or several that are chained by `=>`.
    pub(super) fn commands(&mut self, pair: Pair<'_, Rule>) -> Result<Vec<Paragraph>, Diagnostic> {
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
                Rule::chain => {}
                rule => unmapped(rule),
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
        let mut subject = span;
        let (mut target, mut scope, mut expect) = (None, None, None);
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::k_run => {}
                Rule::k_check => kind = ast::CommandKind::Check,
                Rule::command_target => {
                    subject.end = self.span(&part).end;
                    let (own_label, found) = self.target(part)?;
                    label = label.or(own_label);
                    target = Some(found);
                }
                Rule::scope => scope = Some(self.scope(part)?),
                Rule::expect => expect = Some(self.expect(part)?),
                rule => unmapped(rule),
            }
        }
        let target = target.expect("a command has a target");
        Ok(ast::Command { kind, label, target, scope, expect, is_chained, subject, span })
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
                Rule::path => names.push(self.name(&part)),
                rule => unmapped(rule),
            }
        }
        let name = names.pop().expect("a target without a block has a name");
        Ok((names.pop(), ast::Target::Name(name)))
    }

    pub(in crate::parse) fn scope(
        &mut self,
        pair: Pair<'_, Rule>,
    ) -> Result<ast::ScopeClause, Diagnostic> {
        let mut scope =
            ast::ScopeClause { default: None, sigs: Vec::new(), span: self.span(&pair) };
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::k_for | Rule::k_but | Rule::EOI => {}
                Rule::sizes | Rule::size_pattern => scope.default = Some(self.sizes(part)?),
                Rule::sig_scopes | Rule::sig_patterns => {
                    for sig in part.into_inner() {
                        scope.sigs.push(self.sig_scope(sig)?);
                    }
                }
                rule => unmapped(rule),
            }
        }
        Ok(scope)
    }

    fn sig_scope(&mut self, pair: Pair<'_, Rule>) -> Result<ast::SigScopeClause, Diagnostic> {
        let span = self.span(&pair);
        let (mut is_exact, mut sizes, mut sig) = (false, None, None);
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::k_exactly => is_exact = true,
                Rule::sizes | Rule::size_pattern | Rule::growing_sizes => {
                    sizes = Some(self.sizes(part)?);
                }
                Rule::scope_type => sig = Some(self.name(&part)),
                rule => unmapped(rule),
            }
        }
        let sizes = sizes.expect("a scope has a size");
        Ok(ast::SigScopeClause { is_exact, sizes, sig: sig.expect("a scope names a sig"), span })
    }

    fn sizes(&self, pair: Pair<'_, Rule>) -> Result<ast::SizeRange, Diagnostic> {
        let span = self.span(&pair);
        let is_growing = pair.as_rule() == Rule::growing_sizes;
        let mut parts = pair.into_inner();
        let min = self.bound(&parts.next().expect("a size is a number"))?;
        let (mut max, mut increment) = (None, None);
        for part in parts {
            let part_span = self.span(&part);
            match part.as_rule() {
                Rule::increment => {
                    let number = part.into_inner().next().expect("an increment is a number");
                    increment = Some((self.number(&number)?, part_span));
                }
                _ => max = Some(self.bound(&part)?),
            }
        }
        let is_unbounded = is_growing && max.is_none();
        Ok(ast::SizeRange { min, max, is_unbounded, increment, span })
    }

    /// A number, or what the variable stands for.
    fn bound(&self, pair: &Pair<'_, Rule>) -> Result<i64, Diagnostic> {
        match pair.as_rule() {
            Rule::number => self.number(pair),
            Rule::variable => {
                let n = self.variable.expect("only patterns have a variable");
                let number = i32::try_from(n).map(i64::from);
                let number = number.map_err(|_| self.too_large(pair, &n.to_string(), 32))?;
                Ok(if pair.as_str().starts_with('-') { -number } else { number })
            }
            rule => unmapped(rule),
        }
    }

    fn expect(&self, pair: Pair<'_, Rule>) -> Result<ast::ExpectClause, Diagnostic> {
        let span = self.span(&pair);
        let (mut is_count, mut number) = (false, None);
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::k_expect => {}
                Rule::exact_count => is_count = true,
                Rule::number => number = Some(part),
                rule => unmapped(rule),
            }
        }
        let number = number.expect("`expect` has a number");
        let count = self.count(&number)?;
        Ok(ast::ExpectClause { count, is_count, number: self.span(&number), span })
    }
}
