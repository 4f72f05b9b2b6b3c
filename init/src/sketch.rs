//! The known and the guessed, whatever the source.

/// Types and where to begin. Names are those of the source.
#[derive(Clone, Debug, Default)]
pub struct Sketch {
    /// The source that it was made of, in words.
    pub source: String,
    /// The type of an input.
    pub root: Option<String>,
    pub sigs: Vec<SigSketch>,
    pub enums: Vec<EnumSketch>,
}

#[derive(Clone, Debug, Default)]
pub struct SigSketch {
    pub name: String,
    pub parent: Option<String>,
    pub is_abstract: bool,
    pub fields: Vec<FieldSketch>,
    pub note: String,
}

#[derive(Clone, Debug)]
pub struct FieldSketch {
    pub name: String,
    pub ty: SourceType,
    /// Why it is guessed so; empty where the source says it.
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
    /// A sig or an enum, or something that nothing is known of.
    Named(String),
    Optional(Box<SourceType>),
    Sequence(Box<SourceType>),
    Set(Box<SourceType>),
    Map(Box<SourceType>, Box<SourceType>),
    Union(Vec<SourceType>),
}

impl SourceType {
    pub fn optional(self) -> SourceType {
        match self {
            SourceType::Optional(_) => self,
            other => SourceType::Optional(Box::new(other)),
        }
    }

    /// One of several; null makes it optional.
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
