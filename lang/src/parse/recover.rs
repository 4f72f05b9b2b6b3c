//! A text with several mistakes: after each, reading goes on at the next paragraph.
//!
//! A paragraph begins with a word that begins nothing else. It counts only at the start of a line,
//! and within braces only if it is not indented: perhaps the `}` before it is what is missing. The
//! text before it is blanked, so that places stay the same.
//!
//! Rejected: a rule of the grammar that takes everything up to the next paragraph. The parser would
//! have a way out at every place, and would report the mistake where that way ends.

use pest::Parser;

use super::advice::{BrokenText, languages, message};
use super::{Grammar, Rule, TreeBuilder};
use crate::ast::Module;
use crate::diagnostic::Diagnostic;
use crate::source::FileId;

/// The greatest number of mistakes of one text that are reported.
const MOST: usize = 10;

/// The number of paragraphs before a mistake that it may be in.
const TRIED: usize = 4;

/// Reads a file: the paragraphs that can be read, and the mistakes in the others, in the order of the text, one for
/// each paragraph at the most.
pub(super) fn module(text: &str, file: FileId) -> (Module, Vec<Diagnostic>) {
    let (mut module, mut mistakes) = (Module::default(), Vec::new());
    let mut starts: Option<Vec<usize>> = None;
    let (mut rest, mut from) = (text.to_string(), 0);
    while mistakes.len() < MOST {
        let error = match Grammar::parse(Rule::file, &rest) {
            Ok(pairs) => {
                module.extend(TreeBuilder::new(&rest, file).module(pairs, &mut mistakes));
                break;
            }
            Err(error) => error,
        };
        if starts.is_none()
            && let Some(mistake) = languages::other(text, file)
        {
            return (Module::default(), vec![mistake]);
        }
        let at = message::place(&error);
        let starts = starts.get_or_insert_with(|| paragraphs(text));
        // A brace that is not closed is missed in the next paragraph.
        let wrong = starts.iter().rev().filter(|&&start| from < start && start <= at).take(TRIED);
        let before = |&wrong: &usize| Grammar::parse(Rule::file, &rest[..wrong]).ok();
        if let Some(pairs) = wrong.into_iter().find_map(before) {
            module.extend(TreeBuilder::new(&rest, file).module(pairs, &mut mistakes));
        }
        mistakes.push(message::syntax_error(&rest, file, message::FILE, error));
        let Some(&next) = starts.iter().find(|&&start| from < start && at <= start) else { break };
        rest = " ".repeat(next) + &text[next..];
        from = next;
    }
    (module, mistakes)
}

/// The places where paragraphs begin, as far as it can be told without the grammar.
fn paragraphs(text: &str) -> Vec<usize> {
    let cut = BrokenText::new(text, 0);
    let mut depth = 0_usize;
    let mut starts = Vec::new();
    for index in 0..cut.lexemes.len() {
        match cut.word(index) {
            "{" => depth += 1,
            "}" => depth = depth.saturating_sub(1),
            _ if cut.starts_paragraph(index) => {
                let start = cut.range(index).start;
                let is_outside = depth == 0 && cut.begins_line(index);
                if is_outside || start == 0 || text[..start].ends_with('\n') {
                    starts.push(start);
                    depth = 0;
                }
            }
            _ => {}
        }
    }
    starts
}
