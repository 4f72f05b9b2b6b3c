//! Java's compiled classes.

use std::collections::BTreeMap;

use crate::classfile::{self, ABSTRACT, ClassFile, ENUM, STATIC, SYNTHETIC};
use crate::sketch::{EnumSketch, FieldSketch, SigSketch, Sketch, SourceType};

/// A spec of the fields of class files. The first one is the root.
///
/// # Errors
/// The place of the first one that is no class file, and why.
pub fn java(files: &[Vec<u8>]) -> Result<Sketch, (usize, String)> {
    let read = |(at, bytes): (usize, &Vec<u8>)| classfile::read(bytes).map_err(|why| (at, why));
    let mut classes: Vec<ClassFile> =
        files.iter().enumerate().map(read).collect::<Result<_, _>>()?;
    classes.retain(|class| !is_anonymous(&class.name));
    let names = ClassNames::of(&classes);
    let mut sketch = Sketch::default();
    for class in &classes {
        if class.flags & ENUM != 0 {
            let values = class.fields.iter().filter(|field| field.flags & ENUM != 0);
            let values = values.map(|field| field.name.clone()).collect();
            let name = names.get(&class.name);
            sketch.enums.push(EnumSketch { name, values, note: String::new() });
            continue;
        }
        sketch.sigs.push(sig(class, &classes, &names));
    }
    sketch.root = sketch.sigs.first().map(|sig| sig.name.clone());
    Ok(sketch)
}

fn sig(class: &ClassFile, classes: &[ClassFile], names: &ClassNames) -> SigSketch {
    let is_given = |name: &&String| classes.iter().any(|other| other.name == **name);
    let given: Vec<&String> =
        class.parent.iter().chain(&class.interfaces).filter(is_given).collect();
    let note = match given.len() {
        0 | 1 => String::new(),
        _ => "guess: of several parents that were given the first one is extended".to_owned(),
    };
    let own = class.fields.iter().filter(|field| field.flags & (STATIC | SYNTHETIC) == 0);
    let fields = own.map(|field| {
        let mut reader = FieldSignature { text: &field.signature, at: 0, names };
        let (ty, note) = reader.ty();
        FieldSketch { name: field.name.clone(), ty, note }
    });
    SigSketch {
        name: names.get(&class.name),
        parent: given.first().map(|parent| names.get(parent)),
        is_abstract: class.flags & ABSTRACT != 0,
        fields: fields.collect(),
        note,
        ..SigSketch::default()
    }
}

/// `Entry`, for `java/util/TreeMap$Entry`.
fn simple(name: &str) -> String {
    name.rsplit(['/', '$']).find(|part| !part.is_empty()).unwrap_or(name).to_owned()
}

/// `Outer$1`: it has no name in the source.
fn is_anonymous(name: &str) -> bool {
    let last = name.rsplit('$').next().unwrap_or_default();
    name.contains('$') && last.starts_with(|c: char| c.is_ascii_digit())
}

/// The names of classes: their own where these differ, else with those around them, too.
struct ClassNames(BTreeMap<String, String>);

impl ClassNames {
    fn of(classes: &[ClassFile]) -> ClassNames {
        let is_shared = |name: &str| {
            classes.iter().filter(|class| simple(&class.name) == simple(name)).count() > 1
        };
        let name = |class: &ClassFile| match is_shared(&class.name) {
            true => class.name.replace(['/', '$'], "_"),
            false => simple(&class.name),
        };
        ClassNames(classes.iter().map(|class| (class.name.clone(), name(class))).collect())
    }

    fn get(&self, class: &str) -> String {
        self.0.get(class).cloned().unwrap_or_else(|| simple(class))
    }
}

/// A field's signature (4.7.9.1), or a descriptor, which is one, too.
struct FieldSignature<'a> {
    text: &'a str,
    at: usize,
    names: &'a ClassNames,
}

impl FieldSignature<'_> {
    /// A type as a field holds it, and the guesses about it. What cannot be read is anything.
    fn ty(&mut self) -> (SourceType, String) {
        let plain = |ty: SourceType| (ty, String::new());
        match self.next() {
            Some('B' | 'S' | 'I' | 'J') => plain(SourceType::Int),
            Some('Z') => plain(SourceType::Bool),
            Some('C') => plain(SourceType::Text),
            Some('F' | 'D') => plain(SourceType::Number),
            Some('[') => {
                let of = required(self.ty().0);
                let note = "guess: an array is a sequence without null in it".to_owned();
                (SourceType::Sequence(Box::new(of)), note)
            }
            Some('T') => {
                let name = self.until(';');
                self.next();
                let note = "guess: a type parameter may be null".to_owned();
                (SourceType::Named(name).optional(), note)
            }
            Some('L') => self.class(),
            _ => plain(SourceType::Any.optional()),
        }
    }

    fn class(&mut self) -> (SourceType, String) {
        let mut name = String::new();
        let mut arguments = Vec::new();
        while let Some(c) = self.next() {
            match c {
                ';' => break,
                '<' => arguments = self.arguments(),
                // An inner class of a generic one.
                '.' => {
                    name.push('$');
                    arguments.clear();
                }
                c => name.push(c),
            }
        }
        class_type(&name, &arguments, self.names)
    }

    fn arguments(&mut self) -> Vec<SourceType> {
        let mut found = Vec::new();
        loop {
            match self.text[self.at..].chars().next() {
                Some('>') | None => {
                    self.next();
                    return found;
                }
                Some('*') => {
                    self.next();
                    found.push(SourceType::Any);
                }
                Some('+' | '-') => {
                    self.next();
                }
                Some(_) => found.push(required(self.ty().0)),
            }
        }
    }

    fn next(&mut self) -> Option<char> {
        let next = self.text[self.at..].chars().next()?;
        self.at += next.len_utf8();
        Some(next)
    }

    fn until(&mut self, end: char) -> String {
        let rest = &self.text[self.at..];
        let length = rest.find(end).unwrap_or(rest.len());
        self.at += length;
        rest[..length].to_owned()
    }
}

fn required(ty: SourceType) -> SourceType {
    match ty {
        SourceType::Optional(ty) => *ty,
        other => other,
    }
}

fn class_type(name: &str, arguments: &[SourceType], names: &ClassNames) -> (SourceType, String) {
    let of = |at: usize| Box::new(arguments.get(at).cloned().unwrap_or(SourceType::Any));
    let never_null = || "guess: it is never null".to_owned();
    match name.strip_prefix("java/util/").or(name.strip_prefix("java/lang/")).unwrap_or(name) {
        "Integer" | "Long" | "Short" | "Byte" | "concurrent/atomic/AtomicInteger" => {
            (SourceType::Int.optional(), String::new())
        }
        "Boolean" => (SourceType::Bool.optional(), String::new()),
        "String" | "CharSequence" | "Character" => {
            (SourceType::Text.optional(), "guess: it may be null".to_owned())
        }
        "Double" | "Float" => (SourceType::Number.optional(), String::new()),
        "Object" => (SourceType::Any.optional(), "guess: it may be null".to_owned()),
        "Optional" => (SourceType::Optional(of(0)), String::new()),
        "List" | "ArrayList" | "LinkedList" | "Deque" | "ArrayDeque" | "Queue"
            if !arguments.is_empty() =>
        {
            (SourceType::Sequence(of(0)), never_null())
        }
        "Set" | "HashSet" | "LinkedHashSet" | "TreeSet" | "Collection" | "SortedSet"
            if !arguments.is_empty() =>
        {
            (SourceType::Set(of(0)), never_null())
        }
        "Map" | "HashMap" | "LinkedHashMap" | "TreeMap" | "SortedMap" if !arguments.is_empty() => {
            (SourceType::Map(of(0), of(1)), never_null())
        }
        _ => (SourceType::Named(names.get(name)).optional(), "guess: it may be null".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If it failed, a field of a generic class would be of another type.
    #[test]
    fn signatures() {
        let names = ClassNames::of(&[]);
        let ty = |text: &str| FieldSignature { text, at: 0, names: &names }.ty().0;
        let node = || SourceType::Named("Node".to_owned());
        assert_eq!(ty("I"), SourceType::Int);
        assert_eq!(ty("[Ljava/lang/String;"), SourceType::Sequence(Box::new(SourceType::Text)));
        assert_eq!(ty("Ljava/util/TreeMap$Node<TK;TV;>;"), node().optional());
        assert_eq!(ty("Ljava/util/List<+Lp/Node;>;"), SourceType::Sequence(Box::new(node())));
        assert_eq!(ty("Lp/Outer<TK;>.Node;"), node().optional());
        let map = SourceType::Map(Box::new(SourceType::Text), Box::new(SourceType::Any));
        assert_eq!(ty("Ljava/util/Map<Ljava/lang/String;*>;"), map);
        assert_eq!(ty(""), SourceType::Any.optional());
    }

    /// If it failed, a file that was cut off would end the program.
    #[test]
    fn files_that_are_none() {
        assert!(classfile::read(b"PK").is_err());
        assert!(classfile::read(&[0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 61, 0, 9, 1, 0, 200]).is_err());
    }
}
