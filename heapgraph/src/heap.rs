//! A heap: objects, and what is known about them.

/// An instance's record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Heap {
    pub id: Option<u64>,
    pub key: Option<String>,
    pub state: State,
    pub witnesses: Vec<(String, Value)>,
    /// The state after an operation, in a record of two states.
    pub after: Option<State>,
}

/// Invariant: a `Scalar::Object` is an index into `objects`, and ids are unique.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct State {
    pub roots: Vec<(String, Value)>,
    pub objects: Vec<Object>,
    /// By subset sig.
    pub sets: Vec<(String, Vec<Scalar>)>,
    /// The fields of atoms that are no objects.
    pub relations: Vec<(String, Value)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Object {
    /// `Node$0`.
    pub id: String,
    pub type_name: String,
    pub fields: Vec<(String, Value)>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Scalar {
    Object(usize),
    Number(i64),
    Boolean(bool),
    /// A value of an enum, or something else that has a name and no fields.
    Name(String),
    String(String),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    Null,
    One(Scalar),
    Set(Vec<Scalar>),
    Sequence(Vec<Scalar>),
    Map(Vec<(Scalar, Scalar)>),
    Relation(Vec<Vec<Scalar>>),
}

impl Value {
    pub fn is_empty(&self) -> bool {
        match self {
            Value::Null => true,
            Value::One(_) => false,
            Value::Set(items) | Value::Sequence(items) => items.is_empty(),
            Value::Map(entries) => entries.is_empty(),
            Value::Relation(tuples) => tuples.is_empty(),
        }
    }

    /// The tuples that a value stands for. The indices of a sequence are a column.
    pub fn tuples(&self) -> Vec<Vec<Scalar>> {
        match self {
            Value::Null => Vec::new(),
            Value::One(scalar) => vec![vec![scalar.clone()]],
            Value::Set(items) => items.iter().map(|item| vec![item.clone()]).collect(),
            Value::Sequence(items) => {
                let numbered = (0..).map(Scalar::Number).zip(items);
                numbered.map(|(index, item)| vec![index, item.clone()]).collect()
            }
            Value::Map(entries) => {
                entries.iter().map(|(key, value)| vec![key.clone(), value.clone()]).collect()
            }
            Value::Relation(tuples) => tuples.clone(),
        }
    }

    pub fn mentions_objects(&self) -> bool {
        self.tuples().iter().flatten().any(|scalar| matches!(scalar, Scalar::Object(_)))
    }
}

impl State {
    /// The names of the subset sigs that an object is in, and of the roots that are sets and hold it.
    pub fn sets_of(&self, object: usize) -> impl Iterator<Item = &str> {
        let is_in = move |items: &[Scalar]| items.contains(&Scalar::Object(object));
        let sets = self.sets.iter().filter(move |(_, items)| is_in(items));
        let roots = self.roots.iter().filter(move |(_, value)| match value {
            Value::Set(items) | Value::Sequence(items) => is_in(items),
            _ => false,
        });
        sets.map(|(name, _)| name.as_str()).chain(roots.map(|(name, _)| name.as_str()))
    }

    /// The roots that are this one object, except one that its own name says: that of a `one sig`.
    pub fn roots_at(&self, object: usize) -> impl Iterator<Item = &str> {
        let is_it = move |root: &&(String, Value)| root.1 == Value::One(Scalar::Object(object));
        let type_name = &self.objects[object].type_name;
        let is_only =
            self.objects.iter().filter(|other| other.type_name == *type_name).count() == 1;
        let roots = self.roots.iter().filter(is_it).map(|(name, _)| name.as_str());
        roots.filter(move |name| !(is_only && name == type_name))
    }

    pub fn is_root(&self, object: usize) -> bool {
        self.roots.iter().any(|(_, value)| *value == Value::One(Scalar::Object(object)))
    }
}
