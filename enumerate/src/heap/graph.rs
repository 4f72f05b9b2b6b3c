//! A heap: the form between an instance and its JSON.

use std::borrow::Cow;

use korrel_lang::model::SigId;

/// Objects, and the known facts about them. Names are borrowed from the schema, texts from the instance
/// or the JSON that the heap was made of.
///
/// Invariant: a [`Scalar::Reference`] is an index into `objects`. Ids are unique. `roots`, `sets`,
/// `relations` and each object's fields are in the order of the schema.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct HeapGraph<'a> {
    pub roots: Vec<(&'a str, HeapValue<'a>)>,
    pub objects: Vec<Object<'a>>,
    pub sets: Vec<(&'a str, Vec<Scalar<'a>>)>,
    pub relations: Vec<(&'a str, HeapValue<'a>)>,
    pub witnesses: Vec<(&'a str, HeapValue<'a>)>,
}

/// The states of a trace, and what is known of all of them.
///
/// Invariant: there is a state. An id is one object, of one sig. The references in `witnesses` are indices into
/// `objects`.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct TraceGraph<'a> {
    /// Without witnesses.
    pub states: Vec<HeapGraph<'a>>,
    /// The state after the last one, or `None` in the beginning of a trace.
    pub back: Option<usize>,
    /// It is a beginning, and no state can follow.
    pub is_dead_end: bool,
    /// The actions that hold of each step, or `None` if there are no actions. The references in one are indices into
    /// the objects of the state in which the step begins.
    pub steps: Option<Vec<Vec<TakenAction<'a>>>>,
    /// The objects of all states, without fields.
    pub objects: Vec<Object<'a>>,
    pub witnesses: Vec<(&'a str, HeapValue<'a>)>,
}

/// An action that holds of a step, with these arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TakenAction<'a> {
    pub action: &'a str,
    pub arguments: Vec<(&'a str, HeapValue<'a>)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Object<'a> {
    /// `Node$0`.
    pub id: Cow<'a, str>,
    /// Its most specific sig, and the sig's name.
    pub sig: SigId,
    pub type_name: &'a str,
    pub fields: Vec<(&'a str, HeapValue<'a>)>,
}

/// One value, as a column of a relation has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scalar<'a> {
    /// An index into the heap's objects.
    Reference(usize),
    Integer(i64),
    Boolean(bool),
    /// A value of an enum, and its name.
    Enum(SigId, &'a str),
    String(&'a str),
}

/// The value of a field or of a root. Its shape says which form it has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HeapValue<'a> {
    Null,
    Scalar(Scalar<'a>),
    Set(Vec<Scalar<'a>>),
    Sequence(Vec<Scalar<'a>>),
    Map(Vec<(Scalar<'a>, Scalar<'a>)>),
    Relation(Vec<Vec<Scalar<'a>>>),
}
