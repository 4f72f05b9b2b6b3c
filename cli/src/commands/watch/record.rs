//! The view of a session at a save, as a record.

use korrel::answer::{AmountAnswer, message};
use korrel::question::watch::{Change, View, WatchedConjunct, WatchedInstance};
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::source::Sources;
use serde_json::{Value as Json, json};

use super::session::{SaveRefusal, WatchSession};

/// The command, the messages about the text as it was saved last, and what is known if it has no mistakes.
pub fn record(session: &WatchSession<'_>, is_quiet: bool) -> Json {
    let entry = session.good.as_ref().zip(session.entry());
    let view = session.view().filter(|(_, is_old)| !is_old).map(|(view, _)| view);
    json!({
        "kind": "view",
        "spec": session.good.as_ref().map(|good| good.spec.name.clone()),
        "command": entry.map(|(good, entry)| good.spec.text(&entry.command)),
        "save": session.saves,
        "status": status(session),
        "messages": messages(session, view, is_quiet),
        "view": view.map(seen),
    })
}

/// As the ends of streams have it; `refused` of a text with mistakes, or of a command that cannot be asked.
fn status(session: &WatchSession<'_>) -> &'static str {
    match &session.refusal {
        _ if session.mistakes.is_some() => "refused",
        Some(SaveRefusal::Mistakes(..)) => "refused",
        Some(SaveRefusal::Memory) => "memory",
        Some(SaveRefusal::Time) => "timeout",
        None => "complete",
    }
}

fn messages(session: &WatchSession<'_>, view: Option<&View>, is_quiet: bool) -> Vec<Json> {
    let said = |sources: &Sources, all: &[Diagnostic]| -> Vec<Json> {
        all.iter().map(|one| message(sources, one)).collect()
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

fn seen(view: &View) -> Json {
    let size = |(size, count): (&usize, &u64)| json!({ "size": size, "count": count, "whole": view.is_whole(*size) });
    json!({
        "check": view.is_of_check,
        "traces": view.is_of_traces,
        "sizes": view.sizes.iter().map(size).collect::<Vec<_>>(),
        "total": view.total.as_ref().map(AmountAnswer::from),
        "change": view.change.as_ref().map(change),
        "conjuncts": view.conjuncts.iter().map(conjunct).collect::<Vec<_>>(),
        "instances": view.first.iter().map(instance).collect::<Vec<_>>(),
    })
}

fn conjunct(one: &WatchedConjunct) -> Json {
    json!({
        "conjunct": one.name.json(),
        "excludes": one.excludes.as_ref().map(AmountAnswer::from),
        "redundant": one.is_redundant(),
        "newly_redundant": one.is_newly_redundant,
    })
}

fn instance(one: &WatchedInstance) -> Json {
    let mut record: Json = serde_json::from_str(&one.record).expect("a record is JSON");
    record["key"] = json!(one.key);
    record
}

fn change(change: &Change) -> Json {
    match change {
        Change::Declarations => json!({ "compared": false, "why": "declarations" }),
        Change::Uncompared => json!({ "compared": false, "why": "cut" }),
        Change::Instances { removed, added, first_removed, first_added, below, .. } => json!({
            "compared": true,
            "removed": removed,
            "added": added,
            "below": below,
            "first_removed": first_removed.as_ref().map(instance),
            "first_added": first_added.as_ref().map(instance),
        }),
    }
}
