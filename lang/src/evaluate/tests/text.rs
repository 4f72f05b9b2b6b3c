//! Specs and questions as text.

use std::sync::Arc;

use crate::instance::{Instance, Relation};
use crate::load::{load, no_files};
use crate::model::{Model, SigId, Value};
use crate::parse::parse_expression;
use crate::resolve::ExpressionSession;
use crate::source::Sources;
use crate::universe::{Arithmetic, AtomId, Universe};

/// A spec's model, and what expressions stand for in it.
pub struct Text {
    pub sources: Sources,
    pub model: Model,
    pub values: Vec<Value>,
}

pub fn text(spec: &str, expressions: &[&str]) -> Text {
    let mut sources = Sources::default();
    let file = sources.add("spec.als", spec);
    let program = load(&mut sources, file, &mut no_files).unwrap_or_else(|e| panic!("{e:?}"));
    let mut session = ExpressionSession::new(&program).unwrap_or_else(|e| panic!("{e:?}"));
    let mut values = Vec::new();
    for expression in expressions {
        let file = sources.add("expression", *expression);
        let expr = parse_expression(&sources, file).unwrap_or_else(|e| panic!("{e:?}"));
        let (value, _) = session.resolve(&[], &expr).unwrap_or_else(|e| panic!("{e:?}"));
        values.push(value);
    }
    Text { sources, model: session.into_model(), values }
}

impl Text {
    pub fn sig(&self, name: &str) -> SigId {
        let found = self.model.sigs.iter().find(|(_, sig)| sig.name == name);
        found.expect("the spec declares it").0
    }

    /// An instance with so many atoms of each sig, none of them in use, and these integers.
    pub fn instance(&self, sizes: &[(SigId, u32)], integers: &[i64]) -> Instance {
        let integers = integers.to_vec();
        let universe = Universe::with_integers(sizes, integers, &[], 2, Arithmetic::Exact);
        Instance::empty(&self.model, Arc::new(universe))
    }

    /// An instance with these tuples, and no others, in sigs and fields.
    pub fn state(&self, empty: &Instance, tuples: &[(&str, &[&[u32]])]) -> Instance {
        let mut state = empty.clone();
        for (name, tuples) in tuples {
            let sig = self.model.sigs.iter().find(|(_, sig)| sig.name == *name);
            let field = self.model.fields.iter().find(|(_, field)| field.name == *name);
            let relation = match (sig, field) {
                (Some((sig, _)), _) => Relation::Sig(sig),
                (_, Some((field, _))) => Relation::Field(field),
                _ => panic!("the spec declares no {name}"),
            };
            for tuple in *tuples {
                let tuple: Vec<AtomId> = tuple.iter().copied().map(AtomId).collect();
                state.get_mut(relation).insert(&tuple);
            }
        }
        state.close_universe(&self.model);
        state
    }
}
