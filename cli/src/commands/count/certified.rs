//! `--certify`: the number, with a folder that proves it.

use korrel::question::PosedQuestion;
use korrel::stream::StreamQuestion;
use num_bigint::BigUint;

use crate::commands::shared::certificate::CertificateFolder;
use crate::commands::shared::question::answered;
use crate::limits::Stop;
use crate::messages::error::Error;

/// # Errors
/// Files that cannot be written; a question for which there are no certificates.
pub fn run(
    folder: &CertificateFolder,
    question: &StreamQuestion<'_>,
    posed: &PosedQuestion<'_>,
    stop: &Stop,
) -> Result<BigUint, Error> {
    let certificate = answered(posed.certificate(question.schema()), stop)?;
    folder.write("formula.cnf", &certificate.formula())?;
    let proof = folder.proof()?;
    let number = answered(posed.certified_count(&certificate, &proof), stop)?;
    stop.take_over();
    let problem = question.problem(&certificate, Some(&number));
    folder.write("problem.json", &format!("{problem}\n"))?;
    folder.publish(proof.close())?;
    Ok(number)
}
