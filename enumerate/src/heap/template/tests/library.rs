//! The spec library.

use std::fs;
use std::path::{Path, PathBuf};

use korrel_lang::model::Model;

use super::{Case, compare, model};

/// If this fails, `korrel find` prints something else on a user's spec than it should: the fast
/// path and the format have drifted apart.
#[test]
#[ignore = "a minute: cargo test -p korrel-enumerate -- --ignored every_spec"]
fn every_spec() {
    let mut fast = Vec::new();
    for path in specs() {
        let name = path.file_name().expect("it is a file").to_string_lossy().into_owned();
        let model = model(&name, &fs::read_to_string(&path).expect("a spec is text"));
        // Traces have a writer of their own.
        for command in model.commands.iter().filter(|command| !model.is_temporal(command)) {
            let case = Case::new(&model, command, true);
            if case.template().is_some() {
                compare(&model, command);
                fast.push(name.clone());
            } else {
                let has_subsets = !case.schema.sets.is_empty();
                assert!(has_subsets || has_children(&model), "{name} has no template");
            }
        }
    }
    for name in ["binary_tree.als", "heap_array.als", "red_black_tree.als", "sorted_list.als"] {
        assert!(fast.iter().any(|written| written == name), "{name} was not compared: {fast:?}");
    }
}

/// True if a sig is extended by one that is not an enum's value.
fn has_children(model: &Model) -> bool {
    model.sigs.iter().any(|(_, sig)| !sig.is_enum && !sig.children.is_empty())
}

fn specs() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../specs");
    let files = fs::read_dir(folder).expect("the spec library is in the repository");
    let paths = files.map(|file| file.expect("the folder can be read").path());
    let mut specs: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|ext| ext == "als")).collect();
    specs.sort();
    specs
}
