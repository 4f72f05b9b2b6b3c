//! One layout for all specs.
//!
//! *Problem.* A layout must keep every comment and the meaning, also in a language whose line breaks say nothing to the
//! parser and much to the reader. *Choice.* The text is cut into tokens; lines stay where the writer broke them, and
//! spaces, indentation, blank lines and the places of braces are made anew. Only a line that is too long is broken, where the
//! tree says. Then the text is read again: unless it has the same tree and the same comments, it is left as it is. *Rejected.*
//! To print the tree: it knows no comments, and to join lines that somebody broke loses the order in which they were laid out.
//! (`gofmt` made the same choice.)

// In reading order.
mod token;

mod space;

mod arrows;

mod indent;

mod gaps;

mod wrap;

use korrel_lang::ast::Module;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::parse::literate::is_literate;
use korrel_lang::parse::parse;
use korrel_lang::source::Sources;
use korrel_lang::spec::Mistakes;

use self::gaps::Gaps;
use self::token::tokens;

/// The text in the one layout.
///
/// # Errors
/// The mistakes in a text that cannot be parsed.
pub fn formatted(name: &str, text: &str) -> Result<String, Mistakes> {
    if is_literate(name) {
        // What stands between the parts of the spec is the author's.
        return parsed(name, text).map(|_| text.to_owned());
    }
    let has_crlf = text.contains("\r\n");
    let plain = text.replace("\r\n", "\n");
    let module = parsed(name, &plain)?;
    let laid_out = laid_out(&module, &plain);
    let is_same = parsed(name, &laid_out)
        .is_ok_and(|after| without_places(&after) == without_places(&module))
        && comments(&laid_out) == comments(&plain);
    Ok(match (is_same, has_crlf) {
        (false, _) => text.to_owned(),
        (true, false) => laid_out,
        (true, true) => laid_out.replace('\n', "\r\n"),
    })
}

/// The text of a module, laid out.
fn laid_out(module: &Module, text: &str) -> String {
    let tokens = tokens(text);
    wrap::wrapped(text, &Gaps::new(module, &tokens), &arrows::tight(module, &tokens))
}

fn parsed(name: &str, text: &str) -> Result<Module, Mistakes> {
    let mut sources = Sources::default();
    let file = sources.add(name, text);
    parse(&sources, file).map_err(|diagnostics| mistakes(sources, diagnostics))
}

fn mistakes(sources: Sources, diagnostics: Vec<Diagnostic>) -> Mistakes {
    Mistakes { sources: Box::new(sources), diagnostics }
}

/// What a text says, without the places.
fn without_places(module: &Module) -> String {
    let shown = format!("{module:?}");
    let mut parts = shown.split("Span { ");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |tree, part| tree + part.split_once('}').map_or(part, |(_, rest)| rest))
}

/// Each comment, without the spaces at the ends of its lines.
fn comments(text: &str) -> Vec<String> {
    let tokens = tokens(text);
    let comments = tokens.iter().filter(|token| token.is_comment());
    comments
        .map(|comment| {
            let lines: Vec<&str> = comment.text.lines().map(str::trim_end).collect();
            lines.join("\n")
        })
        .collect()
}

#[cfg(test)]
mod tests;
