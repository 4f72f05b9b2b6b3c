//! @TITLE@ --emit-test rust. Needs serde_json.

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
        if call.get("kind").is_some() {
            state.step(call, id, &mut |line| ask(&mut to, &mut from, line));
            continue;
        }
        let sent = state.request(call);
        let mut record = sent.clone();
        (record["kind"], record["id"], record["op"]) = (json!("input"), json!(id), call["op"].clone());
        let reply = told(&sent, ask(&mut to, &mut from, &record.to_string()));
        assert_eq!(reply["id"], json!(id));
        check(call, &sent, &reply);
        if call.get("state").is_some() {
            state.take(call, &sent, &reply);
        }
    }
    drop(to);
    let _ = driver.kill();
    let _ = driver.wait();
}

fn ask(to: &mut ChildStdin, from: &mut BufReader<ChildStdout>, line: &str) -> Value {
    // A driver that has ended reads no more, and does not answer.
    let _ = writeln!(to, "{line}").and_then(|()| to.flush());
    let mut answer = String::new();
    from.read_line(&mut answer).expect("the driver answers");
    assert!(!answer.is_empty(), "the driver did not answer");
    serde_json::from_str(&answer).expect("an answer is JSON")
}

/// A reply with the whole state, if it tells what has changed.
fn told(sent: &Value, mut reply: Value) -> Value {
    let Some(changed) = reply.get("changed").and_then(Value::as_object) else { return reply };
    let before = sent["objects"].as_object().expect("a state has objects");
    let mut objects = before.clone();
    for (name, now) in changed {
        let Some(now) = now.as_object() else {
            objects.retain(|other, _| other != name);
            continue;
        };
        let mut fields = Map::new();
        if let (None, Some(was)) = (now.get("$type"), before.get(name).and_then(Value::as_object)) {
            fields = was.clone();
        }
        fields.extend(now.clone());
        objects.insert(name.clone(), Value::Object(fields));
    }
    let is_gone = |name: &str| before.contains_key(name) && !objects.contains_key(name);
    let mut post = json!({ "objects": objects });
    if let Some(roots) = reply.get("roots") {
        post["roots"] = roots.clone();
    }
    for part in ["sets", "relations"] {
        let members = |of: &Value| of.get(part).and_then(Value::as_object).cloned();
        if members(sent).is_none() && members(&reply).is_none() {
            continue;
        }
        let mut all = members(sent).unwrap_or_default();
        for items in all.values_mut().filter_map(Value::as_array_mut) {
            items.retain(|item| match item {
                Value::Array(row) => !row.iter().filter_map(Value::as_str).any(is_gone),
                item => !item.as_str().is_some_and(is_gone),
            });
        }
        all.extend(members(&reply).unwrap_or_default());
        post[part] = Value::Object(all);
    }
    reply["post"] = post;
    reply
}

fn check(call: &Value, sent: &Value, reply: &Value) {
    assert_eq!(reply.get("fail"), None);
    assert_eq!(json!(reply.get("throw").is_some()), call["throws"], "{}", reply["throw"]);
    if let Some(ty) = call.get("throw") {
        assert_eq!(&reply["throw"]["type"], ty);
    }
    if let Some(result) = call.get("result") {
        let is_set = texts(&call["unordered"]).any(|name| name == "result");
        assert_eq!(sorted(&reply["result"], is_set), sorted(result, is_set));
    }
    if let Some(evaluator) = call.get("eval") {
        let mut record = sent.clone();
        record["post"] = reply.get("post").unwrap_or(sent).clone();
        if let Some(result) = reply.get("result") {
            record["result"] = result.clone();
        }
        let words: Vec<&str> = texts(evaluator).collect();
        let mut command = Command::new(words[0]);
        let mut judge = command.args(&words[1..]).stdin(Stdio::piped()).spawn().expect("it starts");
        let _ = judge.stdin.take().expect("it is piped").write_all(record.to_string().as_bytes());
        assert!(judge.wait().expect("it ends").success(), "{record}");
    }
}

/// The state between calls.
struct State {
    whole: Value,
    root: Value,
}

impl State {
    /// Begins a behaviour, or makes a call.
    fn step(&mut self, call: &Value, id: usize, ask: &mut dyn FnMut(&str) -> Value) {
        let begins = call["kind"] == json!("reset");
        let parts: &[&str] =
            if begins { &["roots", "objects", "sets", "relations"] } else { &["op", "args"] };
        let mut record = json!({ "kind": call["kind"], "id": id });
        if begins {
            self.whole = json!({ "objects": {} });
        }
        for part in parts {
            if let Some(value) = call.get(part) {
                record[part] = value.clone();
                if begins {
                    self.whole[part] = value.clone();
                }
            }
        }
        let reply = told(&self.whole, ask(&record.to_string()));
        assert_eq!(reply["id"], json!(id));
        assert_eq!(reply.get("fail"), None);
        if let Some(throws) = call.get("throws") {
            assert_eq!(&json!(reply.get("throw").is_some()), throws, "{}", reply["throw"]);
        }
        for (part, value) in reply.get("post").and_then(Value::as_object).into_iter().flatten() {
            self.whole[part] = value.clone();
        }
        if let Some(ends) = call.get("ends").and_then(Value::as_array) {
            let found = self.end(call, &reply);
            if !ends.contains(&found) {
                assert_eq!(found, ends[0], "{}", call["op"]);
            }
        }
    }

    /// The state and the result, as far as they are seen, whatever new objects are called.
    fn end(&self, call: &Value, reply: &Value) -> Value {
        let seen = |ty: &str, field: &str| texts(&call["seen"][ty]).any(|one| one == field);
        let mut shown = Map::new();
        for (name, of) in self.objects() {
            let ty = of["$type"].as_str().unwrap_or_default();
            if let (Some(_), Some(of)) = (call["seen"].get(ty), of.as_object()) {
                let fields = of.iter().filter(|(field, _)| seen(ty, field));
                let fields = fields.map(|(field, value)| (field.clone(), value.clone()));
                shown.insert(name.clone(), Value::Object(fields.collect()));
            }
        }
        let mut answer = json!({ "$type": "$answer" });
        for part in ["sets", "relations"] {
            for (name, value) in self.whole.get(part).and_then(Value::as_object).into_iter().flatten() {
                if seen("$answer", name) {
                    answer[name] = value.clone();
                }
            }
        }
        if seen("$answer", "result") {
            answer["result"] = reply.get("result").cloned().unwrap_or_default();
        }
        shown.insert("$end".to_owned(), answer);
        let mut names: Vec<String> = shown.keys().cloned().collect();
        names.sort();
        let state = State { whole: json!({ "objects": shown }), root: Value::Null };
        let mut met: Vec<String> = texts(&call["known"]).map(str::to_owned).collect();
        met.push("$end".to_owned());
        state.written(call, &mut met);
        names.retain(|name| !met.contains(name));
        met.extend(names);
        state.written(call, &mut met)
    }

    fn request(&self, call: &Value) -> Value {
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
        for part in ["sets", "relations"] {
            if let Some(given) = call.get(part) {
                sent[part] = given.clone();
            }
        }
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

    fn entries(&self, call: &Value) -> Vec<Value> {
        let mut all: Vec<Value> = self.objects().keys().map(|name| json!(name)).collect();
        all.sort_by_key(Value::to_string);
        if let Some(entries) = call.get("entries").and_then(Value::as_array) {
            // An object that nothing leads to counts, too.
            return entries.iter().cloned().chain(all).collect();
        }
        let own = call.get("rootless").is_none().then(|| self.root.clone());
        let sigs = texts(&call["allSigs"]).map(|sig| self.one_of(sig));
        let found: Vec<Value> = own.into_iter().chain(sigs).collect();
        if found.is_empty() { all } else { found }
    }

    /// Objects in the order in which they are met, by their numbers. The others are gone.
    fn normal(&mut self, call: &Value) -> Value {
        let mut met: Vec<String> = Vec::new();
        for entry in self.entries(call).iter().filter_map(Value::as_str) {
            if !met.iter().any(|name| name == entry) {
                met.push(entry.to_owned());
            }
        }
        let written = self.written(call, &mut met);
        let objects = self.whole["objects"].as_object_mut().expect("a state has objects");
        objects.retain(|name, _| met.contains(name));
        written
    }

    /// The objects that were met, and those that are met from there, which are added.
    fn written(&self, call: &Value, met: &mut Vec<String>) -> Value {
        let (mut written, mut at) = (Vec::new(), 0);
        while at < met.len() {
            let object = self.objects().get(&met[at]).and_then(Value::as_object).cloned();
            written.push(object.map_or(Value::Null, |object| self.fields(call, &object, met)));
            at += 1;
        }
        Value::Array(written)
    }

    fn fields(&self, call: &Value, object: &Map<String, Value>, met: &mut Vec<String>) -> Value {
        let ty = object["$type"].as_str().unwrap_or_default();
        let mut fields: Vec<(&String, &Value)> = object.iter().collect();
        fields.sort_by_key(|(name, _)| *name);
        let mut renamed = Map::new();
        for (name, value) in fields {
            let is_set = texts(&call["unordered"]).any(|one| one == format!("{ty}.{name}"));
            let value = sorted(&self.renamed(&sorted(value, is_set), met), is_set);
            renamed.insert(name.clone(), value);
        }
        Value::Object(renamed)
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
