//! The layers of a drawing: every arrow that counts leads downwards.
//!
//! Arrows that would close a cycle, met in a depth-first walk in the order of the nodes, count the other
//! way round. A node's layer is then the length of the longest path to it. One that nothing leads to is
//! put just above the first that it leads to.

/// Edges by their ends, in order. `entries` are walked from first.
pub struct Ranking {
    pub layer: Vec<usize>,
    /// True for each edge that leads upwards in the drawing.
    pub is_reversed: Vec<bool>,
}

pub fn rank(nodes: usize, edges: &[(usize, usize)], entries: &[usize]) -> Ranking {
    let mut leaving = vec![Vec::new(); nodes];
    for (at, &(from, _)) in edges.iter().enumerate() {
        leaving[from].push(at);
    }
    let mut walk =
        RankWalk { edges, leaving, state: vec![VisitState::New; nodes], is_reversed: Vec::new() };
    walk.is_reversed = vec![false; edges.len()];
    let mut done = Vec::new();
    for start in entries.iter().copied().chain(0..nodes) {
        walk.from(start, &mut done);
    }
    // The last to be done is the first in a topological order.
    let mut layer = vec![0; nodes];
    for &node in done.iter().rev() {
        for (from, to) in walk.downwards(node) {
            layer[to] = layer[to].max(layer[from] + 1);
        }
    }
    let is_reversed = walk.is_reversed;
    let down: Vec<(usize, usize)> = edges
        .iter()
        .zip(&is_reversed)
        .map(|(&(a, b), &r)| if r { (b, a) } else { (a, b) })
        .collect();
    for node in 0..nodes {
        let is_top = down.iter().all(|&(from, to)| to != node || from == to);
        let below = down.iter().filter(|&&(from, to)| from == node && to != node);
        if let (true, Some(least)) = (is_top, below.map(|&(_, to)| layer[to]).min()) {
            layer[node] = least - 1;
        }
    }
    Ranking { layer, is_reversed }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum VisitState {
    New,
    Open,
    Done,
}

struct RankWalk<'a> {
    edges: &'a [(usize, usize)],
    leaving: Vec<Vec<usize>>,
    state: Vec<VisitState>,
    is_reversed: Vec<bool>,
}

impl RankWalk<'_> {
    fn from(&mut self, start: usize, done: &mut Vec<usize>) {
        if self.state[start] != VisitState::New {
            return;
        }
        self.state[start] = VisitState::Open;
        let mut open = vec![(start, 0)];
        while let Some((node, next)) = open.pop() {
            let Some(&edge) = self.leaving[node].get(next) else {
                self.state[node] = VisitState::Done;
                done.push(node);
                continue;
            };
            open.push((node, next + 1));
            let to = self.edges[edge].1;
            match self.state[to] {
                VisitState::New => {
                    self.state[to] = VisitState::Open;
                    open.push((to, 0));
                }
                VisitState::Open => self.is_reversed[edge] = true,
                VisitState::Done => {}
            }
        }
    }

    /// The edges that lead down from a node, reversed edges turned round.
    fn downwards(&self, node: usize) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.edges.iter().zip(&self.is_reversed).filter_map(move |(&(from, to), &is_reversed)| {
            let (from, to) = if is_reversed { (to, from) } else { (from, to) };
            (from == node && to != from).then_some((from, to))
        })
    }
}
