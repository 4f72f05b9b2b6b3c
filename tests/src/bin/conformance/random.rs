//! The rows of a random corpus: whole specs, each with Alloy's answers to its commands.
//!
//! What Alloy refuses is not asked: Korrel may accept it.

use std::fs;
use std::path::{Path, PathBuf};

use crate::rows::{Group, Question, answered, rows, text};

/// The specs as files, for as long as they are needed.
pub struct Corpus {
    folder: PathBuf,
    pub questions: Vec<Question>,
}

impl Corpus {
    /// Of a folder without such rows there are no questions.
    ///
    /// # Errors
    /// If a file cannot be read or written, or a row lacks a key.
    pub fn of(folder: &Path) -> Result<Corpus, String> {
        let own = std::env::temp_dir().join(format!("korrel-conformance-{}", std::process::id()));
        let mut corpus = Corpus { folder: own, questions: Vec::new() };
        let path = folder.join("random.jsonl");
        let rows = if path.is_file() { rows(&path)? } else { Vec::new() };
        fs::create_dir_all(&corpus.folder).map_err(|error| error.to_string())?;
        for row in rows {
            let (file, theme) = (text(&row, "file")?, text(&row, "theme")?);
            let path = corpus.folder.join(&file);
            fs::write(&path, text(&row, "text")?).map_err(|error| error.to_string())?;
            let answers = row["answers"].as_array().ok_or_else(|| format!("no answers: {file}"))?;
            for answer in answers {
                for (overflow, group, own) in [
                    ("wrap", Group::Random, answer),
                    ("forbid", Group::RandomForbid, &answer["forbid"]),
                ] {
                    let (sat, classes) = answered(own);
                    if sat.is_none() && classes.is_none() {
                        continue;
                    }
                    let index =
                        answer["index"].as_u64().ok_or_else(|| format!("no index: {file}"))?;
                    corpus.questions.push(Question {
                        group,
                        path: path.clone(),
                        file: file.clone(),
                        index,
                        command: theme.clone(),
                        overflow,
                        sat,
                        classes,
                        seconds: None,
                    });
                }
            }
        }
        Ok(corpus)
    }
}

impl Drop for Corpus {
    fn drop(&mut self) {
        // It lies where files are left over without harm.
        let _ = fs::remove_dir_all(&self.folder);
    }
}
