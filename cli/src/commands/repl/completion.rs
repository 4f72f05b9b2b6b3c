//! Names that can be typed: words after a colon, and what an editor would propose at this place of a predicate's body.

use korrel_editor::Analysis;
use korrel_lang::load::no_files;
use rustyline::completion::Completer;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::validate::Validator;
use rustyline::{Context, Helper};

use super::line::WORDS;
use super::place::ReplPlace;

pub struct CompletionNames {
    name: String,
    /// The spec, and behind it the head of a predicate with the command's parameters.
    text: String,
    entries: Vec<String>,
}

impl CompletionNames {
    pub fn of(place: &ReplPlace) -> CompletionNames {
        let types = place.command().and_then(|command| command.types());
        let parameters = types.map_or_else(
            |_| Vec::new(),
            |types| {
                let roots = types.header().roots.iter();
                roots.map(|root| format!("{}: {}", root.name, root.shape)).collect()
            },
        );
        let opened = place.opened();
        let text = format!("{}\npred korrel_line[{}] {{ ", opened.text(), parameters.join(", "));
        let entries = opened.entries().iter();
        let entries = entries.map(|entry| entry.wanted.clone()).collect();
        CompletionNames { name: opened.name().to_owned(), text, entries }
    }
}

impl Completer for CompletionNames {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        cursor: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        let typed = &line[..cursor];
        if typed.starts_with(':') {
            if let Some(wanted) = typed.strip_prefix(":command ") {
                let begun = self.entries.iter().filter(|entry| entry.starts_with(wanted));
                return Ok((cursor - wanted.len(), begun.cloned().collect()));
            }
            if let Some(formula) = typed.strip_prefix(":count ") {
                return Ok(self.expression(formula, cursor));
            }
            let begun = WORDS.iter().map(|(word, ..)| *word).filter(|word| word.starts_with(typed));
            return Ok((0, begun.map(str::to_owned).collect()));
        }
        Ok(self.expression(typed, cursor))
    }
}

impl CompletionNames {
    /// The proposals for the end of an expression, and where in the line what they replace begins.
    fn expression(&self, typed: &str, cursor: usize) -> (usize, Vec<String>) {
        let text = format!("{}{typed}", self.text);
        let (Ok(end), whole) = (u32::try_from(text.len()), format!("{text} }}\n")) else {
            return (cursor, Vec::new());
        };
        // Modules that are files are not looked for at each key.
        let analysis = Analysis::new(&self.name, &whole, false, &mut no_files);
        let found = analysis.completions(end, &mut no_files);
        let replaced = found.span.map_or(0, |span| (end - span.start) as usize);
        let begun = &typed[typed.len() - replaced.min(typed.len())..];
        let labels = found.items.into_iter().map(|item| item.label);
        let labels = labels.filter(|label| label.starts_with(begun)).collect();
        (cursor - begun.len(), labels)
    }
}

impl Hinter for CompletionNames {
    type Hint = String;
}

impl Highlighter for CompletionNames {}

impl Validator for CompletionNames {}

impl Helper for CompletionNames {}
