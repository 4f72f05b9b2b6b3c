//! `--certify`: the proof that grows with a list.

use korrel::question::listing::Listing;
use korrel::question::{Certificate, PosedQuestion, ProofLog};
use korrel::stream::{Status, StreamQuestion};

use crate::commands::shared::certificate::CertificateFolder;
use crate::commands::shared::question::answered;
use crate::limits::Stop;
use crate::messages::error::Error;

impl CertificateFolder {
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
        self.write("problem.json", &format!("{}\n", question.problem(&certificate, None)))?;
        self.write("formula.cnf", &certificate.formula())?;
        let proof = self.proof()?;
        let listing = answered(posed.certified(&certificate, &proof), stop)?;
        Ok((listing, OpenProof { posed, certificate, log: proof }))
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
        answered(proof.posed.check_shown(&proof.certificate, count == 0), stop)?;
        if status != Status::Complete {
            return Ok(());
        }
        self.publish(whole)
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
