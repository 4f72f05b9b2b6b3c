//! `--certify`: the folder of a list that proves itself.
//!
//! It grows as DIR.part, and gets its name once all of it is there.

use std::cell::Cell;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use korrel::question::listing::Listing;
use korrel::question::{Certificate, PosedQuestion, ProofLog};
use korrel::stream::{Status, StreamQuestion};
use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;

use crate::commands::shared::question::answered;
use crate::files::part::beside;
use crate::limits::Stop;
use crate::messages::error::Error;

pub struct CertificateFolder {
    path: PathBuf,
    part: PathBuf,
    is_published: Cell<bool>,
}

impl CertificateFolder {
    /// # Errors
    /// If it exists, or the folder beside it does, or that cannot be made.
    pub fn create(path: &Path) -> Result<CertificateFolder, Error> {
        are_there()?;
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

    /// Writes what is to be proven, and begins with the proof.
    ///
    /// # Errors
    /// Files that cannot be written; a question for which there are no certificates; a stop.
    pub fn begin<'p>(
        &self,
        question: &StreamQuestion<'_>,
        posed: &'p PosedQuestion<'p>,
        stop: &Stop,
    ) -> Result<(Listing<'p>, OpenProof<'p>), Error> {
        let certificate = answered(posed.certificate(question.schema()), stop)?;
        self.write("problem.json", &format!("{}\n", question.problem(&certificate)))?;
        self.write("formula.cnf", &certificate.formula())?;
        let path = self.part.join("proof.gz");
        let file = File::create_new(&path).map_err(|error| Error::unwritable(&path, &error))?;
        let proof = ProofLog::new(compressed(file));
        let listing = answered(posed.certified(&certificate, &proof), stop)?;
        Ok((listing, OpenProof { posed, certificate, log: proof }))
    }

    fn write(&self, name: &str, text: &str) -> Result<(), Error> {
        let path = self.part.join(name);
        fs::write(&path, text).map_err(|error| Error::unwritable(&path, &error))
    }

    /// Gives the folder its name, if the list is whole.
    ///
    /// # Errors
    /// Files that could not be written; instances that a certificate cannot show.
    pub fn end(
        &self,
        status: Status,
        count: u64,
        (proof, stop): (&OpenProof<'_>, &Stop),
    ) -> Result<(), Error> {
        if status == Status::Complete {
            answered(proof.posed.certify_rest(&proof.certificate, &proof.log), stop)?;
        }
        let whole = proof.log.close();
        if count > 0 && !proof.shows_lines() {
            let message = "there are no certificates of counterexamples that are traces";
            return Err(Error::Usage(Diagnostic::new(code::UNSUPPORTED, message)));
        }
        if status != Status::Complete {
            return Ok(());
        }
        whole
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

/// The proof that grows with a list.
pub struct OpenProof<'p> {
    posed: &'p PosedQuestion<'p>,
    certificate: Certificate<'p>,
    log: ProofLog,
}

impl OpenProof<'_> {
    /// A line may be in the list.
    pub fn shows_lines(&self) -> bool {
        self.certificate.shows_lines()
    }
}

/// Certificates are in this program.
#[cfg(feature = "full")]
fn are_there() -> Result<(), Error> {
    Ok(())
}

#[cfg(not(feature = "full"))]
fn are_there() -> Result<(), Error> {
    Err(crate::commands::left_out("find --certify", "full"))
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
