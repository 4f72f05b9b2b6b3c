//! No link is dead, anchors included: in documents, in the program's help, and where source files name a document.

use std::path::{Component, Path, PathBuf};

use crate::markdown::{Document, anchor, files};
use crate::shell::{commands, root, run_here};

/// The repository, where a page is read that leaves it without the others.
const SITE: &str = "https://github.com/korrel/korrel/blob/main/";

#[test]
fn links_of_documents() {
    // If this failed, a reader who follows a link would find nothing.
    let mut followed = 0;
    for path in files("", &["md"]) {
        let document = Document::read(&path);
        for link in document.links() {
            let place = match link.strip_prefix(SITE) {
                Some(place) => place.to_string(),
                None if link.contains("://") => continue,
                None => resolve(&path, link),
            };
            assert!(leads_somewhere(&place), "{path}: {link}");
            followed += 1;
        }
    }
    assert!(followed > 50, "{followed} links were followed");
}

#[test]
fn links_of_pages_that_registries_show() {
    // If this failed, a link of a package's page on PyPI or npm would lead nowhere.
    for path in
        ["packages/python/README.md", "packages/javascript/README.md", "packages/rust/README.md"]
    {
        for link in Document::read(path).links() {
            assert!(link.starts_with('#') || link.starts_with("https://"), "{path}: {link}");
        }
    }
}

#[test]
fn no_reader_is_sent_to_another_project() {
    // If this failed, a reader would install PyPI's project `korrel`, which is not this one.
    let is_sent = |text: &str| {
        ["pip install", "pip3 install", "pipx install", "pipx run", "uv add", "poetry add"]
            .iter()
            .any(|command| {
                text.match_indices(command).any(|(at, _)| {
                    let words = &text[at + command.len()..];
                    let words =
                        words.split(['\n', '`', '"', '#', ';', '&']).next().unwrap_or_default();
                    words.split_whitespace().any(|word| {
                        word.trim_matches('\'').split(['=', '[', '<', '>', '~']).next()
                            == Some("korrel")
                    })
                })
            })
    };
    assert!(
        is_sent(&format!("pip install -U {}==1", "korrel")) && !is_sent("`pip install pykorrel`")
    );
    let endings = ["md", "rs", "py", "js", "ts", "java", "toml", "yml", "sh", "ps1", "als", "html"];
    for path in files("", &endings) {
        // What a page's commands write stands in this folder until they remove it.
        let Ok(bytes) = std::fs::read(root().join(&path)) else { continue };
        assert!(
            !is_sent(&String::from_utf8_lossy(&bytes)),
            "{path}: the package is called pykorrel"
        );
    }
}

#[test]
fn links_of_the_help() {
    // If this failed, the help of a command would name a page that is not there.
    for command in commands() {
        let help = run_here(&format!("korrel help {command}")).1;
        let (_, link) = help.split_once("/blob/main/").expect("help says where more is said");
        assert!(leads_somewhere(link.trim()), "korrel help {command}: {link}");
    }
}

#[test]
fn documents_that_source_files_name() {
    // If this failed, a message or a comment would send its reader to a page or a section that is not there.
    let endings = ["md", "rs", "py", "js", "ts", "java", "als", "toml", "yml", "json"];
    for path in files("", &endings) {
        // What a page's commands write stands in this folder until they remove it.
        let Ok(bytes) = std::fs::read(root().join(&path)) else { continue };
        let text = String::from_utf8_lossy(&bytes);
        for (at, _) in text.match_indices("docs/") {
            let (named, rest) = document_at(&text[at..]);
            let is_document = [".md", ".py", ".json"].iter().any(|ending| named.ends_with(ending));
            // A path within another folder's docs is none of ours.
            let is_ours =
                !text[..at].ends_with(|c: char| c.is_alphanumeric()) && !path.starts_with("docs/");
            if is_document && is_ours {
                assert!(leads_somewhere(named), "{path} names {named}");
                let section = rest.strip_prefix(", \"").and_then(|rest| rest.split('"').next());
                let is_there = section.is_none_or(|section| has_section(named, section));
                assert!(is_there, "{path} names {named}, {section:?}");
            }
        }
    }
}

#[test]
fn every_page_is_in_the_book() {
    // If this failed, a page would be written and not be found.
    let summary = Document::read("docs/SUMMARY.md");
    let listed: Vec<String> = summary.links().iter().map(|link| format!("docs/{link}")).collect();
    for page in files("docs", &["md"]).iter().filter(|page| *page != "docs/SUMMARY.md") {
        assert!(listed.contains(page), "{page} is not in docs/SUMMARY.md");
    }
}

/// The path that a text starts with, and what follows it.
fn document_at(text: &str) -> (&str, &str) {
    let is_path = |c: char| c.is_ascii_alphanumeric() || "/_.-".contains(c);
    let (path, _) = text.split_at(text.find(|c| !is_path(c)).unwrap_or(text.len()));
    let path = path.trim_end_matches('.');
    (path, &text[path.len()..])
}

/// A link of a document as a path from the repository's folder, with its anchor.
fn resolve(document: &str, link: &str) -> String {
    if let Some(anchor) = link.strip_prefix('#') {
        return format!("{document}#{anchor}");
    }
    let mut path = PathBuf::new();
    for part in Path::new(document).parent().expect("it lies in a folder").join(link).components() {
        match part {
            Component::ParentDir => {
                assert!(path.pop(), "{document}: {link} leads out of the repository")
            }
            part => path.push(part),
        }
    }
    path.to_str().expect("it came from a text").to_string()
}

fn leads_somewhere(place: &str) -> bool {
    let (path, anchor) =
        place.split_once('#').map_or((place, None), |(path, anchor)| (path, Some(anchor)));
    let is_there = root().join(path).exists();
    is_there
        && anchor
            .is_none_or(|anchor| Document::read(path).anchors().iter().any(|one| one == anchor))
}

fn has_section(document: &str, section: &str) -> bool {
    Document::read(document).anchors().contains(&anchor(section))
}
