//! The rows that are measured.

use std::path::{Path, PathBuf};

/// A command whose clauses are decided.
pub struct Row {
    pub name: String,
    pub spec: PathBuf,
    pub command: String,
    /// Further arguments of `korrel translate`.
    pub arguments: Vec<String>,
}

/// Begins a public model, which is not in this repository.
const PUBLIC: &str = "@/";

/// The rows of `bench/hard.tsv`, those apart whose specs are not here. `models`: a checkout of the public models, or a folder
/// with one as `models`.
///
/// # Errors
/// A file that cannot be read.
pub fn all(models: Option<&Path>) -> Result<(Vec<Row>, Vec<Row>), String> {
    let file = root().join("bench/hard.tsv");
    let text = std::fs::read_to_string(file).map_err(|error| error.to_string())?;
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    Ok(lines.map(|line| row(line, models)).partition(|row| row.spec.is_file()))
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn place(spec: &str, models: Option<&Path>) -> PathBuf {
    match (spec.strip_prefix(PUBLIC), models) {
        (None, _) => root().join(spec),
        (Some(_), None) => spec.into(),
        (Some(model), Some(models)) => {
            let bare = models.join(model.trim_start_matches("models/"));
            if bare.is_file() { bare } else { models.join(model) }
        }
    }
}

fn row(line: &str, models: Option<&Path>) -> Row {
    let mut cells = line.split('\t').map(str::to_owned);
    let mut cell = || cells.next().unwrap_or_default();
    let (name, spec, command, scope, symmetry) = (cell(), cell(), cell(), cell(), cell());
    let mut arguments = Vec::new();
    if !scope.is_empty() {
        arguments.extend(["--scope".to_owned(), scope]);
    }
    if !symmetry.is_empty() {
        arguments.extend(["--symmetry".to_owned(), symmetry]);
    }
    Row { name, spec: place(&spec, models), command, arguments }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If it failed, a row would be of a file that nobody has who has the project, and be left out for ever.
    #[test]
    fn each_row_is_of_a_spec_here_or_of_a_public_model() {
        let (here, missing) = all(None).expect("it is in the repository");
        assert!(here.len() > 5 && missing.len() > 5, "{} {}", here.len(), missing.len());
        let elsewhere = missing.iter().find(|row| !row.spec.starts_with(PUBLIC));
        assert!(elsewhere.is_none(), "{:?}", elsewhere.map(|row| &row.spec));
        let is_inside =
            |row: &Row| row.spec.strip_prefix(root()).is_ok_and(|path| !path.starts_with(".."));
        assert!(here.iter().all(is_inside));
    }
}
