//! Each block is tried in some way, or is one of the few that are counted here.

use crate::markdown::{Block, Document};
use crate::quotes::source;

/// The greatest number of blocks that may stay untried: drawings of text, specs in other languages, and commands that
/// install programs or take long.
const MOST_NOT_RUN: usize = 27;

#[test]
fn every_block_is_tried_or_counted() {
    // If this failed, a document would show something that nobody has tried.
    let mut not_run = Vec::new();
    for document in Document::all() {
        for block in document.blocks() {
            if block.is_not_run() {
                not_run.push(block.at);
            } else {
                let is_tried = is_tried(&document, &block);
                assert!(is_tried, "{}: say how it is tried, or `<!-- not run: why -->`", block.at);
            }
        }
    }
    assert!(not_run.len() <= MOST_NOT_RUN, "{} blocks are not run: {not_run:?}", not_run.len());
}

#[test]
fn json_is_json() {
    // If this failed, a record that a document shows could not be read.
    for block in Document::all().iter().flat_map(Document::blocks) {
        if block.language == "json" && !block.is_not_run() {
            let read: Result<serde_json::Value, _> = serde_json::from_str(&block.text);
            assert!(read.is_ok(), "{}: {read:?}", block.at);
        }
    }
}

fn is_tried(document: &Document, block: &Block) -> bool {
    match block.language.as_str() {
        "console" | "alloy" | "json" => true,
        "diff" => document.is_walkthrough(),
        _ => source(block).is_some() || document.is_walkthrough() && block.title().is_some(),
    }
}
