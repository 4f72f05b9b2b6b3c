//! Messages of Protocol Buffers.
//!
//! Only messages and enums are read. Services, options and extensions are passed over. *Rejected.* The parsers that
//! there are (`protox-parse`, `protobuf-parse`) bring ten to twenty crates, to find mistakes that are `protoc`'s
//! business.

use crate::sketch::{EnumSketch, FieldSketch, SigSketch, Sketch, SourceType};
use crate::tokens::{Token, Tokens};

/// A spec of the messages of `.proto` files.
///
/// # Errors
/// The place of the first file that has a message without an end, and why.
pub fn protobuf(files: &[String]) -> Result<Sketch, (usize, String)> {
    let mut reader = ProtoReader::default();
    for (at, text) in files.iter().enumerate() {
        reader.tokens(&mut Tokens::of(text)).map_err(|why| (at, why))?;
    }
    reader.settle_enums();
    let mut sketch = reader.sketch;
    sketch.root = sketch.most_embracing();
    Ok(sketch)
}

#[derive(Default)]
struct ProtoReader {
    sketch: Sketch,
    /// Sigs and fields of a named type that nothing declares as optional.
    implicit: Vec<(usize, String)>,
}

impl ProtoReader {
    /// A message that is not set is missing. An enum then has its first value.
    fn settle_enums(&mut self) {
        for (sig, name) in &self.implicit {
            let fields = &mut self.sketch.sigs[*sig].fields;
            let Some(field) = fields.iter_mut().find(|field| field.name == *name) else { continue };
            if let SourceType::Optional(of) = &field.ty
                && let SourceType::Named(named) = &**of
                && self.sketch.enums.iter().any(|one| one.name == *named)
            {
                field.ty = (**of).clone();
            }
        }
    }

    fn tokens(&mut self, tokens: &mut Tokens<'_>) -> Result<(), String> {
        while let Some(token) = tokens.peek() {
            if self.declared(tokens)? {
                continue;
            }
            let is_first = tokens.begins_line();
            match (token, tokens.ahead(1)) {
                (Token::Word(word @ ("extend" | "service")), Some(Token::Word(name)))
                    if is_first =>
                {
                    self.sketch.unread.push(format!("{word} {name}"));
                }
                _ => {}
            }
            tokens.pass();
        }
        Ok(())
    }

    /// A message or an enum, if one is next.
    fn declared(&mut self, tokens: &mut Tokens<'_>) -> Result<bool, String> {
        let (Some(Token::Word(kind @ ("message" | "enum"))), Some(Token::Word(name))) =
            (tokens.peek(), tokens.ahead(1))
        else {
            return Ok(false);
        };
        if tokens.ahead(2) != Some(Token::Sign('{')) {
            return Ok(false);
        }
        let line = tokens.line();
        for _ in 0..3 {
            tokens.next();
        }
        let is_whole = match kind {
            "message" => self.message(name, tokens)?,
            _ => self.values(name, tokens),
        };
        match is_whole {
            true => Ok(true),
            false => Err(format!("the {kind} `{name}` in line {line} does not end")),
        }
    }

    fn values(&mut self, name: &str, tokens: &mut Tokens<'_>) -> bool {
        let mut values = Vec::new();
        while let Some(token) = tokens.peek() {
            match token {
                Token::Sign('}') => {
                    tokens.next();
                    let name = name.to_owned();
                    self.sketch.enums.push(EnumSketch { name, values, note: String::new() });
                    return true;
                }
                Token::Word(value) if tokens.ahead(1) == Some(Token::Sign('=')) => {
                    if !matches!(value, "option" | "reserved") {
                        values.push(value.to_owned());
                    }
                    tokens.pass_to(&[';']);
                }
                Token::Word(_) => tokens.pass_to(&[';']),
                _ => tokens.pass(),
            }
        }
        false
    }

    fn message(&mut self, name: &str, tokens: &mut Tokens<'_>) -> Result<bool, String> {
        let at = self.sketch.sigs.len();
        self.sketch.sigs.push(SigSketch { name: name.to_owned(), ..SigSketch::default() });
        let mut fields = Vec::new();
        let mut choice: Option<String> = None;
        while let Some(token) = tokens.peek() {
            match token {
                Token::Sign('}') => {
                    tokens.next();
                    if choice.take().is_none() {
                        self.sketch.sigs[at].fields = fields;
                        return Ok(true);
                    }
                }
                Token::Word("oneof") if tokens.ahead(2) == Some(Token::Sign('{')) => {
                    tokens.next();
                    choice = tokens.word().map(str::to_owned);
                    tokens.next();
                }
                Token::Word("option" | "reserved" | "extensions") => tokens.pass_to(&[';']),
                Token::Word("extend") => {
                    tokens.pass_to(&['{']);
                    tokens.pass();
                }
                Token::Word(_) | Token::Sign('.') => {
                    if !self.declared(tokens)? {
                        let is_said = matches!(token, Token::Word("optional")) || choice.is_some();
                        let field = field(tokens, choice.as_deref());
                        let implicit = field.as_ref().filter(|_| !is_said);
                        self.implicit.extend(implicit.map(|field| (at, field.name.clone())));
                        fields.extend(field);
                    }
                }
                _ => tokens.pass(),
            }
        }
        Ok(false)
    }
}

/// `optional Node left = 1 [deprecated = true];`
fn field(tokens: &mut Tokens<'_>, choice: Option<&str>) -> Option<FieldSketch> {
    let is_repeated = tokens.take_word("repeated");
    let is_optional = !is_repeated && tokens.take_word("optional");
    let is_required = !is_repeated && !is_optional && tokens.take_word("required");
    let found = ty(tokens).zip(tokens.word());
    let is_field = tokens.is('=');
    tokens.pass_to(&[';', '{']);
    if tokens.is('{') {
        tokens.pass();
    }
    let (ty, name) = found.filter(|_| is_field)?;
    // A message may be missing, a number or a text is then 0 or empty.
    let may_be_missing = is_optional || choice.is_some() || matches!(ty, SourceType::Named(_));
    let ty = match ty {
        ty if is_repeated => SourceType::Sequence(Box::new(ty)),
        ty @ SourceType::Map(..) => ty,
        ty if may_be_missing && !is_required => ty.optional(),
        ty => ty,
    };
    let note = choice.map(|choice| format!("not said here: at most one of the oneof `{choice}`"));
    Some(FieldSketch { name: name.to_owned(), ty, note: note.unwrap_or_default() })
}

/// `map<string, Node>`, `.shop.Order.Line`, `int32`
fn ty(tokens: &mut Tokens<'_>) -> Option<SourceType> {
    tokens.take('.');
    let mut name = tokens.word()?;
    if name == "map" && tokens.take('<') {
        let key = ty(tokens)?;
        tokens.take(',');
        let value = ty(tokens)?;
        tokens.take('>');
        return Some(SourceType::Map(Box::new(key), Box::new(value)));
    }
    while tokens.take('.') {
        name = tokens.word()?;
    }
    Some(match name {
        "int32" | "int64" | "uint32" | "uint64" | "sint32" | "sint64" | "fixed32" | "fixed64"
        | "sfixed32" | "sfixed64" => SourceType::Int,
        "bool" => SourceType::Bool,
        "string" | "bytes" => SourceType::Text,
        "float" | "double" => SourceType::Number,
        name => SourceType::Named(name.to_owned()),
    })
}
