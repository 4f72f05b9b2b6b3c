//! What a certificate is about, as far as the report does not say it.

use std::fs;
use std::path::Path;

use korrel_campaign::Subject;
use korrel_campaign::operations::declared;
use korrel_harness::report::{CertificateSubject, ReportHeading, hash, hash_of};
use korrel_lang::spec::Spec;

use crate::files::read::unreadable;
use crate::flags::TestFlags;
use crate::messages::error::Error;

/// # Errors
/// A file of the driver's that cannot be read.
pub fn subject(
    test: &TestFlags,
    spec: &Spec,
    subjects: &[Subject],
    heading: &ReportHeading,
) -> Result<CertificateSubject, Error> {
    let claims = test.outcome.about.iter();
    let is_tried = |name: &String| subjects.iter().any(|one| one.operation.name == *name);
    Ok(CertificateSubject {
        spec: Some(hash_of(spec.texts())),
        driver: digest(&[&heading.driver, &heading.against])?,
        claims: claims
            .map(|(claim, text)| (claim.name().to_owned(), text.as_str().into()))
            .collect(),
        untried: declared(spec).into_iter().filter(|name| !is_tried(name)).collect(),
    })
}

/// The digest of the files that the words of drivers name. A program counts only if it is the only file of its driver:
/// beside a script, it is an interpreter, which is another one on each machine.
fn digest(drivers: &[&Vec<String>]) -> Result<Option<String>, Error> {
    let mut digests = Vec::new();
    for words in drivers {
        let mut files: Vec<&String> =
            words.iter().filter(|word| Path::new(word).is_file()).collect();
        if files.len() > 1 && words.first() == files.first().copied() {
            files.remove(0);
        }
        for file in files {
            let path = Path::new(file);
            let bytes = fs::read(path).map_err(|error| unreadable(path, &error))?;
            digests.push(hash(bytes));
        }
    }
    Ok((!digests.is_empty()).then(|| hash_of(digests.iter().map(String::as_str))))
}
