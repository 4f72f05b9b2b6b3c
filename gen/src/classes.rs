//! Classes, whatever the language: names that can be used, and who has what.

use crate::declarations::{Declarations, Member, Type};
use crate::names::{Names, Words};
use crate::shape::{Column, Shape};
use crate::{Options, Refused};

/// Invariant: no two classes have one identifier, nor have two members of a class or group.
pub struct Classes {
    pub spec: String,
    pub command: String,
    pub classes: Vec<Class>,
    pub enums: Vec<Enumeration>,
    pub roots: Group,
    /// `None` where the spec has none of them.
    pub sets: Option<Group>,
    pub relations: Option<Group>,
    pub witness: Option<Group>,
    /// Empty where no driver is wanted.
    pub operations: Vec<Operation>,
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
    /// All of them, inherited ones first.
    pub fields: Vec<Field>,
    pub inherited: usize,
    /// Those that it has in a subset sig: inherited ones, too.
    pub added: Vec<Added>,
    pub has_values: bool,
    /// The type of what its atoms stand for, if that is to be declared.
    pub value: Option<String>,
}

#[derive(Clone)]
pub struct Field {
    pub name: String,
    pub ident: String,
    pub shape: Shape,
}

/// A field of the objects in a subset sig.
#[derive(Clone)]
pub struct Added {
    /// The member of the group of sets.
    pub set: String,
    pub is_inherited: bool,
    pub field: Field,
}

pub struct Enumeration {
    pub name: String,
    pub ident: String,
    /// In records, and in code.
    pub values: Vec<(String, String)>,
}

/// Members of a record by name: its roots, its sets.
pub struct Group {
    pub ident: String,
    pub fields: Vec<Field>,
}

pub struct Operation {
    pub name: String,
    /// The function.
    pub ident: String,
    pub roots: Group,
}

impl Classes {
    pub fn new(given: &Declarations, options: &Options, words: Words) -> Result<Classes, Refused> {
        let mut names = words.classes();
        options.name.iter().for_each(|name| drop(names.take(name)));
        let idents: Vec<String> = given.types.iter().map(|ty| names.take(&ty.name)).collect();
        let mut classes = Classes {
            spec: given.spec.clone(),
            command: given.command.clone(),
            enums: given.enums.iter().map(|of| enumeration(of, &mut names, words)).collect(),
            roots: group("Roots", &given.roots, words),
            sets: sets(given, words),
            relations: some(group("Relations", &given.relations, words)),
            witness: some(group("Witness", &given.witnesses, words)),
            operations: operations(given, options, &mut names, words),
            has_driver: options.driver,
            integers: None,
            classes: Vec::new(),
        };
        for (ty, ident) in given.types.iter().zip(idents) {
            let class = classes.class(given, ty, ident, words);
            classes.classes.push(class);
        }
        for at in 0..classes.classes.len() {
            classes.classes[at].has_values = classes.has_values(at);
        }
        for (sig, ty) in &options.values {
            classes.map(sig, ty)?;
        }
        Ok(classes)
    }

    pub fn groups(&self) -> impl Iterator<Item = &Group> {
        let operations = self.operations.iter().map(|operation| &operation.roots);
        let optional = [&self.sets, &self.relations, &self.witness];
        std::iter::once(&self.roots).chain(operations).chain(optional.into_iter().flatten())
    }

    pub fn named(&self, name: &str) -> Option<&Class> {
        self.classes.iter().find(|class| class.name == name)
    }

    pub fn enum_named(&self, name: &str) -> Option<&Enumeration> {
        self.enums.iter().find(|of| of.name == name)
    }

    /// A class, what it extends, and so on.
    pub fn line(&self, class: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(Some(class), |&at| self.classes[at].parent)
    }

    pub fn is_below(&self, class: usize, ancestor: usize) -> bool {
        self.line(class).any(|at| at == ancestor)
    }

    fn class(&self, given: &Declarations, ty: &Type, ident: String, words: Words) -> Class {
        let parent = ty
            .parent
            .as_ref()
            .and_then(|parent| self.classes.iter().position(|class| class.name == *parent));
        let inherited = parent.map_or(0, |parent| self.classes[parent].fields.len());
        let mut names = words.members();
        let mut fields: Vec<Field> = Vec::new();
        for (at, member) in ty.fields.iter().enumerate() {
            let known =
                parent.filter(|_| at < inherited).map(|p| self.classes[p].fields[at].clone());
            fields.push(match known {
                Some(field) => Field { ident: names.take(&field.ident), ..field },
                None => field(member, &mut names),
            });
        }
        let lineage: Vec<&str> = std::iter::successors(Some(ty), |ty| {
            given.types.iter().find(|other| Some(&other.name) == ty.parent.as_ref())
        })
        .map(|ty| ty.name.as_str())
        .collect();
        let mut added = Vec::new();
        for (subset, set) in given.sets.iter().zip(self.sets.iter().flat_map(|sets| &sets.fields)) {
            let of: Vec<&str> = subset.of.sorts().filter(|of| lineage.contains(of)).collect();
            let is_inherited = !of.contains(&ty.name.as_str());
            added.extend(subset.fields.iter().filter(|_| !of.is_empty()).map(|member| Added {
                set: set.ident.clone(),
                is_inherited,
                field: field(member, &mut names),
            }));
        }
        Class {
            name: ty.name.clone(),
            ident,
            parent,
            is_abstract: ty.is_abstract,
            fields,
            inherited,
            added,
            has_values: false,
            value: None,
        }
    }

    /// Whether atoms of a class, and of those below it, have nothing but a name.
    fn has_values(&self, class: usize) -> bool {
        let below = (0..self.classes.len()).filter(|&at| self.is_below(at, class));
        below
            .map(|at| &self.classes[at])
            .all(|class| class.fields.is_empty() && class.added.is_empty())
    }

    /// Atoms of a sig stand for values of a type.
    fn map(&mut self, sig: &str, ty: &str) -> Result<(), Refused> {
        let refused = |message: String, help: Option<String>| Err(Refused { message, help });
        if sig == "Int" {
            self.integers = Some(ty.to_owned());
            return Ok(());
        }
        let Some(class) = self.classes.iter().position(|class| class.name == sig) else {
            let plain = self.classes.iter().filter(|class| class.has_values);
            let names: Vec<&str> =
                std::iter::once("Int").chain(plain.map(|class| class.name.as_str())).collect();
            let message = format!("--values {sig}={ty}: the spec has no sig `{sig}` of objects");
            return refused(message, Some(format!("there can be values of {}", names.join(", "))));
        };
        if !self.classes[class].has_values {
            let message = format!("--values {sig}={ty}: `{sig}` has fields");
            let help = "only what has no fields, nor anything that extends it, can be a value";
            return refused(message, Some(help.to_owned()));
        }
        for at in 0..self.classes.len() {
            if self.is_below(at, class) {
                self.classes[at].value = Some(ty.to_owned());
            }
        }
        Ok(())
    }
}

fn enumeration(of: &(String, Vec<String>), names: &mut Names, words: Words) -> Enumeration {
    let (name, values) = of;
    let mut members = words.members();
    Enumeration {
        name: name.clone(),
        ident: names.take(name),
        values: values.iter().map(|value| (value.clone(), members.take(value))).collect(),
    }
}

fn sets(given: &Declarations, words: Words) -> Option<Group> {
    let members = given
        .sets
        .iter()
        .map(|set| Member { name: set.name.clone(), shape: Shape::Set(Column::new(&set.of.text)) });
    some(group("Sets", &members.collect::<Vec<_>>(), words))
}

fn operations(
    given: &Declarations,
    options: &Options,
    names: &mut Names,
    words: Words,
) -> Vec<Operation> {
    if !options.driver {
        return Vec::new();
    }
    let mut functions = words.members();
    let operation = |operation: &crate::Operation| {
        let ident = functions.take(&operation.name);
        let roots = names.take(&format!("{}Roots", capital(&ident)));
        Operation {
            name: operation.name.clone(),
            ident,
            roots: group(&roots, &operation.roots, words),
        }
    };
    given.operations.iter().map(operation).collect()
}

fn capital(name: &str) -> String {
    let mut letters = name.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

fn group(ident: &str, members: &[Member], words: Words) -> Group {
    let mut names = words.members();
    let fields = members.iter().map(|member| field(member, &mut names)).collect();
    Group { ident: ident.to_owned(), fields }
}

fn some(group: Group) -> Option<Group> {
    (!group.fields.is_empty()).then_some(group)
}

fn field(member: &Member, names: &mut Names) -> Field {
    let ident = names.take(&member.name);
    Field { name: member.name.clone(), ident, shape: member.shape.clone() }
}
