//! The random specs as files, for the program to read.

use std::fs;
use std::path::PathBuf;

use korrel_tests::corpora::Corpora;

use crate::rows::{Group, Question};

/// The specs as files, for as long as they are needed.
pub struct RandomFiles {
    folder: PathBuf,
    pub questions: Vec<Question>,
}

impl RandomFiles {
    /// # Errors
    /// If a file cannot be read or written, or a row lacks a key.
    pub fn of(corpora: &Corpora) -> Result<RandomFiles, String> {
        let own = std::env::temp_dir().join(format!("korrel-conformance-{}", std::process::id()));
        let mut files = RandomFiles { folder: own, questions: Vec::new() };
        fs::create_dir_all(&files.folder).map_err(|error| error.to_string())?;
        for spec in corpora.random_specs()? {
            let path = files.folder.join(&spec.file);
            fs::write(&path, &spec.text).map_err(|error| error.to_string())?;
            files.questions.extend(spec.answers.iter().map(|answer| Question {
                group: match answer.overflow {
                    "wrap" => Group::Random,
                    _ => Group::RandomForbid,
                },
                path: path.clone(),
                file: spec.file.clone(),
                index: answer.index,
                command: spec.theme.clone(),
                overflow: answer.overflow,
                recursion: spec.recursion,
                sat: answer.sat,
                classes: answer.classes,
                seconds: None,
                traces: None,
            }));
        }
        Ok(files)
    }
}

impl Drop for RandomFiles {
    fn drop(&mut self) {
        // It lies where files are left over without harm.
        let _ = fs::remove_dir_all(&self.folder);
    }
}
