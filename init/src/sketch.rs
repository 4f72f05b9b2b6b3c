//! The known and the guessed, whatever the source.

use std::collections::BTreeSet;

/// Types and where to begin. Names are those of the source.
#[derive(Clone, Debug, Default)]
pub struct Sketch {
    /// The source that it was made of, in words.
    pub source: String,
    /// The type of an input.
    pub root: Option<String>,
    pub sigs: Vec<SigSketch>,
    pub enums: Vec<EnumSketch>,
    /// The parts of the source that are in no sig, as the messages name them.
    pub unread: Vec<String>,
    /// What is said of no sig and no field, as it is written in the source.
    pub unsaid: Vec<String>,
}

impl Sketch {
    /// The type from which most others are reached, and that is itself reached only from those: of several the one with
    /// the most fields, then the first.
    pub fn most_embracing(&self) -> Option<String> {
        let reached: Vec<BTreeSet<usize>> =
            (0..self.sigs.len()).map(|at| self.reached(at)).collect();
        let is_held = |at: usize| reached.iter().any(|of| of.contains(&at));
        // A parent that nothing holds is there for what its children have in common.
        let is_extended = |sig: &SigSketch| {
            !sig.is_choice && self.sigs.iter().any(|other| other.parent.as_ref() == Some(&sig.name))
        };
        let is_first = |at: &usize| {
            let sig = &self.sigs[*at];
            let is_below = (0..self.sigs.len())
                .any(|other| reached[other].contains(at) && !reached[*at].contains(&other));
            !is_below && (is_held(*at) || !is_extended(sig))
        };
        let rank = |at: &usize| {
            let sig = &self.sigs[*at];
            (reached[*at].len(), sig.parent.is_none(), self.all_fields(sig))
        };
        // The first of those with the most.
        let most = (0..self.sigs.len()).rev().filter(is_first).max_by_key(rank);
        most.and_then(|at| self.sigs.get(at)).or(self.sigs.first()).map(|sig| sig.name.clone())
    }

    /// The sigs that an object of one holds, directly or through others.
    fn reached(&self, from: usize) -> BTreeSet<usize> {
        let (mut open, mut seen) = (vec![from], BTreeSet::new());
        while let Some(at) = open.pop() {
            let own = &self.sigs[at];
            let line = self.line_of(&own.name);
            // An object of a choice is one of its alternatives.
            let is_alternative = |sig: &SigSketch| {
                own.is_choice && self.line_of(&sig.name).contains(&own.name.as_str())
            };
            let fields = || {
                let is_owner =
                    |sig: &&SigSketch| line.contains(&sig.name.as_str()) || is_alternative(sig);
                let owners = self.sigs.iter().filter(is_owner);
                owners.flat_map(|sig| &sig.fields)
            };
            let is_new = |seen: &BTreeSet<usize>, to: usize| !seen.contains(&to);
            for (to, sig) in self.sigs.iter().enumerate() {
                // What holds a parent holds its children.
                let mut names = self.line_of(&sig.name).into_iter();
                if is_new(&seen, to) && names.any(|name| fields().any(|f| f.ty.mentions(name))) {
                    seen.insert(to);
                    open.push(to);
                }
            }
        }
        seen
    }

    /// The sig that is called so, there or in the spec.
    ///
    /// # Errors
    /// The names of all.
    pub fn rooted_at(&mut self, name: &str) -> Result<(), Vec<String>> {
        let names = self.identifiers();
        let found = self.sigs.iter().position(|sig| sig.name == name);
        let found = found.or_else(|| {
            self.sigs.iter().position(|sig| names.get(&sig.name).is_some_and(|own| own == name))
        });
        let Some(at) = found else {
            return Err(self.sigs.iter().filter_map(|sig| names.get(&sig.name).cloned()).collect());
        };
        self.root = Some(self.sigs[at].name.clone());
        Ok(())
    }

    /// Those of the parent, too.
    fn all_fields(&self, sig: &SigSketch) -> usize {
        let is_parent = |other: &&SigSketch| Some(&other.name) == sig.parent.as_ref();
        let inherited = self.sigs.iter().find(is_parent).map_or(0, |of| of.fields.len());
        inherited + sig.fields.len()
    }

    /// True if an object of the type can lie below another one of it: below an account there are accounts.
    pub fn is_recursive(&self, name: &str) -> bool {
        let line = self.line_of(name);
        let (mut open, mut seen) = (vec![name], BTreeSet::new());
        while let Some(at) = open.pop() {
            if !seen.insert(at) {
                continue;
            }
            // What an object of the type holds may be declared above it or, if it is of a part of the type, below.
            let above = self.line_of(at);
            let fields = self.sigs.iter().filter(|sig| above.contains(&sig.name.as_str()));
            let types: Vec<&SourceType> =
                fields.flat_map(|sig| &sig.fields).map(|field| &field.ty).collect();
            for sig in &self.sigs {
                let is_held = types.iter().any(|ty| ty.mentions(&sig.name));
                if is_held && line.contains(&sig.name.as_str()) {
                    return true;
                }
                if is_held || sig.parent.as_deref() == Some(at) {
                    open.push(&sig.name);
                }
            }
        }
        false
    }

    /// A type and those that it extends.
    fn line_of<'s>(&'s self, name: &'s str) -> Vec<&'s str> {
        let mut line = vec![name];
        let parent = |of: &str| self.sigs.iter().find(|sig| sig.name == of)?.parent.as_deref();
        while let Some(parent) = parent(line[line.len() - 1])
            && !line.contains(&parent)
        {
            line.push(parent);
        }
        line
    }
}

#[derive(Clone, Debug, Default)]
pub struct SigSketch {
    pub name: String,
    pub parent: Option<String>,
    pub is_abstract: bool,
    /// It is a choice of what extends it: each of its objects is one of these.
    pub is_choice: bool,
    pub fields: Vec<FieldSketch>,
    pub note: String,
}

#[derive(Clone, Debug)]
pub struct FieldSketch {
    pub name: String,
    pub ty: SourceType,
    /// The reason for a guess. Empty where the source says it.
    pub note: String,
}

#[derive(Clone, Debug, Default)]
pub struct EnumSketch {
    pub name: String,
    pub values: Vec<String>,
    pub note: String,
}

/// A type as sources have them.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SourceType {
    Int,
    Bool,
    Text,
    /// With a fraction.
    Number,
    /// Anything.
    Any,
    /// A sig or an enum, or something about which nothing is known.
    Named(String),
    Optional(Box<SourceType>),
    Sequence(Box<SourceType>),
    Set(Box<SourceType>),
    Map(Box<SourceType>, Box<SourceType>),
    Union(Vec<SourceType>),
}

impl SourceType {
    /// The number of types that it is made of.
    pub fn size(&self) -> usize {
        match self {
            SourceType::Optional(of) | SourceType::Sequence(of) | SourceType::Set(of) => {
                1 + of.size()
            }
            SourceType::Map(key, value) => 1 + key.size() + value.size(),
            SourceType::Union(types) => 1 + types.iter().map(SourceType::size).sum::<usize>(),
            _ => 1,
        }
    }

    /// True if a type of this name is a part of it.
    pub fn mentions(&self, name: &str) -> bool {
        match self {
            SourceType::Named(of) => of == name,
            SourceType::Optional(of) | SourceType::Sequence(of) | SourceType::Set(of) => {
                of.mentions(name)
            }
            SourceType::Map(key, value) => key.mentions(name) || value.mentions(name),
            SourceType::Union(types) => types.iter().any(|ty| ty.mentions(name)),
            _ => false,
        }
    }

    pub fn optional(self) -> SourceType {
        match self {
            SourceType::Optional(_) => self,
            other => SourceType::Optional(Box::new(other)),
        }
    }

    /// One of several. Null makes it optional.
    pub fn union(types: Vec<SourceType>) -> SourceType {
        let mut all: Vec<SourceType> = Vec::new();
        let mut is_optional = false;
        for ty in types {
            let (ty, optional) = match ty {
                SourceType::Optional(ty) => (*ty, true),
                other => (other, false),
            };
            is_optional |= optional;
            match ty {
                SourceType::Union(types) => all.extend(types),
                other => all.push(other),
            }
        }
        all.sort();
        all.dedup();
        let ty = match all.len() {
            0 => SourceType::Any,
            1 => all.remove(0),
            _ => SourceType::Union(all),
        };
        if is_optional { ty.optional() } else { ty }
    }
}
