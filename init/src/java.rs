//! Java's compiled classes.

use std::collections::BTreeMap;

use crate::classfile::{self, ABSTRACT, ClassFile, ENUM, STATIC, SYNTHETIC};
use crate::sketch::{EnumSketch, FieldSketch, SigSketch, Sketch, Type};

/// A spec of the fields of class files; the first one is the root.
///
/// # Errors
/// The place of the first one that is no class file, and why.
pub fn java(files: &[Vec<u8>]) -> Result<Sketch, (usize, String)> {
    let read = |(at, bytes): (usize, &Vec<u8>)| classfile::read(bytes).map_err(|why| (at, why));
    let mut classes: Vec<ClassFile> =
        files.iter().enumerate().map(read).collect::<Result<_, _>>()?;
    classes.retain(|class| !is_anonymous(&class.name));
    let names = Names::of(&classes);
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

fn sig(class: &ClassFile, classes: &[ClassFile], names: &Names) -> SigSketch {
    let is_given = |name: &&String| classes.iter().any(|other| other.name == **name);
    let given: Vec<&String> =
        class.parent.iter().chain(&class.interfaces).filter(is_given).collect();
    let note = match given.len() {
        0 | 1 => String::new(),
        _ => "guess: of several parents that were given the first one is extended".to_owned(),
    };
    let own = class.fields.iter().filter(|field| field.flags & (STATIC | SYNTHETIC) == 0);
    let fields = own.map(|field| {
        let mut reader = Signature { text: &field.signature, at: 0, names };
        let (ty, note) = reader.ty();
        FieldSketch { name: field.name.clone(), ty, note }
    });
    SigSketch {
        name: names.get(&class.name),
        parent: given.first().map(|parent| names.get(parent)),
        is_abstract: class.flags & ABSTRACT != 0,
        fields: fields.collect(),
        note,
    }
}

/// Of `java/util/TreeMap$Entry`: `Entry`.
fn simple(name: &str) -> String {
    name.rsplit(['/', '$']).find(|part| !part.is_empty()).unwrap_or(name).to_owned()
}

/// `Outer$1`: it has no name in the source.
fn is_anonymous(name: &str) -> bool {
    let last = name.rsplit('$').next().unwrap_or_default();
    name.contains('$') && last.starts_with(|c: char| c.is_ascii_digit())
}

/// What classes are called: by their own names where these differ, else by those around them, too.
struct Names(BTreeMap<String, String>);

impl Names {
    fn of(classes: &[ClassFile]) -> Names {
        let is_shared = |name: &str| {
            classes.iter().filter(|class| simple(&class.name) == simple(name)).count() > 1
        };
        let name = |class: &ClassFile| match is_shared(&class.name) {
            true => class.name.replace(['/', '$'], "_"),
            false => simple(&class.name),
        };
        Names(classes.iter().map(|class| (class.name.clone(), name(class))).collect())
    }

    fn get(&self, class: &str) -> String {
        self.0.get(class).cloned().unwrap_or_else(|| simple(class))
    }
}

/// A field's signature (4.7.9.1), or a descriptor, which is one, too.
struct Signature<'a> {
    text: &'a str,
    at: usize,
    names: &'a Names,
}

impl Signature<'_> {
    /// A type as a field holds it, and what is guessed. What cannot be read is anything.
    fn ty(&mut self) -> (Type, String) {
        let plain = |ty: Type| (ty, String::new());
        match self.next() {
            Some('B' | 'S' | 'I' | 'J') => plain(Type::Int),
            Some('Z') => plain(Type::Bool),
            Some('C') => plain(Type::Text),
            Some('F' | 'D') => plain(Type::Number),
            Some('[') => {
                let of = required(self.ty().0);
                let note = "guess: an array is a sequence without null in it".to_owned();
                (Type::Sequence(Box::new(of)), note)
            }
            Some('T') => {
                let name = self.until(';');
                self.next();
                let note = "guess: a type parameter may be null".to_owned();
                (Type::Named(name).optional(), note)
            }
            Some('L') => self.class(),
            _ => plain(Type::Any.optional()),
        }
    }

    fn class(&mut self) -> (Type, String) {
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

    fn arguments(&mut self) -> Vec<Type> {
        let mut found = Vec::new();
        loop {
            match self.text[self.at..].chars().next() {
                Some('>') | None => {
                    self.next();
                    return found;
                }
                Some('*') => {
                    self.next();
                    found.push(Type::Any);
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

fn required(ty: Type) -> Type {
    match ty {
        Type::Optional(ty) => *ty,
        other => other,
    }
}

fn class_type(name: &str, arguments: &[Type], names: &Names) -> (Type, String) {
    let of = |at: usize| Box::new(arguments.get(at).cloned().unwrap_or(Type::Any));
    let never_null = || "guess: it is never null".to_owned();
    match name.strip_prefix("java/util/").or(name.strip_prefix("java/lang/")).unwrap_or(name) {
        "Integer" | "Long" | "Short" | "Byte" | "concurrent/atomic/AtomicInteger" => {
            (Type::Int.optional(), String::new())
        }
        "Boolean" => (Type::Bool.optional(), String::new()),
        "String" | "CharSequence" | "Character" => {
            (Type::Text.optional(), "guess: it may be null".to_owned())
        }
        "Double" | "Float" => (Type::Number.optional(), String::new()),
        "Object" => (Type::Any.optional(), "guess: it may be null".to_owned()),
        "Optional" => (Type::Optional(of(0)), String::new()),
        "List" | "ArrayList" | "LinkedList" | "Deque" | "ArrayDeque" | "Queue"
            if !arguments.is_empty() =>
        {
            (Type::Sequence(of(0)), never_null())
        }
        "Set" | "HashSet" | "LinkedHashSet" | "TreeSet" | "Collection" | "SortedSet"
            if !arguments.is_empty() =>
        {
            (Type::Set(of(0)), never_null())
        }
        "Map" | "HashMap" | "LinkedHashMap" | "TreeMap" | "SortedMap" if !arguments.is_empty() => {
            (Type::Map(of(0), of(1)), never_null())
        }
        _ => (Type::Named(names.get(name)).optional(), "guess: it may be null".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If it failed, a field of a generic class would be of another type.
    #[test]
    fn signatures() {
        let names = Names::of(&[]);
        let ty = |text: &str| Signature { text, at: 0, names: &names }.ty().0;
        let node = || Type::Named("Node".to_owned());
        assert_eq!(ty("I"), Type::Int);
        assert_eq!(ty("[Ljava/lang/String;"), Type::Sequence(Box::new(Type::Text)));
        assert_eq!(ty("Ljava/util/TreeMap$Node<TK;TV;>;"), node().optional());
        assert_eq!(ty("Ljava/util/List<+Lp/Node;>;"), Type::Sequence(Box::new(node())));
        assert_eq!(ty("Lp/Outer<TK;>.Node;"), node().optional());
        let map = Type::Map(Box::new(Type::Text), Box::new(Type::Any));
        assert_eq!(ty("Ljava/util/Map<Ljava/lang/String;*>;"), map);
        assert_eq!(ty(""), Type::Any.optional());
    }

    /// If it failed, a file that was cut off would end the program.
    #[test]
    fn files_that_are_none() {
        assert!(classfile::read(b"PK").is_err());
        assert!(classfile::read(&[0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 61, 0, 9, 1, 0, 200]).is_err());
    }
}
