//! What is seen of a session, as lines: on a screen, or in a file.

use korrel::question::Amount;
use korrel::question::watch::{Change, InstanceChange, View, WatchedConjunct, WatchedInstance};
use korrel_draw::{DrawnInstance, Hints, Page, text};
use korrel_harness::counted;
use korrel_heapgraph::Header;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::source::Sources;
use korrel_lang::visible::visible;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::messages::reporter::Reporter;
use korrel::answer::named;

use super::session::{SaveRefusal, WatchSession};

/// A text and its end in so many columns: where there is no room, the middle of the text is left out, and the end never.
fn shortened(text: &str, end: &str, columns: usize) -> String {
    if text.width() + end.width() <= columns {
        return format!("{text}{end}");
    }
    let room = columns.saturating_sub(end.width() + UNKNOWN.width());
    // The command tells more than the folder of the spec.
    let (mut first, mut last) = (String::new(), String::new());
    let third = room / 3;
    for letter in text.chars() {
        if first.width() + letter.width().unwrap_or(0) > third {
            break;
        }
        first.push(letter);
    }
    for letter in text.chars().rev() {
        if first.width() + last.width() + letter.width().unwrap_or(0) > room {
            break;
        }
        last.insert(0, letter);
    }
    format!("{first}{UNKNOWN}{last}{end}")
}

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
    /// The width of the screen, or `None` if a line may be of any length.
    pub columns: Option<usize>,
    /// The number of lines of the screen, of which no part may take too many, or `None` if all is wanted.
    pub lines: Option<usize>,
}

impl Sheet<'_> {
    /// All that is seen of a session: messages first.
    pub fn whole(&self, session: &WatchSession<'_>) -> Vec<String> {
        let mut lines = vec![self.title(session)];
        let messages = self.messages(session);
        // Messages that fill the screen would hide what they are about.
        let most = self.lines.map_or(usize::MAX, |lines| (lines / 2).max(6));
        let hidden = messages.len().saturating_sub(most);
        lines.extend(messages.into_iter().take(most));
        if hidden > 0 {
            lines.push(format!("({} of messages more)", counted(hidden, "line")));
        }
        lines.extend(self.found(session));
        lines
    }

    /// The command, and how far the view is to be trusted.
    pub fn title(&self, session: &WatchSession<'_>) -> String {
        let Some(good) = &session.good else {
            return "no view yet: the spec has mistakes".to_owned();
        };
        let entry = &good.commands[session.selected];
        let text = named(&entry.command.label, &good.spec.text(&entry.command));
        let command = format!("{}: {}", visible(&good.spec.name), visible(&text));
        let mut end = match good.commands.len() {
            0 | 1 => String::new(),
            all => format!(" ({} of {all})", session.selected + 1),
        };
        let is_old = session.view().is_some_and(|(_, is_old)| is_old);
        end += match () {
            () if session.mistakes.is_some() => " — OLD: as before the mistakes",
            () if session.refusal.is_some() && is_old => {
                " — OLD: as before this command was refused"
            }
            () if session.is_settled() => "",
            () if is_old => " — OLD: the new view is being made",
            () => " — searching",
        };
        match self.columns {
            Some(columns) => shortened(&command, &end, columns),
            None => command + &end,
        }
    }

    /// The mistakes of the text as it was saved last, or else what the spec and the command warn of.
    pub fn messages(&self, session: &WatchSession<'_>) -> Vec<String> {
        if let Some((sources, mistakes)) = &session.mistakes {
            return self.rendered(sources, mistakes);
        }
        let Some(good) = &session.good else { return Vec::new() };
        let mut lines = Vec::new();
        match &session.refusal {
            Some(SaveRefusal::Mistakes(sources, mistakes)) => {
                lines.extend(self.rendered(sources, mistakes));
            }
            Some(SaveRefusal::Memory) => lines.push("memory ran out".to_owned()),
            Some(SaveRefusal::Time) => {
                lines.push("time ran out: what is not known is …".to_owned())
            }
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

    /// Counts, what the edit changed, conjuncts, and the instances from the one at hand on.
    fn found(&self, session: &WatchSession<'_>) -> Vec<String> {
        let Some((view, _)) = session.view() else { return Vec::new() };
        let mut lines = vec![counts(view)];
        if let (Some(why), Some(good)) = (&view.why, &session.good) {
            lines.extend(self.rendered(&good.spec.sources, std::slice::from_ref(why)));
        }
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
            let one = if view.is_of_check { "counterexample" } else { "instance" };
            lines.push(format!("{one} {} of {all}, key {}:", at + 1, instance.key));
            lines.extend(self.drawing(&view.header, instance));
        }
        lines
    }

    fn change(&self, view: &View, change: &Change) -> Vec<String> {
        let told = |text: &str| vec![text.to_owned()];
        let now = match change {
            Change::Declarations => {
                return told(
                    "not compared: the last edit changed sigs, fields or parameters, so no heap is one of before",
                );
            }
            Change::Uncompared => {
                return told(if view.is_of_traces {
                    "not compared: before or after the last edit, the list ends within the least number of states"
                } else {
                    "not compared: before or after the last edit, the list ends within the smallest size"
                });
            }
            Change::Instances(now) => now,
        };
        let within = match now.below {
            Some(below) if view.is_of_traces => {
                format!(" (compared: traces of fewer than {} only)", counted(below, "state"))
            }
            Some(below) => format!(" (compared: sizes below {below} only)"),
            None => String::new(),
        };
        if change.is_nothing() {
            return vec![format!("the last edit removed nothing and added nothing{within}")];
        }
        let InstanceChange { removed, added, .. } = now;
        let mut lines = vec![format!("the last edit removed {removed} and added {added}{within}")];
        for (what, first, header) in [
            ("removed", &now.first_removed, &now.header_removed),
            ("added", &now.first_added, &view.header),
        ] {
            if let Some(first) = first {
                lines.push(format!("{what}, the smallest, key {}:", first.key));
                lines.extend(self.drawing(header, first));
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

    fn drawing(&self, header: &str, instance: &WatchedInstance) -> Vec<String> {
        let drawn = || -> Option<String> {
            let header = Header::read(&serde_json::from_str(header).ok()?).ok()?;
            let record = serde_json::from_str(&instance.record).ok()?;
            let instance = DrawnInstance::read(&header, &record).ok()?;
            Some(text(&header, &instance, &self.page, &Hints::default()))
        };
        let drawn = drawn().expect("what is written here can be read");
        // Its first line has the number in the stream and the key.
        drawn.lines().skip(1).map(|line| format!("  {line}").trim_end().to_owned()).collect()
    }
}

fn counts(view: &View) -> String {
    // The last size of a list that goes on, or was cut, may lack some.
    let mark = |size: &usize| if view.is_whole(*size) { "" } else { "+" };
    let mut told: Vec<String> =
        view.sizes.iter().map(|(size, count)| format!("{size}: {count}{}", mark(size))).collect();
    let is_whole = view.listed.as_ref().is_some_and(|listed| listed.whole_below.is_none());
    if !is_whole {
        told.push(UNKNOWN.to_owned());
    }
    let all = match &view.total {
        Some(Amount { number, is_least: false }) => format!("{number} in all"),
        Some(Amount { number, is_least: true }) => format!("at least {number} in all"),
        None => format!("{UNKNOWN} in all"),
    };
    if view.sizes.is_empty() && is_whole {
        let none = if view.is_of_check { "holds within the scope" } else { "no instance" };
        return none.to_owned();
    }
    let what = if view.is_of_check { "counterexamples " } else { "" };
    let by = if view.is_of_traces { "number of states" } else { "size" };
    format!("{what}by {by}  {}  — {all}", told.join("  "))
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

#[cfg(test)]
mod tests {
    use super::*;

    /// If it failed, a long command would hide which one of all it is, or that the view is old.
    #[test]
    fn the_end_of_a_title_is_never_cut() {
        assert_eq!(shortened("a.als: run p", " (1 of 2)", 30), "a.als: run p (1 of 2)");
        let long = shortened("/tmp/a/long/folder/a.als: run p for 3", " (1 of 2) — OLD", 30);
        assert_eq!(long, "/tmp…un p for 3 (1 of 2) — OLD");
        assert_eq!(shortened("a.als: run p", " (1 of 2)", 4), "… (1 of 2)");
    }
}
