//! Whether a spec allows one state after an input only.
//!
//! *Problem.* A test that is written for a failure should hold the answer that was right, and the spec
//! says of an answer only whether it is right. *Choice.* All states are tried in which each object is
//! reached from the roots, which stay as they were: the fields of what is reached get each value that
//! their shapes allow, objects of the input, a new one of each type, the integers of the scope. Failures
//! that are shown are small, and so are these spaces; where one is not, nothing is claimed. *Rejected.* A
//! search as for instances, which knows one state.

use korrel_harness::{Answered, FailedInput, Oracle};
use serde_json::{Map, Value as Json, json};

use super::naming::Naming;
use super::operations::Subject;

/// So many states are judged at most.
const MOST: u32 = 20_000;

/// What a spec allows after an input.
#[derive(Debug, PartialEq)]
pub enum Allowed {
    /// This state, `{"objects":{…}}`, with this result if one is declared.
    Only(Json, Option<Json>),
    Several,
    /// There are too many states, values of which there is no end, or none is right.
    Unknown,
}

pub fn allowed(
    failure: &FailedInput,
    op: usize,
    subject: &Subject,
    naming: &mut Naming<'_>,
) -> Allowed {
    let heap = failure.pre.to_string();
    let result = subject.operation.result.as_deref();
    let Some(mut search) = Search::new(&failure.pre, subject) else { return Allowed::Unknown };
    let Some(results) = result.map_or(Some(vec![Json::Null]), |shape| search.values(shape)) else {
        return Allowed::Unknown;
    };
    let mut is_right = |post: &Json, result: &Json| {
        let answered = Answered { op, heap: &heap, post: Some(post), result: Some(result) };
        naming.judge(&answered).is_empty()
    };
    search.fill(0, 0, &results, &mut is_right);
    match (search.left, search.found.as_slice()) {
        (_, [_, _, ..]) => Allowed::Several,
        (1.., [(post, value)]) if search.is_of_old_objects(post) => {
            Allowed::Only(post.clone(), result.map(|_| value.clone()))
        }
        // A new object could have any name.
        (1.., [_]) => Allowed::Several,
        _ => Allowed::Unknown,
    }
}

struct Search<'s> {
    header: &'s Map<String, Json>,
    pre: &'s Json,
    /// The ids of new objects that there may be.
    new: Vec<String>,
    integers: Vec<i64>,
    /// What is reached so far, in order, and its fields.
    reached: Vec<(String, Map<String, Json>)>,
    left: u32,
    found: Vec<(Json, Json)>,
}

type IsRight<'r> = &'r mut dyn FnMut(&Json, &Json) -> bool;

impl<'s> Search<'s> {
    /// `None` where states have more to them than objects.
    fn new(pre: &'s Json, subject: &'s Subject) -> Option<Search<'s>> {
        let header = &subject.header;
        if ["sets", "relations", "fixed"].iter().any(|other| header.contains_key(*other)) {
            return None;
        }
        let (least, greatest) = subject.integers;
        let mut search = Search {
            header,
            pre,
            new: Vec::new(),
            integers: (least..=greatest).collect(),
            reached: Vec::new(),
            left: MOST,
            found: Vec::new(),
        };
        search.new = search.concrete().map(|ty| search.new_id(ty)).collect();
        let roots = pre["roots"].as_object()?.values();
        let roots: Vec<&str> =
            roots.filter_map(Json::as_str).filter(|id| pre["objects"].get(*id).is_some()).collect();
        roots.into_iter().for_each(|root| search.reach(root));
        Some(search)
    }

    fn concrete(&self) -> impl Iterator<Item = &'s str> + use<'s> {
        let abstracts = self.header.get("abstract").and_then(Json::as_array);
        let is_abstract =
            move |ty: &&str| abstracts.into_iter().flatten().any(|other| other == *ty);
        let types = self.header["types"].as_object().into_iter().flatten();
        types.map(|(ty, _)| ty.as_str()).filter(move |ty| !is_abstract(ty))
    }

    /// The first number that no object has.
    fn new_id(&self, ty: &str) -> String {
        let ids = self.pre["objects"].as_object().into_iter().flatten();
        let numbers = ids.filter_map(|(id, _)| id.rsplit_once('$')?.1.parse::<u64>().ok());
        format!("{ty}${}", numbers.max().map_or(0, |most| most + 1))
    }

    fn type_of<'i>(&'i self, id: &'i str) -> &'i str {
        let old = self.pre["objects"][id]["$type"].as_str();
        old.or_else(|| Some(id.rsplit_once('$')?.0)).unwrap_or_default()
    }

    fn is_a(&self, ty: &str, of: &str) -> bool {
        let parents = self.header.get("extends").and_then(Json::as_object);
        let parent = |ty: &&str| parents?.get(*ty)?.as_str();
        std::iter::successors(Some(ty), parent).any(|ty| ty == of)
    }

    fn reach(&mut self, id: &str) {
        if self.reached.iter().any(|(other, _)| other == id) {
            return;
        }
        let mut fields = Map::new();
        fields.insert("$type".to_owned(), json!(self.type_of(id)));
        self.reached.push((id.to_owned(), fields));
    }

    /// Gives values to all fields from this one on, in each way.
    fn fill(&mut self, object: usize, field: usize, results: &[Json], is_right: IsRight<'_>) {
        if self.left == 0 || self.found.len() > 1 {
            return;
        }
        let Some((_, fields)) = self.reached.get(object) else {
            return self.judge(results, is_right);
        };
        let header = self.header;
        let ty = fields["$type"].as_str().unwrap_or_default().to_owned();
        let shapes = header["types"][&ty].as_object();
        let Some((name, shape)) = shapes.and_then(|shapes| shapes.iter().nth(field)) else {
            return self.fill(object + 1, 0, results, is_right);
        };
        let Some(values) = self.values(shape.as_str().unwrap_or_default()) else {
            self.left = 0;
            return;
        };
        for value in values {
            let before = self.reached.len();
            for id in ids(&value) {
                if !self.is_value(&id) {
                    self.reach(&id);
                }
            }
            self.reached[object].1.insert(name.clone(), value);
            self.fill(object, field + 1, results, is_right);
            self.reached.truncate(before);
        }
        self.reached[object].1.shift_remove(name);
    }

    fn judge(&mut self, results: &[Json], is_right: IsRight<'_>) {
        let objects: Map<String, Json> =
            self.reached.iter().map(|(id, fields)| (id.clone(), fields.clone().into())).collect();
        let post = json!({ "objects": objects });
        for result in results {
            if self.left == 0 || self.found.len() > 1 {
                return;
            }
            self.left -= 1;
            if is_right(&post, result) {
                self.found.push((post.clone(), result.clone()));
            }
        }
    }

    /// All values of a shape; `None` where there is no end of them, or nobody lists them here.
    fn values(&self, shape: &str) -> Option<Vec<Json>> {
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
        let old = self.pre["objects"].as_object()?.keys();
        let is_own = |id: &&String| self.is_a(self.type_of(id), ty);
        Some(old.chain(&self.new).filter(is_own).map(|id| json!(id)).collect())
    }

    /// Whether a text is none that refers to an object.
    fn is_value(&self, text: &str) -> bool {
        self.pre["objects"].get(text).is_none() && !self.new.iter().any(|new| new == text)
    }

    fn is_of_old_objects(&self, post: &Json) -> bool {
        let objects = post["objects"].as_object().into_iter().flatten();
        objects.into_iter().all(|(id, _)| self.pre["objects"].get(id).is_some())
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
