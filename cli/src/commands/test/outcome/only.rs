//! Decides whether a spec allows exactly one state after an input.
//!
//! *Problem.* A test that is written for a failure should hold the right answer, and the spec only tells
//! of a given answer whether it is right. *Choice.* All states are tried in which each object is reached from
//! the roots, which stay as they were: the fields of the reached objects get each value that their shapes
//! allow, objects of the input, a new one of each type, the integers of the scope. Failures that are
//! shown are small, and so are these spaces; if one is not, nothing is claimed. *Rejected.* A search as
//! for instances, which knows one state.

use korrel_harness::{Answered, FailedInput, Oracle};
use korrel_heapgraph::Member;
use serde_json::{Map, Value as Json, json};

use crate::commands::test::naming::Naming;
use crate::commands::test::operations::Subject;
use crate::commands::test::space::{ValueSpace, ids};

/// The greatest number of states that are judged.
const MOST: u32 = 20_000;

/// The states that a spec allows after an input.
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
    let heap = failure.pre.clone().into();
    let result = subject.operation.result.as_ref();
    let Some(mut search) = AnswerSearch::new(&failure.pre, subject) else {
        return Allowed::Unknown;
    };
    let Some(results) = result.map_or(Some(vec![Json::Null]), |shape| search.space.values(shape))
    else {
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

struct AnswerSearch<'s> {
    pre: &'s Json,
    space: ValueSpace<'s>,
    /// The objects reached so far, in order, and their fields.
    reached: Vec<(String, Map<String, Json>)>,
    left: u32,
    found: Vec<(Json, Json)>,
}

type IsRight<'r> = &'r mut dyn FnMut(&Json, &Json) -> bool;

impl<'s> AnswerSearch<'s> {
    /// `None` where states have more to them than objects.
    fn new(pre: &'s Json, subject: &'s Subject) -> Option<AnswerSearch<'s>> {
        let types = &subject.types;
        if !(types.sets.is_empty() && types.relations.is_empty() && types.fixed.is_empty()) {
            return None;
        }
        let mut space = ValueSpace::new(types, pre["objects"].as_object()?, subject.integers);
        let types: Vec<&str> = space.concrete().collect();
        types.into_iter().for_each(|ty| space.add_new(ty));
        let mut search =
            AnswerSearch { pre, space, reached: Vec::new(), left: MOST, found: Vec::new() };
        let roots = pre["roots"].as_object()?.values();
        let roots: Vec<&str> =
            roots.filter_map(Json::as_str).filter(|id| pre["objects"].get(*id).is_some()).collect();
        roots.into_iter().for_each(|root| search.reach(root));
        Some(search)
    }

    fn reach(&mut self, id: &str) {
        if self.reached.iter().any(|(other, _)| other == id) {
            return;
        }
        let mut fields = Map::new();
        fields.insert("$type".to_owned(), json!(self.space.type_of(id)));
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
        let types = self.space.types;
        let ty = types.type_of(fields["$type"].as_str().unwrap_or_default());
        let Some(Member { name, shape }) = ty.and_then(|ty| ty.fields.get(field)) else {
            return self.fill(object + 1, 0, results, is_right);
        };
        let Some(values) = self.space.values(shape) else {
            self.left = 0;
            return;
        };
        for value in values {
            let before = self.reached.len();
            for id in ids(&value) {
                if self.space.is_object(&id) {
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

    fn is_of_old_objects(&self, post: &Json) -> bool {
        let objects = post["objects"].as_object().into_iter().flatten();
        objects.into_iter().all(|(id, _)| self.pre["objects"].get(id).is_some())
    }
}
