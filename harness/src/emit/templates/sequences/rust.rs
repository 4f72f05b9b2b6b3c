//! Calls that build the states of @SPEC@. Written by korrel explore --emit-test rust. Needs serde_json.

use std::io::{BufRead, BufReader, Write};
use std::process::{ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Map, Value, json};

const DRIVER: &[&str] = &[@DRIVER@];

fn follow(header: &str, calls: &str) {
    let mut command = Command::new(DRIVER[0]);
    command.args(&DRIVER[1..]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut driver = command.spawn().expect("the driver starts");
    let mut to = driver.stdin.take().expect("it is piped");
    let mut from = BufReader::new(driver.stdout.take().expect("it is piped"));
    ask(&mut to, &mut from, header);
    let mut state = State { whole: json!({ "objects": {} }), root: Value::Null };
    let calls: Vec<Value> = serde_json::from_str(calls).expect("they are JSON");
    for (id, call) in calls.iter().enumerate() {
        let sent = state.request(id, call);
        let reply = ask(&mut to, &mut from, &sent.to_string());
        assert_eq!(reply.get("fail"), None);
        assert_eq!(json!(reply.get("throw").is_some()), call["throws"], "{}", reply["throw"]);
        if call["throws"] == json!(false) {
            state.take(call, &sent, &reply);
        }
    }
    drop(to);
    let _ = driver.kill();
    let _ = driver.wait();
}

fn ask(to: &mut ChildStdin, from: &mut BufReader<ChildStdout>, line: &str) -> Value {
    writeln!(to, "{line}").and_then(|()| to.flush()).expect("the driver reads");
    let mut answer = String::new();
    from.read_line(&mut answer).expect("the driver answers");
    serde_json::from_str(&answer).expect("an answer is JSON")
}

/// The state between calls.
struct State {
    whole: Value,
    root: Value,
}

impl State {
    fn request(&self, id: usize, call: &Value) -> Value {
        let mut sent = self.whole.clone();
        sent["roots"] = call["roots"].clone();
        if let Some(receiver) = call.get("receiver").and_then(Value::as_str) {
            sent["roots"][receiver] = self.root.clone();
        }
        for sig in texts(&call["sigs"]) {
            sent["roots"][sig] = self.one_of(sig);
        }
        for (name, object) in call.get("objects").and_then(Value::as_object).into_iter().flatten() {
            sent["objects"][name] = object.clone();
        }
        (sent["kind"], sent["id"], sent["op"]) = (json!("input"), json!(id), call["op"].clone());
        sent
    }

    fn take(&mut self, call: &Value, sent: &Value, reply: &Value) {
        let post = reply.get("post").unwrap_or(sent);
        let changed = reply.get("post").and_then(|post| post.get("roots"));
        let changed = changed.and_then(Value::as_object);
        if call.get("makes").is_some() {
            let made = changed.and_then(|roots| roots.values().next());
            self.root = made.unwrap_or(&reply["result"]).clone();
        } else if let Some(receiver) = call.get("receiver").and_then(Value::as_str) {
            let root = changed.and_then(|roots| roots.get(receiver));
            self.root = root.unwrap_or(&self.root).clone();
        }
        let parts = ["objects", "sets", "relations"].into_iter();
        let parts = parts.filter_map(|part| Some((part.to_owned(), post.get(part)?.clone())));
        self.whole = Value::Object(parts.collect());
        let found = self.normal(call);
        assert_eq!(found, call["state"], "{}", call["op"]);
    }

    fn objects(&self) -> &Map<String, Value> {
        self.whole["objects"].as_object().expect("a state has objects")
    }

    fn one_of(&self, sig: &str) -> Value {
        let one = self.objects().iter().find(|(_, object)| object["$type"] == json!(sig));
        json!(one.expect("there is one").0)
    }

    /// Objects in the order in which they are met, by their numbers. The others are gone.
    fn normal(&mut self, call: &Value) -> Value {
        let mut met: Vec<String> = Vec::new();
        let mut roots: Vec<Value> = texts(&call["allSigs"]).map(|sig| self.one_of(sig)).collect();
        if call["rootless"] == json!(false) {
            roots.insert(0, self.root.clone());
        }
        if roots.is_empty() {
            let mut all: Vec<String> = self.objects().keys().cloned().collect();
            all.sort();
            roots = all.into_iter().map(Value::from).collect();
        }
        roots.iter().for_each(|root| drop(self.renamed(root, &mut met)));
        let (mut written, mut at) = (Vec::new(), 0);
        while at < met.len() {
            let object = self.objects()[&met[at]].as_object().expect("it is an object").clone();
            let ty = object["$type"].as_str().unwrap_or_default().to_owned();
            let mut fields: Vec<(&String, &Value)> = object.iter().collect();
            fields.sort_by_key(|(name, _)| *name);
            let mut renamed = Map::new();
            for (name, value) in fields {
                let is_set = texts(&call["unordered"]).any(|one| one == format!("{ty}.{name}"));
                let value = sorted(&self.renamed(&sorted(value, is_set), &mut met), is_set);
                renamed.insert(name.clone(), value);
            }
            written.push(Value::Object(renamed));
            at += 1;
        }
        let objects = self.whole["objects"].as_object_mut().expect("a state has objects");
        objects.retain(|name, _| met.contains(name));
        Value::Array(written)
    }

    fn renamed(&self, value: &Value, met: &mut Vec<String>) -> Value {
        match value {
            Value::Array(items) => items.iter().map(|item| self.renamed(item, met)).collect(),
            Value::Object(entries) => {
                let mut entries: Vec<(&String, &Value)> = entries.iter().collect();
                entries.sort_by_key(|(name, _)| *name);
                let mut renamed = Map::new();
                for (key, item) in entries {
                    let key = self.renamed(&json!(key), met);
                    renamed.insert(key.as_str().unwrap_or_default().to_owned(), self.renamed(item, met));
                }
                Value::Object(renamed)
            }
            Value::String(name) if self.objects().contains_key(name) => {
                let at = met.iter().position(|other| other == name).unwrap_or_else(|| {
                    met.push(name.clone());
                    met.len() - 1
                });
                json!(format!("#{at}"))
            }
            other => other.clone(),
        }
    }
}

fn sorted(value: &Value, is_set: bool) -> Value {
    let mut value = value.clone();
    if let (Some(items), true) = (value.as_array_mut(), is_set) {
        items.sort_by_key(Value::to_string);
    }
    value
}

fn texts(value: &Value) -> impl Iterator<Item = &str> {
    value.as_array().into_iter().flatten().filter_map(Value::as_str)
}
