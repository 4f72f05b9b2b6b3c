//! Names inputs: the key that all labellings share, and the labelling that it is made of.

use korrel_enumerate::heap::{Keys, read};
use korrel_harness::{Answered, Input, Oracle, Oracles, Types, Violation};
use korrel_lang::model::Model;
use korrel_sat::Effort;

use super::operations::Subject;

/// What is known of the operations, for all workers.
pub struct Court<'c> {
    pub model: &'c Model,
    pub subjects: &'c [Subject],
    pub types: Types,
}

impl Court<'_> {
    pub fn naming(&self) -> Naming<'_> {
        let keys = self.subjects.iter().map(|subject| Keys::new(&subject.schema));
        Naming {
            model: self.model,
            subjects: self.subjects,
            types: self.types.clone(),
            keys: keys.collect(),
        }
    }
}

impl Oracles for Court<'_> {
    fn oracle(&self) -> Box<dyn Oracle + '_> {
        Box::new(self.naming())
    }
}

pub struct Naming<'c> {
    model: &'c Model,
    pub subjects: &'c [Subject],
    pub types: Types,
    /// By operation.
    keys: Vec<Keys>,
}

impl Oracle for Naming<'_> {
    fn key(&mut self, input: &Input) -> String {
        let json = serde_json::from_str(&input.heap).expect("a heap is JSON");
        let schema = &self.subjects[input.op].schema;
        let heap = read(schema, self.model, &json).expect("inputs fit their types");
        self.keys[input.op].key(&heap, &Effort::default()).expect("nothing stops it")
    }

    fn canonical(&mut self, input: &Input) -> String {
        let json = serde_json::from_str(&input.heap).expect("a heap is JSON");
        let schema = &self.subjects[input.op].schema;
        let heap = read(schema, self.model, &json).expect("inputs fit their types");
        let text = self.keys[input.op].least_text(&heap, &Effort::default());
        let text = text.expect("nothing stops it").to_vec();
        String::from_utf8(text).expect("we write UTF-8")
    }

    fn throws(&mut self, _op: usize, _heap: &str) -> Option<bool> {
        None
    }

    fn judge(&mut self, _answered: &Answered<'_>) -> Vec<Violation> {
        Vec::new()
    }
}
