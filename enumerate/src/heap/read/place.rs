//! Where in a JSON text a value stands.

use std::fmt;

/// The way to a value. It is written out only if something is wrong there: almost nothing is, and
/// answers come by the thousand.
#[derive(Clone, Copy, Debug)]
pub enum Place<'p> {
    Root(&'p str),
    Key(&'p Place<'p>, &'p str),
    Index(&'p Place<'p>, usize),
}

impl<'p> Place<'p> {
    pub fn key(&'p self, name: &'p str) -> Place<'p> {
        Place::Key(self, name)
    }

    pub fn index(&'p self, at: usize) -> Place<'p> {
        Place::Index(self, at)
    }
}

impl fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Place::Root(name) => f.write_str(name),
            Place::Key(of, name) => write!(f, "{of}.{name}"),
            Place::Index(of, at) => write!(f, "{of}[{at}]"),
        }
    }
}
