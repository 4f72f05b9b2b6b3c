//! The parts of a stream that several commands write: its records and its end.

mod ending;
mod printer;

pub use self::ending::{ending, ending_without_stream, status};
pub use self::printer::RecordPrinter;
