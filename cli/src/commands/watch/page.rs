//! What is seen of a session, as lines: on a screen, or in a file.

use korrel_draw::{Instance, Page, text};
use korrel_enumerate::ask::Amount;
use korrel_enumerate::watch::{Change, View, WatchedConjunct, WatchedInstance};
use korrel_harness::counted;
use korrel_heapgraph::Header;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::source::Sources;
use korrel_lang::visible::visible;

use super::session::{Refusal, Session};
use crate::messages::reporter::Reporter;

/// What stands where something is not known yet.
const UNKNOWN: &str = "…";

/// The instances that are drawn at once.
const DRAWN: usize = 3;

/// The conjuncts that are named on a screen.
const CONJUNCTS: usize = 8;

/// How to draw, and what is wanted.
pub struct Sheet<'a> {
    pub page: Page,
    pub report: &'a Reporter,
    /// The number of lines that there is room for; `None`: all.
    pub lines: Option<usize>,
}

impl Sheet<'_> {
    /// All that is seen of a session: messages first.
    pub fn whole(&self, session: &Session<'_>) -> Vec<String> {
        let mut lines = vec![self.title(session)];
        let messages = self.messages(session);
        // Messages that fill the screen would hide what they are about.
        let most = self.lines.map_or(usize::MAX, |lines| (lines / 2).max(6));
        let hidden = messages.len().saturating_sub(most);
        lines.extend(messages.into_iter().take(most));
        if hidden > 0 {
            lines.push(format!("({} of messages more)", counted(hidden, "line")));
        }
        lines.extend(self.found(session, lines.len()));
        if let Some(most) = self.lines {
            let keys = "←/→ commands   ↑/↓ instances   q quit";
            let room = most.saturating_sub(1);
            let hidden = lines.len().saturating_sub(room);
            lines.truncate(room);
            lines.resize(room, String::new());
            lines.push(match hidden {
                0 => keys.to_owned(),
                hidden => format!("{keys}   ({} more below)", counted(hidden, "line")),
            });
        }
        lines
    }

    /// The command, and how far the view is to be trusted.
    pub fn title(&self, session: &Session<'_>) -> String {
        let Some(good) = &session.good else {
            return "no view yet: the spec has mistakes".to_owned();
        };
        let entry = &good.commands[session.selected];
        let text = good.spec.text(&entry.command, None);
        let mut title = format!("{}: {}", visible(&good.spec.name), visible(&text));
        if good.commands.len() > 1 {
            title += &format!(" ({} of {})", session.selected + 1, good.commands.len());
        }
        let is_old = session.view().is_some_and(|(_, is_old)| is_old);
        title += match () {
            () if session.mistakes.is_some() => " — OLD: as before the mistakes",
            () if session.refusal.is_some() && is_old => {
                " — OLD: as before this command was refused"
            }
            () if session.is_settled() => "",
            () if is_old => " — OLD: the new view is being made",
            () => " — searching",
        };
        title
    }

    /// The mistakes of the text as it was saved last; else what the spec and the command warn of.
    pub fn messages(&self, session: &Session<'_>) -> Vec<String> {
        if let Some((sources, mistakes)) = &session.mistakes {
            return self.rendered(sources, mistakes);
        }
        let Some(good) = &session.good else { return Vec::new() };
        let mut lines = Vec::new();
        match &session.refusal {
            Some(Refusal::Mistakes(sources, mistakes)) => {
                lines.extend(self.rendered(sources, mistakes));
            }
            Some(Refusal::Memory) => lines.push("memory ran out".to_owned()),
            None => {}
        }
        if !self.report.is_quiet() {
            lines.extend(self.rendered(&good.spec.sources, &good.spec.warnings));
            if let Some((view, false)) = session.view() {
                lines.extend(self.rendered(&good.spec.sources, &view.warnings));
            }
        }
        lines
    }

    fn rendered(&self, sources: &Sources, messages: &[Diagnostic]) -> Vec<String> {
        let rendered = |message: &Diagnostic| message.render(sources, self.page.is_colored);
        let lines = |text: String| text.lines().map(str::to_owned).collect::<Vec<_>>();
        messages.iter().map(rendered).flat_map(lines).collect()
    }

    /// Counts, what the edit changed, conjuncts, and the instances from the one at hand on; so many lines are taken.
    fn found(&self, session: &Session<'_>, taken: usize) -> Vec<String> {
        let Some((view, _)) = session.view() else { return Vec::new() };
        let mut lines = vec![counts(view)];
        if let Some(change) = &view.change {
            lines.extend(self.change(view, change));
        }
        lines.extend(self.conjuncts(view));
        let all = match &view.total {
            Some(Amount { number, is_least: false }) => number.to_string(),
            Some(Amount { number, is_least: true }) => format!("at least {number}"),
            None => UNKNOWN.to_owned(),
        };
        let from = session.instance.min(view.first.len().saturating_sub(1));
        for (at, instance) in view.first.iter().enumerate().skip(from).take(DRAWN) {
            let drawing = self.drawing(view, instance);
            // The one at hand is drawn in any case, the next ones as a whole or not at all.
            let needed = taken + lines.len() + drawing.len() + 2;
            if at > from && self.lines.is_some_and(|most| needed > most) {
                break;
            }
            lines.push(format!("instance {} of {all}, key {}:", at + 1, instance.key));
            lines.extend(drawing);
        }
        lines
    }

    fn change(&self, view: &View, change: &Change) -> Vec<String> {
        let Change::Instances { removed, added, first_removed, first_added, below } = change else {
            return vec![
                "the last edit changed sigs, fields or parameters: no heap is one of before"
                    .to_owned(),
            ];
        };
        let within = match below {
            Some(below) => format!(" (compared below size {below})"),
            None => String::new(),
        };
        if change.is_nothing() {
            return vec![format!("the last edit removed nothing and added nothing{within}")];
        }
        let mut lines = vec![format!("the last edit removed {removed} and added {added}{within}")];
        for (what, first) in [("removed", first_removed), ("added", first_added)] {
            if let Some(first) = first {
                lines.push(format!("{what}, the smallest, key {}:", first.key));
                lines.extend(self.drawing(view, first));
            }
        }
        lines
    }

    /// The conjuncts: what excludes most comes first, and what is redundant last.
    fn conjuncts(&self, view: &View) -> Vec<String> {
        let mut all: Vec<&WatchedConjunct> = view.conjuncts.iter().collect();
        // What is not known yet stays before what excludes nothing.
        all.sort_by_key(|one| std::cmp::Reverse(one.excludes.as_ref().map(|it| &it.number)));
        let (first, rest) = match self.lines {
            Some(_) if all.len() > CONJUNCTS => all.split_at(CONJUNCTS),
            _ => (&all[..], &all[all.len()..]),
        };
        if first.is_empty() {
            return Vec::new();
        }
        let mut lines = vec!["each conjunct alone excludes:".to_owned()];
        // What has just become redundant is never left out.
        let news = rest.iter().filter(|one| one.is_newly_redundant);
        lines.extend(first.iter().chain(news).map(|one| conjunct(one)));
        if !rest.is_empty() {
            lines.push(format!("  ({} in all)", counted(all.len(), "conjunct")));
        }
        lines
    }

    fn drawing(&self, view: &View, instance: &WatchedInstance) -> Vec<String> {
        let drawn = || -> Option<String> {
            let header = Header::read(&serde_json::from_str(&view.header).ok()?).ok()?;
            let record = serde_json::from_str(&instance.record).ok()?;
            Some(text(&header, &Instance::read(&header, &record).ok()?, &self.page))
        };
        let drawn = drawn().expect("what is written here can be read");
        // Its first line has the number in the stream and the key.
        drawn.lines().skip(1).map(|line| format!("  {line}").trim_end().to_owned()).collect()
    }
}

fn counts(view: &View) -> String {
    let mut told: Vec<String> =
        view.sizes.iter().map(|(size, count)| format!("{size}: {count}")).collect();
    // The last size of a list that goes on, or was cut, may lack some.
    let is_whole = view.listed.as_ref().is_some_and(|listed| listed.whole_below.is_none());
    if !is_whole {
        told.push(UNKNOWN.to_owned());
    }
    let all = match &view.total {
        Some(Amount { number, is_least: false }) => format!("{number} in all"),
        Some(Amount { number, is_least: true }) => format!("at least {number} in all"),
        None => format!("{UNKNOWN} in all"),
    };
    match view.sizes.is_empty() && is_whole {
        true => "no instance".to_owned(),
        false => format!("by size  {}  — {all}", told.join("  ")),
    }
}

fn conjunct(one: &WatchedConjunct) -> String {
    let excludes = match &one.excludes {
        None => UNKNOWN.to_owned(),
        Some(Amount { number, is_least: false }) => number.to_string(),
        Some(Amount { number, is_least: true }) => format!("{number} or more"),
    };
    let note = match () {
        () if one.is_newly_redundant => "  redundant since this edit",
        () if one.is_redundant() => "  redundant",
        () => "",
    };
    let (text, at) = (visible(&one.name.text), visible(&one.name.at));
    format!("  {excludes:>6}  {text}{note}  ({at})")
}
