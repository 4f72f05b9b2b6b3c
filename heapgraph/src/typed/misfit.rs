//! A value that does not fit, and its place.

use std::fmt;

/// A value that does not fit the spec, or a type that does not fit the value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misfit {
    /// The path from the inside to the outside.
    path: Vec<String>,
    message: String,
}

impl Misfit {
    pub fn new(message: impl Into<String>) -> Misfit {
        Misfit { path: Vec::new(), message: message.into() }
    }

    /// The same at a place within this one.
    #[must_use]
    pub fn below(mut self, name: &str) -> Misfit {
        self.path.push(name.to_owned());
        self
    }
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path: Vec<&str> = self.path.iter().rev().map(String::as_str).collect();
        match &path[..] {
            [] => f.write_str(&self.message),
            path => write!(f, "{}: {}", path.join("."), self.message),
        }
    }
}

impl std::error::Error for Misfit {}

impl serde_core::de::Error for Misfit {
    fn custom<T: fmt::Display>(message: T) -> Misfit {
        Misfit::new(message.to_string())
    }
}

/// From what serde_json says of a value by itself.
impl From<serde_json::Error> for Misfit {
    fn from(error: serde_json::Error) -> Misfit {
        Misfit::new(error.to_string())
    }
}
