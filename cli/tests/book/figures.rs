//! The figures in the documents are drawn by the program. A comment
//! `<!-- drawn: COMMAND > docs/figures/… -->` holds the command.

use crate::markdown::{Document, files};
use crate::shell::{root, run_here};

#[test]
fn figures_are_drawn_by_the_program() {
    // If this failed, a figure would show a drawing that the program no longer makes, or that nobody knows
    // how to make.
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let here = folder.path().display();
    for document in Document::all() {
        for command in document.comments("drawn: ") {
            run_here(&command.replace("> docs/figures", &format!("> {here}")));
        }
    }
    for figure in files("docs/figures", &["svg"]) {
        let name = figure.rsplit('/').next().expect("a path has a last part");
        let drawn = std::fs::read_to_string(folder.path().join(name));
        let drawn = drawn.unwrap_or_else(|_| panic!("no document says how {figure} is drawn"));
        let kept = std::fs::read_to_string(root().join(&figure)).expect("the figure can be read");
        assert!(drawn == kept, "{figure} is drawn otherwise now");
    }
}
