//! Formulas in a row that were meant as one: `size(t) > 0`, `if c then a`, `x is none`.

use crate::diagnostic::Diagnostic;
use crate::parse::{Habit, habit};
use crate::resolve::context::Resolver;
use crate::source::{FileId, Span};

impl Resolver<'_> {
    /// True if the second follows the first in one line.
    pub(crate) fn share_a_line(&self, first: Span, second: Span) -> bool {
        let between = Span { start: first.end, end: second.start, ..first };
        first.file == second.file && self.text(between).is_some_and(|text| !text.contains('\n'))
    }

    /// Says what a formula that is wrong was meant as with the one after it, instead of the
    /// mistakes found in it since there were `before`. Returns whether anything is recognised.
    pub(crate) fn recognise_habit(
        &mut self,
        part: Span,
        next: Option<Span>,
        before: usize,
    ) -> bool {
        if !next.is_some_and(|next| self.share_a_line(part, next)) {
            return false;
        }
        let Some(text) = self.file_text(part.file) else { return false };
        let found = habit(text, part.start as usize, part.end as usize);
        let is_found = found.is_some();
        if let Some(found) = found {
            let Habit { code, message, place, label, help } = found;
            let span = Span { start: place.start as u32, end: place.end as u32, ..part };
            self.diagnostics.truncate(before);
            self.diagnostics.push(Diagnostic::new(code, message).at(span, label).help(help));
        }
        is_found
    }

    fn file_text(&self, file: FileId) -> Option<&str> {
        let text = self.program.texts.get(&file).or_else(|| self.asked.get(&file));
        text.map(String::as_str)
    }
}
