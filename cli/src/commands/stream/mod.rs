//! The parts of a stream that several commands write: its header, its records and its end.

mod ending;
mod heading;
mod printer;

pub use self::ending::{ending, ending_without_stream, status};
pub use self::heading::{
    StreamSubject, asks_in_parts, header, heading, identity, identity_of, schema,
};
pub use self::printer::{RecordPrinter, as_written};

/// The program's name in records.
pub use korrel_campaign::TOOL;
