//! The result that a run has proven, in short: no inputs, no failures, but the question and the number of
//! inputs.

use serde_json::{Map, Value, json};

use super::end::tallies;
use super::heading::{ReportHeading, hash};
use super::read::operation;
use super::status::{Grown, RunStatus};
use super::{Report, merge, shard};

/// The certificate of a run, or of the shards of one.
///
/// Invariant: the report has no failures, and as its driver the hash of the driver's words.
#[derive(Clone, Debug)]
pub struct Certificate(Report);

impl Certificate {
    pub fn of(report: &Report) -> Certificate {
        let driver = vec![report.heading.driver_hash()];
        let heading = ReportHeading { driver, ..report.heading.clone() };
        Certificate(Report { heading, ..report.clone() })
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
        Ok(Certificate(report))
    }

    /// Complete only if all shards are there and complete.
    ///
    /// # Errors
    /// Reports that are not of one run, or of which one is there twice.
    pub fn merge(parts: Vec<Certificate>) -> Result<Certificate, String> {
        merge(parts.into_iter().map(|Certificate(report)| report).collect()).map(Certificate)
    }

    /// One JSON object on several lines. Its `hash` is that of all else in it.
    pub fn text(&self) -> String {
        let Certificate(report) = self;
        let heading = &report.heading;
        let operations = report.operations.iter().map(|op| {
            let mut record = tallies(op);
            record.remove("groups");
            Value::Object(record)
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
        put("status", json!(report.status.name()));
        if let Some(grown) = &report.grown {
            put("extent", json!(grown.to_string()));
        }
        put("operations", operations.collect());
        let text = Value::Object(record.clone()).to_string();
        record.insert("hash".to_owned(), json!(hash(&text)));
        format!("{:#}\n", Value::Object(record))
    }

    /// The report on all inputs; it has no failures.
    pub fn report(&self) -> &Report {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::super::read::{read, tests::report};
    use super::*;

    fn certificate(shard: Option<&str>, failed: u64) -> Certificate {
        Certificate::of(&read(&report(shard, failed)).expect("it is a report"))
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

    /// If this fails, a certificate states results that nobody has proven.
    #[test]
    fn a_certificate_that_was_changed_is_refused() {
        let text = certificate(None, 1).text();
        for (from, to) in
            [("\"failed\": 1", "\"failed\": 0"), ("\"scope\": \"3\"", "\"scope\": \"4\"")]
        {
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
