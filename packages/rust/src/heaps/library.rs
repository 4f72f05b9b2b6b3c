//! The search that is built in.

use std::path::Path;
use std::sync::Arc;

use korrel::{Command, Spec, spec_with_modules};
use korrel_heapgraph::typed::Codec;

use super::error::{Error, Message};
use super::heap::{Heap, Origin};
use super::inputs::Inputs;
use super::listing;
use super::settings::{Overflow, Settings};

/// A search in this process.
pub(crate) struct LibraryListing {
    spec: Spec,
    command: Command,
    found: korrel::Instances,
    count: u64,
}

impl LibraryListing {
    /// Starts the search.
    pub fn new(inputs: &Inputs) -> Result<LibraryListing, Error> {
        let spec = read(&inputs.spec)?;
        let command = spec.command(&inputs.command)?;
        let command = match &inputs.scope {
            Some(scope) => command.scope(scope)?,
            None => command,
        };
        let command = command.with(settings(inputs)).values(inputs.values.clone())?;
        let found = command.instances();
        Ok(LibraryListing { spec, command, found, count: 0 })
    }
}

impl listing::AnyListing for LibraryListing {
    fn next(&mut self) -> Result<Option<Heap>, Error> {
        let heap = self.found.next().transpose()?;
        self.count += u64::from(heap.is_some());
        Ok(heap.map(|heap| Heap(Origin::Library(heap))))
    }

    fn codec(&mut self) -> Result<Arc<Codec>, Error> {
        Ok(self.command.types()?.codec())
    }

    fn told(&mut self) -> Vec<Message> {
        let sources = self.command.sources();
        let message = |one| Message::read(&korrel::message(sources, one));
        let mut told: Vec<Message> = self.spec.warnings().iter().map(message).collect();
        if self.count == 0 {
            let why = self.command.why_empty().ok().flatten();
            told.extend(why.iter().map(message));
        }
        told
    }
}

/// The spec in a file; modules that it opens lie beside it.
fn read(path: &Path) -> Result<Spec, Error> {
    let name = path.display().to_string();
    let text = std::fs::read_to_string(path).map_err(|error| {
        Error::Refused(vec![Message::of("error", &format!("error: cannot read `{name}`: {error}"))])
    })?;
    let folder = path.parent().unwrap_or(Path::new("")).to_owned();
    let module = |module: &str| std::fs::read_to_string(folder.join(format!("{module}.als"))).ok();
    Ok(spec_with_modules(&name, &text, module)?)
}

fn settings(inputs: &Inputs) -> korrel::Settings {
    let Settings { overflow, every_labelling, ignore_parameters, keys, threads, timeout } =
        &inputs.settings;
    let given = korrel::Settings::new().overflow(match overflow {
        Overflow::Forbid => korrel::Overflow::Forbid,
        Overflow::Wrap => korrel::Overflow::Wrap,
    });
    let given = if *every_labelling { given.every_labelling() } else { given };
    let given = if *ignore_parameters { given.ignore_parameters() } else { given };
    let given = if *keys { given.keys() } else { given };
    let given = threads.iter().fold(given, |given, &threads| given.threads(threads));
    let given = timeout.iter().fold(given, |given, &time| given.timeout(time));
    inputs.limit.iter().fold(given, |given, &limit| given.limit(limit))
}

impl From<korrel::Error> for Error {
    fn from(error: korrel::Error) -> Error {
        match error {
            korrel::Error::Spec(_) => {
                Error::Refused(error.messages().iter().map(Message::read).collect())
            }
            korrel::Error::File(text) => Error::Refused(vec![Message::of("error", &text)]),
            korrel::Error::Stopped => Error::Stopped,
            korrel::Error::Misfit(misfit) => Error::Misfit(misfit),
            korrel::Error::Internal(_) => Error::Program(error.to_string()),
        }
    }
}
