//! `--certify`: the folder of a list or a count that proves itself.
//!
//! It grows as DIR.part, and gets its name once all of it is there.

use std::cell::Cell;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use korrel::question::ProofLog;

use crate::files::part::beside;
use crate::messages::error::Error;

pub struct CertificateFolder {
    path: PathBuf,
    part: PathBuf,
    is_published: Cell<bool>,
}

impl CertificateFolder {
    /// The folder of this command.
    ///
    /// # Errors
    /// If it exists, or the folder beside it does, or that cannot be made.
    pub fn create(path: &Path, command: &str) -> Result<CertificateFolder, Error> {
        are_there(command)?;
        if path.symlink_metadata().is_ok() {
            return Err(Error::unwritable(path, &io::ErrorKind::AlreadyExists.into()));
        }
        let part = beside(path);
        match fs::create_dir(&part) {
            Ok(()) => {}
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                const LEFT: &str = "another run is writing it, or was killed while it did; it is no certificate: move it away";
                return Err(Error::left(&part, LEFT));
            }
            Err(error) => return Err(Error::unwritable(path, &error)),
        }
        Ok(CertificateFolder { path: path.to_owned(), part, is_published: Cell::new(false) })
    }

    /// The growing folder.
    pub fn part(&self) -> PathBuf {
        self.part.clone()
    }

    /// # Errors
    /// A file that cannot be written.
    pub fn write(&self, name: &str, text: &str) -> Result<(), Error> {
        let path = self.part.join(name);
        fs::write(&path, text).map_err(|error| Error::unwritable(&path, &error))
    }

    /// The proof, which grows in its file.
    ///
    /// # Errors
    /// A file that cannot be made.
    pub fn proof(&self) -> Result<ProofLog, Error> {
        let path = self.part.join("proof.gz");
        let file = File::create_new(&path).map_err(|error| Error::unwritable(&path, &error))?;
        Ok(ProofLog::new(compressed(file)))
    }

    /// Gives the folder its name. `proof` is the end of its proof.
    ///
    /// # Errors
    /// Files that could not be written.
    pub fn publish(&self, proof: io::Result<()>) -> Result<(), Error> {
        proof
            .and_then(|()| fs::rename(&self.part, &self.path))
            .map_err(|error| Error::unwritable(&self.path, &error))?;
        self.is_published.set(true);
        Ok(())
    }
}

/// Without a proof there is no folder.
impl Drop for CertificateFolder {
    fn drop(&mut self) {
        if !self.is_published.get() {
            // If it cannot be removed, its name says that it is not whole.
            let _ = fs::remove_dir_all(&self.part);
        }
    }
}

/// Certificates are in this program.
#[cfg(feature = "full")]
fn are_there(_: &str) -> Result<(), Error> {
    Ok(())
}

#[cfg(not(feature = "full"))]
fn are_there(command: &str) -> Result<(), Error> {
    Err(crate::commands::left_out(command, "full"))
}

/// The proof in its file, compressed.
#[cfg(feature = "full")]
fn compressed(file: File) -> impl Write + Send + 'static {
    use flate2::Compression;
    use flate2::write::GzEncoder;

    /// It is flushed once, at its end.
    struct CompressedProof(GzEncoder<BufWriter<File>>);

    impl Write for CompressedProof {
        fn write(&mut self, text: &[u8]) -> io::Result<usize> {
            self.0.write(text)
        }

        fn flush(&mut self) -> io::Result<()> {
            self.0.try_finish()?;
            self.0.get_mut().flush()
        }
    }

    CompressedProof(GzEncoder::new(BufWriter::new(file), Compression::fast()))
}

#[cfg(not(feature = "full"))]
fn compressed(file: File) -> impl Write + Send + 'static {
    BufWriter::new(file)
}
