//! Classes of heap graphs in other languages: decoder, encoder, and a driver to begin with.
//!
//! ```text
//! Header of heapgraph/1 ─► CodeModel ─► a file of Python, Java, TypeScript or Rust
//! ```
//!
//! A header holds all that a reader of heaps needs to know, so classes are made of that, and this
//! room knows no specs. The code that differs between specs is written out plainly, a line for a
//! field. The rest is a runtime that stands in a file of its language here (`runtime.py`, …), where
//! its compiler and its readers can check it. It is written into each file that is generated, so
//! that this needs no package.
//!
//! ```
//! use korrel_gen::{CodeOptions, Language, generate};
//! use korrel_heapgraph::Header;
//! let header = serde_json::json!({"format": "heapgraph/1", "spec": "tree.als", "command": "run {}", "roots": {"t": "Tree"},
//!     "types": {"Tree": {"root": "Node?"}, "Node": {"left": "Node?"}}, "enums": {}});
//! let header = Header::read(&header).unwrap();
//! let code = generate(Language::Python, &header, &[], &CodeOptions::default()).unwrap();
//! assert!(code.text.contains("class Node:\n    left: Node | None = None\n"));
//! ```
//!
//! # Where to change what
//!
//! | to | go to |
//! |---|---|
//! | change what is generated in a language | `gen/LANGUAGE`: what a class and a field look like in `mod.rs`, all else in the runtime beside it |
//! | generate another language | a folder that implements `gen/syntax.rs`, where the walk over classes and fields is; its line in `gen/lib.rs`, `cli/flags/values.rs`, `cli/commands/generate.rs` and docs/commands/gen.md; for all tests, a file beside those in `cli/tests/generated/tongues` and its line in `mod.rs` |

mod code;
mod identifiers;
mod java;
mod machine;
mod python;
mod rust;
mod syntax;
mod typescript;

use std::fmt;

use korrel_heapgraph::{Header, Member};

pub use code::RenamedMember;
pub use identifiers::is_identifier;

use code::{CodeModel, renamed};
use syntax::{Syntax, file};

/// A method under test, and the shapes of its arguments.
#[derive(Clone, Debug)]
pub struct TestedMethod {
    pub name: String,
    pub roots: Vec<Member>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    Python,
    Java,
    TypeScript,
    Rust,
}

/// The options of the code that is generated.
#[derive(Clone, Debug, Default)]
pub struct CodeOptions {
    /// The type in the language of the values that atoms stand for, by sig without fields, or
    /// `Int`.
    pub values: Vec<(String, String)>,
    /// A driver for `korrel test`, too.
    pub driver: bool,
    /// The name of the Java class that holds all others, `Heaps` by default.
    pub name: Option<String>,
}

/// A file, and the names of the spec that are others in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GeneratedCode {
    pub text: String,
    pub renamed: Vec<RenamedMember>,
}

/// The reason why nothing was generated: the user's mistake, in a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GenerateError {
    pub message: String,
    pub help: Option<String>,
}

impl fmt::Display for GenerateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for GenerateError {}

/// A machine to begin with, for the driver of a package: a class with a method for each action of a command of
/// traces. In Java the class is called as the options say, `Machine` by default.
///
/// # Errors
/// There is no action, or one has a name that no method can have.
pub fn generate_machine(
    language: Language,
    header: &Header,
    options: &CodeOptions,
) -> Result<String, GenerateError> {
    let name = options.name.as_deref().unwrap_or("Machine");
    let java = java::Java { name };
    machine::machine(language, syntax_of(language, &java), name, header)
}

fn syntax_of<'s>(language: Language, java: &'s java::Java<'s>) -> &'s dyn Syntax {
    match language {
        Language::Python => &python::Python,
        Language::Java => java,
        Language::TypeScript => &typescript::TypeScript,
        Language::Rust => &rust::Rust,
    }
}

/// A file of classes.
///
/// # Errors
/// Values for what has none.
pub fn generate(
    language: Language,
    header: &Header,
    operations: &[TestedMethod],
    options: &CodeOptions,
) -> Result<GeneratedCode, GenerateError> {
    let java = java::Java { name: options.name.as_deref().unwrap_or("Heaps") };
    let syntax = syntax_of(language, &java);
    if let Some(name) = &options.name
        && language == Language::Java
        && syntax.words().has_class(name)
    {
        let message = format!("a class of Java's is called `{name}` already");
        let help = "the class is called as the file: choose another name".to_owned();
        return Err(GenerateError { message, help: Some(help) });
    }
    let code = CodeModel::new(header, operations, options, syntax.words())?;
    let renamed = renamed(syntax, &code);
    Ok(GeneratedCode { text: file(syntax, &code, &renamed), renamed })
}
