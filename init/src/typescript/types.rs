//! Types, as a field or an alias has them.

use std::collections::BTreeSet;

use super::members::FUNCTION;
use super::{TypeReader, UNSAID, is_of_texts, tag, texts};
use crate::sketch::{EnumSketch, SigSketch, SourceType};
use crate::spec::capital;
use crate::tokens::{Token, Tokens};

/// Types are not nested deeper than this.
const MOST: usize = 64;

/// Types that are computed from their arguments. What is read of them is the first argument, or nothing.
const HELPERS: [&str; 15] = [
    "Partial",
    "Required",
    "Pick",
    "Omit",
    "Exclude",
    "Extract",
    "ReturnType",
    "Parameters",
    "ConstructorParameters",
    "InstanceType",
    "ThisType",
    "Uppercase",
    "Lowercase",
    "Capitalize",
    "Uncapitalize",
];

/// Aliases of aliases can stand for more than memory holds. From this many uses on they are anything.
const MOST_ALIASES: usize = 1 << 14;

impl<'t> TypeReader<'t> {
    /// A type. What has no name of its own gets that of its place.
    pub(super) fn ty(&mut self, tokens: &mut Tokens<'t>, place: &str) -> SourceType {
        if self.depth == MOST {
            tokens.pass();
            return SourceType::Any;
        }
        self.depth += 1;
        let ty = self.choice(tokens, place);
        // `T extends U ? A : B` is computed.
        let ty = match tokens.is_word("extends") && !place.is_empty() {
            true => self.conditional(tokens),
            false => ty,
        };
        self.depth -= 1;
        ty
    }

    /// A type, and what it says beyond that: the helpers in it.
    pub(super) fn noted(&mut self, tokens: &mut Tokens<'t>, place: &str) -> (SourceType, String) {
        let around = std::mem::take(&mut self.helpers);
        let ty = self.ty(tokens, place);
        let mut own = std::mem::replace(&mut self.helpers, around);
        let mut seen = BTreeSet::new();
        own.retain(|helper| seen.insert(helper.clone()));
        (ty, if own.is_empty() { String::new() } else { format!("{UNSAID}{}", own.join(", ")) })
    }

    /// Takes down how a type is computed.
    fn computed(&mut self, how: &str) {
        self.helpers.push(how.to_owned());
    }

    fn conditional(&mut self, tokens: &mut Tokens<'t>) -> SourceType {
        self.computed("… extends … ? … : …");
        tokens.next();
        self.noted(tokens, "");
        if tokens.take('?') {
            self.noted(tokens, "");
            if tokens.take(':') {
                self.noted(tokens, "");
            }
        }
        SourceType::Any
    }

    /// `Node | null`
    fn choice(&mut self, tokens: &mut Tokens<'t>, place: &str) -> SourceType {
        if is_of_texts(tokens) && !place.is_empty() {
            let values = texts(tokens);
            let name = capital(place);
            self.sketch.enums.push(EnumSketch { name: name.clone(), values, note: String::new() });
            return SourceType::Named(name);
        }
        tokens.take('|');
        let mut parts = Vec::new();
        let is_of_objects = objects(tokens) > 1;
        loop {
            // Each object of a choice is a type of its own.
            let own = match is_of_objects && tokens.is('{') && !place.is_empty() {
                false => place.to_owned(),
                true => {
                    let end = tag(tokens).map(|(_, text)| text.to_owned());
                    format!("{place}_{}", end.unwrap_or_else(|| (parts.len() + 1).to_string()))
                }
            };
            parts.push(self.both(tokens, &own));
            if !tokens.take('|') {
                break;
            }
        }
        if parts.len() == 1 {
            return parts.remove(0);
        }
        parts.retain(|part| *part != FUNCTION);
        SourceType::union(parts)
    }

    /// `A & B`: the first one that has a name. The others are reported.
    fn both(&mut self, tokens: &mut Tokens<'t>, place: &str) -> SourceType {
        let line = tokens.line();
        let mut ty = self.array(tokens, place);
        while tokens.take('&') {
            let other = self.array(tokens, place);
            // `string & { readonly brand: unique symbol }` is a text.
            let (kept, left_out) = match (&ty, &other) {
                (SourceType::Named(_), _) => (ty, other),
                (_, SourceType::Named(_)) if !is_scalar(&ty) => (other, ty),
                _ if is_scalar(&other) => (other, ty),
                _ => (ty, other),
            };
            if kept != left_out {
                let part = format!(
                    "{} in line {line}, where a value is a {} too",
                    described(&left_out),
                    described(&kept)
                );
                self.sketch.unread.push(part);
            }
            ty = kept;
        }
        ty
    }

    /// `Node[]`, `Node['left']`
    fn array(&mut self, tokens: &mut Tokens<'t>, place: &str) -> SourceType {
        let mut ty = self.simple(tokens, place);
        while tokens.is('[') && !tokens.begins_line() {
            let is_array = tokens.ahead(1) == Some(Token::Sign(']'));
            tokens.pass();
            ty = match is_array {
                true => SourceType::Sequence(Box::new(ty)),
                false => SourceType::Any,
            };
        }
        ty
    }

    fn simple(&mut self, tokens: &mut Tokens<'t>, place: &str) -> SourceType {
        match tokens.peek() {
            Some(Token::Text(_)) => {
                tokens.next();
                SourceType::Text
            }
            Some(Token::Number(_)) => {
                tokens.next();
                SourceType::Int
            }
            Some(Token::Sign('-')) => {
                tokens.next();
                tokens.next();
                SourceType::Int
            }
            Some(Token::Sign('(')) => self.brackets(tokens, place),
            Some(Token::Sign('[')) => self.tuple(tokens, place),
            Some(Token::Sign('{')) => self.inline(tokens, place),
            Some(Token::Sign('<')) => {
                self.parameters(tokens);
                self.brackets(tokens, place)
            }
            Some(Token::Word("readonly" | "unique" | "asserts")) => {
                tokens.next();
                self.ty(tokens, place)
            }
            Some(Token::Word(word @ ("keyof" | "typeof" | "infer"))) => {
                self.computed(&format!("{word} …"));
                tokens.next();
                self.noted(tokens, "");
                SourceType::Any
            }
            Some(Token::Word("new")) => {
                tokens.next();
                self.noted(tokens, "");
                FUNCTION
            }
            Some(Token::Word(_)) => self.named(tokens, place),
            // A token that ends a member or a bracket is left to the caller that waits for it.
            _ => SourceType::Any,
        }
    }

    /// `(A | B)`, or the parameters of a function.
    fn brackets(&mut self, tokens: &mut Tokens<'t>, place: &str) -> SourceType {
        let mut after = tokens.clone();
        after.pass();
        if after.peek() == Some(Token::Arrow) {
            *tokens = after;
            tokens.next();
            self.noted(tokens, "");
            return FUNCTION;
        }
        tokens.take('(');
        let ty = self.ty(tokens, place);
        tokens.pass_to(&[]);
        tokens.take(')');
        ty
    }

    fn tuple(&mut self, tokens: &mut Tokens<'t>, place: &str) -> SourceType {
        tokens.take('[');
        let mut items = Vec::new();
        while tokens.peek().is_some() && !tokens.take(']') {
            // `first: A`, `...rest: B[]`
            let is_rest = tokens.is('.');
            while tokens.take('.') {}
            if matches!(tokens.ahead(1), Some(Token::Sign(':'))) {
                tokens.next();
                tokens.next();
            }
            let item = self.ty(tokens, place);
            items.push(match item {
                SourceType::Sequence(of) if is_rest => *of,
                item => item,
            });
            tokens.pass_to(&[',']);
            if !tokens.take(',') && !tokens.is(']') {
                tokens.pass();
            }
        }
        SourceType::Sequence(Box::new(SourceType::union(items)))
    }

    /// An object without a name.
    fn inline(&mut self, tokens: &mut Tokens<'t>, place: &str) -> SourceType {
        if place.is_empty() {
            tokens.pass();
            return SourceType::Any;
        }
        let name = capital(place);
        let mut members = tokens.clone();
        members.take('{');
        // `{ [key: string]: Node }` is a table, `{ [K in Keys]: Node }` is computed.
        if members.is('[') {
            tokens.pass();
            let is_table = members.ahead(2) == Some(Token::Sign(':'));
            if !is_table {
                self.computed("{ [… in …]: … }");
                return SourceType::Any;
            }
            let (found, _) = self.own_members(&mut members, place);
            return found.into_iter().next().map_or(SourceType::Any, |field| field.ty);
        }
        self.object(tokens, SigSketch { name: name.clone(), ..SigSketch::default() });
        SourceType::Named(name)
    }

    fn named(&mut self, tokens: &mut Tokens<'t>, place: &str) -> SourceType {
        let mut name = tokens.word().unwrap_or_default();
        while tokens.is('.') && matches!(tokens.ahead(1), Some(Token::Word(_))) {
            tokens.next();
            name = tokens.word().unwrap_or_default();
        }
        if let Some((_, ty)) = self.bound.iter().rev().find(|(parameter, _)| *parameter == name) {
            return ty.clone();
        }
        let mut arguments = Vec::new();
        if tokens.take('<') {
            while tokens.peek().is_some() && !tokens.take('>') {
                // `Pick<S, "a" | "b">` declares no choice of texts.
                let is_type = arguments.is_empty() || !HELPERS.contains(&name);
                arguments.push(self.ty(tokens, if is_type { place } else { "" }));
                if !tokens.take(',') && !tokens.is('>') {
                    tokens.pass();
                }
            }
        }
        if let Some((parameters, mut alias)) = self.aliases.get(name).cloned() {
            self.used.insert(name);
            self.looked_up += 1;
            if self.looked_up > MOST_ALIASES {
                return SourceType::Any;
            }
            if !self.open.insert(name) {
                let part = format!("what `{name}` is within itself: anything");
                if !self.sketch.unread.contains(&part) {
                    self.sketch.unread.push(part);
                }
                return SourceType::Any;
            }
            let known = self.bound.len();
            // What is handed on again and again could double each time.
            let is_small = |ty: &&SourceType| ty.size() <= MOST;
            let of =
                |at: usize| arguments.get(at).filter(is_small).cloned().unwrap_or(SourceType::Any);
            let bound = parameters.into_iter().enumerate();
            self.bound.extend(bound.map(|(at, parameter)| (parameter, of(at))));
            let ty = self.ty(&mut alias, name);
            self.bound.truncate(known);
            self.open.remove(name);
            return ty;
        }
        let of = |at: usize| arguments.get(at).cloned().unwrap_or(SourceType::Any);
        if HELPERS.contains(&name) {
            self.computed(&format!("{name}<…>"));
        }
        match name {
            "number" | "bigint" | "Number" => SourceType::Int,
            "boolean" | "Boolean" | "true" | "false" => SourceType::Bool,
            "string" | "String" | "symbol" | "Date" | "URL" | "RegExp" => SourceType::Text,
            "any" | "unknown" | "object" | "Object" | "this" => SourceType::Any,
            "null" | "undefined" | "void" | "never" => SourceType::Union(Vec::new()).optional(),
            "Function" => FUNCTION,
            "Array" | "ReadonlyArray" | "Iterable" => SourceType::Sequence(Box::new(of(0))),
            "Set" | "ReadonlySet" | "WeakSet" => SourceType::Set(Box::new(of(0))),
            "Map" | "ReadonlyMap" | "WeakMap" | "Record" => {
                SourceType::Map(Box::new(of(0)), Box::new(of(1)))
            }
            "NonNullable" => match of(0) {
                SourceType::Optional(of) => *of,
                of => of,
            },
            "Readonly" | "Promise" | "PromiseLike" | "Awaited" => of(0),
            "Uppercase" | "Lowercase" | "Capitalize" | "Uncapitalize" => SourceType::Text,
            "Partial" | "Required" | "Pick" | "Omit" | "Exclude" | "Extract" => of(0),
            name if HELPERS.contains(&name) => SourceType::Any,
            name => SourceType::Named(name.to_owned()),
        }
    }
}

fn is_scalar(ty: &SourceType) -> bool {
    matches!(ty, SourceType::Int | SourceType::Bool | SourceType::Text | SourceType::Number)
}

/// A type in words, for a message.
fn described(ty: &SourceType) -> String {
    match ty {
        SourceType::Named(name) => format!("`{name}`"),
        SourceType::Union(types) => types.iter().map(described).collect::<Vec<_>>().join(" | "),
        SourceType::Text => "text".to_owned(),
        SourceType::Int | SourceType::Number => "number".to_owned(),
        SourceType::Bool => "truth value".to_owned(),
        _ => "type".to_owned(),
    }
}

/// The number of objects without names in the choice that is next.
fn objects(tokens: &Tokens<'_>) -> usize {
    let (mut ahead, mut found) = (tokens.clone(), 0);
    loop {
        found += usize::from(ahead.is('{'));
        ahead.pass();
        if !ahead.take('|') && !ahead.take('&') {
            return found;
        }
    }
}
