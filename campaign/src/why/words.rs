//! A formula as a person would say it. Sets and relations stay as the spec has them, for these are its words.

use super::term::{Op, Term, text};
use super::vocabulary::Vocabulary;

/// `new.items is empty, and old.items[2] is not in old.items[1]`
pub fn said(vocabulary: &Vocabulary<'_>, terms: &[Term], at: usize) -> String {
    Speaker { vocabulary, terms }.formula(at, true)
}

struct Speaker<'s, 'v> {
    vocabulary: &'s Vocabulary<'v>,
    terms: &'s [Term],
}

impl Speaker<'_, '_> {
    /// What a formula says, or that it does not hold.
    fn formula(&self, at: usize, holds: bool) -> String {
        let term = &self.terms[at];
        let part = |place: usize| self.noun(term.of[place]);
        let of_one = |yes: &str, no: &str| format!("{} {}", part(0), if holds { yes } else { no });
        let of_two = |yes: &str, no: &str| {
            format!("{} {} {}", part(0), if holds { yes } else { no }, part(1))
        };
        match term.op {
            Op::Some => of_one("is not empty", "is empty"),
            Op::No => of_one("is empty", "is not empty"),
            Op::One => of_one("has exactly one element", "has none or several elements"),
            Op::Lone => of_one("has one element at most", "has several elements"),
            Op::In => of_two("is in", "is not in"),
            Op::Equal | Op::EqualNumbers => of_two("is", "is not"),
            Op::Less => of_two("is less than", "is at least"),
            Op::AtMost => of_two("is at most", "is more than"),
            Op::Not => self.formula(term.of[0], !holds),
            Op::And | Op::Or => {
                let word = if (term.op == Op::And) == holds { "and" } else { "or" };
                let [a, b] = [0, 1].map(|place| self.formula(term.of[place], holds));
                format!("{a}, {word} {b}")
            }
            Op::ForSome | Op::ForAll | Op::ForOne => self.quantified(term, holds),
            _ => self.own(at, holds),
        }
    }

    fn quantified(&self, term: &Term, holds: bool) -> String {
        let domain = self.vocabulary.domain(self.terms[term.of[0]].scope);
        let variable = &self.vocabulary.variable;
        // That all are so is denied by one that is not.
        let (is_there, is_so) = match (term.op, holds) {
            (Op::ForSome, true) => ("for some", true),
            (Op::ForSome, false) => ("for each", false),
            (Op::ForAll, true) => ("for each", true),
            (Op::ForAll, false) => ("for some", false),
            (_, true) => ("for exactly one", true),
            (_, false) => ("not for exactly one", true),
        };
        format!("{is_there} {variable} of {domain}: {}", self.formula(term.of[0], is_so))
    }

    /// A predicate of the spec.
    fn own(&self, at: usize, holds: bool) -> String {
        let text = text(self.vocabulary, self.terms, at);
        match (text.strip_suffix(".hasDups"), holds) {
            (Some(items), true) => format!("an item stands in {items} twice"),
            (Some(items), false) => format!("no item stands in {items} twice"),
            (None, true) => format!("{text} holds"),
            (None, false) => format!("{text} does not hold"),
        }
    }

    fn noun(&self, at: usize) -> String {
        let term = &self.terms[at];
        match term.op {
            Op::Count => {
                let of = text(self.vocabulary, self.terms, term.of[0]);
                format!("the size of {of}")
            }
            _ => text(self.vocabulary, self.terms, at),
        }
    }
}
