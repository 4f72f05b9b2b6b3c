//! The parameters of the predicate, function or macro whose arguments are being typed.

use korrel_lang::parse::{Lexeme, lexemes};
use korrel_lang::spec::OutlineKind;

use crate::analysis::Analysis;
use crate::names::{DeclaredKind, MAIN};

/// The declarations that a call can be of, and the argument at hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signatures {
    pub signatures: Vec<Signature>,
    /// The argument at the cursor, from 0.
    pub argument: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// `pred p[a, b: A]`.
    pub label: String,
    /// `a: A`, `b: A`.
    pub parameters: Vec<String>,
}

impl Analysis {
    /// The signatures of the call within whose brackets an offset lies; `None` outside of all.
    pub fn signatures(&self, offset: u32) -> Option<Signatures> {
        let text = &self.text()[..offset as usize];
        let mut open: Vec<(&str, usize)> = Vec::new();
        let mut word = "";
        for (lexeme, range) in lexemes(text) {
            let words = &text[range];
            match (lexeme, words) {
                (Lexeme::Gap, _) => continue,
                (Lexeme::Sign, "[") => open.push((word, 0)),
                (Lexeme::Sign, "(" | "{") => open.push(("", 0)),
                (Lexeme::Sign, "]" | ")" | "}") => drop(open.pop()),
                (Lexeme::Sign, ",") => open.last_mut().into_iter().for_each(|one| one.1 += 1),
                _ => {}
            }
            word = if lexeme == Lexeme::Word { words } else { "" };
        }
        let (name, argument) = *open.last().filter(|(name, _)| !name.is_empty())?;
        let is_called = |kind| {
            matches!(
                kind,
                DeclaredKind::Item(
                    OutlineKind::Predicate | OutlineKind::Function | OutlineKind::Macro
                )
            )
        };
        let declared = self.names().declared.values();
        let mut named: Vec<_> =
            declared.filter(|one| one.name == name && is_called(one.kind)).collect();
        // Those of the text itself hide others.
        if named.iter().any(|one| one.span.file == MAIN) {
            named.retain(|one| one.span.file == MAIN);
        }
        let signatures: Vec<Signature> = named.iter().map(|one| signature(&one.head)).collect();
        (!signatures.is_empty()).then_some(Signatures { signatures, argument })
    }
}

fn signature(head: &str) -> Signature {
    let inside = head.split_once('[').and_then(|(_, rest)| rest.rsplit_once(']'));
    let mut parameters: Vec<String> = Vec::new();
    // `a, b: A, c: set B`: names up to a colon, then their range up to the next comma outside of brackets.
    let mut names: Vec<&str> = Vec::new();
    for part in parts(inside.map_or("", |(inside, _)| inside)) {
        match part.split_once(':') {
            None => names.push(part.trim()),
            Some((name, range)) => {
                names.push(name.trim());
                parameters.extend(names.drain(..).map(|name| format!("{name}: {}", range.trim())));
            }
        }
    }
    parameters.extend(names.into_iter().map(str::to_owned));
    if let Some((receiver, _)) = head.split_once('[').unwrap_or((head, "")).0.rsplit_once('.') {
        let sig = receiver.rsplit(' ').next().unwrap_or(receiver);
        parameters.insert(0, format!("this: {sig}"));
    }
    Signature { label: head.to_owned(), parameters }
}

/// The parts between the commas that are in no brackets.
fn parts(text: &str) -> Vec<&str> {
    let (mut parts, mut depth, mut from) = (Vec::new(), 0_usize, 0);
    for (at, c) in text.char_indices() {
        match c {
            '[' | '(' | '{' => depth += 1,
            ']' | ')' | '}' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                parts.push(&text[from..at]);
                from = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[from..]);
    parts.retain(|part| !part.trim().is_empty());
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::marked;

    /// If it failed, an editor would show the parameters of another call, or point at another one.
    #[test]
    fn the_call_at_the_cursor() {
        let (analysis, offset) =
            marked("sig A {}\npred p[a, b: A, c: set A] {}\nfun f[x: A]: A { x }\nrun { p[f[A], |");
        let found = analysis.signatures(offset).expect("there is a call");
        assert_eq!(found.argument, 1);
        let parameters = ["a: A", "b: A", "c: set A"].map(str::to_owned).to_vec();
        assert_eq!(
            found.signatures,
            [Signature { label: "pred p[a, b: A, c: set A]".into(), parameters }]
        );
        let (analysis, offset) = marked("sig A {}\nfun f[x: A]: A { x }\nrun { some f[|");
        assert_eq!(analysis.signatures(offset).map(|found| found.argument), Some(0));
        let (analysis, offset) = marked("sig A {}\nrun { |some A }");
        assert_eq!(analysis.signatures(offset), None);
    }
}
