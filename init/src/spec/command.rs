//! The command of a first spec.

use super::SpecWriter;
use super::words::identifier;
use crate::sketch::Sketch;

/// Scopes of so many types are smaller.
const MANY: usize = 15;

impl SpecWriter {
    pub(super) fn command(&self, sketch: &Sketch) -> String {
        let size = if sketch.sigs.len() > MANY { 2 } else { 3 };
        let numbers = format!("0..{size} Int");
        let root = sketch.root.as_ref().and_then(|root| Some((root, self.names.get(root)?)));
        let Some((source, root)) = root else {
            return format!("\nrun {{}} for {size} but {numbers}\n");
        };
        let name = self.parameter(sketch);
        // One is not enough for objects that lie below others of their own kind. The values of an enum are what they are.
        let is_enum = sketch.sigs.iter().all(|sig| &sig.name != source);
        let one = match is_enum || sketch.is_recursive(source) {
            true => String::new(),
            false => format!("exactly 1 {root}, "),
        };
        format!(
            "\npred valid [{name}: {root}] {{\n  -- what must hold of an input\n}}\n\n\
             run valid for {size} but {one}{numbers}\n"
        )
    }

    /// A parameter that is called as a field would hide it.
    fn parameter(&self, sketch: &Sketch) -> String {
        let fields = || sketch.sigs.iter().flat_map(|sig| &sig.fields);
        let is_field = |name: &str| fields().any(|field| identifier(&field.name) == name);
        let mut name = "root".to_owned();
        while is_field(&name) || self.taken.contains(&name) {
            name.insert_str(0, "the_");
        }
        name
    }
}
