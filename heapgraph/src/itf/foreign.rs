//! Traces of other programs as states without objects: each variable is a root.
//!
//! Sets, lists, maps and records of plain values have the shape of such a root; what stands deeper is text.

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
    let mut declared = json!({ "roots": roots, "types": {}, "enums": {} });
    if !variable.is_empty() {
        declared["var"] = json!(variable);
    }
    let state = |at: usize| {
        let root = |(name, form): (&&str, &RootForm)| {
            let value = trace.value(at, name).map_or(Json::Null, |value| form.value(value));
            ((*name).to_owned(), value)
        };
        let roots: Map<String, Json> = names.iter().zip(&forms).map(root).collect();
        json!({ "roots": roots, "objects": {} })
    };
    (declared, (0..trace.states.len()).map(state).collect())
}

/// The form that a variable has in all states; `Scalar` where it has several.
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
            RootForm::Map => "map string univ",
        }
    }

    fn value(self, value: &ItfValue) -> Json {
        match (self, value) {
            (RootForm::Set | RootForm::Sequence, ItfValue::Set(items) | ItfValue::List(items))
            | (RootForm::Sequence, ItfValue::Tuple(items)) => items.iter().map(scalar).collect(),
            (RootForm::Map, ItfValue::Map(entries)) => {
                let entry = |(key, value): &(ItfValue, ItfValue)| (text(key), scalar(value));
                entries.iter().map(entry).collect::<Map<_, _>>().into()
            }
            (RootForm::Map, ItfValue::Record(fields)) => {
                let field = |(name, value): &(String, ItfValue)| (name.clone(), scalar(value));
                fields.iter().map(field).collect::<Map<_, _>>().into()
            }
            _ => scalar(value),
        }
    }
}

fn scalar(value: &ItfValue) -> Json {
    match value {
        ItfValue::Boolean(value) => json!(value),
        value => value.integer().map_or_else(|| json!(text(value)), |number| json!(number)),
    }
}

fn text(value: &ItfValue) -> String {
    match value {
        ItfValue::String(text) => text.clone(),
        value => value.to_string(),
    }
}
