//! Traces of other programs as states without objects: each variable is a root.
//!
//! Sets, lists, maps and records of plain values have the shape of such a root. What stands deeper, and a number
//! that no word holds, is a value with a name and without parts: one of the enum `value`, called as TLA+ writes it.
//! So a set is never taken for the string that looks like it. A string that is called as such a value is one, too,
//! in quotation marks.

use std::collections::BTreeSet;

use serde_json::{Map, Value as Json, json};

use super::{ItfTrace, ItfValue};

/// The declarations, and the states.
pub(super) fn states(trace: &ItfTrace) -> (Json, Vec<Json>) {
    let mut names: Vec<&str> = Vec::new();
    for (name, _) in trace.states.iter().flat_map(|state| &state.values) {
        if !names.contains(&name.as_str()) {
            names.push(name);
        }
    }
    let forms: Vec<RootForm> = names.iter().map(|name| RootForm::of(trace, name)).collect();
    let (mut roots, mut variable) = (Map::new(), Vec::new());
    for (name, form) in names.iter().zip(&forms) {
        roots.insert((*name).to_owned(), json!(form.shape()));
        let all = |at: usize| trace.value(at, name);
        if (1..trace.states.len()).any(|at| all(at) != all(0)) {
            variable.push(*name);
        }
    }
    let names_of = Names::of(trace, &names, &forms);
    let enums = match names_of.all.is_empty() {
        true => json!({}),
        false => json!({ "value": names_of.all }),
    };
    let mut declared = json!({ "roots": roots, "types": {}, "enums": enums });
    if !variable.is_empty() {
        declared["var"] = json!(variable);
    }
    let state = |at: usize| {
        let root = |(name, form): (&&str, &RootForm)| {
            let value =
                trace.value(at, name).map_or(Json::Null, |value| form.value(value, &names_of));
            ((*name).to_owned(), value)
        };
        let roots: Map<String, Json> = names.iter().zip(&forms).map(root).collect();
        json!({ "roots": roots, "objects": {} })
    };
    (declared, (0..trace.states.len()).map(state).collect())
}

/// The form that a variable has in all states, or `Scalar` where it has several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RootForm {
    Scalar,
    /// In some states it has no value.
    Lone,
    Set,
    Sequence,
    Map,
}

impl RootForm {
    fn of(trace: &ItfTrace, name: &str) -> RootForm {
        let forms = (0..trace.states.len()).map(|at| match trace.value(at, name) {
            None => RootForm::Lone,
            Some(ItfValue::Set(_)) => RootForm::Set,
            Some(ItfValue::List(_) | ItfValue::Tuple(_)) => RootForm::Sequence,
            Some(value) if value.variant().is_some() => RootForm::Scalar,
            Some(ItfValue::Map(_) | ItfValue::Record(_)) => RootForm::Map,
            Some(_) => RootForm::Scalar,
        });
        let forms: Vec<RootForm> = forms.collect();
        if forms.contains(&RootForm::Lone) {
            return RootForm::Lone;
        }
        if forms.iter().all(|form| *form == forms[0]) { forms[0] } else { RootForm::Scalar }
    }

    fn shape(self) -> &'static str {
        match self {
            RootForm::Scalar => "univ",
            RootForm::Lone => "univ?",
            RootForm::Set => "set univ",
            RootForm::Sequence => "seq univ",
            RootForm::Map => "map univ univ",
        }
    }

    fn value(self, value: &ItfValue, names: &Names) -> Json {
        match (self, value) {
            (RootForm::Set | RootForm::Sequence, ItfValue::Set(items) | ItfValue::List(items))
            | (RootForm::Sequence, ItfValue::Tuple(items)) => {
                items.iter().map(|item| names.scalar(item)).collect()
            }
            (RootForm::Map, ItfValue::Map(entries)) => {
                let entry = |(key, value): &(ItfValue, ItfValue)| {
                    let key = match names.scalar(key) {
                        Json::String(text) => text,
                        other => other.to_string(),
                    };
                    (key, names.scalar(value))
                };
                entries.iter().map(entry).collect::<Map<_, _>>().into()
            }
            (RootForm::Map, ItfValue::Record(fields)) => {
                let field =
                    |(name, value): &(String, ItfValue)| (name.clone(), names.scalar(value));
                fields.iter().map(field).collect::<Map<_, _>>().into()
            }
            _ => names.scalar(value),
        }
    }

    /// The parts that stand for themselves, and the names of a record's fields.
    fn parts(self, value: &ItfValue) -> (Vec<&ItfValue>, Vec<&str>) {
        match (self, value) {
            (RootForm::Set | RootForm::Sequence, ItfValue::Set(items) | ItfValue::List(items))
            | (RootForm::Sequence, ItfValue::Tuple(items)) => (items.iter().collect(), Vec::new()),
            (RootForm::Map, ItfValue::Map(entries)) => {
                (entries.iter().flat_map(|(key, value)| [key, value]).collect(), Vec::new())
            }
            (RootForm::Map, ItfValue::Record(fields)) => {
                let names = fields.iter().map(|(name, _)| name.as_str());
                (fields.iter().map(|(_, value)| value).collect(), names.collect())
            }
            _ => (vec![value], Vec::new()),
        }
    }
}

/// The values that have a name alone.
#[derive(Default)]
struct Names {
    all: BTreeSet<String>,
}

impl Names {
    fn of(trace: &ItfTrace, variables: &[&str], forms: &[RootForm]) -> Names {
        let mut names = Names::default();
        let mut strings = BTreeSet::new();
        for at in 0..trace.states.len() {
            for (variable, form) in variables.iter().zip(forms) {
                let Some(value) = trace.value(at, variable) else { continue };
                let (parts, fields) = form.parts(value);
                names.all.extend(fields.into_iter().map(str::to_owned));
                for part in parts {
                    match part {
                        ItfValue::String(text) => {
                            strings.insert(text);
                        }
                        ItfValue::Boolean(_) => {}
                        part if part.integer().is_some() => {}
                        part => {
                            names.all.insert(part.to_string());
                        }
                    }
                }
            }
        }
        let marked: Vec<String> = strings
            .into_iter()
            .filter(|text| names.is_ambiguous(text))
            .map(|text| format!("{text:?}"))
            .collect();
        names.all.extend(marked);
        names
    }

    /// The string would be read as something else: as such a value, as a number or a truth value where it is a key.
    fn is_ambiguous(&self, text: &str) -> bool {
        let is_scalar = matches!(text, "true" | "false") || text.parse::<i64>().is_ok();
        is_scalar || text.starts_with('"') || self.all.contains(text)
    }

    fn scalar(&self, value: &ItfValue) -> Json {
        match value {
            ItfValue::Boolean(value) => json!(value),
            ItfValue::String(text) if self.is_ambiguous(text) => json!(format!("{text:?}")),
            ItfValue::String(text) => json!(text),
            value => {
                value.integer().map_or_else(|| json!(value.to_string()), |number| json!(number))
            }
        }
    }
}
