//! A file that is replaced as a whole or not at all.
//!
//! The new text goes into a file beside the old one, reaches the disk, and takes the old one's name in
//! one step: whatever happens meanwhile, a full disk or a cut, there is one whole text under the name.
//! Rejected: writing into the file itself, which is empty for a moment. A link stays a link; the file
//! that it leads to is replaced.

use std::fs::{self, Metadata, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use tempfile::{Builder, NamedTempFile};

/// Replaces a file's text, if it is still `old`.
///
/// # Errors
/// An error of the system: the file may not be written, or the disk is full. The file then keeps its old
/// text.
pub fn replace(path: &Path, old: &str, new: &str) -> io::Result<()> {
    let real = fs::canonicalize(path)?;
    // Otherwise a file that is not to be written would be replaced all the same.
    let file = OpenOptions::new().read(true).write(true).open(&real)?;
    if fs::read(&real)? != old.as_bytes() {
        return Err(io::Error::other("it has changed in the meantime"));
    }
    let folder = real.parent().expect("a file lies in a folder");
    let mut beside = Builder::new().prefix(".korrel-").tempfile_in(folder)?;
    beside.write_all(new.as_bytes())?;
    own_alike(&beside, &file.metadata()?)?;
    beside.as_file().sync_all()?;
    beside.persist(&real)?;
    Ok(())
}

/// The owner and the permissions of another file.
#[cfg(unix)]
fn own_alike(file: &NamedTempFile, other: &Metadata) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, fchown};
    let own = file.as_file().metadata()?;
    if (own.uid(), own.gid()) != (other.uid(), other.gid()) {
        fchown(file.as_file(), Some(other.uid()), Some(other.gid()))?;
    }
    // Behind the owner, since a new one takes some of them away.
    file.as_file().set_permissions(other.permissions())
}

#[cfg(not(unix))]
fn own_alike(file: &NamedTempFile, other: &Metadata) -> io::Result<()> {
    file.as_file().set_permissions(other.permissions())
}
