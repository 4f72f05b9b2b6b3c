
/// A record or a heap that does not fit the spec, or values that do not fit either.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error(pub String);

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Error {}

impl From<serde_json::Error> for Error {
    fn from(error: serde_json::Error) -> Error {
        Error(error.to_string())
    }
}

pub type Result<T> = std::result::Result<T, Error>;

/// Says of what does not fit where it stands.
fn at<T>(path: &str, read: Result<T>) -> Result<T> {
    read.map_err(|Error(why)| Error(format!("{path}: {why}")))
}

fn wrong<T>(json: &Json, expected: &str) -> Result<T> {
    Err(Error(format!("{json} is no {expected}")))
}

/// An object: its place among those of its heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Id(pub usize);

/// What a record holds by name: its roots, its sets.
pub trait Record: Sized {
    fn read(fields: &Json, heap: &Reader<'_>) -> Result<Self>;

    fn write(&self, heap: &mut Writer<'_>) -> Result<Json>;
}
