//! The oracles that know the spec: they name inputs and judge answers.

use korrel_enumerate::heap::{Keys, read};
use korrel_harness::protocol::PostState;
use korrel_harness::{Input, Oracle, OracleAnswer, Oracles, SpecViolation};
use korrel_heapgraph::Record;
use korrel_lang::model::Model;
use korrel_lang::spec::Spec;
use korrel_sat::Effort;
use serde_json::Value as Json;

use crate::error::CampaignError;
use crate::operations::{Judge, ViolatedConjunct};
use crate::subject::Subject;

/// The oracles of operations: they name inputs, and judge answers by the spec.
pub struct SpecOracles<'c> {
    model: &'c Model,
    pub subjects: &'c [Subject],
    /// The judge of each operation.
    judges: Vec<Judge<'c>>,
}

impl<'c> SpecOracles<'c> {
    /// # Errors
    /// Names that clash.
    pub fn new(spec: &'c Spec, subjects: &'c [Subject]) -> Result<SpecOracles<'c>, CampaignError> {
        let judges =
            subjects.iter().map(|subject| Judge::new(spec, &subject.conditions, &subject.judged));
        let judges = judges.collect::<Result<_, _>>()?;
        Ok(SpecOracles { model: &spec.model, subjects, judges })
    }

    /// The oracle of one worker, by its own type.
    pub fn spec_oracle(&self) -> SpecOracle<'_> {
        let keys = self.subjects.iter().map(|subject| Keys::new(&subject.schema));
        SpecOracle {
            model: self.model,
            subjects: self.subjects,
            judges: &self.judges,
            keys: keys.collect(),
        }
    }
}

impl Oracles for SpecOracles<'_> {
    fn oracle(&self) -> Box<dyn Oracle + '_> {
        Box::new(self.spec_oracle())
    }
}

/// The oracle of one worker.
pub struct SpecOracle<'c> {
    model: &'c Model,
    pub subjects: &'c [Subject],
    judges: &'c [Judge<'c>],
    /// The keys of each operation.
    keys: Vec<Keys>,
}

impl SpecOracle<'_> {
    /// True if a heap is an input of an operation.
    ///
    /// # Errors
    /// It does not fit its types, or is too large.
    pub fn applies(&self, op: usize, heap: &Json) -> Result<bool, String> {
        self.judges[op].applies(heap).map_err(|errors| errors[0].to_string())
    }

    /// The reason why a heap does not fit the types of an operation's inputs.
    pub fn misfit(&self, op: usize, heap: &Json) -> Option<String> {
        let read = read(&self.subjects[op].schema, self.model, heap);
        read.err().map(|errors| errors[0].to_string())
    }
}

impl Oracle for SpecOracle<'_> {
    fn key(&mut self, input: &Input) -> String {
        let schema = &self.subjects[input.op].schema;
        let heap = read(schema, self.model, input.heap.json()).expect("inputs fit their types");
        self.keys[input.op].key(&heap, &Effort::default()).expect("nothing stops it")
    }

    fn canonical(&mut self, input: &Input) -> Record {
        let schema = &self.subjects[input.op].schema;
        let heap = read(schema, self.model, input.heap.json()).expect("inputs fit their types");
        let text = self.keys[input.op].least_text(&heap, &Effort::default());
        let text = text.expect("nothing stops it").to_vec();
        Record::written(String::from_utf8(text).expect("JSON is UTF-8"))
    }

    fn throws(&mut self, op: usize, heap: &Record) -> Option<bool> {
        self.subjects[op].conditions.throws.as_ref()?;
        // A heap that is too large for the evaluator cannot be judged.
        self.judges[op].throws(heap).ok().flatten()
    }

    fn judge(&mut self, answered: &OracleAnswer<'_>) -> Vec<SpecViolation> {
        let conditions = &self.subjects[answered.op].conditions;
        if conditions.post.is_none() && conditions.invariant.is_none() && answered.post.is_none() {
            return Vec::new();
        }
        let (heap, judge) = (answered.heap, &self.judges[answered.op]);
        let by_changes = || {
            let changed = answered.post?.changed_objects()?;
            judge.judge_changed(heap, changed, answered.result)
        };
        let violated = by_changes().unwrap_or_else(|| {
            judge.judge(heap, answered.post.map(PostState::whole), answered.result)
        });
        let violation = |one: ViolatedConjunct| SpecViolation {
            cause: one.cause,
            at: one.at,
            details: one.details,
        };
        violated.into_iter().map(violation).collect()
    }
}
