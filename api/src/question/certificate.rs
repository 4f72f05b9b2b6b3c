//! Lists and counts that others can check (docs/certificate.md).

use korrel_enumerate::heap::Schema;
use korrel_enumerate::{Certificate, SymmetryProof};
use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_sat::ProofLog;
use num_bigint::BigUint;

use super::NoAnswer;
use super::listing::Listing;
use super::posed::PosedQuestion;

impl PosedQuestion<'_> {
    /// What a certificate of the list, or of the count, says. The settings must be [`certified`](crate::Settings::certified).
    ///
    /// # Errors
    /// A question for which there are no certificates; a construct that cannot be translated; a stop.
    pub fn certificate(&self, schema: &Schema) -> Result<Certificate<'_>, NoAnswer> {
        let shard = self.settings.shard.map(|(shard, _)| shard);
        let certificate = Certificate::new(&self.problem, (schema, shard), &self.effort);
        certificate.map_err(|why| NoAnswer::untranslated(self.spec, why))
    }

    /// The list that a certificate is of. The proof begins with that of its symmetry, and is whole when the list is
    /// at its end.
    ///
    /// # Errors
    /// A stop.
    pub fn certified<'p>(
        &'p self,
        certificate: &Certificate<'p>,
        proof: &ProofLog,
    ) -> Result<Listing<'p>, NoAnswer> {
        self.check_judged()?;
        self.prove_symmetry(certificate, proof)?;
        let instances = certificate.instances(proof, &self.effort);
        Ok(Listing { posed: self, instances })
    }

    /// What the proof of a part says beside its list, which is at its end.
    ///
    /// # Errors
    /// A stop.
    pub fn certify_rest(
        &self,
        certificate: &Certificate<'_>,
        proof: &ProofLog,
    ) -> Result<(), NoAnswer> {
        match certificate.prove_rest(proof, &self.effort) {
            true => Ok(()),
            false => Err(NoAnswer::Stopped),
        }
    }

    /// The number of instances that a certificate is of. The proof is whole then.
    ///
    /// # Errors
    /// Traces, of which there is one; a construct that cannot be translated; a stop.
    pub fn certified_count(
        &self,
        certificate: &Certificate<'_>,
        proof: &ProofLog,
    ) -> Result<BigUint, NoAnswer> {
        self.prove_symmetry(certificate, proof)?;
        let number = certificate.count(proof, &self.effort);
        let number = number.map_err(|why| NoAnswer::untranslated(self.spec, why))?;
        self.check_shown(certificate, number == BigUint::ZERO)?;
        Ok(number)
    }

    /// Sees to it that a certificate can show what was found, unless it is nothing.
    ///
    /// # Errors
    /// Counterexamples that are traces.
    pub fn check_shown(
        &self,
        certificate: &Certificate<'_>,
        is_nothing: bool,
    ) -> Result<(), NoAnswer> {
        if is_nothing || certificate.shows_lines() {
            return Ok(());
        }
        let message = "there are no certificates of counterexamples that are traces";
        Err(self.refused(Diagnostic::new(code::UNSUPPORTED, message)))
    }

    fn prove_symmetry(
        &self,
        certificate: &Certificate<'_>,
        proof: &ProofLog,
    ) -> Result<(), NoAnswer> {
        proof.begin("p certificate/1");
        match certificate.prove_symmetry(proof, &self.effort) {
            SymmetryProof::Proven => Ok(()),
            SymmetryProof::Stopped => Err(NoAnswer::Stopped),
            SymmetryProof::Broken => unreachable!("interchangeable atoms are told apart"),
        }
    }
}
