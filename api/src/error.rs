//! The reasons why there is no answer.

use std::fmt;

use korrel_enumerate::Fault;
use korrel_heapgraph::typed::Misfit;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::spec::Mistakes;

use crate::answer::message;
use crate::question::NoAnswer;

/// The reason why there is no answer, or no more of it.
#[derive(Clone, Debug)]
pub enum Error {
    /// Mistakes in the spec, in a scope, or in which command is meant, with the texts that they point into.
    Spec(Mistakes),
    /// A file that cannot be read.
    File(String),
    /// The time ran out, or the flag was raised, before all instances were found.
    Stopped,
    /// Values that do not fit the spec, or a type that does not fit a heap.
    Misfit(Misfit),
    /// A bug in Korrel.
    Internal(String),
}

impl Error {
    /// The mistakes as data, as `--messages json` writes them. There are none if the reason is another one.
    ///
    /// ```
    /// let messages = korrel::spec("sig A { r: B }").expect_err("there is no B").messages();
    /// assert_eq!((&messages[0]["code"], &messages[0]["places"][0]["column"]), (&"E0006".into(), &12.into()));
    /// ```
    pub fn messages(&self) -> Vec<serde_json::Value> {
        let Error::Spec(Mistakes { sources, diagnostics }) = self else { return Vec::new() };
        diagnostics.iter().map(|mistake| message(sources, mistake)).collect()
    }
}

impl From<NoAnswer> for Error {
    fn from(unanswered: NoAnswer) -> Error {
        match unanswered {
            NoAnswer::Stopped => Error::Stopped,
            NoAnswer::Mistakes(mistakes) => Error::Spec(mistakes),
            NoAnswer::Wrong(fault) => Fault(fault).into(),
        }
    }
}

impl From<Fault> for Error {
    fn from(Fault(fault): Fault) -> Error {
        Error::Internal(format!("an instance was found, but {fault}"))
    }
}

impl From<Misfit> for Error {
    fn from(misfit: Misfit) -> Error {
        Error::Misfit(misfit)
    }
}

impl From<Mistakes> for Error {
    fn from(mistakes: Mistakes) -> Error {
        Error::Spec(mistakes)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Spec(mistakes) => {
                let rendered = |mistake: &Diagnostic| mistake.render(&mistakes.sources, false);
                let texts: Vec<String> = mistakes.diagnostics.iter().map(rendered).collect();
                f.write_str(&texts.join("\n\n"))
            }
            Error::File(message) => f.write_str(message),
            Error::Stopped => f.write_str("the search was stopped before all instances were found"),
            Error::Misfit(misfit) => misfit.fmt(f),
            Error::Internal(message) => write!(f, "this is a bug in Korrel: {message}"),
        }
    }
}

impl std::error::Error for Error {}
