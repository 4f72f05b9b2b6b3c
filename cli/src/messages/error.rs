//! The reason why a command failed, and the exit code.

use std::io;
use std::path::Path;

use korrel::question::NoAnswer;
use korrel::stream::Fault;
use korrel_campaign::CampaignError;
use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::source::Sources;
use korrel_lang::spec::{Mistakes, Spec};
use korrel_lang::visible::visible;

use super::exit::Exit;

pub enum Error {
    /// Mistakes in a spec, in a scope or an expression of the command line, or in a heap.
    Spec(Box<Sources>, Vec<Diagnostic>),
    /// A file that cannot be read or written, or that is not what it should be.
    File(Diagnostic),
    /// Flags and arguments that make no sense together, or not on this system.
    Usage(Diagnostic),
    /// Standard output cannot be written.
    Output(io::Error),
    /// A bug in Korrel, as a message.
    Internal(String),
    /// Nothing: whoever asked has a reason to stop, and tells it.
    Stopped,
}

const DISCONTINUED: &str = "cannot continue after";

impl Error {
    /// A mistake in a spec, or in a question about it.
    pub fn about(spec: &Spec, diagnostic: Diagnostic) -> Error {
        spec.mistake(diagnostic).into()
    }

    /// A mistake in the command line.
    pub fn usage(message: impl Into<String>) -> Error {
        Error::Usage(Diagnostic::new(code::FILE, message.into()))
    }

    /// A file that cannot be written.
    pub fn unwritable(path: &Path, error: &io::Error) -> Error {
        let message = format!("cannot write `{}`: {error}", shown(path));
        Error::File(Diagnostic::new(code::FILE, message))
    }

    /// What an earlier run has left cannot be gone on with.
    pub fn discontinued(path: &Path, why: &str) -> Diagnostic {
        Diagnostic::new(code::FILE, format!("{DISCONTINUED} `{}`: {why}", shown(path)))
    }

    /// True if it is [`Error::discontinued`].
    pub fn is_discontinued(&self) -> bool {
        matches!(self, Error::File(mistake) if mistake.message.starts_with(DISCONTINUED))
    }

    /// What an earlier run has left stands in the way.
    pub fn left(part: &Path, why: &str) -> Error {
        let message = format!("cannot write `{}`: it exists", shown(part));
        Error::File(Diagnostic::new(code::FILE, message).help(why.to_owned()))
    }

    /// The message in one line, for a record.
    pub fn message(&self) -> String {
        match self {
            Error::Spec(_, mistakes) => {
                mistakes.first().map(|mistake| mistake.message.to_string()).unwrap_or_default()
            }
            Error::File(mistake) | Error::Usage(mistake) => mistake.message.to_string(),
            Error::Output(error) => error.to_string(),
            Error::Internal(message) => message.clone(),
            Error::Stopped => String::new(),
        }
    }

    pub fn exit(&self) -> Exit {
        match self {
            Error::Spec(..) | Error::File(_) | Error::Usage(_) => Exit::Usage,
            // The reader has had enough.
            Error::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => Exit::Success,
            Error::Output(_) => Exit::Usage,
            Error::Internal(_) => Exit::Internal,
            Error::Stopped => Exit::Incomplete,
        }
    }

    /// The user's mistakes, with the texts that they point into.
    ///
    /// # Errors
    /// The error itself, if it is another one.
    pub fn mistakes(self) -> Result<(Box<Sources>, Vec<Diagnostic>), Error> {
        match self {
            Error::Spec(sources, mistakes) => Ok((sources, mistakes)),
            Error::File(mistake) | Error::Usage(mistake) => Ok((Box::default(), vec![mistake])),
            Error::Output(_) | Error::Internal(_) | Error::Stopped => Err(self),
        }
    }
}

impl From<Mistakes> for Error {
    fn from(mistakes: Mistakes) -> Error {
        Error::Spec(mistakes.sources, mistakes.diagnostics)
    }
}

impl From<CampaignError> for Error {
    fn from(error: CampaignError) -> Error {
        match error {
            CampaignError::Spec(mistakes) => mistakes.into(),
            CampaignError::Settings(mistake) => Error::Usage(mistake),
            CampaignError::Internal(message) => Error::Internal(message),
        }
    }
}

impl From<NoAnswer> for Error {
    fn from(unanswered: NoAnswer) -> Error {
        match unanswered {
            NoAnswer::Stopped => Error::Stopped,
            NoAnswer::Mistakes(mistakes) => mistakes.into(),
            NoAnswer::Wrong(fault) => Fault(fault).into(),
        }
    }
}

impl From<Fault> for Error {
    fn from(Fault(fault): Fault) -> Error {
        Error::Internal(format!("an instance was found, but {fault}"))
    }
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Error {
        Error::Output(error)
    }
}

/// A file's name in a message.
pub fn shown(path: &Path) -> String {
    visible(&path.display().to_string()).into_owned()
}
