use serde_json::{Value as Json, json};

use super::{ItfTrace, ItfValue};
use crate::{Header, MalformedRecord, Scalar, Trace, Value};

/// Of the forms that Apalache and Quint write, with all values that the format has.
fn foreign() -> Json {
    json!({
        "#meta": { "format": "ITF", "source": "bank.qnt", "varTypes": { "x": "Int" }, "timestamp": 1701944461444u64 },
        "params": ["Limit"],
        "vars": ["x", "log", "who", "s", "deep"],
        "loop": 1,
        "more": [null, 1.5],
        "states": [
            {
                "#meta": { "index": 0 }, "Limit": { "#bigint": "99999999999999999999" },
                "x": { "#bigint": "-3" }, "log": [], "who": { "#map": [["a", { "#bigint": "0" }], ["b", 7]] },
                "s": { "#set": ["p", "q"] },
                "deep": { "tag": "Some", "value": { "#tup": [true, { "#map": [[{ "#tup": [] }, { "#set": [[1]] }]] }] } },
            },
            {
                "#meta": { "index": 1 },
                "x": { "#unserializable": "Int" }, "log": ["p", { "#bigint": "2" }], "who": { "#map": [] },
                "s": { "#set": [] }, "deep": { "tag": "None", "value": {} },
            },
        ],
    })
}

fn read(json: &Json) -> ItfTrace {
    ItfTrace::read(json).unwrap_or_else(|error| panic!("{error}: {json}"))
}

/// If it failed, a trace of another program would be another one when it is written again.
#[test]
fn what_is_read_is_written() {
    let empty = json!({ "vars": [], "states": [] });
    let null = json!({ "params": [], "vars": [], "loop": null, "states": [{ "#meta": { "index": 0 }, "#map": [["n", 1]] }] });
    for json in [foreign(), empty, null] {
        assert!(ItfTrace::is_one(&json));
        assert_eq!(read(&json).json(), json);
        assert_eq!(ItfTrace::read_all(&json!([json, json])).expect("they are two").len(), 2);
    }
}

/// If it failed, a document that is no trace would be taken for one.
#[test]
fn what_is_no_trace_is_refused_with_its_place() {
    let with = |value: Json| json!({ "vars": ["x"], "states": [{ "x": 1 }, { "x": value }] });
    for (json, path) in [
        (json!([]), "trace"),
        (json!({ "vars": [] }), "states"),
        (json!({ "states": [] }), "vars"),
        (json!({ "vars": [1], "states": [] }), "vars"),
        (json!({ "vars": [], "params": "x", "states": [] }), "params"),
        (json!({ "vars": [], "states": [], "loop": 0 }), "loop"),
        (with(json!(null)), "states[1].x"),
        (with(json!(1.5)), "states[1].x"),
        (with(json!([1, { "a": 0.5 }])), "states[1].x[1].a"),
        (with(json!({ "#bigint": "1e3" })), "states[1].x"),
        (with(json!({ "#set": 3 })), "states[1].x"),
        (with(json!({ "#map": [[1]] })), "states[1].x[0]"),
        (with(json!({ "#other": [] })), "states[1].x"),
    ] {
        assert_eq!(ItfTrace::read(&json).expect_err(path).path, path, "{json}");
    }
}

/// If it failed, a trace of another program could not be drawn.
#[test]
fn a_foreign_trace_has_its_variables_as_roots() {
    let (header, record) = read(&foreign()).record().expect("it is one");
    assert_eq!(
        header["roots"],
        json!({ "Limit": "univ", "x": "univ", "log": "seq univ", "who": "map univ univ", "s": "set univ", "deep": "univ" })
    );
    assert_eq!(header["var"], json!(["x", "log", "who", "s", "deep"]));
    assert_eq!(record["loop"], 1);
    assert_eq!(
        record["states"][0]["roots"],
        json!({
            "Limit": "99999999999999999999", "x": -3, "log": [], "who": { "a": 0, "b": 7 }, "s": ["p", "q"],
            "deep": "Some(<<TRUE, (<<>> :> {[1]})>>)",
        })
    );
    assert_eq!(record["states"][1]["roots"]["deep"], "None");
    let trace = Trace::read(&Header::read(&header).expect("it is a header"), &record);
    let trace = trace.expect("it fits");
    assert_eq!(trace.states[1].roots[0].0, "Limit");
    assert!(matches!(&trace.states[1].roots[2].1, Value::Sequence(items) if items.len() == 2));
}

/// If it failed, two different values would be drawn alike: a set and the string that looks like it.
#[test]
fn a_value_is_no_string_at_any_depth() {
    let json = json!({ "vars": ["m", "b", "r"], "states": [{
        "m": { "#map": [
            ["a", { "#set": [{ "#bigint": "1" }] }], ["b", "{1}"], ["c", "\"{1}\""], ["1", 1], [1, "1"],
        ] },
        "b": { "#bigint": "99999999999999999999" },
        "r": { "x": "99999999999999999999", "y": { "tag": "Some", "value": { "#unserializable": "Int" } } },
    }] });
    let (header, record) = read(&json).record().expect("it is one");
    let trace = Trace::read(&Header::read(&header).expect("it is a header"), &record);
    let roots = trace.expect("it fits").states.swap_remove(0).roots;
    let name = |text: &str| Scalar::Name(text.to_owned());
    let string = |text: &str| Scalar::String(text.to_owned());
    let pairs = [
        (string("a"), name("{1}")),
        (string("b"), name("\"{1}\"")),
        (string("c"), name("\"\\\"{1}\\\"\"")),
        (name("\"1\""), Scalar::Number(1)),
        (Scalar::Number(1), name("\"1\"")),
    ];
    assert_eq!(roots[0].1, Value::Map(pairs.to_vec()));
    assert_eq!(roots[1].1, Value::One(name("99999999999999999999")));
    let fields = [
        (name("x"), name("\"99999999999999999999\"")),
        (name("y"), name("Some(#unserializable Int)")),
    ];
    assert_eq!(roots[2].1, Value::Map(fields.to_vec()));
}

fn own() -> (Json, Json) {
    let header = json!({
        "format": "heapgraph/1", "spec": "s.als", "command": "run p",
        "roots": { "p": "B?", "q": "set A", "C": "C" },
        "types": {
            "A": { "next": "A?", "size": "int" }, "B": { "next": "A?", "size": "int", "ages": "map Color int", "seen": "seq A" },
            "C": { "pairs": "rel A Color", "isNew": "bool", "at": "map A int" },
        },
        "enums": { "Color": ["RED", "GREEN"] },
        "extends": { "B": "A" },
        "sets": { "M": { "of": "A", "fields": { "by": "C?" } }, "Warm": { "of": "Color", "fields": {} } },
        "relations": { "Warm.degree": "rel Color int" },
        "var": ["A", "A.next", "B", "B.seen", "M", "M.by", "C.pairs", "C.at"],
        "actions": {
            "age": { "b": "B", "by": "int", "is": "bool" },
            "paint": { "b": "A?", "in": "rel A Color", "ages": "map A int", "to": "set Color" }, "wait": {},
        },
    });
    let c =
        |pairs: Json, at: Json| json!({ "$type": "C", "pairs": pairs, "isNew": false, "at": at });
    let rest = |marked: Json| json!({ "M": marked, "Warm": ["RED"] });
    let relations = json!({ "Warm.degree": [["RED", -2]] });
    let b = |next: Json, seen: Json| json!({ "$type": "B", "next": next, "size": 3, "ages": { "RED": 1 }, "seen": seen });
    let first = json!({
        "roots": { "p": "B$1", "q": ["B$1"], "C": "C$0" },
        "objects": { "B$1": b(json!(null), json!(["B$1", "B$1"])), "C$0": c(json!([["B$1", "RED"]]), json!({ "B$1": 5 })) },
        "sets": rest(json!([])), "relations": relations,
    });
    let mut marked = b(json!("B$1"), json!([]));
    marked["by"] = json!(null);
    let second = json!({
        "roots": { "p": "B$1", "q": ["B$1"], "C": "C$0" },
        "objects": { "B$1": marked, "C$0": c(json!([]), json!({})) },
        "sets": rest(json!(["B$1"])), "relations": relations,
    });
    let steps = json!([
        [
            { "action": "age", "args": { "b": "B$1", "by": -2, "is": true } },
            { "action": "wait", "args": {} },
        ],
        [{ "action": "paint", "args": {
            "b": null, "in": [["B$1", "RED"]], "ages": { "B$1": 3 }, "to": ["RED", "GREEN"],
        } }],
    ]);
    (header, json!({ "kind": "instance", "states": [first, second], "loop": 0, "steps": steps }))
}

/// If it failed, a trace that went to another tool would come back as another one.
#[test]
fn a_trace_of_heaps_comes_back() {
    let (header, record) = own();
    let declared = Header::read(&header).expect("it is a header");
    let itf = ItfTrace::of(&declared, &record).expect("it fits");
    let json = itf.json();
    assert_eq!(read(&json), itf);
    assert_eq!(json["vars"][0], "A");
    assert_eq!(json["states"][1]["A.next"], json!({ "#map": [["B$1", "B$1"]] }));
    assert_eq!(json["states"][0]["A.size"], json!({ "#map": [["B$1", { "#bigint": "3" }]] }));
    // What never changes, the first state has.
    assert!(json["params"].as_array().expect("names").contains(&json!("A.size")));
    assert!(json["states"][1].get("A.size").is_none());
    // Beside each state stands the first name of the step that led to it, and its arguments by all names.
    let none = || json!({ "tag": "None", "value": { "#tup": [] } });
    let some = |value: Json| json!({ "tag": "Some", "value": value });
    assert_eq!(json["states"][0]["mbt::actionTaken"], "init");
    assert_eq!(json["states"][0]["mbt::nondetPicks"]["by"], none());
    assert_eq!(json["states"][1]["mbt::actionTaken"], "age");
    assert_eq!(
        json["states"][1]["mbt::nondetPicks"],
        json!({
            "b": some(json!("B$1")), "by": some(json!({ "#bigint": "-2" })), "is": some(json!(true)),
            "in": none(), "ages": none(), "to": none(),
        })
    );
    assert!(json["vars"].as_array().expect("names").contains(&json!("mbt::nondetPicks")));
    let (again, found) = itf.record().expect("it is of heaps");
    assert_eq!(found, record);
    assert_eq!(Header::read(&again), Ok(declared));
    // Members that are no part of the format are texts, or the crate `itf` refuses the file.
    let meta = itf.members["#meta"].as_object().expect("an object");
    assert!(meta.values().all(Json::is_string), "{meta:?}");
    // What somebody has changed since is not passed over.
    let refused = |of: &ItfTrace| of.record().expect_err("it is another trace").path;
    let mut cut = itf.clone();
    cut.members["#meta"]["heapgraph"] = json!("{\"roots\":");
    assert_eq!(refused(&cut), "#meta.heapgraph");
    let mut other = itf.clone();
    other.states[1].values.retain(|(name, _)| name != "A.next");
    assert_eq!(refused(&other), "states[1].A.next");
    other.states.pop();
    assert_eq!(refused(&other), "states");
}

/// If it failed, a picture would show values otherwise than TLA+ writes them.
#[test]
fn values_are_shown_as_in_tla() {
    let shown = |json: Json| ItfValue::read(&json, "x").expect("it is a value").to_string();
    for (json, text) in [
        (json!({ "#set": [1, { "#bigint": "-2" }] }), "{1, -2}"),
        (json!({ "#tup": ["a", false] }), "<<\"a\", FALSE>>"),
        (json!({ "x": 1, "y": [2] }), "[x |-> 1, y |-> [2]]"),
        (json!({ "#map": [["a", 1], ["b", 2]] }), "(\"a\" :> 1 @@ \"b\" :> 2)"),
        (json!({ "tag": "Some", "value": { "x": 1 } }), "Some([x |-> 1])"),
        (json!({ "tag": "None", "value": { "#tup": [] } }), "None"),
        (json!({ "tag": "no word", "value": 1 }), "[tag |-> \"no word\", value |-> 1]"),
    ] {
        assert_eq!(shown(json), text);
    }
}

/// If it failed, traces that Apalache and Quint publish could not be read, or would be others when they are written
/// again.
#[test]
#[ignore = "a folder of traces: KORREL_ITF=FOLDER cargo test -p korrel-heapgraph -- --ignored"]
fn published_traces_survive() {
    let folder = std::env::var("KORREL_ITF").expect("KORREL_ITF names a folder");
    let mut folders = vec![std::path::PathBuf::from(folder)];
    let mut count = 0;
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("it is a folder") {
            let path = entry.expect("it can be read").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.to_string_lossy().ends_with(".itf.json") {
                let text = std::fs::read_to_string(&path).expect("it is text");
                let json = serde_json::from_str(&text).unwrap_or_else(|e| panic!("{path:?}: {e}"));
                survives(&json).unwrap_or_else(|e| panic!("{path:?}: {e}"));
                count += 1;
            }
        }
    }
    eprintln!("{count} traces");
    assert!(count > 0);
}

fn survives(json: &Json) -> Result<(), MalformedRecord> {
    let traces = ItfTrace::read_all(json)?;
    let one = std::slice::from_ref(json);
    let given = json.as_array().map_or(one, Vec::as_slice);
    for (trace, given) in traces.iter().zip(given) {
        assert_eq!(trace.json(), *given);
        let (header, record) = trace.record()?;
        if !trace.states.is_empty() {
            Trace::read(&Header::read(&header)?, &record)?;
        }
    }
    Ok(())
}
