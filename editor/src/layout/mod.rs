//! One layout for all specs.
//!
//! *Problem.* A layout must keep every comment and the meaning, also in a language whose line breaks say nothing to the
//! parser and much to the reader. *Choice.* The text is cut into tokens; lines stay where the writer broke them, and
//! spaces, indentation, blank lines and the places of braces are made anew. Then the text is read again: unless it has the
//! same tree and the same comments, it is left as it is. *Rejected.* To print the tree: it knows no comments, and breaking
//! formulas by length loses the order in which somebody laid them out. (`gofmt` made the same choice.)

mod indent;
mod space;
mod token;

use korrel_lang::ast::Module;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::parse::parse;
use korrel_lang::source::Sources;
use korrel_lang::spec::Mistakes;

use self::token::tokens;

/// The text in the one layout.
///
/// # Errors
/// The mistakes in a text that cannot be parsed.
pub fn formatted(name: &str, text: &str) -> Result<String, Mistakes> {
    let before = tree(name, text)?;
    let has_crlf = text.contains("\r\n");
    let plain = text.replace("\r\n", "\n");
    let laid_out = indent::lines(&tokens(&plain));
    let laid_out = if has_crlf { laid_out.replace('\n', "\r\n") } else { laid_out };
    let is_same = tree(name, &laid_out).is_ok_and(|after| after == before)
        && comments(&laid_out) == comments(text);
    Ok(if is_same { laid_out } else { text.to_owned() })
}

/// What a text says, without the places.
fn tree(name: &str, text: &str) -> Result<String, Mistakes> {
    let mut sources = Sources::default();
    let file = sources.add(name, text);
    match parse(&sources, file) {
        Ok(module) => Ok(without_places(&module)),
        Err(diagnostics) => Err(mistakes(sources, diagnostics)),
    }
}

fn mistakes(sources: Sources, diagnostics: Vec<Diagnostic>) -> Mistakes {
    Mistakes { sources: Box::new(sources), diagnostics }
}

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
