//! A line that breaks the protocol, and the line that its author most likely meant.
//!
//! The author of a first driver knows a verdict and guesses its form. As a rule the guess shows the
//! meaning, so the advice is that line in the right form, and not a list of all forms that there are.

use serde_json::{Map, Value, json};

use korrel_heapgraph::Record;

use super::history::history;
use super::integers::has_long_integer;
use super::reply::{KEYS, Reply, read};
use super::shape::{Wrong, object};

/// The line that a driver wrote, the mistake in it, and the line to write instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breach {
    /// Its beginning, where it is long.
    pub line: String,
    pub why: String,
    pub instead: String,
}

/// The reason why a line is not the answer that is awaited.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Misanswer {
    /// No answer to any input.
    NoReply(Breach),
    /// An answer to another input, or to none that there is.
    OutOfTurn(Breach),
    /// The answer to this input, but not one that there can be.
    Malformed(Wrong, Breach),
}

impl Reply {
    /// `heap` is the input.
    ///
    /// # Errors
    /// Why it is not the answer to the input with this id.
    pub(crate) fn parse(line: &[u8], id: u64, heap: &Record) -> Result<Reply, Misanswer> {
        Reply::parse_as(line, id, Some(heap), false)
    }

    /// An answer within a behaviour. `heap` is the state before, if that is one of objects.
    ///
    /// # Errors
    /// Why it is not the answer to the line with this id.
    pub(crate) fn parse_call(
        line: &[u8],
        id: u64,
        heap: Option<&Record>,
    ) -> Result<Reply, Misanswer> {
        Reply::parse_as(line, id, heap, true)
    }

    fn parse_as(
        line: &[u8],
        id: u64,
        heap: Option<&Record>,
        has_state: bool,
    ) -> Result<Reply, Misanswer> {
        let breach = |why: String| Breach::of_reply(line, id, why);
        let no_reply = |why: String| Misanswer::NoReply(breach(why));
        let record: Value = serde_json::from_slice(line).map_err(|error| {
            no_reply(format!("only replies go to standard output, and this is no JSON: {error}"))
        })?;
        let Value::Object(mut record) = record else {
            return Err(no_reply(Wrong::kind("$", "an object", &record).to_string()));
        };
        match record.get("id") {
            None => return Err(no_reply("$.id: is missing".to_owned())),
            Some(given) if given.as_u64() == Some(id) => {}
            Some(given) => {
                return Err(Misanswer::OutOfTurn(breach(format!(
                    "$.id: must be {id}, but is {given}"
                ))));
            }
        }
        let malformed = |wrong: Wrong| {
            let breach = breach(wrong.to_string());
            Misanswer::Malformed(wrong, breach)
        };
        let state = if has_state { record.remove("state") } else { None };
        let state = state.as_ref().map(|state| object(state, "$.state").cloned());
        let state = state.transpose().map_err(malformed)?;
        let told = if has_state { record.remove("history") } else { None };
        let history = told.as_ref().map(history).transpose().map_err(malformed)?;
        if let (None, Some(key)) =
            (heap, ["post", "changed"].iter().find(|key| record.contains_key(**key)))
        {
            let why =
                "tells of objects, and there are none: write the values of variables as `state`";
            return Err(malformed(Wrong::new(format!("$.{key}"), why)));
        }
        let reply = read(&mut record, heap).map_err(malformed)?;
        Ok(Reply { state, history, is_too_long: has_long_integer(line), ..reply })
    }
}

/// The advice for other output than replies.
const ELSEWHERE: &str = "standard output is for replies alone; print all else to standard error (`file=sys.stderr` \
                         in Python, `console.error` in JavaScript, `System.err` in Java)";

impl Breach {
    /// A line where the reply to an input is awaited.
    fn of_reply(line: &[u8], id: u64, why: String) -> Breach {
        let text = String::from_utf8_lossy(line);
        let instead = match serde_json::from_str::<Value>(text.trim()) {
            Ok(Value::Object(record)) => of_object(&record, id),
            Ok(Value::Bool(passes)) => told(&verdict(passes), id),
            Ok(Value::String(word)) => of_word(&word, id).unwrap_or_else(|| both(id)),
            Ok(_) => both(id),
            Err(error) => of_text(text.trim(), error.is_eof(), id),
        };
        Breach { line: shortened(line), why, instead }
    }

    /// A line where `ready` is awaited.
    pub(crate) fn of_ready(line: &[u8], why: String) -> Breach {
        let text = String::from_utf8_lossy(line);
        let record = serde_json::from_str::<Value>(text.trim());
        if record.as_ref().is_ok_and(|record| record["kind"] == "header") {
            let help = format!(
                "a driver does not send back what it reads: it answers the first line by `{{\"ready\":true}}`, \
                 and each input by a line like `{}`",
                line_of(&verdict(true), 0)
            );
            let why = "what it was sent".to_owned();
            return Breach { line: "{\"kind\":\"header\",…}".to_owned(), why, instead: help };
        }
        let plain = "answer the first line, the header, by `{\"ready\":true}`";
        let instead = match record {
            Ok(Value::Object(record)) if KEYS.iter().any(|key| record.contains_key(*key)) => {
                format!(
                    "the first line is no input yet: {plain}, and each line after it by a reply"
                )
            }
            Ok(Value::Object(_) | Value::Bool(_)) => plain.to_owned(),
            _ if ["ready", "\"ready\"", "ok"].contains(&text.trim()) => plain.to_owned(),
            _ if text.starts_with("{'") => format!("{plain}: {PYTHON}"),
            _ => format!("{plain}; {ELSEWHERE}"),
        };
        Breach { line: shortened(line), why, instead }
    }

    /// A line that does not end.
    pub(crate) fn unended(line: &[u8], why: String) -> Breach {
        let instead = "end each line with a line break, and flush it".to_owned();
        Breach { line: shortened(line), why, instead }
    }

    /// A line that nobody has asked for.
    pub(crate) fn stray(line: &[u8], why: String) -> Breach {
        let instead = format!("an input gets one line; {ELSEWHERE}");
        Breach { line: shortened(line), why, instead }
    }
}

/// The two replies that every driver needs.
fn both(id: u64) -> String {
    let [pass, fail] = [true, false].map(|passes| line_of(&verdict(passes), id));
    format!("write `{pass}` where the code under test is right, and `{fail}` where it is not")
}

fn told(reply: &Map<String, Value>, id: u64) -> String {
    match reply.keys().all(|key| key == "pass" || key == "fail") {
        true => format!("write `{}`", line_of(reply, id)),
        false => format!("write `{}`", shortened(line_of(reply, id).as_bytes())),
    }
}

fn line_of(reply: &Map<String, Value>, id: u64) -> String {
    let mut record = Map::new();
    record.insert("id".to_owned(), json!(id));
    record.extend(reply.clone());
    Value::Object(record).to_string()
}

fn verdict(passes: bool) -> Map<String, Value> {
    let verdict = if passes { json!({"pass": true}) } else { json!({"fail": {"cause": "why"}}) };
    verdict.as_object().expect("it is written so").clone()
}

/// A reply in one word.
fn of_word(word: &str, id: u64) -> Option<String> {
    match word.to_ascii_lowercase().as_str() {
        "pass" | "passed" | "ok" | "true" | "yes" | "success" => Some(told(&verdict(true), id)),
        "fail" | "failed" | "false" | "no" | "failure" => Some(told(&verdict(false), id)),
        _ => None,
    }
}

const PYTHON: &str = "`json.dumps` makes JSON of a dict";

fn of_text(text: &str, is_cut: bool, id: u64) -> String {
    let pass = line_of(&verdict(true), id);
    match text {
        _ if text.starts_with("{'") || text.starts_with("{\"") && text.ends_with("True}") => {
            format!("write `{pass}`: {PYTHON}")
        }
        "[object Object]" => format!("write `{pass}`: `JSON.stringify` makes JSON of an object"),
        _ if text.starts_with('{') && is_cut => {
            format!("write a reply on one line, as `{pass}`: without indentation")
        }
        _ if text.starts_with("{\"id\"") => format!("write one reply a line, as `{pass}`"),
        _ => of_word(text, id)
            .unwrap_or_else(|| format!("{ELSEWHERE}; a reply is a line like `{pass}`")),
    }
}

fn of_object(record: &Map<String, Value>, id: u64) -> String {
    if record.contains_key("ready") {
        return format!("`ready` answers the header alone; {}", both(id));
    }
    let mended = mended(record);
    if mended.is_empty() || !Reply::is_one(&mended) {
        return both(id);
    }
    let told = told(&mended, id);
    match record.get("id").is_some_and(|given| *given != json!(id)) {
        true => format!("{told}: `id` is that of the request, as it came"),
        false => told,
    }
}

/// The same, as far as it can be guessed.
fn mended(record: &Map<String, Value>) -> Map<String, Value> {
    let cause =
        ["cause", "reason", "message", "error"].iter().find_map(|key| record.get(*key)?.as_str());
    let fail = |given: Option<&str>| json!({"cause": given.or(cause).unwrap_or("why")});
    let mut mended = Map::new();
    for (key, value) in record {
        let (key, value) = match (key.as_str(), value) {
            ("pass" | "ok" | "passed" | "success" | "correct" | "status" | "verdict", value) => {
                match is_yes(value) {
                    true => ("pass", json!(true)),
                    false => ("fail", fail(None)),
                }
            }
            ("fail" | "failed" | "failure", Value::Object(fields)) if is_cause(fields) => {
                ("fail", value.clone())
            }
            ("fail" | "failed" | "failure", Value::Bool(false) | Value::Null) => {
                ("pass", json!(true))
            }
            ("fail" | "failed" | "failure", value) => ("fail", fail(value.as_str())),
            ("throw" | "throws" | "thrown" | "exception", Value::String(ty)) => {
                ("throw", json!({"type": ty}))
            }
            ("skip" | "skipped", Value::Bool(true)) => ("skip", json!("why")),
            ("results" | "return" | "returned" | "value" | "output", value) => {
                ("result", value.clone())
            }
            ("objects", value) => ("post", json!({"objects": value})),
            ("id", _) => continue,
            (key, value) if KEYS.contains(&key) => (key, value.clone()),
            _ => continue,
        };
        mended.insert(key.to_owned(), value);
    }
    if mended.contains_key("fail") {
        mended.shift_remove("pass");
    }
    mended
}

fn is_yes(value: &Value) -> bool {
    match value {
        Value::Bool(passes) => *passes,
        Value::String(word) => {
            ["pass", "passed", "ok", "true", "yes", "success"].contains(&word.as_str())
        }
        Value::Number(number) => number.as_i64() == Some(1),
        _ => false,
    }
}

fn is_cause(fields: &Map<String, Value>) -> bool {
    let is_text = |key: &str| fields.get(key).is_some_and(Value::is_string);
    fields.keys().all(|key| key == "cause" || key == "message")
        && (is_text("cause") || is_text("message"))
}

/// The beginning of a line, for people.
fn shortened(line: &[u8]) -> String {
    const SHOWN: usize = 200;
    let text = String::from_utf8_lossy(&line[..line.len().min(4 * SHOWN)]);
    match text.char_indices().nth(SHOWN) {
        None => text.into_owned(),
        Some((at, _)) => format!("{}…", &text[..at]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn breach(line: &str) -> Breach {
        match Reply::parse(line.as_bytes(), 0, &json!({ "objects": {} }).into()) {
            Err(Misanswer::NoReply(breach) | Misanswer::OutOfTurn(breach)) => breach,
            Err(Misanswer::Malformed(_, breach)) => breach,
            Ok(reply) => panic!("{line}: {reply:?}"),
        }
    }

    /// The first line that is named by a help.
    fn quoted(instead: &str) -> &str {
        instead.split('`').nth(1).unwrap_or_else(|| panic!("nothing to type: {instead}"))
    }

    /// If this fails, the author of a first driver gets another line than the one that was meant, or one
    /// that is refused as well.
    #[test]
    fn what_was_meant() {
        let pass = r#"{"id":0,"pass":true}"#;
        let fail = r#"{"id":0,"fail":{"cause":"why"}}"#;
        let cases = [
            (r#"{"ok":true}"#, pass),
            (r#"{"id":0,"ok":true}"#, pass),
            (r#"{"pass":true}"#, pass),
            (r#"{"id":"0","pass":true}"#, pass),
            (r#"{"id":7,"pass":true}"#, pass),
            (r#"{"id":0,"status":"ok"}"#, pass),
            (r#"{"id":0,"fail":false}"#, pass),
            ("true", pass),
            ("pass", pass),
            ("\"pass\"", pass),
            ("{'id': 0, 'pass': True}", pass),
            ("[object Object]", pass),
            (r#"{"id":0,"pass":false}"#, fail),
            (r#"{"id":0,"ok":false}"#, fail),
            (r#"{"id":0,"fail":true}"#, fail),
            (r#"{"id":0,"pass":true,"fail":true}"#, fail),
            ("false", fail),
            ("FAILED", fail),
            (r#"{"id":0,"fail":"not sorted"}"#, r#"{"id":0,"fail":{"cause":"not sorted"}}"#),
            (
                r#"{"id":0,"ok":false,"message":"not sorted"}"#,
                r#"{"id":0,"fail":{"cause":"not sorted"}}"#,
            ),
            (r#"{"result":3}"#, r#"{"id":0,"result":3}"#),
            (r#"{"id":0,"op":"sort","result":[1]}"#, r#"{"id":0,"result":[1]}"#),
            (r#"{"id":0,"throw":"KeyError"}"#, r#"{"id":0,"throw":{"type":"KeyError"}}"#),
            (r#"{"id":0,"skip":true}"#, r#"{"id":0,"skip":"why"}"#),
            (r#"{"id":0,"objects":{}}"#, r#"{"id":0,"post":{"objects":{}}}"#),
        ];
        for (line, meant) in cases {
            assert_eq!(quoted(&breach(line).instead), meant, "{line}");
            assert!(
                Reply::parse(meant.as_bytes(), 0, &json!({ "objects": {} }).into()).is_ok(),
                "{meant}"
            );
        }
    }

    /// If this fails, a stray print is answered by forms of replies, and not by where it belongs.
    #[test]
    fn what_does_not_belong_there() {
        for line in ["", "debug: 3", "Sorting [1, 0]", "[1, 0]x"] {
            let Breach { instead, .. } = breach(line);
            assert!(instead.contains("to standard error"), "{line}: {instead}");
        }
        assert!(breach("{").instead.contains("on one line"));
        assert!(
            breach(r#"{"id":0,"pass":true}{"id":1,"pass":true}"#)
                .instead
                .contains("one reply a line")
        );
        assert!(breach(r#"{"ready":true}"#).instead.contains("answers the header alone"));
    }

    /// If this fails, a driver that forgets the header does not learn what the header is.
    #[test]
    fn what_was_meant_by_a_first_line() {
        let instead = |line: &str| Breach::of_ready(line.as_bytes(), String::new()).instead;
        for line in [
            "true",
            r#"{"ready":"yes"}"#,
            r#"{"id":0,"pass":true}"#,
            "Welcome!",
            "",
            "{'ready': True}",
        ] {
            assert!(instead(line).contains(r#"`{"ready":true}`"#), "{line}: {}", instead(line));
        }
        assert!(instead(r#"{"id":0,"pass":true}"#).contains("no input yet"));
        assert!(instead("Welcome!").contains("to standard error"));
        assert!(instead(r#"{"kind":"header"}"#).contains("does not send back what it reads"));
    }

    /// If this fails, a line of any length fills the terminal.
    #[test]
    fn long_lines_are_cut() {
        let line = format!(r#"{{"id":1,"result":"{}"}}"#, "x".repeat(1000));
        let Breach { line, instead, .. } = breach(&line);
        assert!(line.chars().count() == 201 && line.ends_with('…'), "{line}");
        assert!(instead.chars().count() < 300, "{instead}");
    }
}
