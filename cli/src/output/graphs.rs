//! Instances as lines of graph6, sparse6 and digraph6.

use std::io;

use korrel_heapgraph::graph6::{GraphFormat, Inexpressible};
use korrel_heapgraph::graphs::{GraphType, NoGraphs};
use korrel_heapgraph::{Header, Heap};
use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::visible::visible;

/// What the edges are, and how they are written.
pub struct GraphWriter {
    format: GraphFormat,
    /// The relation that is meant.
    by: Option<String>,
    /// Known with the header.
    edges: Option<GraphType>,
}

impl GraphWriter {
    pub fn new(format: GraphFormat, by: &[String]) -> GraphWriter {
        GraphWriter { format, by: by.first().cloned(), edges: None }
    }

    /// Writes heaps of this header from now on.
    ///
    /// # Errors
    /// Heaps that are no graphs.
    pub fn of(&mut self, header: &Header) -> io::Result<()> {
        let edges = GraphType::of(header, self.by.as_deref()).map_err(io::Error::other)?;
        self.edges = Some(edges);
        Ok(())
    }

    /// The line of a heap, without its break.
    ///
    /// # Errors
    /// A graph that the format does not have.
    pub fn line(&self, header: &Header, heap: &Heap) -> io::Result<String> {
        let edges = self.edges.as_ref().ok_or_else(|| io::Error::other("no header came before"))?;
        edges.graph(header, &heap.state).line(self.format).map_err(|misfit| {
            let number = heap.id.map_or_else(String::new, |id| format!(" {id}"));
            let (what, help) = told(misfit, self.format);
            io::Error::other(format!("instance{number} has {what}: {help}"))
        })
    }
}

/// What a graph has, and what to type for it.
fn told(misfit: Inexpressible, format: GraphFormat) -> (String, &'static str) {
    match misfit {
        Inexpressible::Loop(node) => (
            format!("a loop at node {node}, and graph6 has none"),
            "sparse6 and digraph6 have loops",
        ),
        Inexpressible::OneWay(from, to) => (
            format!(
                "an edge from node {from} to {to} and none back, and {} is of undirected graphs",
                name(format)
            ),
            "digraph6 has directed edges",
        ),
    }
}

/// The format as it is typed.
pub fn name(format: GraphFormat) -> &'static str {
    match format {
        GraphFormat::Graph6 => "graph6",
        GraphFormat::Sparse6 => "sparse6",
        GraphFormat::Digraph6 => "digraph6",
    }
}

/// Instances that are no graphs, and what to do.
pub fn no_graphs(why: &NoGraphs) -> Diagnostic {
    let mistake = Diagnostic::new(code::FILE, visible(&why.to_string()).into_owned());
    match why {
        NoGraphs::More { relations, .. } => mistake.help(format!(
            "`--by {}` writes this relation alone; `--format json` has everything",
            visible(&relations[0])
        )),
        NoGraphs::NoRelation => mistake.help("such a spec is `sig Node { edges: set Node }`"),
        NoGraphs::Unknown(..) => mistake,
    }
}
