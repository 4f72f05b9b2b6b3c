//! The kind of one JSON value: part of a stream, or a heap.

use korrel_enumerate::heap::{HeapError, repeats};
use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use serde_json::{Map, Value as Json};

pub enum Record {
    Header(Json),
    End(Json),
    Heap(GivenHeap),
    /// A record of an unknown kind.
    Other,
}

/// A heap as it was given, with the state afterwards if there is one.
pub struct GivenHeap {
    /// The record's own, else the number of heaps before it.
    pub id: Json,
    pub states: Vec<RecordHeap>,
    /// The mistakes in the JSON itself.
    pub repeats: Vec<HeapError>,
}

pub struct RecordHeap {
    /// The prefix of its paths: `post.` for the state afterwards.
    pub prefix: &'static str,
    pub json: Json,
}

impl Record {
    /// # Errors
    /// A text that is no JSON.
    pub fn read(text: &str, number: u64) -> Result<Record, Diagnostic> {
        let json: Json = serde_json::from_str(text).map_err(|error| no_json(text, &error))?;
        Ok(match json.get("kind").and_then(Json::as_str) {
            Some("header") => Record::Header(json),
            Some("end") => Record::End(json),
            None | Some("instance" | "input") => {
                Record::Heap(GivenHeap::new(json, repeats(text), number))
            }
            Some(_) => Record::Other,
        })
    }
}

impl GivenHeap {
    fn new(mut json: Json, repeats: Vec<HeapError>, number: u64) -> GivenHeap {
        let id = json.get("id").cloned().unwrap_or_else(|| number.into());
        let post = json.as_object_mut().and_then(|object| object.remove("post"));
        let post = post.map(|post| RecordHeap { prefix: "post.", json: with_roots(post, &json) });
        let states = [RecordHeap { prefix: "", json }].into_iter().chain(post).collect();
        GivenHeap { id, states, repeats }
    }
}

/// A state afterwards; where it has no roots, they are those before.
fn with_roots(post: Json, pre: &Json) -> Json {
    match (post, pre.get("roots")) {
        (Json::Object(mut post), Some(roots)) if !post.contains_key("roots") => {
            post.insert("roots".to_owned(), roots.clone());
            Json::Object(post)
        }
        (post @ Json::Object(_), _) => post,
        (post, _) => Json::Object(Map::from_iter([("objects".to_owned(), post)])),
    }
}

fn no_json(text: &str, error: &serde_json::Error) -> Diagnostic {
    const WORDS: [&str; 16] = [
        "sig", "abstract", "one", "lone", "some", "module", "open", "enum", "fact", "pred", "fun",
        "run", "check", "assert", "private", "let",
    ];
    let word = text.split_whitespace().next().unwrap_or("");
    if WORDS.contains(&word)
        || word.starts_with("//")
        || word.starts_with("--")
        || word.starts_with("/*")
    {
        let message = "this is a spec; a heap is JSON";
        let help = "the spec comes first: `korrel eval SPEC --heap HEAPS`";
        return Diagnostic::new(code::FILE, message).help(help);
    }
    Diagnostic::new(code::FILE, format!("this is not JSON: {error}"))
        .help("a heap is a JSON object with `roots` and `objects`, as `korrel find` writes it")
}
