//! Files that documents quote, whole or in part.

use crate::markdown::{Block, Document};
use crate::shell::root;

#[test]
fn quotes_are_of_files_as_they_are() {
    // If this failed, a document would show a program that nobody runs.
    let mut quoted = 0;
    for document in Document::all().iter().filter(|document| !document.is_walkthrough()) {
        for block in document.blocks() {
            let Some((path, is_part)) = source(&block) else { continue };
            let file = std::fs::read_to_string(root().join(path)).expect("the file can be read");
            let is_quote =
                if is_part { file.contains(block.below()) } else { file == block.below() };
            assert!(is_quote, "{} does not quote {path} as it is", block.at);
            quoted += 1;
        }
    }
    assert!(quoted > 5, "{quoted} files were compared");
}

/// The file that a block quotes, and whether it is a part of it.
pub fn source(block: &Block) -> Option<(&str, bool)> {
    let title = block.title()?;
    let (path, is_part) = match title.strip_prefix("in ") {
        Some(path) => (path, true),
        None => (title, false),
    };
    root().join(path).is_file().then_some((path, is_part))
}
