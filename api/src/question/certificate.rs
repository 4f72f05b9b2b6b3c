//! Lists that others can check (docs/certificate.md).

use korrel_enumerate::heap::Schema;
use korrel_enumerate::{Certificate, SymmetryProof};
use korrel_sat::ProofLog;

use super::NoAnswer;
use super::listing::Listing;
use super::posed::PosedQuestion;

impl PosedQuestion<'_> {
    /// What a certificate of the list says. The settings must be [`certified`](crate::Settings::certified).
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
        proof.begin("p certificate/1");
        match certificate.prove_symmetry(proof, &self.effort) {
            SymmetryProof::Proven => {}
            SymmetryProof::Stopped => return Err(NoAnswer::Stopped),
            SymmetryProof::Broken => unreachable!("interchangeable atoms are told apart"),
        }
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
}
