//! A driver's answer to an input.
//!
//! A line that does not name the input whose turn it is could be about anything, and so could every
//! later line: the driver gets no more inputs. A line that names it and is wrong otherwise is a
//! failure of that input, and of no other.

use serde_json::{Map, Value};

use korrel_heapgraph::Record;

use super::after::{self, PostState};
use super::history::{HistoryCall, Throw, throw};
use super::shape::{Wrong, array, object, only, text};

/// A driver's answer to one input.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reply {
    /// The state afterwards. Without it the state is as sent.
    pub post: Option<PostState>,
    /// The return value. JSON's null is a value, too.
    pub result: Option<Value>,
    pub opinion: Option<Opinion>,
    pub throw: Option<Throw>,
    /// The reason why the input is not applicable.
    pub skip: Option<String>,
    pub coverage: Option<Coverage>,
    pub read: Option<Reads>,
    /// The values of variables, as an answer within a behaviour tells them.
    pub state: Option<Map<String, Value>>,
    /// The calls of each client of a program, as they were.
    pub history: Option<Vec<Vec<HistoryCall>>>,
    /// Some integer in it has more than 64 bits. It has been read as the nearest float.
    pub is_too_long: bool,
}

/// The fields that the program read before it answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reads {
    /// An object and a field, in order.
    Fields(Vec<(String, String)>),
    /// All fields, or something that the driver cannot identify.
    All,
    /// The reason why the driver cannot tell, for any input.
    Untold(String),
}

/// The driver's own opinion of the answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Opinion {
    Pass,
    Fail { cause: String, message: String },
}

/// The coverage of an input, as texts: numbers stand as they are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Coverage {
    All(Vec<String>),
    /// The things that no input before it covered.
    New(Vec<String>),
}

pub(super) const KEYS: [&str; 14] = [
    "id",
    "post",
    "changed",
    "roots",
    "sets",
    "relations",
    "result",
    "pass",
    "fail",
    "throw",
    "skip",
    "cov",
    "cov_new",
    "read",
];

impl Reply {
    /// There can be such a reply, to some input.
    pub(super) fn is_one(record: &Map<String, Value>) -> bool {
        read(&mut record.clone(), None).is_ok()
    }
}

pub(super) fn read(record: &mut Map<String, Value>, heap: Option<&Record>) -> Result<Reply, Wrong> {
    only(record, "$", &KEYS)?;
    let failed = ["fail", "throw"].into_iter().find(|&key| record.contains_key(key));
    if let (Some(failed), true) = (failed, record.contains_key("skip")) {
        return Err(Wrong::new("$.skip", format!("stands beside `{failed}`")));
    }
    Ok(Reply {
        post: after::read(record, heap)?,
        result: record.remove("result"),
        opinion: opinion(record)?,
        throw: record.get("throw").map(throw).transpose()?,
        skip: record.get("skip").map(|reason| text(reason, "$.skip")).transpose()?,
        coverage: coverage(record)?,
        read: record.get("read").map(reads).transpose()?,
        state: None,
        history: None,
        is_too_long: false,
    })
}

fn reads(value: &Value) -> Result<Reads, Wrong> {
    match value.as_str() {
        Some("all") => return Ok(Reads::All),
        Some(why) => return Ok(Reads::Untold(why.to_owned())),
        None => {}
    }
    let read = |(at, pair): (usize, &Value)| {
        let path = format!("$.read[{at}]");
        match array(pair, &path)? {
            [object, field] => Ok((text(object, &path)?, text(field, &path)?)),
            _ => Err(Wrong::new(path, "must be an object and a field")),
        }
    };
    let fields: Result<_, Wrong> = array(value, "$.read")?.iter().enumerate().map(read).collect();
    fields.map(Reads::Fields)
}

fn opinion(record: &Map<String, Value>) -> Result<Option<Opinion>, Wrong> {
    match (record.get("pass"), record.get("fail")) {
        (None, None) => Ok(None),
        (Some(_), Some(_)) => Err(Wrong::new("$.pass", "stands beside `fail`")),
        (Some(Value::Bool(true)), None) => Ok(Some(Opinion::Pass)),
        (Some(other), None) => Err(Wrong::new("$.pass", format!("must be true, but is {other}"))),
        (None, Some(fail)) => {
            let fail = object(fail, "$.fail")?;
            only(fail, "$.fail", &["cause", "message"])?;
            let cause = fail.get("cause").map(|cause| text(cause, "$.fail.cause")).transpose()?;
            let message =
                fail.get("message").map(|message| text(message, "$.fail.message")).transpose()?;
            let (cause, message) = match (cause, message) {
                (Some(cause), message) => (cause, message.unwrap_or_default()),
                (None, Some(message)) => (message, String::new()),
                (None, None) => return Err(Wrong::new("$.fail.cause", "is missing")),
            };
            Ok(Some(Opinion::Fail { cause, message }))
        }
    }
}

fn coverage(record: &Map<String, Value>) -> Result<Option<Coverage>, Wrong> {
    match (record.get("cov"), record.get("cov_new")) {
        (None, None) => Ok(None),
        (Some(_), Some(_)) => Err(Wrong::new("$.cov", "stands beside `cov_new`")),
        (Some(all), None) => covered(all, "$.cov").map(|all| Some(Coverage::All(all))),
        (None, Some(new)) => covered(new, "$.cov_new").map(|new| Some(Coverage::New(new))),
    }
}

fn covered(value: &Value, path: &str) -> Result<Vec<String>, Wrong> {
    let one = |(at, item): (usize, &Value)| match item {
        Value::String(name) => Ok(name.clone()),
        Value::Number(number) => Ok(number.to_string()),
        other => Err(Wrong::kind(&format!("{path}[{at}]"), "a string or a number", other)),
    };
    array(value, path)?.iter().enumerate().map(one).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::breach::Misanswer;
    use super::*;

    fn parse(line: &str) -> Result<Reply, Misanswer> {
        let objects =
            json!({"A$0":{"$type":"A","n":1,"a":null},"A$1":{"$type":"A","n":2,"a":"A$0"}});
        let heap = json!({"roots":{"a":"A$1"},"objects":objects,"sets":{"B":["A$0","A$1"]}});
        Reply::parse(line.as_bytes(), 4, &heap.into())
    }

    fn parsed(line: &str) -> Reply {
        parse(line).unwrap()
    }

    /// If this fails, something that a driver says is not heard.
    #[test]
    fn every_kind() {
        let post = parsed(r#"{"id":4,"post":{"objects":{"A$0":{"$type":"A"}}},"result":null}"#);
        assert!(post.post.is_some() && post.result == Some(Value::Null) && post.opinion.is_none());
        assert_eq!(parsed(r#"{"id":4,"pass":true}"#).opinion, Some(Opinion::Pass));
        let fail = parsed(r#"{"id":4,"fail":{"cause":"no tree","message":"m"}}"#).opinion;
        assert_eq!(fail, Some(Opinion::Fail { cause: "no tree".into(), message: "m".into() }));
        let throw = parsed(r#"{"id":4,"throw":{"type":"KeyError","message":"3"}}"#).throw;
        assert_eq!(throw, Some(Throw { ty: "KeyError".into(), message: "3".into() }));
        assert_eq!(parsed(r#"{"id":4,"skip":"odd"}"#).skip.as_deref(), Some("odd"));
        let all = parsed(r#"{"id":4,"cov":["a",7]}"#).coverage;
        assert_eq!(all, Some(Coverage::All(vec!["a".into(), "7".into()])));
        let read = parsed(r#"{"id":4,"read":[["A$0","next"]]}"#).read;
        assert_eq!(read, Some(Reads::Fields(vec![("A$0".into(), "next".into())])));
        assert_eq!(parsed(r#"{"id":4,"read":"all"}"#).read, Some(Reads::All));
        let untold = parsed(r#"{"id":4,"read":"a Proxy"}"#).read;
        assert_eq!(untold, Some(Reads::Untold("a Proxy".into())));
        let new = parsed(r#"{"id":4,"cov_new":[]}"#).coverage;
        assert_eq!(new, Some(Coverage::New(vec![])));
    }

    /// If this fails, a reply that tells only the changes is judged as another state than the one meant.
    #[test]
    fn changes_are_a_whole_state() {
        let whole = |line: &str| parsed(line).post.unwrap().whole().to_string();
        let cases = [
            (
                r#"{"id":4,"changed":{"A$0":{"n":7},"A$9":{"$type":"A","n":3,"a":"A$1"}}}"#,
                r#"{"objects":{"A$0":{"$type":"A","n":7,"a":null},"A$1":{"$type":"A","n":2,"a":"A$0"},"A$9":{"$type":"A","n":3,"a":"A$1"}},"sets":{"B":["A$0","A$1"]}}"#,
            ),
            (
                r#"{"id":4,"changed":{"A$0":null,"A$1":{"a":null}},"roots":{"a":"A$1"}}"#,
                r#"{"objects":{"A$1":{"$type":"A","n":2,"a":null}},"roots":{"a":"A$1"},"sets":{"B":["A$1"]}}"#,
            ),
            (
                r#"{"id":4,"changed":{"A$1":{"$type":"C"}},"sets":{"B":[]},"relations":{"r":[]}}"#,
                r#"{"objects":{"A$0":{"$type":"A","n":1,"a":null},"A$1":{"$type":"C"}},"sets":{"B":[]},"relations":{"r":[]}}"#,
            ),
        ];
        for (line, expected) in cases {
            assert_eq!(whole(line), expected, "{line}");
        }
    }

    /// If this fails, an answer to another input is taken for the answer to this one.
    #[test]
    fn whose_turn_it_is() {
        let wrong = |line: &str| parse(line).unwrap_err();
        for line in ["Hello", "[4]", "{}", ""] {
            assert!(matches!(wrong(line), Misanswer::NoReply(_)), "{line}");
        }
        for line in [r#"{"id":5}"#, r#"{"id":"4"}"#, r#"{"id":null}"#] {
            assert!(matches!(wrong(line), Misanswer::OutOfTurn(_)), "{line}");
        }
    }

    /// If this fails, a mistyped key goes unnoticed and its input passes unjudged, or no message says
    /// where the mistake is.
    #[test]
    fn complaints_have_paths() {
        let complaint = |line: &str| match parse(line) {
            Err(Misanswer::Malformed(wrong, _)) => wrong.to_string(),
            other => panic!("{line}: {other:?}"),
        };
        let cases = [
            (r#"{"id":4,"results":1}"#, "$.results: no such key; there are id, post,"),
            (r#"{"id":4,"post":[]}"#, "$.post: must be an object, but is an array"),
            (r#"{"id":4,"post":{}}"#, "$.post.objects: is missing"),
            (
                r#"{"id":4,"post":{"objects":{"A$0":{}}}}"#,
                r#"$.post.objects["A$0"].$type: is missing"#,
            ),
            (r#"{"id":4,"post":{"objects":{}},"changed":{}}"#, "$.changed: stands beside `post`"),
            (r#"{"id":4,"roots":{}}"#, "$.roots: stands without `changed`"),
            (
                r#"{"id":4,"changed":{"A$7":{"n":3}}}"#,
                r#"$.changed["A$7"]: the input has no such object; a new one has a `$type`"#,
            ),
            (
                r#"{"id":4,"changed":{"A$7":null}}"#,
                r#"$.changed["A$7"]: the input has no such object"#,
            ),
            (
                r#"{"id":4,"changed":{"A$0":{"m":3}}}"#,
                r#"$.changed["A$0"].m: the object has no such member in the input; one that gains"#,
            ),
            (
                r#"{"id":4,"changed":{"A$0":[]}}"#,
                r#"$.changed["A$0"]: must be an object or null, but is an array"#,
            ),
            (r#"{"id":4,"pass":false}"#, "$.pass: must be true, but is false"),
            (r#"{"id":4,"pass":true,"fail":{}}"#, "$.pass: stands beside `fail`"),
            (r#"{"id":4,"fail":{"cause":"x"},"skip":"y"}"#, "$.skip: stands beside `fail`"),
            (r#"{"id":4,"throw":{"type":"E"},"skip":"y"}"#, "$.skip: stands beside `throw`"),
            (r#"{"id":4,"fail":"x"}"#, "$.fail: must be an object, but is a string"),
            (r#"{"id":4,"throw":{}}"#, "$.throw.type: is missing"),
            (r#"{"id":4,"skip":true}"#, "$.skip: must be a string, but is a boolean"),
            (r#"{"id":4,"read":[["A$0"]]}"#, "$.read[0]: must be an object and a field"),
            (r#"{"id":4,"cov":[[]]}"#, "$.cov[0]: must be a string or a number, but is an array"),
        ];
        for (line, expected) in cases {
            assert!(complaint(line).starts_with(expected), "{line}: {}", complaint(line));
        }
    }
}
