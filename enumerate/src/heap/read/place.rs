//! The place of a value in a JSON text.

use std::fmt;

/// The way to a value. It is written out only if something is wrong there: almost nothing is, and
/// answers come by the thousand.
#[derive(Clone, Copy, Debug)]
pub enum JsonPlace<'p> {
    Root(&'p str),
    Key(&'p JsonPlace<'p>, &'p str),
    Index(&'p JsonPlace<'p>, usize),
}

impl<'p> JsonPlace<'p> {
    pub fn key(&'p self, name: &'p str) -> JsonPlace<'p> {
        JsonPlace::Key(self, name)
    }

    pub fn index(&'p self, at: usize) -> JsonPlace<'p> {
        JsonPlace::Index(self, at)
    }
}

impl fmt::Display for JsonPlace<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            JsonPlace::Root(name) => f.write_str(name),
            JsonPlace::Key(of, name) => write!(f, "{of}.{name}"),
            JsonPlace::Index(of, at) => write!(f, "{of}[{at}]"),
        }
    }
}
