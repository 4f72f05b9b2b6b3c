//! A first spec from what a user has: sample JSON, a schema, compiled classes, types in Python, TypeScript or Rust,
//! messages of Protocol Buffers.
//!
//! ```text
//! sample ─► samples    ┐
//! schema ─► schema     │
//! .class ─► java       │
//! types  ─► python     ├─► Sketch ─► text of a spec, with a comment beside each guess
//!           typescript │
//!           rust       │
//! .proto ─► protobuf   ┘
//! ```
//!
//! A second kind of beginning: folders for a hunt in a library, [`TEMPLATES`].
//!
//! Comments tell facts of the source from guesses: a guess is easier to mend where it stands than to
//! find out later. Texts, and numbers with a fraction, are sigs without fields. Their values are the
//! user's choice (`korrel gen --values`).
//!
//! ```
//! let samples = [serde_json::json!({"name": "a", "parts": [{"size": 1}, {"size": 2}]})];
//! let spec = korrel_init::samples(&samples).text();
//! assert!(spec.contains("sig Part {  -- 2 in the samples\n  size: Int\n"), "{spec}");
//! ```
//!
//! # Where to change what
//!
//! | to | go to |
//! |---|---|
//! | make a first spec from another source | `init`: a file that makes a `Sketch`, and `cli/commands/init.rs` |
//! | add a template of a hunt, or change one | its folder in `init/templates`, its line in `init/src/templates.rs`, a fault for it in `cli/tests/init/templates.rs` |

mod classfile;
mod fields;
mod java;
mod notes;
mod protobuf;
mod python;
mod rust;
mod samples;
mod schema;
mod sketch;
mod spec;
mod templates;
mod tokens;
mod typescript;
mod yaml;

pub use fields::fields;
pub use java::java;
pub use protobuf::protobuf;
pub use python::{SCRIPT, python};
pub use rust::rust;
pub use samples::samples;
pub use schema::{is_schema, schema};
pub use sketch::Sketch;
#[doc(hidden)]
pub use spec::{WORDS, capital, identifier, one_line};
pub use templates::{TEMPLATES, Template, TemplateFile, TemplateLanguage};
pub use typescript::typescript;
pub use yaml::yaml;
