//! `--format graph6`, sparse6 and digraph6: a spec whose instances are not such graphs is refused before anything is written.

use korrel::question::GraphMisfit;
use korrel::stream::StreamQuestion;
use korrel_heapgraph::graph6::GraphFormat;
use korrel_heapgraph::graphs::GraphType;
use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::visible::visible;

use crate::commands::shared::question::{answered, settings};
use crate::flags::FindFlags;
use crate::limits::Stop;
use crate::messages::error::Error;
use crate::messages::reporter::Reporter;
use crate::output::graphs::{name, no_graphs};

/// # Errors
/// A spec of which some instance is no graph that the format has.
pub fn check(
    question: &StreamQuestion<'_>,
    find: &FindFlags,
    format: GraphFormat,
    stop: &Stop,
    report: &Reporter,
) -> Result<(), Error> {
    let asked = question.asked;
    if asked.spec.model.is_temporal(&asked.command) {
        let message = "a graph is of one state, and this command is about traces: there are \
                       `--format itf`, json and drawings";
        return Err(Error::usage(message));
    }
    let by = find.drawing.by.first().map(String::as_str);
    let edges =
        GraphType::of(&question.types(), by).map_err(|why| Error::Usage(no_graphs(&why)))?;
    if !edges.others.is_empty() {
        let others = visible(&edges.others.join(", ")).into_owned();
        report.note(&format!("the graphs leave out {others}: one may come several times"));
    }
    // A part has a command of its own, so its graphs are looked at one by one.
    if find.asking.is_parted() && find.asking.complete.is_none() {
        return Ok(());
    }
    let meaning = settings(&find.question).meaning();
    let misfit = asked.graph_misfit(&edges, format, meaning, &stop.effort());
    let field = visible(&edges.field).into_owned();
    let (message, help) = match answered(misfit, stop)? {
        None => return Ok(()),
        Some(GraphMisfit::Loop) => (
            "some instance has a loop, and graph6 has none".to_owned(),
            format!(
                "`--format sparse6` has loops, and so has digraph6; `no iden & {field}` forbids them"
            ),
        ),
        Some(GraphMisfit::OneWay) => (
            format!(
                "some instance has an edge without one back, and {} is of undirected graphs",
                name(format)
            ),
            format!(
                "`--format digraph6` has directed edges; `{field} = ~{field}` makes them undirected"
            ),
        ),
    };
    Err(Error::Usage(Diagnostic::new(code::FILE, message).help(help)))
}
