//! The corpora of Alloy's answers that Korrel's are compared with: `tests/conformance`, and what lies beside it.
//!
//! `tests/conformance/README.md` says what each file holds, and where the models are that are not ours.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value as Json;

/// Folders with answers and models. What several of them have is taken from the first.
pub struct Corpora {
    folders: Vec<PathBuf>,
}

/// A whole spec, with Alloy's answers to its commands.
pub struct RandomSpec {
    pub file: String,
    pub theme: String,
    pub text: String,
    /// The depth to which calls are unrolled.
    pub recursion: Option<u32>,
    pub answers: Vec<RandomAnswer>,
}

/// Alloy's answer to a command; a refusal is no answer, for Korrel may accept the spec.
pub struct RandomAnswer {
    pub index: u64,
    /// `wrap` or `forbid`.
    pub overflow: &'static str,
    /// The verdict, and the number of classes, as far as Alloy says.
    pub sat: Option<bool>,
    pub classes: Option<u64>,
}

impl Corpora {
    /// The corpora that come with the project.
    pub fn own() -> Corpora {
        Corpora { folders: vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("conformance")] }
    }

    /// A folder that is given, the project's own, and `../shared/conformance` beside the workspace.
    pub fn all(given: Option<PathBuf>) -> Corpora {
        let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
        let around = tests.ancestors().nth(2).expect("the workspace lies in some folder");
        let beside = around.join("shared/conformance");
        let folders = given.into_iter().chain(Corpora::own().folders).chain([beside]);
        Corpora { folders: folders.collect() }
    }

    /// The rows of a file; none if no folder has it.
    ///
    /// # Errors
    /// If it cannot be read, or a line is no JSON.
    pub fn rows(&self, name: &str) -> Result<Vec<Json>, String> {
        let mut paths = self.folders.iter().map(|folder| folder.join(name));
        let Some(path) = paths.find(|path| path.is_file()) else {
            return Ok(Vec::new());
        };
        let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let text = fs::read_to_string(&path).map_err(|error| failed(&error))?;
        let rows =
            text.lines().map(|line| serde_json::from_str(line).map_err(|error| failed(&error)));
        rows.collect()
    }

    /// The path of a model: in a checkout that was given as a folder, in a folder's `models`, or by its name alone
    /// among those that are hard.
    pub fn model(&self, file: &str) -> Option<PathBuf> {
        let name = Path::new(file).file_name()?;
        let mut places = self.folders.iter().flat_map(|folder| {
            [folder.join(file), folder.join("models").join(file), folder.join("hard").join(name)]
        });
        places.find(|path| path.is_file())
    }

    /// The random specs, in the order of the files.
    ///
    /// # Errors
    /// If a file cannot be read, or a row lacks a key.
    pub fn random_specs(&self) -> Result<Vec<RandomSpec>, String> {
        let mut specs = Vec::new();
        for name in ["random.jsonl", "random3.jsonl", "forms.jsonl"] {
            for row in self.rows(name)? {
                specs.push(random_spec(&row)?);
            }
        }
        Ok(specs)
    }
}

fn random_spec(row: &Json) -> Result<RandomSpec, String> {
    let rows = row["answers"].as_array().ok_or_else(|| format!("a row without answers: {row}"))?;
    let mut answers = Vec::new();
    for answer in rows {
        let index = answer["index"].as_u64().ok_or_else(|| format!("no index: {answer}"))?;
        for (overflow, own) in [("wrap", answer), ("forbid", &answer["forbid"])] {
            let (sat, classes) = answered(own);
            if sat.is_some() || classes.is_some() {
                answers.push(RandomAnswer { index, overflow, sat, classes });
            }
        }
    }
    let (file, theme) = (text(row, "file")?, text(row, "theme")?);
    let recursion = row["recursion"].as_u64().map(|depth| depth as u32);
    Ok(RandomSpec { file, theme, text: text(row, "text")?, recursion, answers })
}

/// The verdict, and the number of classes, as far as Alloy says.
pub fn answered(answer: &Json) -> (Option<bool>, Option<u64>) {
    (answer["sat"].as_bool(), answer["classes"].as_u64())
}

/// A key that each row has.
///
/// # Errors
/// If it has not.
pub fn text(row: &Json, key: &str) -> Result<String, String> {
    let text = row[key].as_str().ok_or_else(|| format!("a row without `{key}`: {row}"))?;
    Ok(text.to_owned())
}
