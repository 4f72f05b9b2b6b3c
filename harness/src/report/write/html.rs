//! One page that needs nothing else: pre beside post, with the changes coloured.

use serde_json::Value;

use super::super::Report;
use super::super::operation::{FailureGroup, OperationReport};
use super::super::xml::escape;
use super::Look;
use super::side::{StateChanges, member};
use super::told;
use crate::counted;
use crate::failure::FailedInput;

const STYLE: &str = "body{font:15px/1.5 system-ui,sans-serif;max-width:70em;margin:2em auto;padding:0 1em;color:#222}\
table{border-collapse:collapse}td,th{border:1px solid #ccc;padding:.15em .5em;text-align:left}\
.drawing{overflow:auto}.sides{display:flex;gap:2em;flex-wrap:wrap}.changed{background:#fff0b3}.new{background:#d4f4d4}\
.gone{background:#f8d4d4}code,pre{font:13px/1.4 ui-monospace,monospace;white-space:pre-wrap}\
@media(prefers-color-scheme:dark){body{background:#181818;color:#ddd}.changed{background:#554a10}\
.new{background:#1d4a1d}.gone{background:#5a2020}}";

pub(super) fn html(report: &Report, look: &Look<'_>) -> String {
    let spec = shown(&report.heading.spec, look);
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{spec}</title>\
         <style>{STYLE}</style></head><body>\n<h1>{spec}</h1>\n<p>{}</p>\n",
        shown(&report.last_line(), look)
    );
    let uncalled = report.uncalled.lines();
    for problem in report.problems.iter().chain(&report.mended).chain(&uncalled) {
        page += &format!("<p>{}</p>\n", shown(problem, look));
    }
    for op in &report.operations {
        page += &operation(report, op, look);
    }
    page + "</body></html>\n"
}

fn shown(text: &str, look: &Look<'_>) -> String {
    escape(&look.printable(text))
}

fn operation(report: &Report, op: &OperationReport, look: &Look<'_>) -> String {
    let mut page = format!(
        "<h2>{}</h2>\n<p>{}: {} pass, {} fail, {} skipped. {}</p>\n",
        shown(&op.name, look),
        counted(op.inputs, op.unit.noun()),
        op.passed,
        op.failed,
        op.skipped(),
        op.minimal(report.has_gaps, report.least_skipped())
            .map_or(String::new(), |minimal| shown(&minimal, look))
    );
    for group in &op.groups {
        page += &of_group(report, op, group, look);
    }
    page
}

fn of_group(
    report: &Report,
    op: &OperationReport,
    group: &FailureGroup,
    look: &Look<'_>,
) -> String {
    let failure = &group.smallest;
    let key = failure.name.to_string();
    let at = group
        .at
        .as_ref()
        .map_or(String::new(), |at| format!(" <small>{}</small>", shown(at, look)));
    let mut page = format!(
        "<section id=\"{}\">\n<h3>{}{at}</h3>\n<p>{}, the smallest is <code>{key}</code></p>\n",
        escape(&key),
        shown(&group.cause, look),
        counted(group.count, op.unit.noun())
    );
    let lines = told(failure);
    if !lines.is_empty() {
        page += &format!("<pre>{}</pre>\n", shown(&lines.join("\n"), look));
    }
    let drawing = look.svg.and_then(|draw| draw(failure));
    page += &match drawing {
        None if failure.pre.is_null() => String::new(),
        Some(drawing) => format!("<div class=\"drawing\">{drawing}</div>\n"),
        None => sides(failure, look),
    };
    if !failure.stderr.trim().is_empty() {
        page += &format!(
            "<details><summary>standard error</summary><pre>{}</pre></details>\n",
            shown(&failure.stderr, look)
        );
    }
    let again = report.heading.replay(failure);
    page += &format!("<pre>{}</pre>\n", shown(&again, look));
    if look.lists_all {
        let all = group.by_size().into_iter();
        let all = all.map(|(name, size)| format!("{name} ({})\n", op.unit.text(*size)));
        page += &format!(
            "<details><summary>all {}</summary><pre>{}</pre></details>\n",
            counted(group.count, op.unit.noun()),
            shown(&all.collect::<String>(), look)
        );
    }
    page + "</section>\n"
}

/// Both states as tables.
fn sides(failure: &FailedInput, look: &Look<'_>) -> String {
    let post = failure.post.as_ref();
    let changes =
        post.map_or_else(StateChanges::default, |post| StateChanges::between(&failure.pre, post));
    let side = |name: &str, state: &Value| {
        format!("<div><h4>{name}</h4>\n{}</div>\n", table(state, &changes, look))
    };
    let after = post.map_or(String::new(), |post| side("after", post));
    format!("<div class=\"sides\">\n{}{after}</div>\n", side("before", &failure.pre))
}

/// A state as a table: an object a row.
fn table(state: &Value, changes: &StateChanges, look: &Look<'_>) -> String {
    let mut table = String::from("<table>\n");
    let cell = |name: &str, value: &Value, is_changed: bool| {
        let class = if is_changed { " class=\"changed\"" } else { "" };
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        format!("<td{class}>{} {}</td>", shown(name, look), shown(&text, look))
    };
    let roots = member(state, "roots");
    if !roots.is_empty() {
        let cells =
            roots.iter().map(|(name, value)| cell(name, value, changes.roots.contains(name)));
        table += &format!("<tr><th></th>{}</tr>\n", cells.collect::<String>());
    }
    for (id, fields) in member(state, "objects") {
        let class = match (changes.new.contains(&id), changes.gone.contains(&id)) {
            (true, _) => " class=\"new\"",
            (_, true) => " class=\"gone\"",
            _ => "",
        };
        let fields = fields.as_object().into_iter().flatten().filter(|(name, _)| *name != "$type");
        let is_changed = |name: &String| changes.fields.contains(&(id.clone(), name.clone()));
        let cells = fields.map(|(name, value)| cell(name, value, is_changed(name)));
        table += &format!(
            "<tr><th{class}>{}</th>{}</tr>\n",
            shown(&id, look),
            cells.collect::<String>()
        );
    }
    table + "</table>\n"
}
