//! Interfaces, type aliases, classes and enums of TypeScript.
//!
//! *Problem.* TypeScript is read by its own compiler, which a user of Korrel may not have, or by parsers that bring
//! sixty crates. *Choice.* Declarations are read, in their usual forms, and code is passed over by its brackets. A
//! type that is computed (`keyof`, conditional and mapped types) is anything. What a computed type, or a helper such as
//! `Partial<…>`, says beyond that is told beside the field that has it, or above all if nothing has it.

mod members;
mod types;

use std::collections::{BTreeMap, BTreeSet};

use crate::notes::joined;
use crate::sketch::{EnumSketch, SigSketch, Sketch, SourceType};
use crate::tokens::{Token, Tokens};

/// A spec of the types of TypeScript files.
pub fn typescript(files: &[String]) -> Sketch {
    let mut reader = TypeReader::default();
    files.iter().for_each(|text| reader.aliases(&mut Tokens::of(text)));
    files.iter().for_each(|text| reader.declarations(&mut Tokens::of(text)));
    let mut sketch = reader.sketch;
    let unused = reader.computed.into_iter().filter(|(name, _)| !reader.used.contains(name));
    sketch.unsaid = unused.map(|(name, how)| format!("type {name} = {how}")).collect();
    sketch.root = sketch.most_embracing();
    sketch
}

/// Before what no declaration says.
const UNSAID: &str = "not said here: ";

#[derive(Default)]
struct TypeReader<'t> {
    sketch: Sketch,
    /// The parameters of an alias, and the tokens from the type on that it stands for.
    aliases: BTreeMap<&'t str, (Vec<&'t str>, Tokens<'t>)>,
    /// The parameters of the aliases that are being looked into, the innermost last.
    bound: Vec<(&'t str, SourceType)>,
    /// The aliases that are being looked into.
    open: BTreeSet<&'t str>,
    depth: usize,
    /// How often an alias was looked into.
    looked_up: usize,
    /// The aliases that some type is made of.
    used: BTreeSet<&'t str>,
    /// What an alias says that its type does not, by its name.
    computed: BTreeMap<&'t str, String>,
    /// The same of the type that is being read: the helpers in it.
    helpers: Vec<String>,
    /// The members of the object that is being read whose value is one text.
    fixed: Vec<String>,
}

impl<'t> TypeReader<'t> {
    /// Takes down the aliases that are no types of their own: those of no object and no texts.
    fn aliases(&mut self, tokens: &mut Tokens<'t>) {
        while let Some(token) = tokens.next() {
            let Some(Token::Word(name)) = tokens.peek() else { continue };
            if token != Token::Word("type") {
                continue;
            }
            let mut alias = tokens.clone();
            alias.next();
            let parameters = self.parameters(&mut alias);
            if alias.take('=') && !is_of_texts(&alias) && alternatives(&alias).is_empty() {
                self.aliases.insert(name, (parameters, alias));
            }
        }
    }

    fn declarations(&mut self, tokens: &mut Tokens<'t>) {
        let mut is_abstract = false;
        while let Some(token) = tokens.peek() {
            let named = matches!(tokens.ahead(1), Some(Token::Word(_)));
            match token {
                Token::Word("interface" | "class") if named => self.class(tokens, is_abstract),
                Token::Word("enum") if named => self.values(tokens),
                Token::Word("type") if named => self.alias(tokens),
                Token::Word("namespace" | "module") if named => {
                    tokens.pass_to(&['{']);
                    tokens.take('{');
                }
                _ => tokens.pass(),
            }
            is_abstract = token == Token::Word("abstract");
        }
    }

    /// A class or an interface.
    fn class(&mut self, tokens: &mut Tokens<'t>, is_abstract: bool) {
        tokens.next();
        let Some(name) = tokens.word() else { return };
        self.parameters(tokens);
        let (mut parent, mut note) = (None, String::new());
        if tokens.take_word("extends") {
            (parent, note) = self.parents(tokens);
        }
        if tokens.take_word("implements") {
            let (interface, said) = self.parents(tokens);
            if parent.is_none() {
                (parent, note) = (interface, joined(&[note, said]));
            }
        }
        let name = name.to_owned();
        self.object(tokens, SigSketch { name, parent, is_abstract, note, ..SigSketch::default() });
    }

    /// The first of the types that are extended, and the remarks on others.
    fn parents(&mut self, tokens: &mut Tokens<'t>) -> (Option<String>, String) {
        let mut names = Vec::new();
        let mut notes = Vec::new();
        loop {
            let (ty, unsaid) = self.noted(tokens, "");
            notes.push(unsaid);
            if let SourceType::Named(name) = ty {
                names.push(name);
            }
            if !tokens.take(',') {
                break;
            }
        }
        if names.len() > 1 {
            notes.push("guess: of several parents the first one is extended".to_owned());
        }
        (names.into_iter().next(), joined(&notes))
    }

    /// The members between the brackets that are next, as those of a sig. Declarations of one name are one.
    fn object(&mut self, tokens: &mut Tokens<'t>, mut sig: SigSketch) {
        let at = self.sketch.sigs.iter().position(|other| other.name == sig.name);
        let at = at.unwrap_or_else(|| {
            self.sketch.sigs.push(SigSketch { name: sig.name.clone(), ..SigSketch::default() });
            self.sketch.sigs.len() - 1
        });
        tokens.pass_to(&['{']);
        if !tokens.take('{') {
            return;
        }
        let (found, fixed) = self.own_members(tokens, &sig.name);
        let known = std::mem::take(&mut self.sketch.sigs[at]);
        let all = joined(&[known.note, std::mem::take(&mut sig.note), joined(&fixed)]);
        let mut seen = BTreeSet::new();
        let notes: Vec<&str> = all.split("; ").filter(|note| seen.insert(*note)).collect();
        sig.note = joined(&notes);
        sig.fields = known.fields;
        let new = found.into_iter().filter(|new| sig.fields.iter().all(|old| old.name != new.name));
        let new: Vec<_> = new.collect();
        sig.fields.extend(new);
        sig.parent = sig.parent.or(known.parent);
        self.sketch.sigs[at] = sig;
    }

    fn values(&mut self, tokens: &mut Tokens<'t>) {
        tokens.next();
        let Some(name) = tokens.word() else { return };
        let mut values = Vec::new();
        if tokens.take('{') {
            while let Some(token) = tokens.peek() {
                if tokens.take('}') {
                    break;
                }
                if let Token::Word(value) | Token::Text(value) = token {
                    values.push(value.to_owned());
                }
                tokens.pass_to(&[',']);
                if !tokens.take(',') && !tokens.is('}') {
                    tokens.pass();
                }
            }
        }
        let name = name.to_owned();
        self.sketch.enums.push(EnumSketch { name, values, note: String::new() });
    }

    /// An object or a choice of texts has the alias as its name. Other types stand where the alias is used.
    fn alias(&mut self, tokens: &mut Tokens<'t>) {
        tokens.next();
        let Some(name) = tokens.word() else { return };
        self.parameters(tokens);
        if !tokens.take('=') {
            return;
        }
        if is_of_texts(tokens) {
            let values = texts(tokens);
            let name = name.to_owned();
            self.sketch.enums.push(EnumSketch { name, values, note: String::new() });
            return;
        }
        match alternatives(tokens).as_slice() {
            [] => self.parts_of_alias(tokens, name),
            [one] => {
                let mut sig = SigSketch { name: name.to_owned(), ..SigSketch::default() };
                // `type Book = Item & { pages: number }`
                sig.parent = one.parents.first().map(|parent| (*parent).to_owned());
                if one.parents.len() > 1 {
                    sig.note = "guess: of several parents the first one is extended".to_owned();
                }
                tokens.take('|');
                self.intersection(tokens, sig);
            }
            several => self.kinds(tokens, name, several),
        }
    }

    /// What an alias for another type declares in place: objects without names. One with parameters declares nothing by
    /// itself.
    fn parts_of_alias(&mut self, tokens: &mut Tokens<'t>, name: &'t str) {
        let Some((parameters, _)) = self.aliases.get(name) else { return };
        let (is_plain, known) = (parameters.is_empty(), self.bound.len());
        self.bound.extend(parameters.iter().map(|parameter| (*parameter, SourceType::Any)));
        let before = (!is_plain).then(|| {
            let Sketch { sigs, enums, unread, .. } = &self.sketch;
            (sigs.len(), enums.len(), unread.len(), self.looked_up, self.used.clone())
        });
        if self.open.insert(name) {
            let (_, unsaid) = self.noted(tokens, name);
            self.open.remove(name);
            if let Some(how) = unsaid.strip_prefix(UNSAID) {
                self.computed.insert(name, how.to_owned());
            }
        }
        self.bound.truncate(known);
        if let Some((sigs, enums, unread, looked_up, used)) = before {
            self.sketch.sigs.truncate(sigs);
            self.sketch.enums.truncate(enums);
            self.sketch.unread.truncate(unread);
            (self.looked_up, self.used) = (looked_up, used);
        }
    }

    /// `{ k: "a"; r: number } | { k: "b"; side: number }`: an abstract sig, with one for each kind.
    fn kinds(&mut self, tokens: &mut Tokens<'t>, name: &str, kinds: &[Alternative<'t>]) {
        let own = SigSketch {
            name: name.to_owned(),
            is_abstract: true,
            is_choice: true,
            ..SigSketch::default()
        };
        self.sketch.sigs.push(own);
        tokens.take('|');
        for (at, kind) in kinds.iter().enumerate() {
            let note = match kind.parents.as_slice() {
                [] => String::new(),
                parents => format!("{UNSAID}it is a {} too", parents.join(", ")),
            };
            let end = kind.tag.map_or_else(|| (at + 1).to_string(), |(_, text)| text.to_owned());
            let sig = SigSketch {
                name: format!("{name}_{end}"),
                parent: Some(name.to_owned()),
                note,
                ..SigSketch::default()
            };
            self.intersection(tokens, sig);
            tokens.take('|');
        }
    }

    /// The members of all objects in `Item & { … } & { … }`.
    fn intersection(&mut self, tokens: &mut Tokens<'t>, sig: SigSketch) {
        loop {
            match tokens.peek() {
                Some(Token::Sign('{')) => self.object(tokens, sig.clone()),
                Some(_) => {
                    tokens.next();
                }
                None => return,
            }
            if !tokens.take('&') {
                return;
            }
        }
    }

    /// The texts of the choice that is next, if it is one of texts.
    fn texts_ahead(&self, tokens: &Tokens<'t>) -> Vec<String> {
        if is_of_texts(tokens) { texts(&mut tokens.clone()) } else { Vec::new() }
    }

    /// The names in `<T extends Node>`.
    fn parameters(&mut self, tokens: &mut Tokens<'t>) -> Vec<&'t str> {
        let mut names = Vec::new();
        let (mut depth, mut is_first) = (0_usize, false);
        while let Some(token) = tokens.peek() {
            match token {
                Token::Sign('<') => depth += 1,
                _ if depth == 0 => break,
                Token::Sign('>') => depth -= 1,
                Token::Word(name) if is_first => names.push(name),
                _ => {}
            }
            is_first = depth == 1 && matches!(token, Token::Sign('<' | ','));
            tokens.pass();
            if depth == 0 {
                break;
            }
        }
        names
    }
}

/// One of the objects that a type is a choice of.
struct Alternative<'t> {
    /// The named types that it is made of beside its own members.
    parents: Vec<&'t str>,
    /// `kind: "circle"`.
    tag: Option<(&'t str, &'t str)>,
}

/// The alternatives of `{ … } | Item & { … }`, where each has members of its own, or else none.
fn alternatives<'t>(tokens: &Tokens<'t>) -> Vec<Alternative<'t>> {
    let mut ahead = tokens.clone();
    let mut found = Vec::new();
    ahead.take('|');
    loop {
        let mut one = Alternative { parents: Vec::new(), tag: None };
        let mut has_members = false;
        loop {
            match ahead.peek() {
                // `{ [K in Keys]: T }` is computed.
                Some(Token::Sign('{')) if ahead.ahead(1) != Some(Token::Sign('[')) => {
                    one.tag = one.tag.or_else(|| tag(&ahead));
                    has_members = true;
                    ahead.pass();
                }
                Some(Token::Word(name)) => {
                    one.parents.push(name);
                    ahead.next();
                }
                _ => return Vec::new(),
            }
            if !ahead.take('&') {
                break;
            }
        }
        found.push(one);
        let goes_on = matches!(
            ahead.peek(),
            Some(Token::Sign('[' | '.' | '<')) | Some(Token::Word("extends"))
        );
        if !has_members || goes_on && !ahead.begins_line() {
            return Vec::new();
        }
        if !ahead.take('|') {
            return found;
        }
    }
}

/// The first member of the object that is next whose type is one text: `kind: "circle"`.
fn tag<'t>(tokens: &Tokens<'t>) -> Option<(&'t str, &'t str)> {
    let mut ahead = tokens.clone();
    ahead.take('{');
    while !ahead.is('}') {
        let (name, sign, value) = (ahead.peek()?, ahead.ahead(1), ahead.ahead(2));
        if let (Token::Word(name), Some(Token::Sign(':')), Some(Token::Text(text))) =
            (name, sign, value)
            && matches!(ahead.ahead(3), Some(Token::Sign(';' | ',' | '}')))
        {
            return Some((name, text));
        }
        ahead.pass_to(&[';', ',']);
        if !ahead.take(';') && !ahead.take(',') && !ahead.is('}') {
            ahead.pass();
        }
    }
    None
}

/// `"a" | "b"`, and nothing else.
fn is_of_texts(tokens: &Tokens<'_>) -> bool {
    let mut ahead = tokens.clone();
    let found = texts(&mut ahead);
    let goes_on = matches!(ahead.peek(), Some(Token::Sign('|' | '&' | '[')));
    !found.is_empty() && !goes_on
}

/// The texts of a choice, up to the first item that is not a text.
fn texts(tokens: &mut Tokens<'_>) -> Vec<String> {
    let mut found = Vec::new();
    tokens.take('|');
    while let Some(Token::Text(text)) = tokens.peek() {
        tokens.next();
        found.push(text.to_owned());
        if !(tokens.is('|') && matches!(tokens.ahead(1), Some(Token::Text(_)))) {
            break;
        }
        tokens.next();
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If it failed, code that is no declaration, or ends early, would end the program or never end.
    #[test]
    fn what_is_cut_off() {
        let text = "export interface A<T extends B<C>> extends D, E { x?: T[]; m(): void; [k: string]: A }
            class F { constructor(private readonly a: A = {}, b?: F) { this.x = `${a}`; } y = 3; static z: A }
            type G = { [K in keyof A]: A[K] }; type H = 'a' | 'b'; type I = I | A; enum J { K = 1, L }";
        let whole = typescript(&[text.to_owned()]);
        assert_eq!(whole.sigs.len(), 2, "{whole:?}");
        for (end, _) in text.char_indices() {
            typescript(&[text[..end].to_owned()]).text();
            typescript(&[text[end..].to_owned()]).text();
        }
        typescript(&["type A = ".to_owned() + &"(".repeat(100_000)]);
        let doubled = "A<".repeat(60) + "B" + &">".repeat(60);
        typescript(&[format!("type A<T> = Map<T, T>; interface C {{ c: {doubled} }}")]).text();
        typescript(&["interface A { x: ".to_owned() + &"{ a: ".repeat(10_000)]);
    }
}
