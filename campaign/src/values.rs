//! The values that a shape allows, over objects that there are and some new ones.

use korrel_heapgraph::{Column, Header, Member, Shape};
use serde_json::{Map, Value as Json, json};

/// The space from which values are made.
pub struct ValueSpace<'s> {
    pub types: &'s Header,
    old: &'s Map<String, Json>,
    /// The ids of new objects that there may be.
    new: Vec<String>,
    integers: Vec<i64>,
}

impl<'s> ValueSpace<'s> {
    pub fn new(
        types: &'s Header,
        old: &'s Map<String, Json>,
        (least, greatest): (i64, i64),
    ) -> ValueSpace<'s> {
        ValueSpace { types, old, new: Vec::new(), integers: (least..=greatest).collect() }
    }

    /// The types whose objects are of no other type.
    pub fn concrete(&self) -> impl Iterator<Item = &'s str> + use<'s> {
        self.types.types.iter().filter(|ty| !ty.is_abstract).map(|ty| ty.name.as_str())
    }

    /// Adds another object of a type, with the first number that none of its objects has.
    pub fn add_new(&mut self, ty: &str) {
        let ids = (0u64..).map(|number| format!("{ty}${number}"));
        let id = ids.into_iter().find(|id| !self.is_object(id)).expect("numbers have no end");
        self.new.push(id);
    }

    fn type_of<'i>(&'i self, id: &'i str) -> &'i str {
        let old = self.old.get(id).and_then(|object| object["$type"].as_str());
        old.or_else(|| Some(id.rsplit_once('$')?.0)).unwrap_or_default()
    }

    /// True if a text is the name of an object.
    fn is_object(&self, text: &str) -> bool {
        self.old.contains_key(text) || self.is_new(text)
    }

    fn is_new(&self, text: &str) -> bool {
        self.new.iter().any(|new| new == text)
    }

    /// All values of a shape, or `None` where there is no end of them, or nobody lists them here.
    pub fn values(&self, shape: &Shape) -> Option<Vec<Json>> {
        match shape {
            Shape::One(column) => self.values_in(column),
            Shape::Lone(column) => {
                let values = self.values_in(column)?;
                Some(std::iter::once(Json::Null).chain(values).collect())
            }
            Shape::Set(column) => {
                let values = self.values_in(column)?;
                (values.len() < 10).then(|| subsets(&values))
            }
            Shape::Sequence(_) | Shape::Map(..) | Shape::Relation(_) => None,
        }
    }

    fn values_in(&self, column: &Column) -> Option<Vec<Json>> {
        let values: Option<Vec<Vec<Json>>> = column.sorts().map(|sort| self.atoms(sort)).collect();
        Some(values?.concat())
    }

    fn atoms(&self, ty: &str) -> Option<Vec<Json>> {
        match ty {
            "int" => return Some(self.integers.iter().map(|number| json!(number)).collect()),
            "bool" => return Some(vec![json!(false), json!(true)]),
            "string" => return None,
            _ => {}
        }
        if let Some(of) = self.types.enums.iter().find(|of| of.name == ty) {
            return Some(of.values.iter().map(|value| json!(value)).collect());
        }
        let old = self.old.keys();
        let is_own = |id: &&String| self.types.is_a(self.type_of(id), ty);
        Some(old.chain(&self.new).filter(is_own).map(|id| json!(id)).collect())
    }
}

/// Objects whose fields get all values in turn.
pub struct ObjectChoice<'s> {
    pub space: ValueSpace<'s>,
    /// Old objects are not chosen: they stay as they are.
    only_new: bool,
    /// The chosen objects, in the order in which values led to them.
    pub objects: Map<String, Json>,
}

/// The reason why not all values were tried.
pub enum UnfilledReason {
    /// The values of this shape cannot be listed.
    Unlisted(String),
    /// The caller has seen enough.
    Enough,
}

impl<'s> ObjectChoice<'s> {
    pub fn new(space: ValueSpace<'s>, only_new: bool) -> ObjectChoice<'s> {
        ObjectChoice { space, only_new, objects: Map::new() }
    }

    /// All values of a shape.
    ///
    /// # Errors
    /// There is no end of them.
    pub fn values(&self, shape: &Shape) -> Result<Vec<Json>, UnfilledReason> {
        self.space.values(shape).ok_or_else(|| UnfilledReason::Unlisted(shape.to_string()))
    }

    /// Chooses the objects that a value leads to.
    pub fn reach(&mut self, value: &Json) {
        for id in ids(value) {
            let is_new = self.space.is_new(&id);
            let is_free = is_new || !self.only_new && self.space.is_object(&id);
            if is_free && !self.objects.contains_key(&id) {
                let fields = json!({ "$type": self.space.type_of(&id) });
                self.objects.insert(id, fields);
            }
        }
    }

    /// Keeps the first objects that were chosen.
    pub fn forget(&mut self, length: usize) {
        while self.objects.len() > length {
            let last = self.objects.keys().next_back().cloned().expect("there is one");
            self.objects.shift_remove(&last);
        }
    }

    /// Gives values to all fields from this one on, in each way. `visit` gets the objects, and tells if it wants more.
    ///
    /// # Errors
    /// The first reason why not all were visited.
    pub fn fill(
        &mut self,
        object: usize,
        field: usize,
        visit: &mut dyn FnMut(&Map<String, Json>) -> bool,
    ) -> Result<(), UnfilledReason> {
        let Some((id, fields)) = self.objects.iter().nth(object) else {
            return if visit(&self.objects) { Ok(()) } else { Err(UnfilledReason::Enough) };
        };
        let (id, types) = (id.clone(), self.space.types);
        let ty = types.type_of(fields["$type"].as_str().unwrap_or_default());
        let Some(Member { name, shape }) = ty.and_then(|ty| ty.fields.get(field)) else {
            return self.fill(object + 1, 0, visit);
        };
        for value in self.values(shape)? {
            let before = self.objects.len();
            self.reach(&value);
            self.objects[&id][name] = value;
            self.fill(object, field + 1, visit)?;
            self.forget(before);
        }
        Ok(())
    }
}

/// The texts in a value.
fn ids(value: &Json) -> Vec<String> {
    let items = value.as_array().cloned().unwrap_or_else(|| vec![value.clone()]);
    items.iter().filter_map(|item| item.as_str().map(str::to_owned)).collect()
}

fn subsets(values: &[Json]) -> Vec<Json> {
    let subset = |bits: u32| -> Json {
        let chosen = values.iter().enumerate().filter(|(at, _)| bits >> at & 1 == 1);
        chosen.map(|(_, value)| value.clone()).collect()
    };
    (0..1 << values.len()).map(subset).collect()
}
