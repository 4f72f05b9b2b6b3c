//! Streams of heapgraph/1: the question that the header tells, records with ids, the digest, and the end.
//!
//! Whoever writes a stream owns the file and the clock. What stands in it is decided here, and so are going on with a
//! stream and joining the parts of one.

mod list;
mod question;
mod reading;
mod repeats;

use korrel_enumerate::heap::{end_of_shard, end_with};
use korrel_heapgraph::Header;
use korrel_lang::model::Command;
use korrel_lang::spec::{Mistakes, Spec};
use serde_json::{Map, Value as Json};

use crate::settings::Settings;
use crate::spec::schema;

pub use korrel_enumerate::heap::{
    InstanceId, Status, StreamTally, after_id, begin_record, is_key, is_own_record,
};
pub use korrel_enumerate::{CubePlace, CubeRange, CutSpace, Fault, Shard, ShardCubes};

pub use self::list::{InstanceLines, RecordList, StreamWriter, as_written};
pub(crate) use self::question::plain_header;
pub use self::question::{
    StreamQuestion, StreamSubject, TOOL, asks_in_parts, identity_of, is_cut_by_counts,
};
pub use self::reading::StreamReading;
pub use self::repeats::{RepeatedHashes, StreamRepeats};

/// What a stream of a command's instances declares.
///
/// # Errors
/// Names that a reader of a heap would misread.
pub fn declared(spec: &Spec, command: &Command) -> Result<Header, Mistakes> {
    Ok(schema(spec, command, &Settings::default())?.header())
}

/// What the end record of a shard says beside its status.
#[derive(Clone, Copy, Debug)]
pub struct ShardEnd<'a> {
    /// The number of its instances in each cube, in order.
    pub cubes: &'a [(u64, u64)],
    /// The first place that is another one's, if the shard was split.
    pub until: Option<CubePlace>,
}

/// The end record: why the stream ended, after which instances. `shard`: of a shard; `told`: what else the stream has
/// told.
pub fn end_record(
    status: Status,
    tally: &StreamTally,
    shard: Option<ShardEnd<'_>>,
    told: &Map<String, Json>,
) -> String {
    match shard {
        Some(ShardEnd { cubes, until }) => end_of_shard(status, tally, cubes, until),
        None => end_with(status, tally, told),
    }
}
