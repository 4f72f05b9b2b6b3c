//! A sketch as the text of a spec.

use std::collections::{BTreeMap, BTreeSet};

use crate::sketch::{FieldSketch, SigSketch, Sketch, Type};

const WORDS: &str = "abstract after all always and as assert before but check disj else enum eventually \
    exactly expect extends fact for fun historically iden iff implies in Int int let lone macro module no \
    none not once one open or pred private releases run seq set sig since some steps String sum this \
    triggered univ until var bool string Bool True False boolean";

/// Scopes of so many types are smaller.
const MANY: usize = 15;

impl Sketch {
    /// A spec that can be run.
    pub fn text(&self) -> String {
        Writer::new(self).text(self)
    }
}

#[derive(Default)]
struct Writer {
    /// By name in the source.
    names: BTreeMap<String, String>,
    taken: BTreeSet<String>,
    /// What was taken before any field.
    reserved: BTreeSet<String>,
    /// Sigs that are needed and that the source does not have: what is said of each.
    needed: BTreeMap<String, String>,
    helpers: String,
    has_bool: bool,
}

impl Writer {
    fn new(sketch: &Sketch) -> Writer {
        let taken = WORDS.split_whitespace().map(str::to_owned).collect();
        let mut writer = Writer { taken, ..Writer::default() };
        let sigs = sketch.sigs.iter().map(|sig| &sig.name);
        for name in sigs.chain(sketch.enums.iter().map(|of| &of.name)) {
            if !writer.names.contains_key(name) {
                let ident = writer.take(&capital(&identifier(name)));
                writer.names.insert(name.clone(), ident);
            }
        }
        writer
    }

    fn take(&mut self, name: &str) -> String {
        let mut name = name.to_owned();
        while !self.taken.insert(name.clone()) {
            name.push('_');
        }
        name
    }

    fn text(mut self, sketch: &Sketch) -> String {
        let mut enums = String::new();
        for of in sketch.enums.iter().filter(|of| !of.values.is_empty()) {
            let name = self.names[&of.name].clone();
            let values: Vec<String> =
                of.values.iter().map(|value| self.take_value(&name, value)).collect();
            enums += &format!("\nenum {name} {{ {} }}{}\n", values.join(", "), comment(&of.note));
        }
        for of in sketch.enums.iter().filter(|of| of.values.is_empty()) {
            self.needed.insert(self.names[&of.name].clone(), "no value of it is known".to_owned());
        }
        self.reserved = self.taken.clone();
        let mut seen = BTreeSet::new();
        let sigs = sketch.sigs.iter().filter(|sig| seen.insert(&sig.name));
        let sigs: String = sigs.map(|sig| self.sig(sketch, sig)).collect();
        let needed: String = self
            .needed
            .iter()
            .map(|(name, note)| format!("\nsig {name} {{}}{}\n", comment(note)))
            .collect();
        let open = if self.has_bool { "\nopen util/boolean\n" } else { "" };
        format!(
            "-- A first spec, made by `korrel init` from {}.\n-- What stands after `guess:` was not said there: look at it, and \
             add what must hold.\n{open}{enums}{sigs}{}{needed}{}",
            one_line(&sketch.source),
            self.helpers,
            self.command(sketch)
        )
    }

    fn take_value(&mut self, of: &str, value: &str) -> String {
        let ident = identifier(value);
        if self.taken.contains(&ident) {
            self.take(&format!("{of}_{ident}"))
        } else {
            self.take(&ident)
        }
    }

    fn sig(&mut self, sketch: &Sketch, sig: &SigSketch) -> String {
        let name = self.names[&sig.name].clone();
        let line = ancestors(sketch, sig);
        let parent = line.first().map(|parent| &parent.name);
        let inherited: Vec<&FieldSketch> = line.iter().flat_map(|parent| &parent.fields).collect();
        let mut taken: BTreeSet<String> =
            inherited.iter().map(|field| self.field_name(&field.name)).collect();
        let extends =
            parent.map_or(String::new(), |parent| format!(" extends {}", self.names[parent]));
        let has_children = sketch.sigs.iter().any(|other| other.parent.as_ref() == Some(&sig.name));
        let word = if sig.is_abstract && has_children { "abstract sig" } else { "sig" };
        let mut rows = Vec::new();
        for field in &sig.fields {
            // What is declared again is the same field.
            if inherited.iter().all(|other| other.name != field.name) {
                rows.push(self.field(&name, field, &mut taken));
            }
        }
        if rows.is_empty() {
            return format!("\n{word} {name}{extends} {{}}{}\n", comment(&sig.note));
        }
        let last = rows.len() - 1;
        let rows = rows.iter().enumerate().map(|(at, (declaration, note))| {
            let comma = if at == last { "" } else { "," };
            format!("  {declaration}{comma}{}\n", comment(note))
        });
        format!(
            "\n{word} {name}{extends} {{{}\n{}}}\n",
            comment(&sig.note),
            rows.collect::<String>()
        )
    }

    /// No word of the language, and no name of a sig.
    fn field_name(&self, name: &str) -> String {
        let mut ident = identifier(name);
        while self.reserved.contains(&ident) {
            ident.push('_');
        }
        ident
    }

    /// `next: lone Node`, and what is said of it.
    fn field(
        &mut self,
        sig: &str,
        field: &FieldSketch,
        taken: &mut BTreeSet<String>,
    ) -> (String, String) {
        let mut ident = self.field_name(&field.name);
        while !taken.insert(ident.clone()) {
            ident.push('_');
        }
        let (range, note) = self.range(sig, &field.name, &field.ty);
        let notes: Vec<&str> =
            [field.note.as_str(), &note].into_iter().filter(|note| !note.is_empty()).collect();
        (format!("{ident}: {range}"), notes.join("; "))
    }

    /// What a field is declared to hold, and what had to be guessed for that.
    fn range(&mut self, sig: &str, field: &str, ty: &Type) -> (String, String) {
        let note = |text: &str| text.to_owned();
        match ty {
            Type::Optional(inner) => match &**inner {
                Type::Sequence(_) | Type::Set(_) | Type::Map(..) => {
                    let (range, inner) = self.range(sig, field, inner);
                    let and = if inner.is_empty() { String::new() } else { format!("; {inner}") };
                    (range, format!("guess: what is missing is empty{and}"))
                }
                inner => (format!("lone {}", self.scalar(sig, field, inner)), String::new()),
            },
            Type::Sequence(of) => (format!("seq {}", self.scalar(sig, field, of)), String::new()),
            Type::Set(of) => (format!("set {}", self.scalar(sig, field, of)), String::new()),
            Type::Map(key, value) => {
                let key = self.scalar(sig, field, key);
                match &**value {
                    Type::Set(of) | Type::Sequence(of) => {
                        let of = self.scalar(sig, field, of);
                        (format!("{key} -> {of}"), note("guess: several for a key, in no order"))
                    }
                    Type::Optional(of) => {
                        (format!("{key} -> lone {}", self.scalar(sig, field, of)), String::new())
                    }
                    of => (format!("{key} -> lone {}", self.scalar(sig, field, of)), String::new()),
                }
            }
            scalar => (format!("one {}", self.scalar(sig, field, scalar)), String::new()),
        }
        .tidied()
    }

    /// One value; what holds several gets a sig of its own.
    fn scalar(&mut self, sig: &str, field: &str, ty: &Type) -> String {
        match ty {
            Type::Int => "Int".to_owned(),
            Type::Bool => {
                self.has_bool = true;
                "Bool".to_owned()
            }
            Type::Text => self.known(
                "Text",
                "texts: what they are is up to values, `korrel gen --values Text=…`",
            ),
            Type::Number => self.known("Number", "numbers with a fraction, as things that differ"),
            Type::Any => self.known("Value", "something of which no more is known"),
            Type::Named(name) => match self.names.get(name) {
                Some(ident) => ident.clone(),
                None => {
                    let ident = self.take(&capital(&identifier(name)));
                    self.names.insert(name.clone(), ident.clone());
                    self.needed.insert(ident.clone(), "guess: nothing was said of it".to_owned());
                    ident
                }
            },
            Type::Union(types) => {
                let mut all: Vec<String> =
                    types.iter().map(|ty| self.scalar(sig, field, ty)).collect();
                all.dedup();
                if all.len() == 1 { all.remove(0) } else { format!("({})", all.join(" + ")) }
            }
            Type::Optional(ty) => self.scalar(sig, field, ty),
            Type::Sequence(_) | Type::Set(_) | Type::Map(..) => {
                let name = self.take(&format!("{sig}_{}", identifier(field)));
                let (range, note) = self.range(&name, "items", ty);
                let and = if note.is_empty() { String::new() } else { format!("; {note}") };
                self.helpers += &format!(
                    "\nsig {name} {{{}\n  items: {range}\n}}\n",
                    comment(&format!("what `{}` holds several of{and}", one_line(field)))
                );
                name
            }
        }
    }

    fn known(&mut self, name: &str, note: &str) -> String {
        let key = format!("\u{0}{name}");
        if let Some(ident) = self.names.get(&key) {
            return ident.clone();
        }
        let ident = self.take(name);
        self.names.insert(key, ident.clone());
        self.needed.insert(ident.clone(), note.to_owned());
        ident
    }

    fn command(&self, sketch: &Sketch) -> String {
        let size = if sketch.sigs.len() > MANY { 2 } else { 3 };
        let numbers = format!("0..{size} Int");
        match sketch.root.as_ref().and_then(|root| self.names.get(root)) {
            Some(root) => {
                // A parameter that is called as a field hides it.
                let is_field = |name: &str| {
                    sketch
                        .sigs
                        .iter()
                        .flat_map(|sig| &sig.fields)
                        .any(|field| identifier(&field.name) == name)
                };
                let mut name = "root".to_owned();
                while is_field(&name) || self.taken.contains(&name) {
                    name.insert_str(0, "the_");
                }
                format!(
                    "\npred valid [{name}: {root}] {{\n  -- what must hold of an input\n}}\n\n\
                     run valid for {size} but exactly 1 {root}, {numbers}\n"
                )
            }
            None => format!("\nrun {{}} for {size} but {numbers}\n"),
        }
    }
}

/// What a sig extends, the nearest first; nothing, if that goes round in a circle.
fn ancestors<'a>(sketch: &'a Sketch, sig: &'a SigSketch) -> Vec<&'a SigSketch> {
    let mut line: Vec<&SigSketch> = Vec::new();
    let mut at = sig;
    let parent =
        |sig: &SigSketch| sketch.sigs.iter().find(|other| Some(&other.name) == sig.parent.as_ref());
    while let Some(parent) = parent(at) {
        if std::ptr::eq(parent, sig) || line.iter().any(|other| std::ptr::eq(*other, parent)) {
            return Vec::new();
        }
        line.push(parent);
        at = parent;
    }
    line
}

trait Tidied {
    fn tidied(self) -> Self;
}

/// `one` is what a declaration means without a word.
impl Tidied for (String, String) {
    fn tidied(self) -> (String, String) {
        (self.0.strip_prefix("one ").map_or(self.0.clone(), str::to_owned), self.1)
    }
}

/// What Alloy takes for a name.
fn identifier(name: &str) -> String {
    let is_letter = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let name: String = name.chars().map(|c| if is_letter(c) { c } else { '_' }).collect();
    let name = name.trim_matches('_').to_owned();
    match name.chars().next() {
        None => "empty".to_owned(),
        Some(first) if first.is_ascii_digit() => format!("n{name}"),
        Some(_) => name,
    }
}

pub fn capital(name: &str) -> String {
    let mut letters = name.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

fn comment(note: &str) -> String {
    if note.is_empty() { String::new() } else { format!("  -- {}", one_line(note)) }
}

fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}
