//! The languages: all that the tests know of one stands in its file.

mod java;
mod python;
mod rust;
mod typescript;

use std::fmt::{self, Debug, Formatter};
use std::path::Path;

use crate::run::folder;

pub use java::JAVA;
pub use python::PYTHON;
pub use rust::RUST;
pub use typescript::TYPESCRIPT;

pub struct Tongue {
    /// As `korrel gen` knows it.
    pub name: &'static str,
    /// Compiles programs in a folder.
    build: fn(&Path, Programs<'_>) -> Vec<Built>,
    /// Reads a stream from standard input, and writes each instance again. `VALUES` makes the values.
    pub echo: &'static str,
    pub no_values: &'static str,
    /// By spec, flags of `gen` and an expression that makes the values that stand for atoms and integers.
    pub values: &'static [(&'static str, &'static [&'static str], &'static str)],
    /// The types of values are said when code is generated.
    pub has_typed_values: bool,
    /// Reads vectors of changes.jsonl from standard input, makes the changes, and writes the heaps.
    pub changes: &'static str,
    /// Words that mean something to the language, whether generated code has them or not.
    pub words: &'static str,
    /// The names of names.als that the language spells otherwise.
    pub spelled: &'static str,
    /// A line of a driver that is to be filled, the sort that fills it, and what turns the sort around.
    pub skeleton: &'static str,
    pub sort: &'static str,
    pub backwards: (&'static str, &'static str),
}

/// A generated file, given by name, and the code that is put around or after it.
type Programs<'a> = &'a [(String, String, Option<&'a str>)];

/// The command line of a program that is ready to be run.
pub struct Built(pub Vec<String>);

impl Tongue {
    /// Compiles all programs together.
    pub fn build(&self, place: &str, programs: Programs<'_>) -> Vec<Built> {
        (self.build)(&folder(&format!("{place}-{}", self.name)), programs)
    }

    /// `echo`, without values.
    pub fn plain_echo(&self) -> String {
        self.echo.replace("VALUES", self.no_values)
    }
}

impl Debug for Tongue {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

fn built(words: &[&str]) -> Built {
    Built(words.iter().map(|word| (*word).to_owned()).collect())
}

pub const ALL: [Tongue; 4] = [PYTHON, JAVA, TYPESCRIPT, RUST];

/// A test for each language, of its name, that calls a function with it.
macro_rules! in_every_language {
    ($(#[$doc:meta])* $try:path) => {
        in_every_language!($(#[$doc])* $try, python PYTHON "python3");
        in_every_language!($(#[$doc])* $try, java JAVA "javac and java");
        in_every_language!($(#[$doc])* $try, typescript TYPESCRIPT "node and npm");
        in_every_language!($(#[$doc])* $try, rust RUST "compiles programs with cargo");
    };
    ($(#[$doc:meta])* $try:path, $name:ident $tongue:ident $needs:literal) => {
        $(#[$doc])*
        #[test]
        #[ignore = concat!($needs, ": cargo test -p korrel --test generated -- --ignored")]
        fn $name() {
            $try(&crate::tongues::$tongue);
        }
    };
}

pub(crate) use in_every_language;
