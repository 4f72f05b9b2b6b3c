//! Literate specs: a text in Markdown, in which the spec stands in fences.
//!
//! As in Alloy, the text begins with front matter between two lines `---`, and a fence opens with the line
//! "```alloy" and closes with "```". All else becomes white space, so that places stay the same. To Alloy, a
//! text without front matter is an empty model. Here it is a mistake.

use crate::code;
use crate::diagnostic::Diagnostic;
use crate::source::{FileId, Span};

/// The line that opens a fence with a part of the spec.
const OPEN: &str = "```alloy";
/// The line that closes it.
const CLOSE: &str = "```";
/// The line before and after the front matter.
const FRONT: &str = "---";

/// True if a file of this name is literate.
pub fn is_literate(name: &str) -> bool {
    name.ends_with(".md")
}

/// The text with white space for all that is not the spec.
///
/// # Errors
/// There is no front matter, or a fence is not closed.
pub(super) fn code(text: &str, file: FileId) -> Result<String, Diagnostic> {
    let mut code = String::with_capacity(text.len());
    let (mut part, mut fence) = (LiteratePart::Start, 0);
    for line in text.split_inclusive('\n') {
        let words = line.trim_end().trim_start_matches('\u{feff}');
        let is_code = part == LiteratePart::Code && words != CLOSE;
        part = match part {
            LiteratePart::Start if words == FRONT => LiteratePart::Front,
            LiteratePart::Start => return Err(without_front(text, file)),
            LiteratePart::Front if words == FRONT => LiteratePart::Prose,
            LiteratePart::Prose if words == OPEN => {
                fence = code.len();
                LiteratePart::Code
            }
            LiteratePart::Code if words == CLOSE => LiteratePart::Prose,
            part => part,
        };
        match is_code {
            true => code.push_str(line),
            false => code.extend(line.bytes().map(blank)),
        }
    }
    match part {
        LiteratePart::Start => Err(without_front(text, file)),
        LiteratePart::Front => Err(unclosed(file, 0, FRONT, "the front matter")),
        LiteratePart::Code => Err(unclosed(file, fence, CLOSE, "a part of the spec")),
        LiteratePart::Prose => Ok(code),
    }
}

/// Where a line stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LiteratePart {
    Start,
    Front,
    Prose,
    Code,
}

fn blank(byte: u8) -> char {
    match byte {
        b'\n' | b'\r' => byte.into(),
        _ => ' ',
    }
}

fn without_front(text: &str, file: FileId) -> Diagnostic {
    let end = text.lines().next().map_or(0, str::len) as u32;
    Diagnostic::new(code::FILE, "a literate spec begins with front matter")
        .at(Span { file, start: 0, end }, "to Alloy, the model in this file is empty")
        .help("write two lines `---` before the text; what stands between them is not read")
}

fn unclosed(file: FileId, start: usize, close: &str, what: &str) -> Diagnostic {
    let start = start as u32;
    Diagnostic::new(code::FILE, format!("{what} is not closed"))
        .at(Span { file, start, end: start + 3 }, "opened here")
        .help(format!("close it with the line `{close}`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<String, String> {
        code(text, FileId(0)).map_err(|mistake| mistake.message.to_string())
    }

    /// If it failed, prose would be read as a part of the spec, or places in it would be others than in the file.
    #[test]
    fn only_fences_are_read_and_places_stay() {
        let text =
            "---\ntitle: Größe\n---\nä sig B {}\n```alloy\nsig A {}\n```\n```als\nsig C {}\n```\n";
        let code = read(text).expect("it has front matter");
        assert_eq!(code.len(), text.len());
        assert_eq!(code.split_whitespace().collect::<Vec<_>>(), ["sig", "A", "{}"]);
        assert_eq!(code.find("sig A"), text.find("sig A"));
    }

    /// If it failed, a file that is an empty model to Alloy would be read in silence.
    #[test]
    fn front_matter_is_needed_and_fences_are_closed() {
        assert!(read("```alloy\nsig A {}\n```\n").is_err_and(|why| why.contains("front matter")));
        assert!(read("").is_err());
        assert!(read("---\n").is_err());
        assert!(read("---\n---\n```alloy\nsig A {}\n").is_err());
        assert_eq!(read("---\n---\n").expect("empty").trim(), "");
    }
}
