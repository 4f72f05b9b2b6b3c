//! The vectors that every reader of streams is tried on: heapgraph/vectors.

use serde_json::Value;

use crate::program::{korrel_on, root};

/// If it failed, the program would read a stream otherwise than the packages do: one that lost a line would be whole, or
/// one that another program wrote anew be refused.
#[test]
fn streams_are_read_as_everywhere() {
    let vectors = std::fs::read_to_string(root().join("heapgraph/vectors/streams.jsonl"));
    let vectors = vectors.expect("the vectors are in the repository");
    for vector in vectors.lines() {
        let vector: Value = serde_json::from_str(vector).expect("a vector is JSON");
        let name = vector["name"].as_str().expect("a vector has a name");
        let lines = vector["lines"].as_array().expect("a vector has lines").iter();
        let mut text: String =
            lines.flat_map(|line| [line.as_str().expect("a line is a text"), "\n"]).collect();
        if vector["last_line_feed"] == false {
            text.pop();
        }
        let run = korrel_on(&text, &["eval", "heapgraph/vectors/streams.als", "--heap", "-"]);
        let expect = &vector["expect"];
        let told = format!("{name}: {:?} {}", run.code, run.stderr);
        match expect["error"].as_str() {
            None if expect.get("or").is_some() => {
                assert!(matches!(run.code, Some(0 | 1)), "{told}")
            }
            None => {
                let count = match &expect["instances"] {
                    Value::Array(instances) => instances.len() as u64,
                    count => count.as_u64().expect("a vector counts its instances"),
                };
                // It may violate the spec, but not its types.
                assert!(matches!(run.code, Some(0 | 1)), "{told}");
                assert_eq!(run.records().len() as u64, count, "{told}");
                assert!(run.records().iter().all(|heap| heap["errors"].is_null()), "{told}");
            }
            Some(_) if ["no header", "the whole twice"].contains(&name) => {
                assert_eq!(run.code, Some(0), "{told}");
            }
            Some(_) if name == "two headers" => assert_eq!(run.code, Some(3), "{told}"),
            // Its types are those of the spec.
            Some("header") => assert_eq!(run.code, Some(0), "{told}"),
            Some("truncated") => assert!(matches!(run.code, Some(2 | 3)), "{told}"),
            Some("schema") => {
                let path = expect["path"].as_str().expect("a misfit has a path");
                assert_eq!(run.code, Some(1), "{told}");
                let judged =
                    &run.records()[expect["record"].as_u64().expect("and a record") as usize];
                assert!(judged["errors"].to_string().contains(path), "{told} {judged}");
            }
            Some(_) => assert_eq!(run.code, Some(2), "{told}"),
        }
        let is_noted = run.stderr.contains("digest of this stream says nothing");
        assert_eq!(is_noted, expect["note"] == "digest", "{told}");
        let shown = korrel_on(&text, &["show", "-", "-n", "0"]);
        if let Some("count" | "digest" | "after end" | "not JSON") = expect["error"].as_str()
            && name != "the whole twice"
        {
            assert_eq!(shown.code, Some(2), "{name}: {}", shown.stderr);
        }
        if expect["error"].is_null()
            && expect.get("or").is_none()
            && expect["instances"] != Value::Array(Vec::new())
        {
            let last = text.lines().rfind(|line| !line.trim().is_empty()).unwrap_or_default();
            let last: Value = serde_json::from_str(last).unwrap_or_default();
            let is_whole = ["complete", "limit"].iter().any(|status| last["status"] == *status);
            let expected = if is_whole { 0 } else { 3 };
            assert_eq!(shown.code, Some(expected), "{name}: {}", shown.stderr);
        }
    }
}

/// If it failed, the program would read a trace otherwise than the packages do.
#[test]
fn traces_are_read_as_everywhere() {
    let vectors = std::fs::read_to_string(root().join("heapgraph/vectors/traces.jsonl"));
    let vectors = vectors.expect("the vectors are in the repository");
    assert!(vectors.lines().count() > 35);
    for vector in vectors.lines() {
        let vector: Value = serde_json::from_str(vector).expect("a vector is JSON");
        let lines = vector["lines"].as_array().expect("a vector has lines").iter();
        let text: String =
            lines.flat_map(|line| [line.as_str().expect("a line is a text"), "\n"]).collect();
        let run = korrel_on(&text, &["eval", "heapgraph/vectors/traces.als", "--heap", "-"]);
        let shown = korrel_on(&text, &["show", "-", "-n", "0"]);
        let expect = &vector["expect"];
        let told = format!("{}: {:?} {}", vector["name"], run.code, run.stderr);
        match expect["path"].as_str() {
            None => {
                assert_eq!((run.code, shown.code), (Some(0), Some(0)), "{told} {}", shown.stderr);
                assert!(run.records().iter().all(|trace| trace["errors"].is_null()), "{told}");
            }
            // Steps follow from the states, by which a trace is judged.
            Some(path) if path.starts_with("steps") => {
                assert_eq!(shown.code, Some(2), "{told}");
                assert!(shown.stderr.contains(path), "{told} {}", shown.stderr);
            }
            Some(path) => {
                assert_eq!(run.code, Some(1), "{told}");
                let place = &run.records()[1]["errors"][0]["at"];
                assert_eq!(place, path, "{told}");
            }
        }
    }
}
