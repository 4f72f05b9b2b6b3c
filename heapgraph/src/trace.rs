//! Traces: the states of a behaviour, each a heap.
//!
//! A record holds each state whole, or all but the first by what changed. What is not `var` is the same in all
//! states, and an id is one object.

mod agree;
mod changed;
mod steps;

use serde_json::Value as Json;

use self::agree::agree;
pub use self::changed::{objects_after, whole_states};
pub use self::steps::TakenStep;
use self::steps::steps;
use crate::header::Header;
use crate::heap::{State, Value};
use crate::read::{state, witnesses};
use crate::{MalformedRecord, malformed};

/// A trace's record.
///
/// Invariant: there is a state, and `back` is the index of one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trace {
    pub id: Option<u64>,
    pub key: Option<String>,
    pub states: Vec<State>,
    /// The state after the last one, or `None` in the beginning of a trace, of which nothing more is known.
    pub back: Option<usize>,
    /// It is a beginning, and no state can follow.
    pub is_dead_end: bool,
    /// The names of each step, the last one being that to the loop. Empty if they are not given.
    pub steps: Vec<Vec<TakenStep>>,
    /// Objects that the first state does not have are names.
    pub witnesses: Vec<(String, Value)>,
}

impl Trace {
    /// # Errors
    /// A state that does not have the shape that the header says, no states, a loop to no state, and what differs
    /// between states though it is not `var`.
    pub fn read(header: &Header, record: &Json) -> Result<Trace, MalformedRecord> {
        let whole = whole_states(record)?;
        let (mut states, mut readers) = (Vec::with_capacity(whole.len()), Vec::new());
        for (at, json) in whole.iter().enumerate() {
            let read = state(header, json, None).map_err(|error| error.within(at))?;
            states.push(read.0);
            readers.push(read.1);
        }
        agree(header, &states)?;
        let back = back(record, states.len())?;
        let count = states.len() - usize::from(back.is_none());
        Ok(Trace {
            id: record["id"].as_u64(),
            key: record["key"].as_str().map(str::to_owned),
            back,
            is_dead_end: back.is_none() && is_dead_end(record),
            steps: steps(header, record, count, &readers)?,
            witnesses: witnesses(header, record, &whole)?,
            states,
        })
    }
}

/// The state after the last one of so many.
///
/// # Errors
/// A `loop` that is no state.
pub fn back(record: &Json, states: usize) -> Result<Option<usize>, MalformedRecord> {
    let Some(back) = record.get("loop") else { return Ok(None) };
    match back.as_u64() {
        Some(back) if back < states as u64 => Ok(Some(back as usize)),
        _ => malformed("loop", "the index of a state"),
    }
}

/// True if a record says that no state can follow.
pub fn is_dead_end(record: &Json) -> bool {
    record["dead_end"] == true
}

impl MalformedRecord {
    /// The same in a state of a trace.
    pub(crate) fn within(self, state: usize) -> MalformedRecord {
        MalformedRecord { path: format!("states[{state}].{}", self.path), ..self }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value as Json, json};

    use super::{Trace, whole_states};
    use crate::{Action, Header, Heap, Member, Scalar, Shape, Value};

    fn header() -> Header {
        let header = json!({
            "roots": { "c": "C" },
            "types": { "N": { "next": "N?", "size": "int" }, "C": {} },
            "enums": {},
            "sets": { "M": { "of": "N", "fields": {} }, "S": { "of": "C", "fields": {} } },
            "var": ["N", "N.next", "M"],
        });
        Header::declared(&header).expect("it is a header")
    }

    fn state(objects: Json, marked: Json) -> Json {
        let mut objects = objects;
        objects["C$0"] = json!({ "$type": "C" });
        json!({ "roots": { "c": "C$0" }, "objects": objects, "sets": { "M": marked, "S": ["C$0"] } })
    }

    fn first() -> Json {
        state(json!({ "N$0": { "$type": "N", "next": null, "size": 0 } }), json!([]))
    }

    fn read(record: Json) -> Result<Trace, String> {
        Trace::read(&header(), &record).map_err(|error| error.to_string())
    }

    /// If it failed, a trace would be another one for a reader than for the writer.
    #[test]
    fn states_and_loop_are_read() {
        let next =
            state(json!({ "N$0": { "$type": "N", "next": "N$0", "size": 0 } }), json!(["N$0"]));
        let lasso = json!({ "id": 7, "key": "00", "states": [first(), next], "loop": 1 });
        let trace = read(lasso).expect("it fits");
        assert_eq!((trace.id, trace.key.as_deref(), trace.back), (Some(7), Some("00"), Some(1)));
        assert_eq!(trace.states.len(), 2);
        let fields = |at: usize| &trace.states[at].objects[0].fields;
        assert_eq!(fields(0)[0].1, Value::Null);
        assert!(matches!(fields(1)[0].1, Value::One(_)));
        assert_eq!(read(json!({ "states": [first()] })).expect("it fits").back, None);
    }

    /// If it failed, a reader would judge a record that is no trace.
    #[test]
    fn what_is_no_trace_is_refused_with_its_place() {
        let another = |fields: Json| state(json!({ "N$0": fields }), json!([]));
        let with = |part: &str, value: Json| {
            let mut state = first();
            state[part] = value;
            json!({ "states": [first(), state] })
        };
        let node = json!({ "$type": "N", "next": null, "size": 1 });
        for (record, path) in [
            (json!({ "states": [] }), "states"),
            (json!({ "states": {} }), "states"),
            (json!({ "states": [first(), 3] }), "states[1]"),
            (json!({ "states": [{ "changed": {} }] }), "states[0]"),
            (json!({ "states": [first()], "loop": 1 }), "loop"),
            (json!({ "states": [first()], "loop": -1 }), "loop"),
            (json!({ "states": [first()], "loop": null }), "loop"),
            (json!({ "states": [first(), another(node)] }), "states[1].objects.N$0.size"),
            (
                json!({ "states": [first(), another(json!({ "$type": "C" }))] }),
                "states[1].objects.N$0.$type",
            ),
            (
                json!({ "states": [first(), another(json!({ "size": {} }))] }),
                "states[1].objects.N$0.$type",
            ),
            (with("objects", json!({})), "states[1].objects.C$0"),
            (with("sets", json!({ "M": [], "S": [] })), "states[1].sets.S"),
            (with("roots", json!({})), "states[1].roots.c"),
        ] {
            let error = read(record.clone()).expect_err(path);
            assert!(error.starts_with(&format!("{path}:")), "{record}: {error}");
        }
        // An object that comes later has no values in what never changes.
        let late = state(json!({ "N$1": { "$type": "N", "next": null, "size": 0 } }), json!([]));
        let error = read(json!({ "states": [state(json!({}), json!([])), late] }));
        assert!(error.expect_err("it has a size").starts_with("states[1].objects.N$1.size:"));
    }

    /// If it failed, a step would have another name for a reader than for the writer, or one that it cannot have.
    #[test]
    fn steps_are_read() {
        let mut header = header();
        let n = || Member { name: "n".to_owned(), shape: Shape::parse("N").expect("it is one") };
        header.actions.push(Action { name: "cut".to_owned(), parameters: vec![n()] });
        header.actions.push(Action { name: "stay".to_owned(), parameters: Vec::new() });
        let cut = |id: &str| json!({ "action": "cut", "args": { "n": id } });
        let stay = json!({ "action": "stay", "args": {} });
        let record =
            |steps: Json| json!({ "states": [first(), first()], "loop": 0, "steps": steps });
        let read = |record: &Json| Trace::read(&header, record);
        let trace = read(&record(json!([[cut("N$0"), stay], []]))).expect("it fits");
        assert_eq!(trace.steps[0][0].action, "cut");
        let object = trace.states[0].objects.iter().position(|object| object.id == "N$0");
        let object = Value::One(Scalar::Object(object.expect("it is there")));
        assert_eq!(trace.steps[0][0].arguments, [("n".to_owned(), object)]);
        assert_eq!((trace.steps[0].len(), trace.steps[1].len()), (2, 0));
        for (steps, path) in [
            (json!([[]]), "steps"),
            (json!({}), "steps"),
            (json!([[], {}]), "steps[1]"),
            (json!([[], [{ "args": {} }]]), "steps[1][0].action"),
            (json!([[], [{ "action": "other", "args": {} }]]), "steps[1][0].action"),
            (json!([[], [stay, { "action": "cut", "args": {} }]]), "steps[1][1].args"),
            (json!([[], [{ "action": "stay", "args": { "n": "N$0" } }]]), "steps[1][0].args"),
        ] {
            assert_eq!(read(&record(steps)).expect_err(path).path, path);
        }
        // A beginning has no step from its last state.
        let mut beginning = record(json!([[cut("N$0")]]));
        beginning.as_object_mut().expect("it is one").remove("loop");
        assert_eq!(read(&beginning).expect("it fits").steps.len(), 1);
        // A reader that knows no actions reads states.
        let steps = record(json!(3));
        assert!(Trace::read(&self::header(), &steps).expect("it fits").steps.is_empty());
    }

    /// If it failed, a reader of heaps would take a trace for a heap without objects.
    #[test]
    fn a_trace_is_no_heap() {
        let error = Heap::read(&header(), &json!({ "states": [first()] })).expect_err("it is none");
        assert_eq!(error.path, "states");
    }

    /// If it failed, a trace that is given by its changes would be another one.
    #[test]
    fn changes_are_the_whole() {
        let grown = json!({
            "N$0": { "$type": "N", "next": "N$1", "size": 0 },
            "N$1": { "$type": "N", "next": null, "size": 0 },
        });
        let states = [first(), state(grown, json!(["N$0"])), state(json!({}), json!([])), first()];
        let told = json!({ "states": [
            first(),
            { "changed": { "N$0": { "next": "N$1" }, "N$1": { "$type": "N", "next": null, "size": 0 } }, "sets": { "M": ["N$0"] } },
            { "changed": { "N$0": null, "N$1": null } },
            { "changed": { "N$0": { "$type": "N", "next": null, "size": 0 } } },
        ] });
        let whole = whole_states(&told).expect("they fit");
        for (at, (found, expected)) in whole.iter().zip(&states).enumerate() {
            assert_eq!(**found, *expected, "{at}");
        }
        for (wrong, path) in [
            (json!({ "changed": { "N$7": null } }), "states[1].changed.N$7"),
            (json!({ "changed": { "N$7": { "next": null } } }), "states[1].changed.N$7"),
            (json!({ "changed": { "N$0": { "text": null } } }), "states[1].changed.N$0.text"),
            (json!({ "changed": { "N$0": 3 } }), "states[1].changed.N$0"),
            (json!({ "changed": [] }), "states[1].changed"),
            (json!({ "changed": {}, "objects": {} }), "states[1].objects"),
            (json!({ "changed": {}, "sets": [] }), "states[1].sets"),
        ] {
            let record = json!({ "states": [first(), wrong] });
            assert_eq!(whole_states(&record).expect_err(path).path, path);
        }
    }
}
