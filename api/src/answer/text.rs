//! Texts that commands make of specs and of other files.

use std::collections::BTreeMap;

use serde::Serialize;

/// The record of a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum TextRecord {
    /// A first spec.
    Spec {
        /// The files that it is made of.
        source: String,
        text: String,
    },
    /// Classes in another language.
    Code {
        #[cfg_attr(feature = "schema", schemars(extend("enum" = ["python", "java", "typescript", "rust"])))]
        language: String,
        text: String,
        /// The names that are spelled otherwise in the language.
        renamed: Vec<RenamedName>,
    },
    /// A spec in the one layout.
    Layout {
        spec: String,
        /// The file had another layout.
        differs: bool,
        /// The file has been replaced.
        written: bool,
        text: String,
        /// With `--from`: each name that Alloy 6 does not read, and what it is now.
        #[serde(skip_serializing_if = "Option::is_none")]
        renamed: Option<BTreeMap<String, String>>,
    },
    /// A command as it is asked.
    Translation {
        spec: String,
        command: String,
        #[cfg_attr(feature = "schema", schemars(extend("enum" = ["ast", "model", "bounds", "circuit", "cnf", "aiger", "aiger-plain"])))]
        emit: String,
        text: String,
    },
    /// What a message's code means.
    Explanation { code: &'static str, title: &'static str, text: String },
}

/// A name of a spec, and its spelling in code.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RenamedName {
    pub spec: String,
    pub code: String,
}
