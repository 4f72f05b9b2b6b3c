//! Streams of heapgraph/1: the question that the header tells, records with ids, the digest, and the end.
//!
//! Whoever writes a stream owns the file and the clock. What stands in it is decided here, and so are going on with a
//! stream and joining the parts of one.

mod list;
mod question;
mod reading;

use korrel_enumerate::heap::{end_of_shard, end_with};
use korrel_heapgraph::Header;
use korrel_lang::model::Command;
use korrel_lang::spec::{Mistakes, Spec};
use serde_json::{Map, Value as Json};

use crate::settings::Settings;
use crate::spec::schema;

pub use korrel_enumerate::heap::{
    InstanceId, Status, StreamTally, begin_record, is_key, is_own_record,
};
pub use korrel_enumerate::{Fault, Shard};

pub use self::list::{InstanceLines, RecordList, StreamWriter, as_written};
pub(crate) use self::question::plain_header;
pub use self::question::{
    StreamQuestion, StreamSubject, TOOL, asks_in_parts, identity_of, is_cut_by_counts,
};
pub use self::reading::StreamReading;

/// What a stream of a command's instances declares.
///
/// # Errors
/// Names that a reader of a heap would misread.
pub fn declared(spec: &Spec, command: &Command) -> Result<Header, Mistakes> {
    Ok(schema(spec, command, &Settings::default())?.header())
}

/// The end record: why the stream ended, after which instances. `cubes`: of a shard, the number of its instances in each
/// cube, in order; `told`: what else the stream has told.
pub fn end_record(
    status: Status,
    tally: &StreamTally,
    cubes: Option<&[(u64, u64)]>,
    told: &Map<String, Json>,
) -> String {
    match cubes {
        Some(cubes) => end_of_shard(status, tally, cubes),
        None => end_with(status, tally, told),
    }
}
