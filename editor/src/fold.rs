//! The stretches of a text that can be folded: paragraphs, blocks, comments of several lines.

use korrel_lang::parse::{Lexeme, lexemes};
use korrel_lang::source::Span;

use crate::analysis::Analysis;
use crate::names::MAIN;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FoldKind {
    Code,
    Comment,
}

/// A stretch of several lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fold {
    pub span: Span,
    pub kind: FoldKind,
}

impl Analysis {
    /// The folds, in the order in which they begin. They need no text without mistakes.
    pub fn folds(&self) -> Vec<Fold> {
        let text = self.text();
        let span =
            |start: usize, end: usize| Span { file: MAIN, start: start as u32, end: end as u32 };
        let is_long = |start: usize, end: usize| text[start..end].contains('\n');
        let mut folds: Vec<Fold> = Vec::new();
        let mut open: Vec<usize> = Vec::new();
        // A row of comments, with nothing but one line break between each two.
        let mut comments: Option<(usize, usize)> = None;
        let end_comments = |row: &mut Option<(usize, usize)>, folds: &mut Vec<Fold>| {
            if let Some((start, end)) = row.take().filter(|&(start, end)| is_long(start, end)) {
                folds.push(Fold { span: span(start, end), kind: FoldKind::Comment });
            }
        };
        for (lexeme, range) in lexemes(text) {
            let words = &text[range.clone()];
            let is_comment = lexeme == Lexeme::Gap && words.starts_with(['-', '/']);
            if is_comment {
                let is_next = |end: usize| text[end..range.start].matches('\n').count() <= 1;
                match &mut comments {
                    Some((_, end)) if is_next(*end) => *end = range.end,
                    row => {
                        end_comments(row, &mut folds);
                        *row = Some((range.start, range.end));
                    }
                }
                continue;
            }
            if lexeme != Lexeme::Gap {
                end_comments(&mut comments, &mut folds);
            }
            match (lexeme, words) {
                (Lexeme::Sign, "{" | "(" | "[") => open.push(range.start),
                (Lexeme::Sign, "}" | ")" | "]") => {
                    let start = open.pop();
                    if let Some(start) =
                        start.filter(|&start| words == "}" && is_long(start, range.end))
                    {
                        folds.push(Fold { span: span(start, range.end), kind: FoldKind::Code });
                    }
                }
                _ => {}
            }
        }
        end_comments(&mut comments, &mut folds);
        folds.sort_by_key(|fold| fold.span);
        folds
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::marked;

    /// If it failed, an editor would fold the wrong lines, or a file with a mistake could not be folded.
    #[test]
    fn blocks_and_comments() {
        let (analysis, _) = marked(
            "|-- a\n-- b\nsig A {\n f: A\n}\n-- one\npred p {\n all x: A {\n no x }\n}\nfact {",
        );
        let folds = analysis.folds();
        let texts: Vec<&str> =
            folds.iter().map(|fold| analysis.sources().text(fold.span)).collect();
        let expected = ["-- a\n-- b", "{\n f: A\n}", "{\n all x: A {\n no x }\n}", "{\n no x }"];
        assert_eq!(texts, expected);
    }
}
