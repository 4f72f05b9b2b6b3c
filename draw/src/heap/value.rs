//! A heap: objects, and what is known of them.

/// An instance's record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HeapRecord {
    pub id: Option<u64>,
    pub key: Option<String>,
    pub state: RecordState,
    pub witnesses: Vec<(String, RecordValue)>,
    /// What an operation leaves, in a record of two states.
    pub after: Option<RecordState>,
}

/// Invariant: a `RecordScalar::Object` is an index into `objects`; ids are unique.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RecordState {
    pub roots: Vec<(String, RecordValue)>,
    pub objects: Vec<RecordObject>,
    /// By subset sig.
    pub sets: Vec<(String, Vec<RecordScalar>)>,
    /// The fields of what is no object.
    pub relations: Vec<(String, RecordValue)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordObject {
    /// `Node$0`.
    pub id: String,
    pub type_name: String,
    pub fields: Vec<(String, RecordValue)>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RecordScalar {
    Object(usize),
    Number(i64),
    Boolean(bool),
    /// A value of an enum, or something else that has a name and no fields.
    Name(String),
    String(String),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordValue {
    Null,
    One(RecordScalar),
    Set(Vec<RecordScalar>),
    Sequence(Vec<RecordScalar>),
    Map(Vec<(RecordScalar, RecordScalar)>),
    Relation(Vec<Vec<RecordScalar>>),
}

impl RecordValue {
    pub fn is_empty(&self) -> bool {
        match self {
            RecordValue::Null => true,
            RecordValue::One(_) => false,
            RecordValue::Set(items) | RecordValue::Sequence(items) => items.is_empty(),
            RecordValue::Map(entries) => entries.is_empty(),
            RecordValue::Relation(tuples) => tuples.is_empty(),
        }
    }

    /// The tuples that a value stands for; the indices of a sequence are a column.
    pub fn tuples(&self) -> Vec<Vec<RecordScalar>> {
        match self {
            RecordValue::Null => Vec::new(),
            RecordValue::One(scalar) => vec![vec![scalar.clone()]],
            RecordValue::Set(items) => items.iter().map(|item| vec![item.clone()]).collect(),
            RecordValue::Sequence(items) => {
                let numbered = (0..).map(RecordScalar::Number).zip(items);
                numbered.map(|(index, item)| vec![index, item.clone()]).collect()
            }
            RecordValue::Map(entries) => {
                entries.iter().map(|(key, value)| vec![key.clone(), value.clone()]).collect()
            }
            RecordValue::Relation(tuples) => tuples.clone(),
        }
    }

    pub fn mentions_objects(&self) -> bool {
        self.tuples().iter().flatten().any(|scalar| matches!(scalar, RecordScalar::Object(_)))
    }
}

impl RecordState {
    /// The names of the subset sigs that an object is in, and of the roots that are sets and hold it.
    pub fn sets_of(&self, object: usize) -> impl Iterator<Item = &str> {
        let is_in = move |items: &[RecordScalar]| items.contains(&RecordScalar::Object(object));
        let sets = self.sets.iter().filter(move |(_, items)| is_in(items));
        let roots = self.roots.iter().filter(move |(_, value)| match value {
            RecordValue::Set(items) | RecordValue::Sequence(items) => is_in(items),
            _ => false,
        });
        sets.map(|(name, _)| name.as_str()).chain(roots.map(|(name, _)| name.as_str()))
    }

    /// The roots that are this one object, except one that its own name says: that of a `one sig`.
    pub fn roots_at(&self, object: usize) -> impl Iterator<Item = &str> {
        let is_it = move |root: &&(String, RecordValue)| {
            root.1 == RecordValue::One(RecordScalar::Object(object))
        };
        let type_name = &self.objects[object].type_name;
        let is_only =
            self.objects.iter().filter(|other| other.type_name == *type_name).count() == 1;
        let roots = self.roots.iter().filter(is_it).map(|(name, _)| name.as_str());
        roots.filter(move |name| !(is_only && name == type_name))
    }

    pub fn is_root(&self, object: usize) -> bool {
        self.roots.iter().any(|(_, value)| *value == RecordValue::One(RecordScalar::Object(object)))
    }
}
