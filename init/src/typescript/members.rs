//! The members of an interface or a class.

use super::{TypeReader, UNSAID};
use crate::notes::joined;
use crate::sketch::{FieldSketch, SourceType};
use crate::tokens::{Token, Tokens};

const MODIFIERS: [&str; 12] = [
    "public",
    "private",
    "protected",
    "readonly",
    "static",
    "abstract",
    "declare",
    "override",
    "async",
    "get",
    "set",
    "accessor",
];

impl<'t> TypeReader<'t> {
    /// The fields up to the bracket that closes, which is taken, too, and remarks on members that are no fields.
    pub(super) fn own_members(
        &mut self,
        tokens: &mut Tokens<'t>,
        sig: &str,
    ) -> (Vec<FieldSketch>, Vec<String>) {
        let around = std::mem::take(&mut self.fixed);
        let fields = self.members(tokens, sig);
        (fields, std::mem::replace(&mut self.fixed, around))
    }

    fn members(&mut self, tokens: &mut Tokens<'t>, sig: &str) -> Vec<FieldSketch> {
        let mut fields = Vec::new();
        while tokens.peek().is_some() && !tokens.take('}') {
            match self.member(tokens, sig) {
                TypeMember::Field(field) => fields.push(field),
                TypeMember::Constructor => fields.extend(self.constructor(tokens, sig)),
                TypeMember::Nothing => {}
            }
        }
        fields
    }

    fn member(&mut self, tokens: &mut Tokens<'t>, sig: &str) -> TypeMember {
        let mut is_static = false;
        while let Some(Token::Word(word)) = tokens.peek()
            && MODIFIERS.contains(&word)
            && is_before_a_name(tokens)
        {
            is_static |= word == "static";
            tokens.next();
        }
        tokens.take('#');
        let name = match tokens.peek() {
            Some(Token::Word("constructor")) if tokens.ahead(1) == Some(Token::Sign('(')) => {
                tokens.next();
                return TypeMember::Constructor;
            }
            Some(Token::Word(name) | Token::Text(name) | Token::Number(name)) => name,
            // `[key: string]: Node` has no name.
            Some(Token::Sign('[')) => return self.index(tokens, sig),
            _ => {
                tokens.pass();
                return TypeMember::Nothing;
            }
        };
        tokens.next();
        let is_optional = tokens.take('?');
        tokens.take('!');
        if tokens.is('(') || tokens.is('<') {
            self.method(tokens);
            return TypeMember::Nothing;
        }
        let is_typed = tokens.take(':');
        let place = format!("{sig}_{name}");
        let mut ty = is_typed.then(|| self.field_type(tokens, &place));
        if tokens.take('=') {
            ty =
                ty.or_else(|| Some((value(tokens.peek()), "guess: by its first value".to_owned())));
            pass_value(tokens);
        }
        if !tokens.take(';') {
            tokens.take(',');
        }
        let Some((ty, note)) = ty.filter(|_| !is_static) else { return TypeMember::Nothing };
        if ty == FUNCTION {
            self.note_fixed(name, &note);
            return TypeMember::Nothing;
        }
        let ty = if is_optional { ty.optional() } else { ty };
        TypeMember::Field(FieldSketch { name: name.to_owned(), ty, note })
    }

    /// Takes down a member that has one value in all objects.
    fn note_fixed(&mut self, member: &str, text: &str) {
        if !text.is_empty() {
            self.fixed.push(format!("{UNSAID}its `{member}` is {text}"));
        }
    }

    /// A type, and the guesses about it. Of one text: no type, and the text.
    fn field_type(&mut self, tokens: &mut Tokens<'t>, place: &str) -> (SourceType, String) {
        let is_number = tokens.is_word("number");
        // `kind: "circle"` says of what type an object is, and nothing else.
        if let [text] = self.texts_ahead(tokens).as_slice() {
            tokens.take('|');
            tokens.next();
            return (FUNCTION, format!("{text:?}"));
        }
        let (ty, unsaid) = self.noted(tokens, place);
        if ty == FUNCTION {
            return (FUNCTION, String::new());
        }
        let guess = if is_number { "guess: a whole number" } else { "" };
        (ty, joined(&[unsaid.as_str(), guess]))
    }

    /// `[key: string]: Node`: all other members, as a table.
    fn index(&mut self, tokens: &mut Tokens<'t>, sig: &str) -> TypeMember {
        tokens.next();
        tokens.word();
        let is_index = tokens.take(':');
        let key = if is_index { self.ty(tokens, "") } else { SourceType::Any };
        tokens.pass_to(&[]);
        tokens.take(']');
        let is_optional = tokens.take('?');
        if tokens.is('(') || tokens.is('<') {
            self.method(tokens);
            return TypeMember::Nothing;
        }
        let is_table = tokens.take(':');
        let place = if is_index { format!("{sig}_members") } else { String::new() };
        let (value, unsaid) = match is_table {
            true => self.noted(tokens, &place),
            false => (SourceType::Any, String::new()),
        };
        if !tokens.take(';') {
            tokens.take(',');
        }
        if !is_table || is_optional || key == SourceType::Any {
            return TypeMember::Nothing;
        }
        let ty = SourceType::Map(Box::new(key), Box::new(value));
        let note = joined(&[unsaid.as_str(), "guess: members of any name are a map"]);
        TypeMember::Field(FieldSketch { name: "members".to_owned(), ty, note })
    }

    /// Passes over `<T>(a: A): B { … }`.
    fn method(&mut self, tokens: &mut Tokens<'t>) {
        self.parameters(tokens);
        if tokens.is('(') {
            tokens.pass();
        }
        if tokens.take(':') {
            self.noted(tokens, "");
        }
        if tokens.is('{') {
            tokens.pass();
        }
        if !tokens.take(';') {
            tokens.take(',');
        }
    }

    /// `constructor(private left: Node)` declares a field.
    fn constructor(&mut self, tokens: &mut Tokens<'t>, sig: &str) -> Vec<FieldSketch> {
        let mut fields = Vec::new();
        tokens.take('(');
        while tokens.peek().is_some() && !tokens.take(')') {
            let mut is_field = false;
            while let Some(Token::Word("public" | "private" | "protected" | "readonly")) =
                tokens.peek()
            {
                is_field = true;
                tokens.next();
            }
            let Some(name) = tokens.word() else {
                tokens.pass();
                continue;
            };
            let is_optional = tokens.take('?');
            let place = format!("{sig}_{name}");
            let found = tokens.take(':').then(|| self.field_type(tokens, &place));
            tokens.pass_to(&[',']);
            tokens.take(',');
            let Some((ty, note)) = found.filter(|_| is_field) else { continue };
            if ty == FUNCTION {
                self.note_fixed(name, &note);
            } else {
                let ty = if is_optional { ty.optional() } else { ty };
                fields.push(FieldSketch { name: name.to_owned(), ty, note });
            }
        }
        if tokens.is('{') {
            tokens.pass();
        }
        fields
    }
}

enum TypeMember {
    Field(FieldSketch),
    Constructor,
    Nothing,
}

/// What a function is, and a type's own name: no part of an object's state.
pub(super) const FUNCTION: SourceType = SourceType::Union(Vec::new());

/// `readonly x: …`, and not `readonly: …`.
fn is_before_a_name(tokens: &Tokens<'_>) -> bool {
    matches!(
        tokens.ahead(1),
        Some(Token::Word(_) | Token::Text(_) | Token::Number(_) | Token::Sign('[' | '#'))
    )
}

/// The type of the value that begins so.
fn value(first: Option<Token<'_>>) -> SourceType {
    match first {
        Some(Token::Number(_) | Token::Sign('-')) => SourceType::Int,
        Some(Token::Text(_)) => SourceType::Text,
        Some(Token::Word("true" | "false")) => SourceType::Bool,
        Some(Token::Word("null" | "undefined")) => SourceType::Any.optional(),
        Some(Token::Sign('[')) => SourceType::Sequence(Box::new(SourceType::Any)),
        _ => SourceType::Any,
    }
}

/// Passes over an expression: it ends with a `;`, or with its line.
fn pass_value(tokens: &mut Tokens<'_>) {
    let mut is_first = true;
    while let Some(token) = tokens.peek() {
        let ends = matches!(token, Token::Sign(';' | '}')) || (!is_first && tokens.begins_line());
        if ends {
            return;
        }
        is_first = false;
        tokens.pass();
    }
}
