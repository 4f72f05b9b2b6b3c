//! Graphviz's language, for readers who want another layout.

use std::fmt::Write;

use crate::escape::{dot as escaped, xml};
use crate::frames::{Story, StoryKind};
use crate::graph::{Graph, GraphNode, Link, NodeRow};
use crate::hints::Hints;
use crate::instance::DrawnInstance;
use crate::look::{NodeShape, Paint};
use crate::tables::measure::EMPTY;
use crate::tables::{DrawnCell, DrawnTable, RowPlace, TableSet};
use korrel_heapgraph::Header;
use korrel_lang::visible::visible;

/// A `digraph` for each instance. Frames, the states before and after, and those of a trace, are clusters of it.
pub fn dot(header: &Header, instance: &DrawnInstance, hints: &Hints) -> String {
    let story = Story::new(header, instance, hints);
    let mut out = format!("digraph \"{}\" {{\n", escaped(&instance.title()));
    out += "  node [shape=record, style=rounded, fontname=monospace, fontsize=11];\n";
    out += "  edge [fontname=monospace, fontsize=10];\n";
    if let Some(caption) = instance.caption() {
        let _ = writeln!(out, "  label=\"{}\";", escaped(&caption));
    }
    if let ([only], StoryKind::Heap) = (&story.frames[..], story.kind)
        && only.title.is_empty()
    {
        tables(&mut out, &only.tables, "", "  ");
        body(&mut out, &only.graph(header, hints), "", "  ");
        return out + "}\n";
    }
    for (at, frame) in story.frames.iter().enumerate() {
        let step = story.step_before(at).map(|step| format!(", by {step}")).unwrap_or_default();
        let title = escaped(&format!("{}{step}", frame.title));
        let _ = writeln!(out, "  subgraph cluster_{at} {{\n    label=\"{title}\";");
        tables(&mut out, &frame.tables, &format!("{at}:"), "    ");
        body(&mut out, &frame.graph(header, hints), &format!("{at}:"), "    ");
        out += "  }\n";
    }
    out + "}\n"
}

/// A node for each table, in which each cell is a port, and an edge for each reference from a row to a row.
fn tables(out: &mut String, set: &TableSet, prefix: &str, indent: &str) {
    let id =
        |table: usize| format!("\"{prefix}table {}\"", escaped(&visible(&set.tables[table].sig)));
    for (at, table) in set.tables.iter().enumerate() {
        let label = label(table);
        let _ = writeln!(out, "{indent}{} [shape=plaintext, style=\"\", label=<{label}>];", id(at));
    }
    for link in &set.links {
        let RowPlace { table, row } = link.from;
        let names: Vec<&str> =
            link.columns.iter().map(|&at| set.tables[table].columns[at].name.as_str()).collect();
        let label = match &names[..] {
            [_] => None,
            several => Some(format!("label=\"{}\"", escaped(&several.join(", ")))),
        };
        let color = set.is_link_changed(link).then(|| "color=red".to_owned());
        let look: Vec<String> = label.into_iter().chain(color).collect();
        let look = if look.is_empty() { String::new() } else { format!(" [{}]", look.join(", ")) };
        let (column, to) = (link.columns[0], link.to);
        let _ = writeln!(
            out,
            "{indent}{}:r{row}c{column} -> {}:r{}c0{look};",
            id(table),
            id(to.table),
            to.row
        );
    }
}

/// A table in Graphviz's language of labels, which looks like HTML.
fn label(table: &DrawnTable) -> String {
    let (many, name) = (table.columns.len().max(1), xml(&table.name));
    let mut label = String::from("<TABLE BORDER=\"0\" CELLBORDER=\"1\" CELLSPACING=\"0\">");
    let _ = write!(label, "<TR><TD COLSPAN=\"{many}\"><B>{name}</B></TD></TR><TR>");
    for column in &table.columns {
        let _ = write!(label, "<TD>{}</TD>", words(&column.name, "I"));
    }
    label += "</TR>";
    for (at, row) in table.rows.iter().enumerate() {
        let cell = |(column, cell): (usize, &DrawnCell)| {
            let mark = if cell.is_changed { "*" } else { "" };
            let color = if cell.is_changed || row.is_new { " COLOR=\"red\"" } else { "" };
            let text = words(&format!("{}{mark}", cell.text), if cell.is_null { "I" } else { "" });
            format!("<TD PORT=\"r{at}c{column}\"{color}>{text}</TD>")
        };
        let cells: String = row.cells.iter().enumerate().map(cell).collect();
        let _ = write!(label, "<TR>{cells}</TR>");
    }
    if table.rows.is_empty() {
        let _ = write!(label, "<TR><TD COLSPAN=\"{many}\"><I>{EMPTY}</I></TD></TR>");
    }
    label + "</TABLE>"
}

/// A text in a label. Graphviz wants no empty element.
fn words(text: &str, element: &str) -> String {
    match (text.is_empty(), element) {
        (true, _) => String::new(),
        (false, "") => xml(text),
        (false, element) => format!("<{element}>{}</{element}>", xml(text)),
    }
}

fn body(out: &mut String, graph: &Graph, prefix: &str, indent: &str) {
    let id = |node: usize| format!("\"{prefix}{}\"", escaped(&visible(&graph.nodes[node].id)));
    if !graph.globals.is_empty() {
        let rows = rows(&graph.globals);
        let _ = writeln!(out, "{indent}\"{prefix}\" [shape=plaintext, label=\"{rows}\"];");
    }
    for (at, node) in graph.nodes.iter().enumerate() {
        let mut title = escaped(&node.title);
        if !node.roots.is_empty() {
            title = format!("{}: {title}", escaped(&node.roots.join(", ")));
        }
        let rows = rows(&node.rows);
        let label = match (rows.is_empty(), node.shape.graphviz()) {
            (true, _) => title,
            (false, None) => format!("{{{title}|{rows}}}"),
            (false, Some(_)) => format!("{title}\\n{rows}"),
        };
        let look = look(node);
        let root = if node.is_root { ", penwidth=2" } else { "" };
        let new = if node.is_new { ", color=red" } else { "" };
        let _ = writeln!(out, "{indent}{} [label=\"{label}\"{root}{new}{look}];", id(at));
    }
    for edge in &graph.edges {
        let _ =
            writeln!(out, "{indent}{} -> {}{};", id(edge.from), id(edge.to), style(graph, edge));
    }
}

/// The shape, the colour and the line of a box that has others than usual.
fn look(node: &GraphNode) -> String {
    let mut look =
        node.shape.graphviz().map(|shape| format!(", shape={shape}")).unwrap_or_default();
    let is_rounded = node.shape == NodeShape::Rounded;
    let fill = node.paint.map(|_| "filled");
    let styles = [is_rounded.then_some("rounded"), fill, node.line.graphviz()];
    let styles: Vec<&str> = styles.into_iter().flatten().collect();
    if styles != ["rounded"] {
        let _ = write!(look, ", style=\"{}\"", styles.join(","));
    }
    if let Some(Paint { fill, is_dark }) = node.paint {
        let ink = if is_dark { ", fontcolor=white" } else { "" };
        let _ = write!(look, ", fillcolor=\"{fill}\"{ink}");
    }
    look
}

fn rows(rows: &[NodeRow]) -> String {
    let row = |row: &NodeRow| {
        let mark = if row.is_changed { "*" } else { "" };
        format!("{}: {}{mark}\\l", escaped(&row.name), escaped(&row.lines.join(" ")))
    };
    rows.iter().map(row).collect()
}

fn style(graph: &Graph, edge: &Link) -> String {
    let shared = if edge.is_back { &graph.one_back_field } else { &graph.one_field };
    let label = shared.as_ref().unwrap_or(&edge.label);
    let line = edge.line.graphviz().or(edge.is_back.then_some("dashed"));
    let line = line.map(|line| format!(", style={line}")).unwrap_or_default();
    let back = if edge.is_back { ", constraint=false" } else { "" };
    let color = match edge.ink {
        _ if edge.is_changed => ", color=red".to_owned(),
        Some(ink) => format!(", color=\"{ink}\", fontcolor=\"{ink}\""),
        None => String::new(),
    };
    format!(" [label=\"{}\"{line}{back}{color}]", escaped(label))
}
