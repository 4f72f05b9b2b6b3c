//! A terminal that is drawn on as a whole, and that is afterwards as it was before: however the program ends.
//!
//! Whoever ends the program without unwinding (the panic's message, a limit, a second Ctrl-C) calls [`restore`] first.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crossterm::cursor::{Hide, MoveTo, Show};
use crossterm::event::{self, Event, KeyCode, KeyEventKind, KeyModifiers};
use crossterm::style::{Attribute, SetAttribute};
use crossterm::terminal::{
    BeginSynchronizedUpdate, Clear, ClearType, EndSynchronizedUpdate, EnterAlternateScreen,
    LeaveAlternateScreen, disable_raw_mode, enable_raw_mode, size,
};
use crossterm::{execute, queue};
use unicode_width::UnicodeWidthChar;

use crate::messages::exit::Exit;

/// A screen is open, and the terminal not as it was.
static IS_OPEN: AtomicBool = AtomicBool::new(false);

/// The time between two looks at whether the terminal is still there.
const SILENCE: Duration = Duration::from_secs(1);

/// The whole terminal. There is one at most.
pub struct Screen {
    /// The lines that it shows.
    shown: Vec<String>,
    size: (usize, usize),
}

/// A key that means something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    Left,
    Right,
    Up,
    Down,
    /// So many lines towards the end of what is shown; less than none: towards its beginning.
    Line(isize),
    /// The same, in screens.
    Page(isize),
    Help,
    Quit,
    Interrupt,
}

impl Screen {
    /// # Errors
    /// A terminal that cannot do that.
    pub fn open() -> io::Result<Screen> {
        IS_OPEN.store(true, Ordering::SeqCst);
        let mut screen = Screen { shown: Vec::new(), size: (0, 0) };
        enable_raw_mode()?;
        execute!(io::stdout(), EnterAlternateScreen, Hide)?;
        screen.measure();
        std::thread::spawn(end_when_gone);
        Ok(screen)
    }

    /// Columns and lines.
    pub fn size(&self) -> (usize, usize) {
        self.size
    }

    fn measure(&mut self) {
        let (columns, lines) = size().unwrap_or((80, 24));
        self.size = (usize::from(columns).max(20), usize::from(lines).max(4));
    }

    /// Shows these lines, as far as there is room. They may hold colors.
    ///
    /// # Errors
    /// A terminal that is gone.
    pub fn show(&mut self, lines: Vec<String>) -> io::Result<()> {
        let (columns, most) = self.size;
        let cut = |line: String| cut(&line, columns);
        let lines: Vec<String> = lines.into_iter().take(most).map(cut).collect();
        if lines == self.shown || !IS_OPEN.load(Ordering::SeqCst) {
            return Ok(());
        }
        let mut out = io::stdout().lock();
        queue!(out, BeginSynchronizedUpdate)?;
        for (at, line) in (0_u16..).zip(&lines) {
            queue!(out, MoveTo(0, at))?;
            write!(out, "{line}")?;
            queue!(out, Clear(ClearType::UntilNewLine))?;
        }
        if lines.len() < most {
            queue!(out, MoveTo(0, lines.len() as u16), Clear(ClearType::FromCursorDown))?;
        }
        queue!(out, EndSynchronizedUpdate)?;
        self.shown = lines;
        out.flush()
    }

    /// The next key, if one comes in time. A window of another size ends the wait.
    ///
    /// # Errors
    /// A terminal that is gone.
    pub fn key(&mut self, wait: Duration) -> io::Result<Option<Key>> {
        let begun = Instant::now();
        while event::poll(wait.saturating_sub(begun.elapsed()))? {
            match event::read()? {
                Event::Resize(..) => {
                    self.measure();
                    self.shown.clear();
                    return Ok(None);
                }
                Event::Key(key) if key.kind != KeyEventKind::Release => {
                    if let Some(key) = meaning(key.code, key.modifiers) {
                        return Ok(Some(key));
                    }
                }
                _ => {}
            }
        }
        Ok(None)
    }
}

fn meaning(code: KeyCode, modifiers: KeyModifiers) -> Option<Key> {
    let is_control = modifiers.contains(KeyModifiers::CONTROL);
    Some(match code {
        KeyCode::Char('c') if is_control => Key::Interrupt,
        KeyCode::Char(_) if is_control => return None,
        KeyCode::Left | KeyCode::BackTab => Key::Left,
        KeyCode::Right | KeyCode::Tab => Key::Right,
        KeyCode::Up | KeyCode::Char('p') => Key::Up,
        KeyCode::Down | KeyCode::Char('n') => Key::Down,
        KeyCode::Char('j') => Key::Line(1),
        KeyCode::Char('k') => Key::Line(-1),
        KeyCode::PageDown | KeyCode::Char(' ') => Key::Page(1),
        KeyCode::PageUp => Key::Page(-1),
        KeyCode::Char('?') => Key::Help,
        KeyCode::Char('q') => Key::Quit,
        _ => return None,
    })
}

impl Drop for Screen {
    fn drop(&mut self) {
        restore();
    }
}

/// Ends the program when the terminal has hung up and no signal said so: crossterm would wait for a key for ever. Only
/// writing tells; what is written shows nothing.
fn end_when_gone() {
    while IS_OPEN.load(Ordering::SeqCst) {
        if execute!(io::stdout(), SetAttribute(Attribute::Reset)).is_err() {
            std::process::exit(Exit::Interrupted.code().into());
        }
        std::thread::sleep(SILENCE);
    }
}

/// Makes the terminal as it was; nothing if no screen is open.
pub fn restore() {
    if IS_OPEN.swap(false, Ordering::SeqCst) {
        // A terminal that is gone needs no more.
        let _ = execute!(io::stdout(), EndSynchronizedUpdate, Show, LeaveAlternateScreen);
        let _ = disable_raw_mode();
    }
}

/// The beginning of a line that fits into so many columns. Colors take no room, and are all kept.
fn cut(line: &str, columns: usize) -> String {
    let (mut cut, mut taken, mut is_color) = (String::new(), 0, false);
    for letter in line.chars() {
        if letter == '\u{1b}' {
            is_color = true;
        }
        let width = if is_color { 0 } else { letter.width().unwrap_or(0) };
        if is_color || taken + width <= columns {
            cut.push(letter);
        }
        taken += width;
        if is_color && letter.is_ascii_alphabetic() {
            is_color = false;
        }
    }
    cut
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If it failed, a long line would take two lines of the screen, or a color would go on behind it.
    #[test]
    fn lines_are_cut_by_what_is_seen() {
        assert_eq!(cut("abcdef", 4), "abcd");
        assert_eq!(cut("\u{1b}[31mabcdef\u{1b}[0m", 4), "\u{1b}[31mabcd\u{1b}[0m");
        assert_eq!(cut("日本語", 4), "日本");
        assert_eq!(cut("日本語", 5), "日本");
    }
}
