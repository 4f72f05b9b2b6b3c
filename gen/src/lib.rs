//! Classes of heap graphs in other languages: decoder, encoder, and a driver to begin with.
//!
//! ```text
//! header of heapgraph/1 ─► Declarations ─► Classes ─► a file of Python, Java, TypeScript or Rust
//! ```
//!
//! What a header says is all that a reader of heaps needs to know, so classes are made of that, and this
//! room knows no specs. What differs between specs is written out as plain code, a line for a field; what
//! does not is a runtime that stands in a file of its language here (`runtime.py`, …), where its compiler
//! and its readers can check it, and is written into each file that is generated: it needs no package.
//!
//! ```
//! use korrel_gen::{Declarations, Language, Options, generate};
//! let header = serde_json::json!({"spec": "tree.als", "command": "run {}", "roots": {"t": "Tree"},
//!     "types": {"Tree": {"root": "Node?"}, "Node": {"left": "Node?"}}, "enums": {}});
//! let declarations = Declarations::read(&header, Vec::new());
//! let code = generate(Language::Python, &declarations, &Options::default()).unwrap();
//! assert!(code.contains("class Node:\n    left: Node | None = None\n"));
//! ```

mod classes;
mod declarations;
mod java;
mod names;
mod python;
mod rust;
mod shape;
mod typescript;

use std::fmt;

pub use declarations::{Declarations, Operation};

use classes::Classes;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    Python,
    Java,
    TypeScript,
    Rust,
}

/// What is generated.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// By sig without fields, or `Int`: the type in the language of what its atoms stand for.
    pub values: Vec<(String, String)>,
    /// A driver for `korrel test`, too.
    pub driver: bool,
    /// What Java calls the class that holds all others; `Heaps` if nobody says.
    pub name: Option<String>,
}

/// Why nothing was generated: the user's mistake, in a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    pub message: String,
    pub help: Option<String>,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Refused {}

/// The text of a file.
///
/// # Errors
/// Values for what has none.
pub fn generate(
    language: Language,
    declarations: &Declarations,
    options: &Options,
) -> Result<String, Refused> {
    let words = match language {
        Language::Python => python::WORDS,
        Language::Java => java::WORDS,
        Language::TypeScript => typescript::WORDS,
        Language::Rust => rust::WORDS,
    };
    if let Some(name) = &options.name
        && language == Language::Java
        && words.has_class(name)
    {
        let message = format!("a class of Java's is called `{name}` already");
        let help = "the class is called as the file: choose another name".to_owned();
        return Err(Refused { message, help: Some(help) });
    }
    let classes = Classes::new(declarations, options, words)?;
    Ok(match language {
        Language::Python => python::file(&classes),
        Language::Java => java::file(&classes, options.name.as_deref().unwrap_or("Heaps")),
        Language::TypeScript => typescript::file(&classes),
        Language::Rust => rust::file(&classes),
    })
}
