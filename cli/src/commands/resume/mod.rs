//! The places that a stream is written to, and going on where an earlier one was left.

mod after;
mod destination;
mod graphs;
mod left;
mod outputs;
mod proof;
mod saved;

use korrel::question::listing::Listing;
use korrel::stream::{InstanceId, StreamQuestion};

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
    question: &StreamQuestion<'_>,
    after: Option<&ContinueAfter>,
    listing: &mut Listing<'_>,
) -> Result<InstanceId, Error> {
    let Some(after) = after else { return Ok(0.into()) };
    let ContinueAfter::Record { path, record, .. } = after else { return Ok(after.first_id()) };
    match listing.resume_after(question.schema(), record) {
        Ok(true) => Ok(0.into()),
        // The other engines find all instances first in any case.
        Ok(false) => Ok(after.first_id()),
        Err(error) => {
            let why = format!("its instance {} does not fit: {error}", record["id"]);
            Err(refuse(path, &why, CHANGED))
        }
    }
}
