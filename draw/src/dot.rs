//! Graphviz's language, for readers who want another layout.

use std::fmt::Write;

use crate::escape::dot as escaped;
use crate::frames::{Story, StoryKind};
use crate::graph::{Graph, Link, NodeRow};
use crate::hints::Hints;
use crate::instance::DrawnInstance;
use korrel_heapgraph::Header;

/// A `digraph` for each instance. Frames, the states before and after, and those of a trace, are clusters of it.
pub fn dot(header: &Header, instance: &DrawnInstance, hints: &Hints) -> String {
    let story = Story::new(header, instance);
    let mut out = format!("digraph \"{}\" {{\n", escaped(&instance.title()));
    out += "  node [shape=record, style=rounded, fontname=monospace, fontsize=11];\n";
    out += "  edge [fontname=monospace, fontsize=10];\n";
    if let Some(caption) = instance.caption() {
        let _ = writeln!(out, "  label=\"{}\";", escaped(&caption));
    }
    if let ([only], StoryKind::Heap) = (&story.frames[..], story.kind) {
        body(&mut out, &only.graph(header, hints), "", "  ");
        return out + "}\n";
    }
    for (at, frame) in story.frames.iter().enumerate() {
        let step = at.checked_sub(1).and_then(|before| story.step(before));
        let step = step.map(|step| format!(", by {step}")).unwrap_or_default();
        let title = escaped(&format!("{}{step}", frame.title));
        let _ = writeln!(out, "  subgraph cluster_{at} {{\n    label=\"{title}\";");
        body(&mut out, &frame.graph(header, hints), &format!("{at}:"), "    ");
        out += "  }\n";
    }
    out + "}\n"
}

fn body(out: &mut String, graph: &Graph, prefix: &str, indent: &str) {
    let id = |node: usize| format!("\"{prefix}{}\"", escaped(&graph.nodes[node].title));
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
        let label = if rows.is_empty() { title } else { format!("{{{title}|{rows}}}") };
        let root = if node.is_root { ", penwidth=2" } else { "" };
        let new = if node.is_new { ", color=red" } else { "" };
        let _ = writeln!(out, "{indent}{} [label=\"{label}\"{root}{new}];", id(at));
    }
    for edge in &graph.edges {
        let _ =
            writeln!(out, "{indent}{} -> {}{};", id(edge.from), id(edge.to), style(graph, edge));
    }
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
    let dashed = if edge.is_back { ", style=dashed, constraint=false" } else { "" };
    let changed = if edge.is_changed { ", color=red" } else { "" };
    format!(" [label=\"{}\"{dashed}{changed}]", escaped(label))
}
