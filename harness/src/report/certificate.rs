//! The result that a run has proven, in short: no inputs, no failures, but the question and the number of
//! inputs.

use korrel_heapgraph::hash::hash;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::end::Tallies;
use super::heading::ReportHeading;
use super::read::operation;
use super::status::{Grown, RunStatus};
use super::{Report, merge, shard};

/// The certificate of a run, or of the shards of one.
///
/// Invariant: the report has no failures, and as its driver the hash of the driver's words.
#[derive(Clone, Debug)]
pub struct Certificate {
    report: Report,
    subject: CertificateSubject,
}

/// What a certificate is about, as far as the report does not say it. What is not known is left out, as in those of
/// earlier versions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CertificateSubject {
    /// The digest of the spec's texts. Unlike that of the question, it does not depend on flags.
    #[serde(rename = "spec_digest", skip_serializing_if = "Option::is_none")]
    pub spec: Option<String>,
    /// The digest of the driver's own files, or `None` if its words name none.
    #[serde(rename = "driver_digest", skip_serializing_if = "Option::is_none")]
    pub driver: Option<String>,
    /// The caller's words, by the name of a [`Claim`].
    #[serde(rename = "about", default, skip_serializing_if = "Map::is_empty")]
    pub claims: Map<String, Value>,
    /// The spec's operations that were not asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub untried: Vec<String>,
}

/// What only the caller can know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// Name and version of the tested program.
    Version,
    /// The settings under which the driver runs it.
    Options,
    /// How many small faults that were planted in it were found.
    Mutants,
}

impl Claim {
    pub const ALL: [Claim; 3] = [Claim::Version, Claim::Options, Claim::Mutants];

    pub fn name(self) -> &'static str {
        match self {
            Claim::Version => "version",
            Claim::Options => "options",
            Claim::Mutants => "mutants",
        }
    }
}

impl CertificateSubject {
    /// What a reader would want to know, and does not learn.
    pub fn without(&self) -> Vec<String> {
        let claims = Claim::ALL.iter().map(|claim| claim.name());
        let claims = claims.filter(|name| !self.claims.contains_key(*name)).map(str::to_owned);
        let digests = [("spec's digest", &self.spec), ("driver's digest", &self.driver)];
        let digests = digests.iter().filter(|(_, digest)| digest.is_none());
        let untried = self.untried.iter().map(|op| format!("operation {op}"));
        claims.chain(digests.map(|(name, _)| (*name).to_owned())).chain(untried).collect()
    }
}

impl Certificate {
    pub fn of(report: &Report, subject: CertificateSubject) -> Certificate {
        let driver = vec![report.heading.driver_hash()];
        let heading = ReportHeading { driver, ..report.heading.clone() };
        Certificate { report: Report { heading, ..report.clone() }, subject }
    }

    /// # Errors
    /// Why the text is no certificate, or not as it was written.
    pub fn read(text: &str) -> Result<Certificate, String> {
        let record: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let mut members = record.as_object().cloned().unwrap_or_default();
        let said = members.shift_remove("hash");
        if said != Some(json!(hash(Value::Object(members).to_string()))) {
            return Err("its hash is not that of the rest: it was changed".to_owned());
        }
        let text = |name: &str| match record[name].as_str() {
            Some(text) => Ok(text.to_owned()),
            None => Err(format!("it has no {name}")),
        };
        let heading = ReportHeading {
            tool: text("tool")?,
            spec: text("spec")?,
            question: text("question")?,
            scope: text("scope")?,
            driver: vec![text("driver")?],
            shard: record["shard"].as_str().and_then(shard),
            options: record["options"].as_object().cloned().unwrap_or_default(),
            ..ReportHeading::default()
        };
        let mut report = Report::new(heading, &[]);
        for record in record["operations"].as_array().into_iter().flatten() {
            report.operations.push(operation(record)?);
        }
        report.status = RunStatus::named(&text("status")?).ok_or("there is no such status")?;
        report.grown = record["extent"].as_str().map(Grown::of_text);
        let subject = CertificateSubject::deserialize(&record);
        Ok(Certificate { report, subject: subject.map_err(|error| error.to_string())? })
    }

    /// Complete only if all shards are there and complete.
    ///
    /// # Errors
    /// Reports that are not of one run, or among which one is there twice.
    pub fn merge(parts: Vec<Certificate>) -> Result<Certificate, String> {
        let subject = parts.first().map(|part| part.subject.clone()).unwrap_or_default();
        if parts.iter().any(|part| part.subject != subject) {
            return Err(
                "the certificates are not about the same: another version, options, mutants, \
                        spec or driver"
                    .to_owned(),
            );
        }
        let report = merge(parts.into_iter().map(|part| part.report).collect())?;
        Ok(Certificate { report, subject })
    }

    /// One JSON object on several lines. Its `hash` is that of all else in it.
    pub fn text(&self) -> String {
        let Certificate { report, subject } = self;
        let heading = &report.heading;
        let operations = report.operations.iter().map(|op| {
            let mut record = json!(Tallies::of(op));
            record.as_object_mut().and_then(|members| members.remove("groups"));
            record
        });
        let mut record = Map::new();
        let mut put = |name: &str, value: Value| record.insert(name.to_owned(), value);
        put("kind", json!("certificate"));
        put("tool", json!(heading.tool));
        put("spec", json!(heading.spec));
        put("question", json!(heading.question));
        put("scope", json!(heading.scope));
        put("driver", json!(heading.driver.concat()));
        if let Some((part, of)) = heading.shard {
            put("shard", json!(format!("{part}/{of}")));
        }
        put("options", json!(heading.options));
        for (name, value) in json!(subject).as_object().into_iter().flatten() {
            put(name, value.clone());
        }
        put("status", json!(report.status.name()));
        if let Some(grown) = &report.grown {
            put("extent", json!(grown.to_string()));
        }
        put("operations", operations.collect());
        let text = Value::Object(record.clone()).to_string();
        record.insert("hash".to_owned(), json!(hash(&text)));
        format!("{:#}\n", Value::Object(record))
    }

    /// The report on all inputs. It has no failures.
    pub fn report(&self) -> &Report {
        &self.report
    }

    /// What it is about, and does not say of itself by its counts.
    pub fn subject(&self) -> &CertificateSubject {
        &self.subject
    }
}

#[cfg(test)]
mod tests {
    use super::super::read::{read, tests::report};
    use super::*;

    fn certificate(shard: Option<&str>, failed: u64) -> Certificate {
        let subject = CertificateSubject {
            spec: Some("5bec".to_owned()),
            claims: Map::from_iter([("version".to_owned(), json!("deep-thing-1.2.3"))]),
            untried: vec!["g".to_owned()],
            ..CertificateSubject::default()
        };
        Certificate::of(&read(&report(shard, failed)).expect("it is a report"), subject)
    }

    /// If this fails, many machines prove something else than one does, or less.
    #[test]
    fn certificates_of_shards_are_that_of_the_whole() {
        let parts = [certificate(Some("2/2"), 2), certificate(Some("1/2"), 1)];
        let texts = parts.map(|part| part.text());
        let read = texts.iter().map(|text| Certificate::read(text).expect("it is a certificate"));
        let whole = Certificate::merge(read.collect()).expect("they are of one run");
        assert_eq!(whole.text(), certificate(None, 3).text());
        assert_eq!(whole.report().exit_code(false), 1);
        let half = Certificate::read(&texts[0]).expect("it is a certificate");
        let half = Certificate::merge(vec![half]).expect("it is one part");
        assert_eq!(half.report().missing, [1]);
        assert!(half.text().contains("\"status\": \"partial\""));
    }

    /// If this fails, a certificate would be about two versions of a program at once, or hide what it does not say.
    #[test]
    fn a_certificate_is_about_one_thing() {
        let one = certificate(Some("1/2"), 1);
        let without = ["options", "mutants", "driver's digest", "operation g"];
        let read = Certificate::read(&one.text()).expect("it is a certificate");
        assert_eq!(read.subject().without(), without);
        let mut other = certificate(Some("2/2"), 1);
        other.subject.claims.insert("version".to_owned(), json!("deep-thing-1.2.4"));
        let why = Certificate::merge(vec![one, other]).expect_err("they are of two versions");
        assert!(why.contains("not about the same"), "{why}");
    }

    /// If this fails, a certificate states results that nobody has proven.
    #[test]
    fn a_certificate_that_was_changed_is_refused() {
        let text = certificate(None, 1).text();
        for (from, to) in [
            ("\"failed\": 1", "\"failed\": 0"),
            ("\"scope\": \"3\"", "\"scope\": \"4\""),
            ("1.2.3", "1.2.4"),
        ] {
            assert!(text.contains(from), "{text}");
            let why = Certificate::read(&text.replace(from, to)).expect_err("it was changed");
            assert_eq!(why, "its hash is not that of the rest: it was changed");
        }
        let spaced: String = text.split_whitespace().collect();
        assert!(Certificate::read(&spaced).is_ok(), "JSON is JSON");
        let two = vec![certificate(Some("1/2"), 1), certificate(Some("1/2"), 1)];
        assert!(Certificate::merge(two).expect_err("one is twice").contains("more than once"));
    }
}
