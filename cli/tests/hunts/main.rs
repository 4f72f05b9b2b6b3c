//! Statements about all hunts: their sums, the changes that `weekly` tells, and the issue in which a workflow tells them.

mod counts;
#[cfg(unix)]
mod tracker;
mod weekly;
#[cfg(unix)]
mod workflow;

use std::path::Path;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the package lies in the workspace")
}
