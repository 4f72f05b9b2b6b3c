//! Messages about specs, on standard error.

use std::io::IsTerminal;

use korrel_campaign::Remark;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::source::Sources;
use korrel_lang::spec::Spec;

use super::error::Error;
use super::exit::Exit;
use super::tell::{as_json, rendered, tell, tell_rendered};
use crate::flags::{GlobalFlags, MessagesFlag, WhenFlag};

/// The greatest number of mistakes, and of warnings, that are reported at once; more would not be
/// read.
const MOST: usize = 100;

/// Prints messages on standard error.
pub struct Reporter {
    color: bool,
    when: WhenFlag,
    quiet: bool,
}

impl Reporter {
    pub fn new(global: &GlobalFlags) -> Reporter {
        let color = is_colored(global.color, std::io::stderr().is_terminal());
        if global.messages == MessagesFlag::Json {
            as_json();
        }
        Reporter { color, when: global.color, quiet: global.quiet }
    }

    /// True if drawings have colors, on a terminal or elsewhere.
    pub fn colors(&self, is_terminal: bool) -> bool {
        is_colored(self.when, is_terminal)
    }

    /// Reports the error; returns the exit code.
    pub fn error(&self, error: Error) -> Exit {
        let exit = error.exit();
        match error.mistakes() {
            Ok((sources, mistakes)) => self.diagnostics(&sources, &mistakes),
            Err(Error::Output(_)) if exit == Exit::Success => {}
            Err(Error::Output(error)) => {
                tell(format_args!("error: cannot write to standard output: {error}"));
            }
            Err(Error::Internal(message)) => {
                tell(format_args!("internal error: {message}"));
                tell("This is a bug in Korrel; please report it with the spec.");
            }
            Err(Error::Stopped) => tell("the search was stopped"),
            Err(_) => unreachable!("all others are the user's mistakes"),
        }
        exit
    }

    /// Warnings, unless they are not wanted.
    pub fn remarks(&self, sources: &Sources, diagnostics: &[Diagnostic]) {
        if !self.quiet {
            self.diagnostics(sources, diagnostics);
        }
    }

    /// The first ones of each severity.
    pub fn diagnostics(&self, sources: &Sources, diagnostics: &[Diagnostic]) {
        let mut reported = [0_usize; 3];
        for diagnostic in diagnostics {
            let number = &mut reported[diagnostic.severity() as usize];
            *number += 1;
            if *number <= MOST {
                tell_rendered(self.rendered(sources, diagnostic));
            }
        }
        let rest = reported.iter().map(|number| number.saturating_sub(MOST)).sum::<usize>();
        if rest > 0 {
            tell(format_args!("{rest} more messages are left out"));
        }
    }

    /// A message as it is printed.
    pub fn rendered(&self, sources: &Sources, diagnostic: &Diagnostic) -> String {
        rendered(sources, diagnostic, self.color)
    }

    /// Warns of what is probably not meant, unless warnings are unwanted. Returns true if there was anything to report.
    pub fn cautions(&self, spec: &Spec, found: impl FnOnce() -> Vec<Diagnostic>) -> bool {
        if self.quiet {
            return false;
        }
        let found = found();
        self.diagnostics(&spec.sources, &found);
        !found.is_empty()
    }

    pub fn is_quiet(&self) -> bool {
        self.quiet
    }

    /// Remarks, unless they are not wanted.
    pub fn notes<'t>(&self, texts: impl IntoIterator<Item = &'t str>) {
        texts.into_iter().for_each(|text| self.note(text));
    }

    /// A remark, unless it is not wanted.
    pub fn note(&self, text: &str) {
        if !self.quiet {
            tell(text);
        }
    }
}

/// Remarks on campaigns.
impl Reporter {
    pub fn remark(&self, remark: Remark) {
        let (error, note) = match remark {
            Remark::OtherOperations(rest) => {
                (None, format!("{rest} recorded inputs are of other operations"))
            }
            Remark::NotGrown(n, error) => {
                (Some(error), format!("so the scope does not grow to n = {n}"))
            }
            Remark::Undecided(why) => {
                (None, format!("whether the spec allows this input is not known: {why}"))
            }
            Remark::Forbidden => {
                let note = "the spec does not allow this input; those that are smaller it does";
                (None, note.to_owned())
            }
            Remark::NoSmallerScope(error) => {
                let note = "so smaller inputs are not listed; `--scope` says which to try";
                (Some(error), note.to_owned())
            }
            Remark::Unlisted(error) => {
                self.error(error.into());
                return;
            }
            Remark::GivenUp(refusal) => (None, format!("the driver was given up: {refusal}")),
        };
        if let Some(error) = error {
            self.error(error.into());
        }
        self.note(&format!("note: {note}"));
    }
}

fn is_colored(when: WhenFlag, is_terminal: bool) -> bool {
    match when {
        WhenFlag::Always => true,
        WhenFlag::Never => false,
        WhenFlag::Auto => {
            is_terminal && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
        }
    }
}
