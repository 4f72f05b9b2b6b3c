//! The values that a shape allows, over objects that there are and some new ones.

use serde_json::{Map, Value as Json, json};

/// What values are made of.
pub struct ValueSpace<'s> {
    /// As in a heapgraph/1 header.
    pub header: &'s Map<String, Json>,
    old: &'s Map<String, Json>,
    /// The ids of new objects that there may be.
    new: Vec<String>,
    integers: Vec<i64>,
}

impl<'s> ValueSpace<'s> {
    pub fn new(
        header: &'s Map<String, Json>,
        old: &'s Map<String, Json>,
        (least, greatest): (i64, i64),
    ) -> ValueSpace<'s> {
        ValueSpace { header, old, new: Vec::new(), integers: (least..=greatest).collect() }
    }

    /// The types whose objects are of no other type.
    pub fn concrete(&self) -> impl Iterator<Item = &'s str> + use<'s> {
        let abstracts = self.header.get("abstract").and_then(Json::as_array);
        let is_abstract =
            move |ty: &&str| abstracts.into_iter().flatten().any(|other| other == *ty);
        let types = self.header["types"].as_object().into_iter().flatten();
        types.map(|(ty, _)| ty.as_str()).filter(move |ty| !is_abstract(ty))
    }

    /// Another object of a type, with the first number that none of its objects has.
    pub fn add_new(&mut self, ty: &str) {
        let ids = (0u64..).map(|number| format!("{ty}${number}"));
        let id = ids.into_iter().find(|id| !self.is_object(id)).expect("numbers have no end");
        self.new.push(id);
    }

    pub fn type_of<'i>(&'i self, id: &'i str) -> &'i str {
        let old = self.old.get(id).and_then(|object| object["$type"].as_str());
        old.or_else(|| Some(id.rsplit_once('$')?.0)).unwrap_or_default()
    }

    pub fn is_a(&self, ty: &str, of: &str) -> bool {
        line(self.header, ty).any(|ty| ty == of)
    }

    /// Whether a text is the name of an object.
    pub fn is_object(&self, text: &str) -> bool {
        self.old.contains_key(text) || self.is_new(text)
    }

    pub fn is_new(&self, text: &str) -> bool {
        self.new.iter().any(|new| new == text)
    }

    /// All values of a shape; `None` where there is no end of them, or nobody lists them here.
    pub fn values(&self, shape: &str) -> Option<Vec<Json>> {
        let (shape, is_lone) = match shape.strip_suffix('?') {
            Some(shape) => (shape, true),
            None => (shape, false),
        };
        if let Some(of) = shape.strip_prefix("set ") {
            let values = self.values(of)?;
            return (values.len() < 10).then(|| subsets(&values));
        }
        if shape.contains(' ') {
            return None;
        }
        let mut values = if is_lone { vec![Json::Null] } else { Vec::new() };
        for ty in shape.split('|') {
            values.extend(self.atoms(ty)?);
        }
        Some(values)
    }

    fn atoms(&self, ty: &str) -> Option<Vec<Json>> {
        match ty {
            "int" => return Some(self.integers.iter().map(|number| json!(number)).collect()),
            "bool" => return Some(vec![json!(false), json!(true)]),
            "string" => return None,
            _ => {}
        }
        if let Some(values) = self.header["enums"].get(ty) {
            return values.as_array().cloned();
        }
        let old = self.old.keys();
        let is_own = |id: &&String| self.is_a(self.type_of(id), ty);
        Some(old.chain(&self.new).filter(is_own).map(|id| json!(id)).collect())
    }
}

/// A type and all that it extends.
pub fn line<'h>(header: &'h Map<String, Json>, ty: &'h str) -> impl Iterator<Item = &'h str> {
    let parents = header.get("extends").and_then(Json::as_object);
    let parent = move |ty: &&str| parents?.get(*ty)?.as_str();
    std::iter::successors(Some(ty), parent)
}

/// The texts in a value.
pub fn ids(value: &Json) -> Vec<String> {
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
