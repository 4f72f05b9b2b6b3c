//! The book for programs that read it. docs/llms.txt has the pages with a sentence each (https://llmstxt.org); a test keeps it
//! up to date, and `KORREL_WRITE=1 cargo test -p korrel --test book llms` writes it. A release has more: all pages as one text,
//! and the skill as a folder that stands alone. `KORREL_MAKE=FOLDER cargo test -p korrel --test book llms` makes these.

use std::fmt::Write;

use crate::shell::root;

const RAW: &str = "https://raw.githubusercontent.com/korrel/korrel/main";
/// Where a page is read that lies elsewhere.
const SITE: &str = "https://github.com/korrel/korrel/blob/main/docs";

const OPENING: &str = "# Korrel

> Korrel tries a program on all small inputs. A spec in Alloy 6 says in a few lines what a valid input is; Korrel finds every
> one up to a size, one of each isomorphism class, writes it as a line of JSON, or runs the program on it and judges the answer.
";

/// A line of docs/SUMMARY.md.
enum Entry {
    Part(String),
    Page { title: String, path: String },
}

/// The pages that the skill needs, by the names that they have in its folder.
const PAGES: [(&str, &str); 2] =
    [("language.md", "language-on-a-page.md"), ("pitfalls.md", "pitfalls.md")];

#[test]
fn llms_list_is_that_of_the_book() {
    // If this failed, programs would read a list that is out of date.
    let path = root().join("docs/llms.txt");
    let made = list(&entries());
    if std::env::var_os("KORREL_WRITE").is_some() {
        std::fs::write(&path, &made).expect("there is room");
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    let is_same = found == made;
    assert!(
        is_same,
        "docs/llms.txt is out of date: KORREL_WRITE=1 cargo test -p korrel --test book llms"
    );
}

#[test]
fn llms_release_is_whole() {
    // If this failed, a release would have a skill with links that lead nowhere, or a book without a page.
    let kept = std::env::var_os("KORREL_MAKE").map(std::path::PathBuf::from);
    let temporary = tempfile::tempdir().expect("there is room for a folder");
    let folder = kept.as_deref().unwrap_or(temporary.path());
    make(folder);
    let whole = std::fs::read_to_string(folder.join("llms-full.txt")).expect("it has been made");
    let pages = entries().iter().filter(|entry| matches!(entry, Entry::Page { .. })).count();
    assert_eq!(whole.matches("\nFrom docs/").count(), pages);
    let skill = std::fs::read_to_string(folder.join("korrel/SKILL.md")).expect("it has been made");
    for (name, page) in PAGES {
        assert!(
            skill.contains(&format!("]({name})")),
            "SKILL.md names docs/{page}, which is {name} in its folder"
        );
        let text =
            std::fs::read_to_string(folder.join("korrel").join(name)).expect("it has been made");
        assert!(text.lines().count() > 20, "{name}");
    }
    let is_outward = skill.contains("](..");
    assert!(!is_outward, "SKILL.md has a link that leads out of its folder");
}

fn make(folder: &std::path::Path) {
    let skill = folder.join("korrel");
    std::fs::create_dir_all(&skill).expect("there is room for a folder");
    let mut text =
        std::fs::read_to_string(root().join("skills/korrel/SKILL.md")).expect("the skill is there");
    for (name, page) in PAGES {
        text = text.replace(&format!("](../../docs/{page})"), &format!("]({name})"));
        std::fs::write(skill.join(name), alone(page)).expect("there is room");
    }
    std::fs::write(skill.join("SKILL.md"), text).expect("there is room");
    std::fs::write(folder.join("llms-full.txt"), whole(&entries())).expect("there is room");
}

fn entries() -> Vec<Entry> {
    let entry = |line: &str| {
        if let Some(part) = line.strip_prefix("# ").filter(|part| *part != "Summary") {
            return Some(Entry::Part(part.to_owned()));
        }
        let (_, rest) = line.split_once('[')?;
        let (title, path) = rest.trim_end_matches(')').split_once("](")?;
        Some(Entry::Page { title: title.to_owned(), path: path.to_owned() })
    };
    read("SUMMARY.md").lines().filter_map(entry).collect()
}

/// A page, without what no reader sees.
fn read(path: &str) -> String {
    let text = std::fs::read_to_string(root().join("docs").join(path)).expect("the page is there");
    let mut seen = String::new();
    let mut rest = text.as_str();
    while let Some((before, comment)) = rest.split_once("<!--") {
        seen += before;
        rest = comment.split_once("-->").expect("a comment ends").1;
        rest = rest.strip_prefix('\n').unwrap_or(rest);
    }
    seen + rest
}

fn list(entries: &[Entry]) -> String {
    let mut text = OPENING.to_owned();
    let _ = writeln!(
        text,
        "\nA program that writes code begins with the skill ({RAW}/skills/korrel/SKILL.md), and with the language on a page.\n\
         All pages as one text: https://github.com/korrel/korrel/releases/latest/download/llms-full.txt"
    );
    for entry in entries {
        let _ = match entry {
            Entry::Part(part) => writeln!(text, "\n## {part}\n"),
            Entry::Page { path, .. } if path == "README.md" => Ok(()),
            Entry::Page { title, path } => {
                writeln!(text, "- [{title}]({RAW}/docs/{path}): {}", sentence(&read(path)))
            }
        };
    }
    text
}

/// The first sentence of a page.
fn sentence(page: &str) -> String {
    let paragraphs = page.split("\n\n").map(|paragraph| paragraph.trim().replace('\n', " "));
    let is_prose = |paragraph: &String| paragraph.starts_with(|c: char| c.is_alphabetic());
    let first = paragraphs.into_iter().find(is_prose).unwrap_or_default();
    let plain = without_links(&first);
    let end = plain.match_indices(". ").map(|(at, _)| at).find(|at| *at > 8);
    let sentence = &plain[..end.unwrap_or(plain.len())];
    match sentence.ends_with('?') {
        true => sentence.to_owned(),
        false => format!("{}.", sentence.trim_end_matches(['.', ':'])),
    }
}

/// `[a](b)` as a.
fn without_links(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some((before, link)) = rest.split_once('[') {
        let Some((title, (_, after))) = link
            .split_once("](")
            .map(|(title, rest)| (title, rest.split_once(')').unwrap_or(("", rest))))
        else {
            break;
        };
        plain = plain + before + title;
        rest = after;
    }
    plain + rest
}

fn whole(entries: &[Entry]) -> String {
    let mut text = OPENING.to_owned();
    for entry in entries {
        if let Entry::Page { path, .. } = entry {
            let _ = write!(text, "\n---\n\nFrom docs/{path}\n\n{}", read(path));
        }
    }
    text
}

/// A page whose links lead to the repository, wherever it lies.
fn alone(path: &str) -> String {
    let page = read(path);
    let mut parts = page.split("](");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| match part.starts_with("http") || part.starts_with('#') {
        true => text + "](" + part,
        false => format!("{text}]({SITE}/{part}"),
    })
}
