//! Keys of traces: one numbering of the objects for all states.

use std::io::Write;
use std::process::{Command, Stdio};

use korrel_sat::Effort;
use serde_json::{Value as Json, json};

use super::super::subject::KeySubject;
use super::super::{Keys, is_key};
use super::{GRAPH, Given, graph_of};
use crate::heap::{Heading, Schema, TraceStates, header};
use crate::testing::Random;

impl Given {
    /// The least texts that are found at once, and cautiously, and the key.
    fn trace_texts(&self, trace: &Json) -> ([String; 2], String) {
        let problem = self.resolved.problem();
        let (model, command) = (problem.question.model, problem.question.command);
        let schema = Schema::new(model, command).expect("no two roots of one name");
        let states = TraceStates::of(trace).expect("it has states").expect("they are whole");
        let graph = states.read(&schema, model).unwrap_or_else(|e| panic!("{trace}: {e:?}"));
        let subject = KeySubject::Trace(&graph.states, graph.back);
        let never = Effort::default();
        let Keys { types, mut search } = Keys::new(&schema);
        let text = |text: &[u8]| String::from_utf8(text.to_vec()).expect("JSON is text");
        let found = text(search.least_text(subject, &types, &never).expect("nobody stops it"));
        search.attempt(subject, &types, true, &never).expect("nobody stops it");
        let cautious = text(search.best());
        let key = Keys::new(&schema).trace_key(&graph.states, graph.back, &never);
        ([found, cautious], key.expect("nobody stops it"))
    }

    fn trace_key(&self, trace: &Json) -> String {
        self.trace_texts(trace).1
    }

    fn header(&self) -> String {
        let problem = self.resolved.problem();
        let schema = Schema::new(problem.question.model, problem.question.command);
        let heading = Heading {
            tool: "korrel 0.1.0",
            spec: "s.als",
            command: "run",
            question: "0123456789abcdef",
            symmetry: "none",
            shard: None,
            from: None,
            cut: None,
            key: None,
            sample: None,
            asks: None,
            traces: None,
        };
        header(&schema.expect("no two roots of one name"), &heading)
    }
}

/// So many states of a graph, whose vertices come and go.
fn trace(kinds: &[&str], seed: u64, density: u64) -> Json {
    let mut random = Random::new(seed);
    let states: Vec<Json> = (0..1 + random.below(3))
        .map(|_| {
            let is_there: Vec<bool> = kinds.iter().map(|_| random.below(100) < 60).collect();
            graph_of(kinds, &is_there, &mut random, density)
        })
        .collect();
    let back = random.below(1 + states.len() as u64);
    let mut trace = json!({ "kind": "instance", "states": states });
    if back > 0 {
        trace["loop"] = json!(back - 1);
    }
    trace
}

/// The trace with other numbers for its vertices, some of them with gaps, and its objects in another order.
fn renumbered(trace: &Json, kinds: &[&str], random: &mut Random) -> Json {
    let mut numbers: Vec<usize> = (0..kinds.len() + 2).collect();
    for at in (1..numbers.len()).rev() {
        numbers.swap(at, random.below(at as u64 + 1) as usize);
    }
    let mut text = trace.to_string();
    for (at, kind) in kinds.iter().enumerate() {
        text = text.replace(&format!("\"{kind}${at}\""), &format!("\"{kind}$~{}\"", numbers[at]));
    }
    let mut trace: Json = serde_json::from_str(&text.replace("$~", "$")).expect("it is JSON");
    for state in trace["states"].as_array_mut().expect("states") {
        *state = super::turned(state, random.below(5) as usize);
    }
    trace
}

/// If this failed, the key of a trace would depend on how its objects are called, or which of two ways has found it.
#[test]
fn keys_are_those_of_all_labellings() {
    let given = Given::changing(GRAPH);
    let mut random = Random::new(5);
    for seed in 0..150 {
        let kinds = &["A", "B", "B", "A", "B", "A"][..3 + seed as usize % 4];
        let trace = trace(kinds, seed, 10 + seed % 5 * 15);
        let ([text, cautious], key) = given.trace_texts(&trace);
        assert_eq!(text, cautious, "{trace}");
        assert!(is_key(&key));
        for _ in 0..3 {
            let other = renumbered(&trace, kinds, &mut random);
            assert_eq!(given.trace_texts(&other).0[0], text, "{trace}\n{other}");
        }
    }
    let many = ["A"; 12];
    for seed in 0..20 {
        let trace = trace(&many, seed, 8);
        let other = renumbered(&trace, &many, &mut random);
        assert_eq!(given.trace_key(&trace), given.trace_key(&other), "{trace}");
    }
}

/// If this failed, a second implementation would call a trace otherwise.
#[test]
#[ignore = "python3: cargo test -p korrel-enumerate -- --ignored"]
fn keys_are_those_of_the_reference_program() {
    let given = Given::changing(GRAPH);
    let (mut stream, mut keys, mut random) =
        (format!("{}\n", given.header()), Vec::new(), Random::new(9));
    for seed in 0..200 {
        let kinds = &["A", "B", "A", "B", "A"][..2 + seed as usize % 4];
        let trace = trace(kinds, 1000 + seed, 10 + seed % 6 * 15);
        for trace in [renumbered(&trace, kinds, &mut random), trace] {
            keys.push(given.trace_key(&trace));
            stream += &format!("{trace}\n");
        }
    }
    let program = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/key.py");
    let mut child = Command::new("python3")
        .arg(program)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("there is a python3");
    let mut stdin = child.stdin.take().expect("it is piped");
    let text = stream.clone();
    let writer = std::thread::spawn(move || stdin.write_all(text.as_bytes()));
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("no panic").expect("it reads all");
    let theirs = String::from_utf8(output.stdout).expect("keys are text");
    let theirs: Vec<&str> = theirs.lines().collect();
    assert_eq!(theirs.len(), keys.len());
    for ((ours, theirs), line) in keys.iter().zip(theirs).zip(stream.lines().skip(1)) {
        assert_eq!(ours, theirs, "{line}");
    }
}

/// If this failed, objects that come late and are alike would be tried in every order.
#[test]
fn symmetric_traces_take_no_time() {
    let given = Given::changing(GRAPH);
    let kinds = ["A"; 14];
    let mut random = Random::new(3);
    let nobody = graph_of(&kinds, &[false; 14], &mut random, 0);
    let all = graph_of(&kinds, &[true; 14], &mut random, 100);
    let none = graph_of(&kinds, &[true; 14], &mut random, 0);
    let mut ring = none.clone();
    for at in 0..14 {
        ring["objects"][format!("A${at}")]["near"] = json!([format!("A${}", (at + 1) % 14)]);
    }
    for states in
        [vec![&nobody, &all], vec![&all, &nobody, &none], vec![&none, &ring, &nobody, &ring]]
    {
        let trace = json!({ "states": states, "loop": 0 });
        let other = renumbered(&trace, &kinds, &mut random);
        assert_eq!(given.trace_key(&trace), given.trace_key(&other));
    }
}

/// If this failed, two traces that differ would have one name.
#[test]
fn keys_tell_what_traces_tell() {
    let given = Given::changing("sig N { next: lone N } run {} for 3");
    let state = |first: &str, second: &str| -> Json {
        let node = |next: &str| match next {
            "" => json!({ "$type": "N", "next": null }),
            next => json!({ "$type": "N", "next": next }),
        };
        json!({ "roots": {}, "objects": { "N$0": node(first), "N$1": node(second) } })
    };
    let (none, left, right) = (state("", ""), state("N$1", ""), state("", "N$0"));
    let key = |states: &[&Json], back: Option<usize>| {
        let mut trace = json!({ "states": states });
        if let Some(back) = back {
            trace["loop"] = json!(back);
        }
        given.trace_key(&trace)
    };
    let base = key(&[&none, &left, &right], Some(1));
    // The two nodes change places.
    assert_eq!(key(&[&none, &right, &left], Some(1)), base);
    for other in [
        // One renumbering of each state would make these alike.
        key(&[&none, &left, &left], Some(1)),
        key(&[&left, &none, &right], Some(1)),
        key(&[&none, &left, &right], Some(0)),
        key(&[&none, &left, &right], None),
        key(&[&none, &left], Some(1)),
    ] {
        assert_ne!(other, base);
    }
    // The text, for programs that compute it elsewhere.
    let (text, _) = given.trace_texts(&json!({ "states": [none, left], "loop": 1 }));
    let node = "{\"$type\":\"N\",\"next\":null}";
    assert_eq!(
        text[0],
        format!(
            "{{\"loop\":1,\"states\":[{{\"objects\":{{\"N$0\":{node},\"N$1\":{node}}},\"roots\":{{}}}},\
             {{\"objects\":{{\"N$0\":{{\"$type\":\"N\",\"next\":\"N$1\"}},\"N$1\":{node}}},\"roots\":{{}}}}]}}"
        )
    );
    let (text, _) = given.trace_texts(&json!({ "states": [none] }));
    assert!(text[0].starts_with("{\"prefix\":true,\"states\":[{\"objects\":"), "{}", text[0]);
}
