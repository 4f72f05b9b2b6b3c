//! Inputs that failed under @SPEC@. Written by korrel test --emit-test rust. Needs serde_json.

use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

const DRIVER: &[&str] = &[@DRIVER@];

fn output(words: &[&str], input: &str) -> (bool, String, String) {
    let mut child = Command::new(words[0])
        .args(&words[1..])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // A program that has ended reads no more; its output tells why.
    let _ = child.stdin.take().expect("it is piped").write_all(input.as_bytes());
    let output = child.wait_with_output().expect("the program ends");
    let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
    (output.status.success(), text(&output.stdout), text(&output.stderr))
}

fn check(header: &str, input: &str, expected: &str) {
    let (_, stdout, stderr) = output(DRIVER, &format!("{header}\n{input}\n"));
    let line = stdout.lines().nth(1);
    let line = line.unwrap_or_else(|| panic!("the driver did not answer: {stderr}"));
    let parsed = |text: &str| serde_json::from_str::<Value>(text).expect("it is JSON");
    let (reply, sent, expected) = (parsed(line), parsed(input), parsed(expected));
    assert_eq!(reply["id"], sent["id"]);
    assert_eq!(reply.get("fail"), None);
    assert_eq!(json!(reply.get("throw").is_some()), expected["throws"], "{}", reply["throw"]);
    if let Some(ty) = expected.get("throw") {
        assert_eq!(&reply["throw"]["type"], ty);
    }
    let is_unordered =
        |name: &str| expected["unordered"].as_array().is_some_and(|all| all.contains(&json!(name)));
    let objects = reply.get("post").map_or(&sent["objects"], |post| &post["objects"]);
    if let Some(post) = expected.get("post") {
        assert_eq!(normal(objects, &is_unordered), normal(post, &is_unordered));
    }
    if let Some(result) = expected.get("result") {
        let is_set = is_unordered("result");
        assert_eq!(ordered(&reply["result"], is_set), ordered(result, is_set));
    }
    if let Some(words) = expected.get("eval").and_then(Value::as_array) {
        let words: Vec<&str> = words.iter().filter_map(Value::as_str).collect();
        let mut record = sent.clone();
        record["post"] = reply.get("post").cloned().unwrap_or(json!({ "objects": objects }));
        if let Some(result) = reply.get("result") {
            record["result"] = result.clone();
        }
        let record = record.as_object_mut().expect("it is a record");
        ["kind", "id", "op"].iter().for_each(|name| drop(record.remove(*name)));
        let (is_allowed, stdout, stderr) = output(&words, &json!(record).to_string());
        assert!(is_allowed, "{stdout}{stderr}");
    }
}

fn normal(objects: &Value, is_unordered: &dyn Fn(&str) -> bool) -> Value {
    let mut objects = objects.clone();
    for object in objects.as_object_mut().expect("objects").values_mut() {
        let ty = object["$type"].as_str().unwrap_or_default().to_owned();
        for (field, value) in object.as_object_mut().expect("an object") {
            *value = ordered(value, is_unordered(&format!("{ty}.{field}")));
        }
    }
    objects
}

fn ordered(value: &Value, is_set: bool) -> Value {
    let mut value = value.clone();
    if let (Some(items), true) = (value.as_array_mut(), is_set) {
        items.sort_by_key(Value::to_string);
    }
    value
}
