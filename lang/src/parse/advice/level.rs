//! The lexemes at one level of brackets, in a text whose brackets need not be closed.

use std::ops::Range;

use super::BrokenText;

impl BrokenText<'_> {
    /// The lexemes of a stretch that no brackets within it hold. The brackets themselves are among
    /// them.
    pub(super) fn level(&self, stretch: Range<usize>) -> Vec<usize> {
        let mut depth = 0;
        let mut level = Vec::new();
        for index in stretch {
            let change = turn(self.word(index));
            if depth.min(depth + change) <= 0 {
                level.push(index);
            }
            depth += change;
        }
        level
    }

    /// The bracket that closes the level of a lexeme, or the end of the text if none does.
    pub(super) fn level_end(&self, start: usize) -> usize {
        let all = start..self.lexemes.len();
        self.unmatched(all, -1).unwrap_or(self.lexemes.len())
    }

    /// The bracket that is still open before a lexeme.
    pub(super) fn open_before(&self, end: usize) -> Option<usize> {
        self.unmatched((0..end).rev(), 1)
    }

    /// The first bracket of a direction whose other half does not come before it.
    fn unmatched(&self, mut order: impl Iterator<Item = usize>, direction: i32) -> Option<usize> {
        let mut depth = 0;
        order.find(|&index| {
            depth += turn(self.word(index));
            depth == direction
        })
    }
}

pub(super) fn opens(word: &str) -> bool {
    turn(word) > 0
}

/// The change of the text's depth by a lexeme.
fn turn(word: &str) -> i32 {
    match word {
        "(" | "[" | "{" => 1,
        ")" | "]" | "}" => -1,
        _ => 0,
    }
}
