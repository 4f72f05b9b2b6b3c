//! The specs that documents show: they have no mistake, and their commands give what they expect.

use std::io::Write;

use crate::markdown::Document;
use crate::shell::run;

#[test]
fn specs_are_without_mistakes() {
    // If this failed, who copies a spec would get a message, or another count.
    let folder = tempfile::tempdir().expect("there is room for a file");
    let mut tried = 0;
    for document in Document::all() {
        let blocks = document.blocks();
        let specs = blocks.iter().filter(|block| block.language == "alloy" && !block.is_not_run());
        for block in specs {
            let unseen = block.note.as_deref().and_then(|note| note.strip_prefix("with"));
            let path = folder.path().join("spec.als");
            let mut file = std::fs::File::create(&path).expect("there is room for a file");
            write!(file, "{}{}", block.text, unseen.unwrap_or_default())
                .expect("there is room for a file");
            let (exit, printed) = run("korrel check spec.als -q 2>&1", folder.path());
            assert_eq!(exit, Some(0), "{}:\n{printed}", block.at);
            tried += 1;
        }
    }
    assert!(tried > 3, "{tried} specs were tried");
}
