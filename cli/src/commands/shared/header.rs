//! The header of a command's heaps, where no stream is written.

use korrel_enumerate::heap::{self, Heading, Schema};
use korrel_lang::model::Command;
use korrel_lang::spec::Spec;
use serde_json::{Map, Value as Json};

use crate::commands::find::TOOL;

/// The members of a heapgraph/1 header that describe a command for every question; a given scope replaces the
/// command's own.
pub fn header(
    spec: &Spec,
    schema: &Schema,
    command: &Command,
    scope: Option<&str>,
) -> Map<String, Json> {
    let command = spec.text(command, scope);
    let heading = Heading {
        tool: TOOL,
        spec: &spec.name,
        command: &command,
        question: "",
        symmetry: "full",
        shard: None,
        cut: None,
        key: None,
        sample: None,
        asks: None,
    };
    let header = serde_json::from_str(&heap::header(schema, &heading));
    let Ok(Json::Object(header)) = header else { unreachable!("a header is an object") };
    header
}
