//! The part of Markdown that the documents use: fenced blocks, headings, links, and comments that no reader
//! sees.

use std::path::Path;

use crate::shell::root;

/// A document, by its path from the repository's folder.
pub struct Document {
    pub path: String,
    text: String,
}

/// A block between two fences.
pub struct Block {
    pub language: String,
    pub text: String,
    /// The place where it begins: the document and the line, for messages.
    pub at: String,
    /// The comment right before it.
    pub note: Option<String>,
}

impl Document {
    pub fn read(path: &str) -> Self {
        let text = std::fs::read_to_string(root().join(path));
        let text = text.unwrap_or_else(|error| panic!("{path}: {error}"));
        Self { path: path.to_string(), text }
    }

    /// README.md, the book but for its pages for contributors, and the documents beside the examples and the skills.
    pub fn all() -> Vec<Self> {
        let mut paths = vec!["README.md".to_string()];
        let is_tried = |path: &String| !path.starts_with("docs/contributing/");
        paths.extend(files("docs", &["md"]).into_iter().filter(is_tried));
        paths.extend(files("examples", &["md"]));
        paths.extend(files("skills", &["md"]));
        paths.iter().map(|path| Self::read(path)).collect()
    }

    /// True if it is followed from an empty folder, step by step.
    pub fn is_walkthrough(&self) -> bool {
        self.text.contains("<!-- from an empty folder -->")
    }

    pub fn blocks(&self) -> Vec<Block> {
        let mut blocks = Vec::new();
        let mut before = String::new();
        let mut lines = self.text.lines().enumerate();
        while let Some((number, line)) = lines.next() {
            let Some(language) = line.strip_prefix("```") else {
                before = before + line + "\n";
                continue;
            };
            let body = lines.by_ref().map(|(_, line)| line).take_while(|line| *line != "```");
            let text = body.flat_map(|line| [line, "\n"]).collect();
            let at = format!("{}:{}", self.path, number + 1);
            let language = language.to_string();
            blocks.push(Block { language, text, at, note: last_comment(&before) });
            before.clear();
        }
        blocks
    }

    /// The lines outside of blocks.
    pub fn prose(&self) -> impl Iterator<Item = &str> {
        let mut in_block = false;
        self.text.lines().filter(move |line| {
            let is_fence = line.starts_with("```");
            in_block ^= is_fence;
            !in_block && !is_fence
        })
    }

    /// The targets of its links and pictures.
    pub fn links(&self) -> Vec<&str> {
        [("](", ')'), ("src=\"", '"')]
            .iter()
            .flat_map(|(before, after)| self.between(before, *after))
            .collect()
    }

    /// The comments, a line each, that begin with a word.
    pub fn comments(&self, word: &str) -> Vec<&str> {
        let comments =
            self.prose().filter_map(|line| line.strip_prefix("<!-- ")?.strip_suffix(" -->"));
        comments.filter_map(|comment| comment.strip_prefix(word)).collect()
    }

    fn between(&self, before: &str, after: char) -> Vec<&str> {
        let rests = self.prose().flat_map(|line| line.split(before).skip(1));
        rests.filter_map(|rest| rest.split_once(after)).map(|(target, _)| target).collect()
    }

    /// The names of its headings in links, as GitHub and mdBook make them.
    pub fn anchors(&self) -> Vec<String> {
        let headings = self.prose().filter(|line| line.starts_with('#'));
        headings.map(|line| anchor(line.trim_start_matches('#').trim())).collect()
    }
}

impl Block {
    /// The text of the comment in its first line, if that is one.
    pub fn title(&self) -> Option<&str> {
        let first = self.text.lines().next()?;
        ["-- ", "# ", "// "].iter().find_map(|sign| first.strip_prefix(sign))
    }

    /// The text below its first line.
    pub fn below(&self) -> &str {
        self.text.split_once('\n').map_or("", |(_, below)| below)
    }

    pub fn is_not_run(&self) -> bool {
        let is_marked = self.note.as_ref().is_some_and(|note| note.starts_with("not run: "));
        is_marked || matches!(self.language.as_str(), "sh" | "text")
    }
}

/// The name of a heading in links.
pub fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect::<String>().to_lowercase()
}

/// The comment that a text ends with.
fn last_comment(text: &str) -> Option<String> {
    let comment = text.trim_end().strip_suffix("-->")?;
    let (_, comment) = comment.rsplit_once("<!--")?;
    Some(comment.trim().to_string())
}

/// The files in a folder of the repository and below it with one of these endings, except for built and installed
/// ones.
pub fn files(folder: &str, endings: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    let entries = std::fs::read_dir(root().join(folder)).expect("the folder can be read");
    let entries = entries.map(|entry| entry.expect("the folder can be read"));
    for entry in entries {
        let name = entry.file_name().into_string().expect("names are UTF-8");
        let path = Path::new(folder).join(&name).to_str().expect("names are UTF-8").to_string();
        let is_ours = !matches!(name.as_str(), "target" | "node_modules" | ".git");
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            found.extend(is_ours.then(|| files(&path, endings)).into_iter().flatten());
        } else if entry.file_type().is_ok_and(|kind| kind.is_symlink()) {
            // Pages of the book that a crate takes along.
        } else if endings.iter().any(|ending| path.ends_with(&format!(".{ending}"))) {
            found.push(path);
        }
    }
    found.sort();
    found
}
