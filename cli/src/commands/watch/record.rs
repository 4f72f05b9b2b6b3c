//! The view of a session at a save, as a record.

use korrel::answer::{ListedView, Message, ViewAnswer, ViewRecord};
use korrel::question::watch::{View, WatchedInstance};
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::source::Sources;
use serde_json::Value as Json;

use super::session::{SaveRefusal, WatchSession};

/// The command, the messages about the text as it was saved last, and what is known if it has no mistakes.
pub fn record(session: &WatchSession<'_>, is_quiet: bool) -> ViewRecord {
    let entry = session.good.as_ref().zip(session.entry());
    let view = session.view().filter(|(_, is_old)| !is_old).map(|(view, _)| view);
    ViewRecord {
        kind: "view",
        spec: session.good.as_ref().map(|good| good.spec.name.clone()),
        command: entry.map(|(good, entry)| good.spec.text(&entry.command)),
        save: session.saves,
        status: status(session),
        messages: messages(session, view, is_quiet),
        view: view.map(|view| ListedView {
            view: ViewAnswer::new(view, |_, one| Some(instance(one))),
            instances: view.first.iter().map(instance).collect(),
        }),
    }
}

/// As the ends of streams have it, or `refused` of a text with mistakes and of a command that cannot be asked.
fn status(session: &WatchSession<'_>) -> &'static str {
    match &session.refusal {
        _ if session.mistakes.is_some() => "refused",
        Some(SaveRefusal::Mistakes(..)) => "refused",
        Some(SaveRefusal::Memory) => "memory",
        Some(SaveRefusal::Time) => "timeout",
        None => "complete",
    }
}

fn messages(session: &WatchSession<'_>, view: Option<&View>, is_quiet: bool) -> Vec<Message> {
    let said = |sources: &Sources, all: &[Diagnostic]| -> Vec<Message> {
        all.iter().map(|one| Message::new(sources, one)).collect()
    };
    if let Some((sources, mistakes)) = &session.mistakes {
        return said(sources, mistakes);
    }
    let Some(good) = &session.good else { return Vec::new() };
    let mut all = match &session.refusal {
        Some(SaveRefusal::Mistakes(sources, mistakes)) => said(sources, mistakes),
        Some(SaveRefusal::Memory | SaveRefusal::Time) | None => Vec::new(),
    };
    if !is_quiet {
        all.extend(said(&good.spec.sources, &good.spec.warnings));
        all.extend(view.into_iter().flat_map(|view| said(&good.spec.sources, &view.warnings)));
    }
    all
}

fn instance(one: &WatchedInstance) -> Json {
    let mut record: Json = serde_json::from_str(&one.record).expect("a record is JSON");
    record["key"] = one.key.as_str().into();
    record
}
