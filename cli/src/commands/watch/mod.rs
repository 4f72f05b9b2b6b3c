//! `korrel watch SPEC [COMMAND]`: what a command allows, at each save, and what the last edit changed.

mod page;
mod record;
mod scroll;
mod session;
mod work;

use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::time::Duration;

use korrel_draw::Page;

use self::page::Sheet;
use self::record::record;
use self::scroll::Scroll;
use self::session::{SaveRefusal, WatchSession};
use crate::commands::shared::question::limited;
use crate::flags::{AnswerFormatFlag, WatchFlags};
use crate::limits::Stop;
use crate::messages::error::Error;
use crate::messages::exit::Exit;
use crate::messages::reporter::Reporter;
use crate::output::canvas::Paper;
use crate::output::screen::{self, Key, Screen};
use crate::output::{answer, is_reader_gone};

/// The time between two looks at the files. Messages are there within twice this.
const GLANCE: Duration = Duration::from_millis(30);

pub fn run(watch: &WatchFlags, report: &Reporter) -> Result<Exit, Error> {
    if watch.spec == Path::new("-") {
        return Err(Error::usage("standard input cannot be watched: give a file"));
    }
    let stop = limited(Stop::new(), None, watch.limits.size.memory)?;
    stop.heed(|stop| {
        screen::restore();
        stop.exit()
    });
    let session = WatchSession::new(watch)?;
    let is_text = watch.answer.format == AnswerFormatFlag::Text;
    let is_screen = is_text && !watch.once && io::stdout().is_terminal();
    let exit = match is_screen {
        true => on_a_screen(session, report, &stop),
        false => as_text(session, watch, report, &stop),
    };
    stop.take_over();
    exit
}

fn on_a_screen(
    mut session: WatchSession<'_>,
    report: &Reporter,
    stop: &Stop,
) -> Result<Exit, Error> {
    let mut screen = Screen::open()?;
    let is_colored = report.colors(true);
    let (mut scroll, mut saves) = (Scroll::default(), 0);
    loop {
        session.look()?;
        if saves != session.saves {
            // What is new stands at the top.
            (scroll, saves) = (Scroll::default(), session.saves);
        }
        let (width, lines) = screen.size();
        // Drawings are indented.
        let page = Page { width: width.saturating_sub(2), is_colored };
        // Who scrolls wants to see what is left out at first.
        let room = (!scroll.is_moved()).then_some(lines);
        let sheet = Sheet { page, report, columns: Some(width), lines: room };
        screen.show(scroll.shown(sheet.whole(&session), lines))?;
        match screen.key(GLANCE)? {
            Some(Key::Quit) => return Ok(Exit::Success),
            Some(Key::Interrupt) => return Ok(Exit::Interrupted),
            Some(Key::Left) => turn(&mut session, &mut scroll, false)?,
            Some(Key::Right) => turn(&mut session, &mut scroll, true)?,
            Some(Key::Up) => session.step(false),
            Some(Key::Down) => session.step(true),
            Some(Key::Line(by)) => scroll.by(by),
            Some(Key::Page(by)) => scroll.by(by * Scroll::page(lines)),
            Some(Key::Help) => scroll.is_help = !scroll.is_help,
            None => {}
        }
        if stop.is_raised() {
            return Ok(stop.exit());
        }
    }
}

fn turn(
    session: &mut WatchSession<'_>,
    scroll: &mut Scroll,
    is_forward: bool,
) -> Result<(), Error> {
    *scroll = Scroll::default();
    session.turn(is_forward)
}

/// Messages at once, and the view when it is finished, of each save.
fn as_text(
    mut session: WatchSession<'_>,
    watch: &WatchFlags,
    report: &Reporter,
    stop: &Stop,
) -> Result<Exit, Error> {
    let paper = Paper::output(report);
    let page = Page { width: paper.width, is_colored: paper.is_colored };
    let sheet = Sheet { page, report, columns: None, lines: None };
    // An empty line stands between the views of two saves.
    let write = |session: &WatchSession<'_>, is_first: bool, is_found: bool| -> Result<(), Error> {
        if watch.answer.format == AnswerFormatFlag::Json {
            return Ok(answer(&record(session, report.is_quiet()))?);
        }
        let mut lines = vec![String::new(); usize::from(!is_first)];
        if is_found {
            lines.extend(sheet.whole(session));
        } else {
            lines.push(sheet.title(session));
            lines.extend(sheet.messages(session));
        }
        let mut out = io::stdout().lock();
        lines.iter().try_for_each(|line| writeln!(out, "{line}"))?;
        Ok(out.flush()?)
    };
    let (mut told, mut viewed) = (0, 0);
    loop {
        if told < session.saves && session.mistakes.is_some() {
            write(&session, told == 0, false)?;
            (told, viewed) = (session.saves, session.saves);
            if watch.once {
                return Ok(Exit::Usage);
            }
        }
        if viewed < session.saves && session.is_settled() {
            write(&session, told == 0, true)?;
            (told, viewed) = (session.saves, session.saves);
            if watch.once {
                return Ok(match session.refusal {
                    None => Exit::Success,
                    Some(SaveRefusal::Mistakes(..)) => Exit::Usage,
                    Some(SaveRefusal::Memory | SaveRefusal::Time) => Exit::Incomplete,
                });
            }
        }
        if stop.is_raised() {
            return Ok(stop.exit());
        }
        // As at a write, which may never come.
        if is_reader_gone() {
            return Ok(Exit::Success);
        }
        std::thread::sleep(GLANCE);
        session.look()?;
    }
}
