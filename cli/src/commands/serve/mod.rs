//! `korrel serve SPEC`: a page on this machine, on which a spec and its instances are looked at while the spec is written.
//!
//! Each connection has a thread of its own, so that no slow question blocks another one. This is a page for one person: it
//! is served on the loopback interface alone, its address has a token, and each question has a limit of time and of memory.

mod guard;
mod http;
mod report;
mod served;
mod site;
mod theme;

use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use korrel_heapgraph::Header;
use korrel_page::OpenText;

use self::report::WatchedReport;
pub use self::served::{ServerState, settings};
use self::theme::WatchedTheme;
use crate::commands::shared::question::overflow;
use crate::files::opened::opened;
use crate::files::read::unreadable_spec;
use crate::files::theme::tell_of_neighbour;
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
    let theme = serve.theme.as_deref().map(|path| WatchedTheme::of(path, report));
    let mut theme = theme.transpose()?;
    let (first, mut watched) = opened_with(serve, theme.as_ref())?;
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
        let is_drawn_anew = theme.as_mut().is_some_and(|theme| theme.is_saved(report));
        if is_drawn_anew || watched.have_changed() {
            match opened_with(serve, theme.as_ref()) {
                Ok((now, files)) => {
                    (watched, gone) = (files, 0);
                    if let Some(theme) = theme.as_mut().filter(|_| is_drawn_anew) {
                        theme.tell_unknown(&headers(&now), report);
                    }
                    let is_same = hints == *now.hints();
                    hints = now.hints().clone();
                    served.open(now);
                    let said = tested.as_ref().filter(|_| !is_same);
                    let said = said.and_then(|tested| tested.read(&hints).ok());
                    said.into_iter().for_each(|said| served.report(said));
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

/// The spec as it is saved now, drawn as a theme says, and all files that it is made of.
fn opened_with(
    serve: &ServeFlags,
    theme: Option<&WatchedTheme>,
) -> Result<(OpenText, WatchedFiles), Error> {
    let (text, watched) = opened(&serve.spec, &serve.language)?;
    let hints = theme.map(|theme| theme.hints().clone()).unwrap_or_default();
    Ok((text.themed(&hints), watched))
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
