//! The files of answers, and what they are asked of Korrel.

use std::path::PathBuf;

use korrel_tests::corpora::{Corpora, answered, text};
use korrel_tests::temporal::{TemporalRow, TemporalRows};
use serde_json::Value as Json;

/// The total that an answer belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// A command of a model, integers wrapping around.
    Wrap,
    /// The same, overflow forbidden.
    Forbid,
    /// A probe of integers, in one of the two ways.
    Integers,
    /// A command of a random spec, integers wrapping around; the same, overflow forbidden.
    Random,
    RandomForbid,
    /// A command about traces.
    Traces,
}

/// One question to Korrel, and Alloy's answer.
#[derive(Clone, Debug)]
pub struct Question {
    pub group: Group,
    /// The path of the spec.
    pub path: PathBuf,
    /// As it is called in the rows.
    pub file: String,
    pub index: u64,
    /// The command's label; the theme of a random spec.
    pub command: String,
    /// `wrap` or `forbid`.
    pub overflow: &'static str,
    /// The depth to which calls are unrolled.
    pub recursion: Option<u32>,
    /// Alloy's verdict: there is an instance, or there is none; `None` if it does not say.
    pub sat: Option<bool>,
    /// The number of classes; `None` if Alloy could not list them.
    pub classes: Option<u64>,
    /// Alloy's: to list all if there is a count, else to the first answer.
    pub seconds: Option<f64>,
    /// Alloy's whole answer, if the command is about traces.
    pub traces: Option<TemporalRow>,
}

/// The questions about models, and the number of rows whose models are not here.
pub struct Asked {
    pub questions: Vec<Question>,
    pub missing: usize,
}

impl Asked {
    /// In the order of the files.
    ///
    /// # Errors
    /// If a file cannot be read, or a row lacks a key that all have.
    pub fn of(corpora: &Corpora) -> Result<Asked, String> {
        let mut asked = Asked { questions: Vec::new(), missing: 0 };
        // The second: models on which a search goes astray.
        for name in ["alloy-answers.jsonl", "hard-answers.jsonl"] {
            for row in corpora.rows(name)? {
                asked.add(corpora, &row, Asked::command)?;
            }
        }
        for row in corpora.rows("integer-answers.jsonl")? {
            asked.add(corpora, &row, Asked::probe)?;
        }
        let traces = TemporalRows::of(corpora)?;
        asked.missing += traces.missing;
        asked.questions.extend(traces.rows.into_iter().map(of_traces));
        Ok(asked)
    }

    fn add(
        &mut self,
        corpora: &Corpora,
        row: &Json,
        ask: fn(&mut Asked, PathBuf, &str, &Json) -> Result<(), String>,
    ) -> Result<(), String> {
        let file = text(row, "file")?;
        match corpora.model(&file) {
            Some(path) => ask(self, path, &file, row),
            None => {
                self.missing += 1;
                Ok(())
            }
        }
    }

    fn command(&mut self, path: PathBuf, file: &str, row: &Json) -> Result<(), String> {
        let list = if row["classes"].is_u64() { "seconds_list" } else { "seconds_verdict" };
        let seconds = row[list].as_f64();
        self.questions.push(question(Group::Wrap, path.clone(), file, row, "wrap", row, seconds)?);
        if let Some(forbid) = row.get("forbid") {
            self.questions.push(question(Group::Forbid, path, file, row, "forbid", forbid, None)?);
        }
        Ok(())
    }

    fn probe(&mut self, path: PathBuf, file: &str, row: &Json) -> Result<(), String> {
        for overflow in ["wrap", "forbid"] {
            let (path, answer) = (path.clone(), &row[overflow]);
            self.questions.push(question(
                Group::Integers,
                path,
                file,
                row,
                overflow,
                answer,
                None,
            )?);
        }
        Ok(())
    }
}

fn question(
    group: Group,
    path: PathBuf,
    file: &str,
    row: &Json,
    overflow: &'static str,
    answer: &Json,
    seconds: Option<f64>,
) -> Result<Question, String> {
    let refused = row.get("error").is_some();
    let (sat, classes) = if refused { (None, None) } else { answered(answer) };
    Ok(Question {
        group,
        path,
        file: file.to_owned(),
        index: row["index"].as_u64().ok_or_else(|| format!("a row without `index`: {row}"))?,
        command: text(row, "command")?,
        overflow,
        recursion: None,
        sat,
        classes,
        seconds,
        traces: None,
    })
}

fn of_traces(row: TemporalRow) -> Question {
    Question {
        group: Group::Traces,
        path: row.path.clone(),
        file: row.file.clone(),
        index: row.index,
        command: row.command.clone(),
        overflow: row.overflow,
        recursion: None,
        sat: row.sat,
        classes: row.classes,
        seconds: row.seconds,
        traces: Some(row),
    }
}
