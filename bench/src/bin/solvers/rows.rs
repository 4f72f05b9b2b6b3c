//! What is measured.

use std::path::Path;

/// A command whose clauses are decided.
pub struct Row {
    pub name: String,
    /// From the root of the repository.
    pub spec: String,
    pub command: String,
    /// Further arguments of `korrel translate`.
    pub arguments: Vec<String>,
}

/// The rows of `bench/hard.tsv`, those apart whose specs are not here: some lie beside the repository.
///
/// # Errors
/// A file that cannot be read.
pub fn all() -> Result<(Vec<Row>, Vec<Row>), String> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("hard.tsv");
    let text = std::fs::read_to_string(file).map_err(|error| error.to_string())?;
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    Ok(lines.map(row).partition(|row| Path::new(&row.spec).is_file()))
}

fn row(line: &str) -> Row {
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
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    Row { name, spec: root.join(spec).to_string_lossy().into_owned(), command, arguments }
}
