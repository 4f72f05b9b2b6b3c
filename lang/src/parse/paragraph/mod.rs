//! Modules and their paragraphs.

mod command;
mod definition;
mod sig;

use pest::iterators::{Pair, Pairs};

use super::advice::message;
use super::{Lexeme, Rule, TreeBuilder, lexemes, unmapped};
use crate::ast::{self, Paragraph};
use crate::diagnostic::Diagnostic;
use crate::source::{FileId, Span};

impl TreeBuilder<'_> {
    /// `pairs`: the one of the whole file. A paragraph with a mistake is left out.
    pub(super) fn module(
        &mut self,
        pairs: Pairs<'_, Rule>,
        mistakes: &mut Vec<Diagnostic>,
    ) -> ast::Module {
        let mut module = ast::Module::default();
        for pair in pairs.flat_map(Pair::into_inner) {
            if let Err(mistake) = self.part(pair, &mut module) {
                mistakes.push(message::better(self.text, mistake));
            }
        }
        module.has_sequences = self.has_sequences;
        module.names_meta = self.names_meta;
        module.marks = std::mem::take(&mut self.marks);
        module.temporal = std::mem::take(&mut self.temporal);
        module.additions = std::mem::take(&mut self.additions);
        module.additions.extend(no_break_spaces(self.text, self.file));
        module
    }

    fn part(&mut self, pair: Pair<'_, Rule>, module: &mut ast::Module) -> Result<(), Diagnostic> {
        match pair.as_rule() {
            Rule::header => module.header = Some(self.header(pair)),
            Rule::EOI => {}
            Rule::command => module.paragraphs.extend(self.commands(pair)?),
            _ => module.paragraphs.push(self.paragraph(pair)?),
        }
        Ok(())
    }

    fn header(&mut self, pair: Pair<'_, Rule>) -> ast::ModuleHeader {
        let (mut name, mut parameters) = (None, Vec::new());
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::k_module => {}
                Rule::path => name = Some(self.name(&part)),
                Rule::module_params => {
                    parameters = part.into_inner().map(|p| self.module_parameter(p)).collect();
                }
                rule => unmapped(rule),
            }
        }
        ast::ModuleHeader { name: name.expect("a header has a name"), parameters }
    }

    fn module_parameter(&mut self, pair: Pair<'_, Rule>) -> ast::ModuleParameter {
        let (mut name, mut is_exact) = (None, false);
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::k_exactly => is_exact = true,
                Rule::identifier => name = Some(self.name(&part)),
                rule => unmapped(rule),
            }
        }
        ast::ModuleParameter { name: name.expect("a module parameter has a name"), is_exact }
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
            rule => unmapped(rule),
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
                Rule::k_open | Rule::k_as => {}
                Rule::k_private => open.is_private = true,
                Rule::path => open.module = self.name(&part),
                Rule::sig_refs => {
                    open.arguments = part.into_inner().map(|sig| self.name(&sig)).collect();
                }
                Rule::identifier => open.alias = Some(self.name(&part)),
                rule => unmapped(rule),
            }
        }
        open
    }
}

/// The spaces between two words that Alloy does not take for any.
fn no_break_spaces(text: &str, file: FileId) -> Vec<ast::Addition> {
    if !text.contains(NO_BREAK) {
        return Vec::new();
    }
    let gaps = lexemes(text).filter(|(lexeme, _)| *lexeme == Lexeme::Gap);
    let spaces = gaps.filter(|(_, range)| text[range.clone()].starts_with(NO_BREAK));
    let addition = |(_, range): (Lexeme, std::ops::Range<usize>)| ast::Addition {
        kind: ast::AdditionKind::NoBreakSpace,
        span: Span { file, start: range.start as u32, end: range.end as u32 },
    };
    spaces.map(addition).collect()
}

const NO_BREAK: char = '\u{a0}';
