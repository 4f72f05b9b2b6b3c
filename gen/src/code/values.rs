//! Atoms that stand for values of the caller's.

use super::CodeModel;
use crate::GenerateError;

impl CodeModel {
    /// Marks the classes whose atoms, and those of the classes below them, have nothing but a name.
    pub(super) fn find_values(&mut self) {
        for class in &mut self.classes {
            class.has_values = class.properties.is_empty();
        }
        // What a class extends stands before it.
        for at in (0..self.classes.len()).rev() {
            if let (false, Some(parent)) = (self.classes[at].has_values, self.classes[at].parent) {
                self.classes[parent].has_values = false;
            }
        }
    }

    /// Lets the atoms of a sig stand for values of a type.
    pub(super) fn map(&mut self, sig: &str, ty: &str) -> Result<(), GenerateError> {
        if sig == "Int" {
            self.integers = Some(ty.to_owned());
            return Ok(());
        }
        let class = self.with_values(sig).map_err(|(message, help)| GenerateError {
            message: format!("--values {sig}={ty}: {message}"),
            help: Some(help),
        })?;
        for at in 0..self.classes.len() {
            if self.is_below(at, class) {
                self.classes[at].value = Some(ty.to_owned());
            }
        }
        Ok(())
    }

    /// The class of this sig, or the fault in it, and the remedy.
    fn with_values(&self, sig: &str) -> Result<usize, (String, String)> {
        let Some(class) = self.classes.iter().position(|class| class.name == sig) else {
            let plain = self.classes.iter().filter(|class| class.has_values);
            let names: Vec<&str> =
                std::iter::once("Int").chain(plain.map(|class| class.name.as_str())).collect();
            let help = format!("there can be values of {}", names.join(", "));
            return Err((format!("the spec has no sig `{sig}` of objects"), help));
        };
        if !self.classes[class].has_values {
            let help = "only what has no fields, nor anything that extends it, can be a value";
            return Err((format!("`{sig}` has fields"), help.to_owned()));
        }
        Ok(class)
    }
}
