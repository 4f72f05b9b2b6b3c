//! The files of answers, and what they are asked of Korrel.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value as Json;

/// Which total an answer belongs to.
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
}

/// One question to Korrel, and Alloy's answer.
#[derive(Clone, Debug)]
pub struct Question {
    pub group: Group,
    /// Where the spec is.
    pub path: PathBuf,
    /// As it is called in the rows.
    pub file: String,
    pub index: u64,
    /// Of a random spec, its theme.
    pub command: String,
    /// `wrap` or `forbid`.
    pub overflow: &'static str,
    /// Whether there is an instance; `None` if Alloy does not say.
    pub sat: Option<bool>,
    /// How many classes there are; `None` if Alloy could not list them.
    pub classes: Option<u64>,
    /// Alloy's: to list all if there is a count, else to the first answer.
    pub seconds: Option<f64>,
}

/// All questions, in the order of the files.
///
/// # Errors
/// If a file cannot be read, or a row lacks a key that all have.
pub fn questions(folder: &Path) -> Result<Vec<Question>, String> {
    let mut questions = Vec::new();
    let models = folder.join("models");
    let question = |group, file: &str, row: &Json, overflow, answer: &Json, seconds| {
        question(group, models.join(file), file, row, overflow, answer, seconds)
    };
    for row in rows(&folder.join("alloy-answers.jsonl"))? {
        commands(&mut questions, &models, &row)?;
    }
    // Models on which a search goes astray; older folders have none.
    let hard = folder.join("hard");
    if hard.is_dir() {
        for row in rows(&hard.join("answers.jsonl"))? {
            commands(&mut questions, &hard, &row)?;
        }
    }
    for row in rows(&folder.join("integer-answers.jsonl"))? {
        let file = text(&row, "file")?;
        for overflow in ["wrap", "forbid"] {
            let answer = &row[overflow];
            questions.push(question(Group::Integers, &file, &row, overflow, answer, None)?);
        }
    }
    Ok(questions)
}

/// What a row of a model's command asks.
fn commands(questions: &mut Vec<Question>, models: &Path, row: &Json) -> Result<(), String> {
    let file = text(row, "file")?;
    let list = if row["classes"].is_u64() { "seconds_list" } else { "seconds_verdict" };
    let (path, seconds) = (models.join(&file), row[list].as_f64());
    questions.push(question(Group::Wrap, path.clone(), &file, row, "wrap", row, seconds)?);
    if let Some(forbid) = row.get("forbid") {
        questions.push(question(Group::Forbid, path, &file, row, "forbid", forbid, None)?);
    }
    Ok(())
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
        sat,
        classes,
        seconds,
    })
}

/// Whether there is an instance, and how many classes there are, as far as Alloy says.
pub fn answered(answer: &Json) -> (Option<bool>, Option<u64>) {
    (answer["sat"].as_bool(), answer["classes"].as_u64())
}

pub fn rows(path: &Path) -> Result<Vec<Json>, String> {
    let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let text = fs::read_to_string(path).map_err(|error| failed(&error))?;
    let rows = text.lines().map(|line| serde_json::from_str(line).map_err(|error| failed(&error)));
    rows.collect()
}

pub fn text(row: &Json, key: &str) -> Result<String, String> {
    let text = row[key].as_str().ok_or_else(|| format!("a row without `{key}`: {row}"))?;
    Ok(text.to_owned())
}
