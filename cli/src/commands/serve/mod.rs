//! `korrel serve SPEC`: a page on this machine, on which a spec and its instances are looked at while the spec is written.
//!
//! Each connection has a thread of its own, so that no slow question blocks another one. This is a page for one person: it
//! is served on the loopback interface alone, its address has a token, and each question has a limit of time and of memory.

mod guard;
mod http;
mod report;
mod served;
mod site;

use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use korrel_draw::Hints;
use korrel_heapgraph::Header;
use korrel_page::OpenText;

use self::report::WatchedReport;
pub use self::served::{ServerState, settings};
use crate::commands::shared::question::overflow;
use crate::files::opened::opened;
use crate::files::read::unreadable_spec;
use crate::files::theme::{ThemeFile, tell_of_neighbour};
use crate::files::watched::WatchedFiles;
use crate::flags::ServeFlags;
use crate::limits::Stop;
use crate::messages::error::Error;
use crate::messages::exit::Exit;
use crate::messages::reporter::Reporter;

/// The time between two looks at the files.
const GLANCE: Duration = Duration::from_millis(30);
/// As many looks without a file are no save: about a second.
const GONE: u32 = 33;

pub fn run(serve: &ServeFlags, report: &Reporter) -> Result<Exit, Error> {
    if serve.spec == Path::new("-") {
        return Err(Error::usage("standard input cannot be watched: give a file"));
    }
    std::fs::metadata(&serve.spec).map_err(|error| unreadable_spec(&serve.spec, &error))?;
    let stop = Stop::new();
    stop.heed(Stop::exit);
    let mut theme = serve.theme.as_deref().map(|path| ThemeFile::told(path, report)).transpose()?;
    let mut look = theme.as_ref().map(|theme| theme.hints().clone()).unwrap_or_default();
    let (first, mut watched) = opened_with(serve, &look)?;
    match &mut theme {
        Some(theme) => theme.tell_unknown(&headers(&first), report),
        None => tell_of_neighbour(&serve.spec, report),
    }
    let mut hints = first.hints().clone();
    let mut tested = serve.report.as_deref().map(WatchedReport::of);
    let first_report = tested.as_ref().map(|tested| tested.read(&hints)).transpose()?;
    let settings = settings().overflow(overflow(serve.overflow)).timeout(serve.limits.time());
    let settings = match serve.limits.size.memory {
        Some(memory) => settings.memory(memory),
        None => settings,
    };
    let taken = |error| Error::usage(format!("port {} cannot be served: {error}", serve.port));
    let served = ServerState::new(first, serve.port, settings).map_err(taken)?;
    first_report.into_iter().for_each(|said| served.report(said));
    let address = &served.address;
    {
        let mut out = io::stdout().lock();
        writeln!(out, "{address}")?;
        out.flush()?;
    }
    if !serve.no_open && io::stdout().is_terminal() {
        open_browser(address, report);
    }
    let mut gone = 0;
    loop {
        if stop.is_raised() {
            stop.take_over();
            return Ok(stop.exit());
        }
        std::thread::sleep(GLANCE);
        if let Some(said) = tested.as_mut().and_then(|tested| tested.written(&hints)) {
            served.report(said);
        }
        if watched.have_changed() {
            // A theme that is being saved is read when it is whole.
            let theme = serve.theme.as_deref().and_then(|path| ThemeFile::read(path).ok());
            look = theme.map_or(look, |theme| theme.hints().clone());
            match opened_with(serve, &look) {
                Ok((now, files)) => {
                    (watched, gone) = (files, 0);
                    hints = now.hints().clone();
                    served.open(now);
                }
                // A file that is gone for a moment is being saved; the last text stays until it is there again.
                Err(_) => {
                    gone += 1;
                    if gone == GONE {
                        report.note("the spec cannot be read: the page shows its last text");
                    }
                }
            }
        }
    }
}

/// The spec as it is saved now, drawn as a theme says, and all files that both are made of.
fn opened_with(serve: &ServeFlags, theme: &Hints) -> Result<(OpenText, WatchedFiles), Error> {
    let (text, mut watched) = opened(&serve.spec, &serve.language)?;
    serve.theme.iter().for_each(|path| watched.add(path.clone()));
    Ok((text.themed(theme), watched))
}

/// The headers of all that can be asked.
fn headers(opened: &OpenText) -> Vec<Header> {
    let types = opened.entries().iter().filter_map(|entry| entry.command.types().ok());
    types.map(|types| types.header().clone()).collect()
}

/// Hands the address to the system's browser; without one the reader of the address opens it.
fn open_browser(address: &str, report: &Reporter) {
    let mut command = match std::env::consts::OS {
        "macos" => Command::new("open"),
        "windows" => Command::new("explorer"),
        _ => Command::new("xdg-open"),
    };
    let command = command.arg(address).stdin(Stdio::null()).stdout(Stdio::null());
    if command.stderr(Stdio::null()).spawn().is_err() {
        report.note("no browser was found: open the address yourself");
    }
}
