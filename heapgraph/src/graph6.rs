//! Graphs as one line of text: graph6, sparse6 and digraph6, the formats of nauty (its file `formats.txt`).
//!
//! ```text
//! line ─► Graph ─► line      the same graph; its nodes keep their numbers
//! ```
//!
//! All three begin with the number of nodes and hold six bits in each character, from `?` (0) to `~` (63). graph6 has a bit for each two
//! nodes, and so has undirected graphs without loops. digraph6, after a `&`, has a bit for each node and each node. sparse6,
//! after a `:`, has a list of edges, with loops, for undirected graphs with few of them. A line that only almost has this form is
//! refused: nauty's readers take a line with superfluous bits, but who cut or joined lines should be told.

use std::fmt;

/// A directed graph without parallel edges. An undirected one has each edge both ways.
///
/// Invariant: the edges are sorted, and there is none twice; their ends are less than `nodes`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Graph {
    nodes: usize,
    edges: Vec<(usize, usize)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GraphFormat {
    Graph6,
    Sparse6,
    Digraph6,
}

/// What a format has no place for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inexpressible {
    /// An edge from this node to itself.
    Loop(usize),
    /// An edge from the first node to the second one, and none back.
    OneWay(usize, usize),
}

/// What is wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MalformedGraph(pub String);

impl fmt::Display for MalformedGraph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for MalformedGraph {}

fn malformed<T>(message: impl Into<String>) -> Result<T, MalformedGraph> {
    Err(MalformedGraph(message.into()))
}

/// A line of sparse6 claims any number of nodes in eight characters. More than these are no heap that anybody could judge.
const MOST_NODES: u64 = 1 << 20;
/// What nauty's programs write before the first line if they are asked to.
const HEADINGS: [&str; 3] = [">>graph6<<", ">>sparse6<<", ">>digraph6<<"];

/// The first characters of sparse6, of sparse6 that builds on the line before, and of digraph6.
const MARKS: [char; 3] = [':', ';', '&'];

impl Graph {
    /// # Panics
    /// If an edge leads to no node.
    pub fn new(nodes: usize, mut edges: Vec<(usize, usize)>) -> Graph {
        edges.sort_unstable();
        edges.dedup();
        assert!(edges.iter().all(|&(from, to)| from.max(to) < nodes), "edges lead to nodes");
        Graph { nodes, edges }
    }

    pub fn nodes(&self) -> usize {
        self.nodes
    }

    /// The edges, sorted.
    pub fn edges(&self) -> &[(usize, usize)] {
        &self.edges
    }

    /// The graph of a line, whose first character tells the format.
    ///
    /// # Errors
    /// A line that is in none of the three formats, or has parallel edges.
    pub fn read(line: &str) -> Result<Graph, MalformedGraph> {
        let mark = usize::from(line.starts_with(MARKS));
        let mut sextets = line.bytes().enumerate().skip(mark);
        if let Some((at, _)) = sextets.find(|(_, byte)| !(63..=126).contains(byte)) {
            return malformed(format!("character {} stands in no graph", at + 1));
        }
        match line.as_bytes() {
            [b';', ..] => malformed("the line says how a graph differs from the one before it"),
            [b':', rest @ ..] => sparse6(rest),
            [b'&', rest @ ..] => {
                let (nodes, bits) = matrix(rest, "digraph6", |n| n * n)?;
                let cells = (0..nodes).flat_map(|from| (0..nodes).map(move |to| (from, to)));
                let edges = cells.zip(bits).filter(|(_, bit)| *bit).map(|(edge, _)| edge);
                Ok(Graph { nodes, edges: edges.collect() })
            }
            whole => {
                let (nodes, bits) = matrix(whole, "graph6", |n| n * n.saturating_sub(1) / 2)?;
                let cells = (0..nodes).flat_map(|to| (0..to).map(move |from| (from, to)));
                let edges = cells.zip(bits).filter(|(_, bit)| *bit).map(|(edge, _)| edge);
                Ok(Graph::new(nodes, edges.flat_map(|(a, b)| [(a, b), (b, a)]).collect()))
            }
        }
    }

    /// The line, without its break.
    ///
    /// # Errors
    /// A graph that the format does not have.
    pub fn line(&self, format: GraphFormat) -> Result<String, Inexpressible> {
        self.fits(format)?;
        let mut line = Sextets::default();
        match format {
            GraphFormat::Graph6 => {
                line.number(self.nodes);
                let has = self.cells();
                (0..self.nodes).for_each(|to| (0..to).for_each(|from| line.bit(has(from, to))));
            }
            GraphFormat::Digraph6 => {
                line.text.push('&');
                line.number(self.nodes);
                let has = self.cells();
                (0..self.nodes)
                    .for_each(|from| (0..self.nodes).for_each(|to| line.bit(has(from, to))));
            }
            GraphFormat::Sparse6 => {
                line.text.push(':');
                line.number(self.nodes);
                self.list(&mut line);
            }
        }
        line.pad(false);
        Ok(line.text)
    }

    /// # Errors
    /// The first thing that the format has no place for.
    pub fn fits(&self, format: GraphFormat) -> Result<(), Inexpressible> {
        let misfit = |&(from, to): &(usize, usize)| match format {
            GraphFormat::Digraph6 => None,
            GraphFormat::Graph6 if from == to => Some(Inexpressible::Loop(from)),
            _ if self.edges.binary_search(&(to, from)).is_err() => {
                Some(Inexpressible::OneWay(from, to))
            }
            _ => None,
        };
        self.edges.iter().find_map(misfit).map_or(Ok(()), Err)
    }

    fn cells(&self) -> impl Fn(usize, usize) -> bool + use<'_> {
        |from, to| self.edges.binary_search(&(from, to)).is_ok()
    }

    /// The edges in sparse6: `b x` moves to the next node if b is 1. Then x, if it is greater than the node at hand, is the one to go
    /// on with, and otherwise the other end of an edge.
    fn list(&self, line: &mut Sextets) {
        let width = width(self.nodes);
        let mut at = 0;
        for &(to, from) in self.edges.iter().filter(|(to, from)| from <= to) {
            line.bit(to != at);
            if to > at + 1 {
                line.bits(to, width);
                line.bit(false);
            }
            at = to;
            line.bits(from, width);
        }
        // Ones that fill a whole group would be read as a loop at the last node.
        let is_loop = self.nodes >= 2 && at == self.nodes - 2 && self.nodes == 1 << width;
        if is_loop && line.free() > width {
            line.bit(false);
        }
        line.pad(true);
    }
}

/// The line without what some programs write before the first one: `>>graph6<<`.
pub fn without_heading(line: &str) -> &str {
    HEADINGS.iter().find_map(|heading| line.strip_prefix(heading)).unwrap_or(line)
}

/// True if a line can only be meant as a graph: it has the characters of one and no JSON, no XML and no spec begins so.
pub fn is_graph_line(line: &str) -> bool {
    let line = without_heading(line);
    let is_of_sextets = |text: &str| text.bytes().all(|byte| (63..=126).contains(&byte));
    match line.strip_prefix(MARKS) {
        Some(rest) => is_of_sextets(rest),
        // A line with brackets alone is a piece of JSON, unless it is a graph by all that can be said.
        None if line.bytes().all(|byte| b"{}[]".contains(&byte)) => Graph::read(line).is_ok(),
        None => is_of_sextets(line) && !["true", "false", "null"].contains(&line),
    }
}

/// The number of bits of the greatest node.
fn width(nodes: usize) -> u32 {
    usize::BITS - nodes.saturating_sub(1).leading_zeros()
}

/// The number of nodes, and the bits after it, of which there must be as many as `cells` says.
fn matrix<'l>(
    line: &'l [u8],
    format: &str,
    cells: fn(u64) -> u64,
) -> Result<(usize, impl Iterator<Item = bool> + use<'l>), MalformedGraph> {
    let (nodes, rest) = number(line)?;
    let cells = cells(nodes as u64);
    let wanted = cells.div_ceil(6);
    if rest.len() as u64 != wanted {
        return malformed(format!(
            "a graph of {nodes} nodes takes {wanted} characters in {format} after its number of nodes, and here are {}",
            rest.len()
        ));
    }
    if bits(rest).skip(cells as usize).any(|bit| bit) {
        return malformed("the last character has bits beyond the last two nodes");
    }
    Ok((nodes, bits(rest)))
}

fn sparse6(line: &[u8]) -> Result<Graph, MalformedGraph> {
    let (nodes, rest) = number(line)?;
    let width = width(nodes);
    let all: Vec<bool> = bits(rest).collect();
    let (mut at, mut edges, mut next) = (0, Vec::new(), 0);
    loop {
        let group = &all[next..];
        let end = || match group.len() < 6 && group.iter().all(|bit| *bit) {
            true => Ok(()),
            false => malformed("the line goes on after its last edge, or was cut off"),
        };
        if group.len() <= width as usize {
            end()?;
            break;
        }
        let other = group[1..=width as usize].iter().fold(0, |x, bit| x << 1 | usize::from(*bit));
        let node = at + usize::from(group[0]);
        if node >= nodes || other >= nodes {
            end()?;
            break;
        }
        at = node.max(other);
        if other <= node {
            edges.push((node, other));
            edges.extend((node != other).then_some((other, node)));
        }
        next += 1 + width as usize;
    }
    let count = edges.len();
    let graph = Graph::new(nodes, edges.clone());
    if graph.edges.len() == count {
        return Ok(graph);
    }
    edges.sort_unstable();
    let twice = edges.windows(2).find(|pair| pair[0] == pair[1]);
    let (from, to) = twice.expect("one edge is there twice")[0];
    malformed(format!("the edge between {from} and {to} stands twice, and a relation has it once"))
}

/// The number of nodes in the first one, four or eight characters.
fn number(line: &[u8]) -> Result<(usize, &[u8]), MalformedGraph> {
    let (digits, rest) = match line {
        [126, 126, rest @ ..] => rest.split_at_checked(6).unwrap_or((&[], rest)),
        [126, rest @ ..] => rest.split_at_checked(3).unwrap_or((&[], rest)),
        _ => line.split_at_checked(1).unwrap_or((&[], line)),
    };
    if digits.is_empty() {
        return malformed("the number of nodes is cut off");
    }
    let nodes = digits.iter().fold(0, |number, digit| number << 6 | u64::from(digit - 63));
    if nodes > MOST_NODES {
        return malformed(format!("{nodes} nodes are more than {MOST_NODES}"));
    }
    Ok((nodes as usize, rest))
}

fn bits(line: &[u8]) -> impl Iterator<Item = bool> + use<'_> {
    line.iter().flat_map(|byte| (0..6).rev().map(move |bit| (byte - 63) >> bit & 1 == 1))
}

/// A line that is written bit by bit.
#[derive(Default)]
struct Sextets {
    text: String,
    /// The bits of the character at hand.
    held: u8,
    count: u32,
}

impl Sextets {
    fn bit(&mut self, bit: bool) {
        self.held = self.held << 1 | u8::from(bit);
        self.count += 1;
        if self.count == 6 {
            self.text.push(char::from(self.held + 63));
            (self.held, self.count) = (0, 0);
        }
    }

    fn bits(&mut self, value: usize, width: u32) {
        (0..width).rev().for_each(|bit| self.bit(value >> bit & 1 == 1));
    }

    fn number(&mut self, nodes: usize) {
        let (mark, width) = match nodes {
            0..=62 => ("", 6),
            63..=258_047 => ("~", 18),
            _ => ("~~", 36),
        };
        self.text.push_str(mark);
        self.bits(nodes, width);
    }

    /// The number of bits that the character at hand has room for.
    fn free(&self) -> u32 {
        (6 - self.count) % 6
    }

    fn pad(&mut self, bit: bool) {
        (0..self.free()).for_each(|_| self.bit(bit));
    }
}

#[cfg(test)]
mod tests;
