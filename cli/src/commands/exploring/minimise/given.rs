//! The heap that fails, from a file.

use std::path::Path;

use korrel_harness::is_breach;
use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use serde_json::{Value as Json, json};

use crate::files::read::read;
use crate::messages::error::Error;

/// A heap, and the operation if the file says which.
pub struct GivenInput {
    pub op: Option<String>,
    pub heap: Json,
    /// True if it is the failure of a driver that has answered others properly, and here wrote a line that is
    /// no reply.
    pub has_spoken: bool,
}

/// The first record of a file: a heap, an input as a driver gets it, or a failure as a report has it.
///
/// # Errors
/// A file that cannot be read, or a record that is none of these.
pub fn given(path: &Path) -> Result<GivenInput, Error> {
    let name = path.display().to_string();
    let text = read(path, &name).map_err(Error::File)?;
    let refused = |why: String| {
        let help = "a heap is {\"roots\":{…},\"objects\":{…}}; an input of a driver or a line of a report's failure \
                    will do";
        Error::File(Diagnostic::new(code::FILE, format!("`{name}`: {why}")).help(help))
    };
    let records = serde_json::Deserializer::from_str(&text).into_iter::<Json>();
    for record in records {
        let record = record.map_err(|error| refused(error.to_string()))?;
        let heap = match record["kind"].as_str() {
            Some("header" | "end") => continue,
            Some("failure") => &record["pre"],
            _ => &record,
        };
        if !heap["objects"].is_object() {
            return Err(refused("it has no objects".to_owned()));
        }
        let mut kept = json!({ "roots": heap.get("roots").cloned().unwrap_or(json!({})) });
        for part in ["objects", "sets", "relations"] {
            heap.get(part).into_iter().for_each(|value| kept[part] = value.clone());
        }
        let op = record["op"].as_str().map(str::to_owned);
        let has_spoken = record["causes"][0]["cause"].as_str().is_some_and(is_breach);
        return Ok(GivenInput { op, heap: kept, has_spoken });
    }
    Err(refused("there is no heap in it".to_owned()))
}
