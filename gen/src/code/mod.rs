//! Classes, whatever the language: names that can be used, and the members of each.

mod kind;
mod properties;
mod renamed;
mod values;

use crate::identifiers::{Identifiers, Words};
use crate::{CodeOptions, GenerateError, TestedMethod};
use korrel_heapgraph::{Enumeration, Header, ObjectType, Shape};

pub use self::kind::ElementKind;
pub use self::renamed::{RenamedMember, renamed};

/// Invariant: no two classes have one identifier, nor have two members of a class or group.
pub struct CodeModel {
    pub spec: String,
    pub command: String,
    pub classes: Vec<Class>,
    pub enums: Vec<EnumClass>,
    pub roots: Struct,
    /// `None` where the spec has none of them.
    pub sets: Option<Struct>,
    pub relations: Option<Struct>,
    pub witness: Option<Struct>,
    /// Empty where no driver is wanted.
    pub operations: Vec<Stub>,
    pub has_driver: bool,
    /// The type of what integers stand for.
    pub integers: Option<String>,
}

pub struct Class {
    /// In records.
    pub name: String,
    pub ident: String,
    pub parent: Option<usize>,
    pub is_abstract: bool,
    /// All of them: inherited ones first, and last those that it has in a subset sig.
    pub properties: Vec<Property>,
    pub has_values: bool,
    /// The type of the values that its atoms stand for, if that must be declared.
    pub value: Option<String>,
}

#[derive(Clone)]
pub struct Property {
    pub name: String,
    pub ident: String,
    pub shape: Shape,
    pub is_inherited: bool,
    pub owner: Owner,
}

/// The owner of a field.
#[derive(Clone, PartialEq)]
pub enum Owner {
    /// Each object of a class, or a group.
    Always,
    /// The objects in a subset sig: the member of the group of sets.
    In(String),
    /// The group of sets: an object that has gone is in none of them any more.
    Sets,
}

pub struct EnumClass {
    pub name: String,
    pub ident: String,
    /// The names of the values, in records and in code.
    pub values: Vec<(String, String)>,
}

/// Members of a record by name: its roots, its sets.
pub struct Struct {
    pub ident: String,
    pub properties: Vec<Property>,
}

/// A group that a heap has beside its roots.
pub struct RecordPart {
    /// In records.
    pub name: &'static str,
    pub ident: &'static str,
    /// True if a record may lack it.
    pub is_optional: bool,
}

pub struct Stub {
    pub name: String,
    /// The function.
    pub ident: String,
    pub roots: Struct,
}

impl CodeModel {
    pub fn new(
        given: &Header,
        operations: &[TestedMethod],
        options: &CodeOptions,
        words: Words,
    ) -> Result<CodeModel, GenerateError> {
        let mut names = words.classes();
        options.name.iter().for_each(|name| drop(names.take(name)));
        let idents: Vec<String> = given.types.iter().map(|ty| names.take(&ty.name)).collect();
        let mut code = CodeModel {
            spec: given.spec.clone(),
            command: given.command.clone(),
            enums: given.enums.iter().map(|of| enum_class(of, &mut names, words)).collect(),
            roots: Struct::new("Roots", &given.roots, words),
            sets: Struct::of_sets(given, words),
            relations: Struct::new("Relations", &given.relations, words).unless_empty(),
            witness: Struct::new("Witness", &given.witnesses, words).unless_empty(),
            operations: stubs(operations, options, &mut names, words),
            has_driver: options.driver,
            integers: None,
            classes: Vec::new(),
        };
        for (ty, ident) in given.types.iter().zip(idents) {
            let class = code.class(given, ty, ident, words);
            code.classes.push(class);
        }
        code.find_values();
        for (sig, ty) in &options.values {
            code.map(sig, ty)?;
        }
        Ok(code)
    }

    pub fn groups(&self) -> impl Iterator<Item = &Struct> {
        let operations = self.operations.iter().map(|operation| &operation.roots);
        let optional = [&self.sets, &self.relations, &self.witness];
        std::iter::once(&self.roots).chain(operations).chain(optional.into_iter().flatten())
    }

    /// The groups that the spec has, beside the roots.
    pub fn parts(&self) -> impl Iterator<Item = RecordPart> {
        let all = [
            ("sets", "Sets", self.sets.is_some()),
            ("relations", "Relations", self.relations.is_some()),
            ("witness", "Witness", self.witness.is_some()),
        ];
        let there = all.into_iter().filter(|(.., is_there)| *is_there);
        there.map(|(name, ident, _)| RecordPart { name, ident, is_optional: name == "witness" })
    }

    pub fn concrete(&self) -> impl Iterator<Item = &Class> {
        self.classes.iter().filter(|class| !class.is_abstract)
    }

    /// The names of each class and of all that it extends.
    pub fn lines(&self) -> impl Iterator<Item = Vec<&str>> {
        (0..self.classes.len())
            .map(|class| self.line(class).map(|at| self.classes[at].name.as_str()).collect())
    }

    /// A class, the class that it extends, and so on.
    pub fn line(&self, class: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(Some(class), |&at| self.classes[at].parent)
    }

    pub fn is_below(&self, class: usize, ancestor: usize) -> bool {
        self.line(class).any(|at| at == ancestor)
    }

    fn class(&self, given: &Header, ty: &ObjectType, ident: String, words: Words) -> Class {
        let mut is_parent = |class: &Class| Some(&class.name) == ty.parent.as_ref();
        let parent = self.classes.iter().position(&mut is_parent);
        Class {
            name: ty.name.clone(),
            ident,
            parent,
            is_abstract: ty.is_abstract,
            properties: self.properties(given, ty, parent, words),
            has_values: false,
            value: None,
        }
    }
}

impl Property {
    pub fn is_always(&self) -> bool {
        !matches!(self.owner, Owner::In(_))
    }

    /// The verb by which code calls the way in which it is written.
    pub fn write_verb(&self) -> &'static str {
        if self.owner == Owner::Sets { "members" } else { self.shape.word() }
    }
}

impl Stub {
    /// The reason why it skips each input.
    pub fn reason(&self) -> String {
        format!("{} is not connected yet", self.name)
    }

    /// The arguments of a stub, as code says them: `roots.a, roots.b`.
    pub fn given(&self, roots: &str) -> String {
        let members =
            self.roots.properties.iter().map(|property| format!("{roots}.{}", property.ident));
        let members: Vec<String> = members.collect();
        if members.is_empty() { "nothing".to_owned() } else { members.join(", ") }
    }
}

fn enum_class(of: &Enumeration, names: &mut Identifiers, words: Words) -> EnumClass {
    let Enumeration { name, values } = of;
    let mut members = words.values();
    EnumClass {
        name: name.clone(),
        ident: names.take(name),
        values: values.iter().map(|value| (value.clone(), members.take(value))).collect(),
    }
}

fn stubs(
    operations: &[TestedMethod],
    options: &CodeOptions,
    names: &mut Identifiers,
    words: Words,
) -> Vec<Stub> {
    if !options.driver {
        return Vec::new();
    }
    names.refuse(words.functions);
    let stub = |operation: &TestedMethod| {
        let ident = names.take(&operation.name);
        let roots = names.take(&format!("{}Roots", capital(&ident)));
        Stub {
            name: operation.name.clone(),
            ident,
            roots: Struct::new(&roots, &operation.roots, words),
        }
    };
    operations.iter().map(stub).collect()
}

fn capital(name: &str) -> String {
    let mut letters = name.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}
