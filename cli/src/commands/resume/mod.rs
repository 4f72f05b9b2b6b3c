//! The places that a stream is written to, and going on where an earlier one was left.

mod after;
mod destination;
mod left;
mod outputs;
mod proof;
mod saved;

use korrel_enumerate::Instances;
use korrel_enumerate::heap::{InstanceId, Schema};

use crate::messages::error::Error;

pub use self::after::{ContinueAfter, refuse};
pub use self::destination::lines;
pub use self::left::FileStream;
pub use self::outputs::Outputs;
pub use self::proof::ProofFile;
pub use self::saved::{OutputPlace, SavedStream};

/// The reason why an instance does not fit.
pub const CHANGED: &str = "the spec or the flags have changed since that stream was written";

/// Moves the search on. Returns the id of the instance that it is still to reach.
pub fn resume(
    schema: &Schema,
    after: Option<&ContinueAfter>,
    instances: &mut Instances<'_>,
) -> Result<InstanceId, Error> {
    let Some(after) = after else { return Ok(0.into()) };
    let (ContinueAfter::Record { path, record, .. }, Some(stream)) = (after, instances.stream())
    else {
        // The other engines find all instances first in any case.
        return Ok(after.first_id());
    };
    stream.resume_after(schema, record).map(|()| 0.into()).map_err(|errors| {
        let why = format!("its instance {} does not fit: {}", record["id"], errors[0]);
        refuse(path, &why, CHANGED)
    })
}
