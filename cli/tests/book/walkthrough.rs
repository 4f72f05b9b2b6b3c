//! Pages that are followed from an empty folder: files are written as they stand there, changes are made, commands
//! are typed, one after the other.
//!
//! A block whose first line is a comment with a name is a file, its first line included. A block `diff` starts with
//! `--- NAME` and changes lines of that file.

use std::path::Path;

use crate::consoles::try_block;
use crate::markdown::{Block, Document};
use crate::shell::needs_more;

#[test]
fn walkthroughs_without_other_programs() {
    // If this failed, who follows a page would be stopped half-way.
    walkthroughs().iter().for_each(|page| follow(page, false));
}

#[test]
#[ignore = "python3, node, PyPI and npm: cargo test -p korrel --test book -- --ignored walkthroughs"]
fn walkthroughs_to_the_letter() {
    // If this failed, who follows a page would get something else than it prints.
    walkthroughs().iter().for_each(|page| follow(page, true));
}

fn walkthroughs() -> Vec<Document> {
    let pages: Vec<_> = Document::all().into_iter().filter(Document::is_walkthrough).collect();
    assert!(!pages.is_empty(), "there is a page to follow");
    pages
}

fn follow(page: &Document, with_more: bool) {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    for block in page.blocks().iter().filter(|block| !block.is_not_run()) {
        match block.language.as_str() {
            "console" if needs_more(&block.text) && !with_more => {}
            "console" => drop(try_block(block, folder.path())),
            "diff" => change(block, folder.path()),
            _ => {
                let name =
                    block.title().unwrap_or_else(|| panic!("{}: a file without a name", block.at));
                write(&folder.path().join(name), &block.text);
            }
        }
    }
}

fn change(block: &Block, folder: &Path) {
    let name = block.text.lines().next().and_then(|line| line.strip_prefix("--- "));
    let path = folder.join(name.unwrap_or_else(|| panic!("{}: a change of which file?", block.at)));
    let side = |sign: char| -> String {
        let lines = block.below().lines().filter(|line| line.starts_with([' ', sign]));
        lines.flat_map(|line| [&line[1..], "\n"]).collect()
    };
    let (old, new) = (side('-'), side('+'));
    let text = std::fs::read_to_string(&path).expect("the file was written");
    assert_eq!(text.matches(&old).count(), 1, "{}: these lines stand there once:\n{old}", block.at);
    write(&path, &text.replace(&old, &new));
}

fn write(path: &Path, text: &str) {
    std::fs::create_dir_all(path.parent().expect("it lies in a folder")).expect("there is room");
    std::fs::write(path, text).expect("there is room for a file");
}
