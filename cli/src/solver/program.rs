//! The program, and the way to call it.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// A program that decides DIMACS.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolverProgram {
    path: PathBuf,
}

impl SolverProgram {
    /// The program of this name on the path, or at this place.
    pub fn find(name: &str) -> Option<SolverProgram> {
        let given = Path::new(name);
        if given.components().count() > 1 {
            return given.is_file().then(|| SolverProgram { path: given.to_owned() });
        }
        let folders = std::env::var_os("PATH")?;
        let mut places = std::env::split_paths(&folders).map(|folder| folder.join(name));
        places.find(|place| place.is_file()).map(|path| SolverProgram { path })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The name of the program in messages.
    pub fn name(&self) -> String {
        self.path.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }

    fn is_named(&self, beginnings: &[&str]) -> bool {
        let name = self.name();
        beginnings.iter().any(|beginning| name.starts_with(beginning))
    }

    /// Decide this file. MiniSat's family writes the model to a second one.
    pub fn arguments(&self, formula: &Path, result: &Path) -> Vec<OsString> {
        let mut arguments = vec![formula.into()];
        if self.is_named(&["minisat", "glucose"]) {
            arguments.push(result.into());
        }
        arguments
    }

    /// Decide this file, and write the proof as text.
    ///
    /// # Errors
    /// If nothing is known of its proofs.
    pub fn proving(&self, formula: &Path, proof: &Path) -> Result<Vec<OsString>, String> {
        if self.is_named(&["cadical", "kissat"]) {
            return Ok(vec!["--no-binary".into(), formula.into(), proof.into()]);
        }
        if self.is_named(&["glucose"]) {
            let mut output = OsString::from("-certified-output=");
            output.push(proof);
            return Ok(vec!["-certified".into(), output, formula.into()]);
        }
        let known = "those of cadical, kissat and glucose are";
        Err(format!("may write proofs, but how is not known here; {known}. Leave --solver out"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A program that is called otherwise than it wants gives no model, or no proof.
    #[test]
    fn each_family_is_called_its_way() {
        let program = |name: &str| SolverProgram { path: Path::new("/bin").join(name) };
        let (formula, out) = (Path::new("f"), Path::new("o"));
        assert_eq!(program("cadical").arguments(formula, out), ["f"]);
        assert_eq!(program("minisat").arguments(formula, out), ["f", "o"]);
        assert_eq!(program("glucose-syrup").arguments(formula, out), ["f", "o"]);
        let cadical = program("cadical").proving(formula, out).expect("it writes proofs");
        assert_eq!(cadical, ["--no-binary", "f", "o"]);
        let glucose = program("glucose").proving(formula, out).expect("it writes proofs");
        assert_eq!(glucose, ["-certified", "-certified-output=o", "f"]);
        assert!(program("minisat").proving(formula, out).is_err());
    }
}
