//! The description of a spec's behaviours that a driver gets.

use korrel_enumerate::heap::NamedAction;
use korrel_harness::{TestQuestion, TestedOperation, Unit};
use serde_json::{Map, json};

use super::traces::{RESULT, TraceBehaviours};
use crate::TOOL;

impl TraceBehaviours<'_> {
    /// The question to a driver.
    pub fn question(&self) -> TestQuestion {
        let spec = &self.tested.spec;
        let mut declarations = Map::new();
        declarations.insert("tool".to_owned(), json!(TOOL));
        declarations.insert("spec".to_owned(), json!(spec.name));
        for (name, value) in self.header.declarations() {
            declarations.insert(name.to_owned(), value);
        }
        declarations.insert("behaviours".to_owned(), json!("heaps"));
        if self.view.is_partial() {
            declarations.insert("observe".to_owned(), json!(self.observed));
        }
        let operation = |action: &NamedAction| {
            let function = &spec.model.functions[action.function];
            let (line, _) = spec.sources.line_and_column(function.span);
            let file = &spec.sources.get(function.span.file).name;
            let declared = self.header.actions.iter().find(|one| one.name == action.name);
            let members = declared.into_iter().flat_map(|one| one.parameters.clone());
            let (results, parameters): (Vec<_>, Vec<_>) =
                members.partition(|member| member.name == RESULT);
            TestedOperation {
                name: action.name.clone(),
                parameters,
                result: results.into_iter().next().map(|member| member.shape),
                judges: vec![format!("{file}:{line} {}", action.name)],
                unit: Unit::calls(),
            }
        };
        let constructor = |name: &String| TestedOperation {
            name: name.clone(),
            parameters: Vec::new(),
            result: None,
            judges: vec![format!("{}: {}", spec.name, self.tested.command.label)],
            unit: Unit::calls(),
        };
        let actions = self.behaviours.actions().iter().map(operation);
        let operations = actions.chain(self.constructors.iter().map(constructor)).collect();
        TestQuestion { declarations, types: self.header.clone(), operations }
    }
}
