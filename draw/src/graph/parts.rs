//! The connected parts of a graph.

use super::Graph;

/// The nodes by what hangs together, each part in order, parts in the order of their first nodes. Single
/// nodes come last.
pub fn parts(graph: &Graph) -> Vec<Vec<usize>> {
    let mut part: Vec<usize> = (0..graph.nodes.len()).collect();
    for _ in 0..graph.nodes.len() {
        let before = part.clone();
        for edge in &graph.edges {
            let least = part[edge.from].min(part[edge.to]);
            part[edge.from] = least;
            part[edge.to] = least;
        }
        if before == part {
            break;
        }
    }
    let members = |of: usize| {
        let own = (0..part.len()).filter(|&node| part[node] == of).collect::<Vec<usize>>();
        (!own.is_empty()).then_some(own)
    };
    let mut parts: Vec<Vec<usize>> = (0..part.len()).filter_map(members).collect();
    parts.sort_by_key(|part| part.len() == 1);
    parts
}
