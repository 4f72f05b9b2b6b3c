//! A spec that is being written: what is known of its commands, over all saves. It knows no terminal.

use std::collections::HashMap;
use std::path::PathBuf;
use std::time::Instant;

use korrel::Settings;
use korrel::question::SpecCommand;
use korrel::question::watch::View;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::model::Command;
use korrel_lang::source::Sources;
use korrel_lang::spec::Spec;

use crate::commands::shared::question::overflow;
use crate::files::read::load_telling;
use crate::files::watched::WatchedFiles;
use crate::flags::WatchFlags;
use crate::messages::error::Error;

use super::work::{LookReport, LookWork};

pub struct WatchSession<'a> {
    flags: &'a WatchFlags,
    watched: WatchedFiles,
    /// The last spec without mistakes.
    pub good: Option<Good>,
    /// What is wrong with the text as it was saved last; nothing if it is the good one.
    pub mistakes: Option<(Box<Sources>, Vec<Diagnostic>)>,
    /// The one that is shown, of the good spec's commands.
    pub selected: usize,
    /// The instance that is drawn, of those that are shown.
    pub instance: usize,
    /// What is known of each command of the good spec, by name.
    views: HashMap<String, View>,
    /// The last list of each command, of specs before the good one.
    earlier: HashMap<String, View>,
    /// Why the selected command has no view.
    pub refusal: Option<SaveRefusal>,
    work: Option<LookWork>,
    /// When it began.
    begun: Instant,
    /// Grows with each save that is read.
    pub saves: u64,
}

/// A spec without mistakes, and its commands.
pub struct Good {
    pub spec: Spec,
    pub commands: Vec<WatchedCommand>,
}

/// A command, by a name that stays the same while its scope and its text change.
pub struct WatchedCommand {
    pub name: String,
    pub command: Command,
}

pub enum SaveRefusal {
    Mistakes(Box<Sources>, Vec<Diagnostic>),
    Memory,
    /// The time of a look ran out.
    Time,
}

impl WatchSession<'_> {
    /// # Errors
    /// A spec that is not there.
    pub fn new(flags: &WatchFlags) -> Result<WatchSession<'_>, Error> {
        std::fs::metadata(&flags.spec)
            .map_err(|e| crate::files::read::unreadable_spec(&flags.spec, &e))?;
        let mut session = WatchSession {
            flags,
            watched: WatchedFiles::default(),
            good: None,
            mistakes: None,
            selected: 0,
            instance: 0,
            views: HashMap::new(),
            earlier: HashMap::new(),
            refusal: None,
            work: None,
            begun: Instant::now(),
            saves: 0,
        };
        session.read()?;
        Ok(session)
    }

    /// Reads the spec again if it was saved, and hears what is found. True if there is anything new.
    ///
    /// # Errors
    /// A mistake of ours.
    pub fn look(&mut self) -> Result<bool, Error> {
        let mut is_new = self.watched.have_changed();
        if is_new {
            self.read()?;
        }
        while let Some(word) = self.work.as_ref().and_then(LookWork::word) {
            is_new = true;
            self.hear(word)?;
        }
        let is_late = self.flags.limits.timeout.is_some_and(|time| self.begun.elapsed() >= time);
        if is_late && self.work.is_some() {
            is_new = true;
            self.refuse(SaveRefusal::Time);
        }
        Ok(is_new)
    }

    /// True if nothing is being searched for.
    pub fn is_settled(&self) -> bool {
        self.work.is_none()
    }

    /// The selected command.
    pub fn entry(&self) -> Option<&WatchedCommand> {
        self.good.as_ref()?.commands.get(self.selected)
    }

    /// What is known of the selected command, and whether that is of an earlier text.
    pub fn view(&self) -> Option<(&View, bool)> {
        let name = &self.entry()?.name;
        match self.views.get(name) {
            Some(view) => Some((view, self.mistakes.is_some())),
            None => self.earlier.get(name).map(|view| (view, true)),
        }
    }

    /// Goes to the next command, or to the one before.
    ///
    /// # Errors
    /// No thread can be started.
    pub fn turn(&mut self, is_forward: bool) -> Result<(), Error> {
        let commands = self.good.as_ref().map_or(0, |good| good.commands.len());
        if commands > 1 {
            let step = if is_forward { 1 } else { commands - 1 };
            self.selected = (self.selected + step) % commands;
            self.instance = 0;
            self.begin()?;
        }
        Ok(())
    }

    /// Goes to the next instance, or to the one before.
    pub fn step(&mut self, is_forward: bool) {
        let shown = self.view().map_or(0, |(view, _)| view.first.len());
        self.instance = match is_forward {
            true => (self.instance + 1).min(shown.saturating_sub(1)),
            false => self.instance.saturating_sub(1),
        };
    }

    fn read(&mut self) -> Result<(), Error> {
        self.saves += 1;
        let mut watched = WatchedFiles::default();
        let mut tell = |path: PathBuf| watched.add(path);
        let read = load_telling(&self.flags.spec, &self.flags.language, &mut tell);
        self.watched = watched;
        let read = read.and_then(|spec| Ok(Good { commands: self.commands(&spec)?, spec }));
        match read {
            Err(error) => {
                self.mistakes = Some(error.mistakes()?);
                Ok(())
            }
            Ok(good) => {
                self.mistakes = None;
                let known = self.views.drain().filter(|(_, view)| view.listed.is_some());
                self.earlier.extend(known);
                let before = self.entry().map(|entry| entry.name.clone());
                let first = before.or_else(|| self.named(&good));
                let place = good.commands.iter().position(|one| Some(&one.name) == first.as_ref());
                self.selected = place.unwrap_or(0);
                self.good = Some(good);
                self.begin()
            }
        }
    }

    /// The name of the command of the command line.
    fn named(&self, good: &Good) -> Option<String> {
        let wanted = good.spec.command(Some(self.flags.command.as_deref()?)).ok()?;
        let is_it = |entry: &&WatchedCommand| entry.command.span == wanted.span;
        good.commands.iter().find(is_it).map(|entry| entry.name.clone())
    }

    /// The commands that can be asked, and the named one, which may be a predicate that none runs.
    fn commands(&self, spec: &Spec) -> Result<Vec<WatchedCommand>, Error> {
        let commands = spec.model.commands.iter().filter(|command| !command.is_chained);
        let mut commands: Vec<Command> = commands.cloned().collect();
        match &self.flags.command {
            Some(name) => {
                let named = spec.command(Some(name))?;
                if !commands.iter().any(|command| command.span == named.span) {
                    commands.push(named);
                }
            }
            None if commands.is_empty() => commands.push(spec.command(None)?),
            None => {}
        }
        let mut entries: Vec<WatchedCommand> = Vec::new();
        for command in commands {
            let alike = entries.iter().filter(|entry| entry.command.label == command.label).count();
            let name = format!("{} {alike}", command.label);
            entries.push(WatchedCommand { name, command });
        }
        Ok(entries)
    }

    /// Begins to look at the selected command, unless all is known.
    fn begin(&mut self) -> Result<(), Error> {
        (self.work, self.refusal) = (None, None);
        let (Some(good), Some(entry)) = (&self.good, self.entry()) else { return Ok(()) };
        if self.views.get(&entry.name).is_some_and(|view| view.is_finished) {
            return Ok(());
        }
        let asked = SpecCommand { spec: good.spec.clone(), command: entry.command.clone() };
        let before = self.earlier.get(&entry.name).cloned();
        let settings = Settings::new().overflow(overflow(self.flags.overflow));
        self.work = Some(LookWork::begin(asked, before, settings)?);
        self.begun = Instant::now();
        Ok(())
    }

    fn hear(&mut self, word: LookReport) -> Result<(), Error> {
        let Some(name) = self.entry().map(|entry| entry.name.clone()) else { return Ok(()) };
        match word {
            LookReport::View(view) => {
                if view.is_finished {
                    self.work = None;
                }
                let most = view.first.len().saturating_sub(1);
                if view.is_finished {
                    self.instance = self.instance.min(most);
                }
                self.views.insert(name, *view);
            }
            LookReport::Refused(mistakes) => {
                self.views.remove(&name);
                self.refuse(SaveRefusal::Mistakes(mistakes.sources, mistakes.diagnostics));
            }
            LookReport::Stopped => self.refuse(SaveRefusal::Memory),
            LookReport::Wrong(fault) => {
                return Err(Error::Internal(format!("an instance was found, but {fault}")));
            }
            LookReport::Gone => return Err(Error::Internal("a search has ended".to_owned())),
        }
        Ok(())
    }

    fn refuse(&mut self, refusal: SaveRefusal) {
        (self.work, self.refusal) = (None, Some(refusal));
    }
}
