//! The parts of operations, and the verdicts on answers.

mod find;
mod invariants;
mod misfits;
mod red_black_tree;
mod results;
mod sorting;

use korrel_heapgraph::Record;
use korrel_lang::load::no_files;
use korrel_lang::spec::Spec;
use serde_json::{Value as Json, json};

use super::{Judge, ViolatedConjunct, operation};

pub fn spec(text: &str) -> Spec {
    let read = Spec::read("s.als", text, false, &mut no_files);
    read.unwrap_or_else(|mistakes| panic!("{:?}", mistakes.diagnostics))
}

pub fn after(heap: &Json) -> Json {
    json!({ "objects": heap["objects"] })
}

/// The violated conjuncts: cause and place of each.
pub fn causes(violated: &[ViolatedConjunct]) -> Vec<String> {
    let cause =
        |one: &ViolatedConjunct| format!("{} {}", one.cause, one.at.as_deref().unwrap_or("-"));
    violated.iter().map(cause).collect()
}

pub fn judged(
    spec: &Spec,
    name: &str,
    input: &Json,
    post: &Json,
    result: Option<&Json>,
) -> Vec<ViolatedConjunct> {
    let operation = operation(spec, name, None).unwrap_or_else(|e| panic!("{:?}", e.diagnostics));
    let judge = Judge::new(spec, &operation, &operation.command).expect("no names clash");
    judge.judge(&Record::from(input.clone()), Some(post), result)
}

/// If this failed to compile, the workers of a run could not share what judges their answers.
#[test]
fn a_judge_is_shared() {
    fn shared<T: Sync>() {}
    shared::<Judge<'_>>();
}
