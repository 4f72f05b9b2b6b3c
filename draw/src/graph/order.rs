//! The order within each layer: as few crossings as sweeps of medians find (Sugiyama, Tagawa, Toda 1981).
//!
//! It begins with the order of a walk from the first layer, in which a tree has no crossing and `left` stands
//! before `right`. A sweep is kept only if it leaves fewer crossings, so a tree stays as it is.

/// Nodes by layer, and what leads from a layer to the next one.
///
/// Invariant: each edge leads from a layer to the one below it.
pub struct Layers {
    pub layers: Vec<Vec<usize>>,
    pub edges: Vec<(usize, usize)>,
}

const SWEEPS: usize = 12;

impl Layers {
    /// Sorts each layer.
    pub fn untangle(&mut self) {
        let nodes = self.layers.iter().flatten().max().map_or(0, |most| most + 1);
        let mut best = (self.crossings(nodes), self.layers.clone());
        for sweep in 0..SWEEPS {
            if best.0 == 0 {
                break;
            }
            self.sweep(nodes, sweep % 2 == 0);
            let crossings = self.crossings(nodes);
            if crossings < best.0 {
                best = (crossings, self.layers.clone());
            }
        }
        self.layers = best.1;
    }

    /// Sorts each layer by the mean place of its neighbours in the one before.
    fn sweep(&mut self, nodes: usize, is_down: bool) {
        let count = self.layers.len();
        let mut place = self.places(nodes);
        for step in 1..count {
            let layer = if is_down { step } else { count - 1 - step };
            let mean = |node: usize| {
                let neighbours: Vec<usize> = self
                    .edges
                    .iter()
                    .filter_map(|&(above, below)| match is_down {
                        true if below == node => Some(place[above]),
                        false if above == node => Some(place[below]),
                        _ => None,
                    })
                    .collect();
                // In thousandths, so that sorting needs no fractions. A node without neighbours keeps its place.
                match neighbours.len() {
                    0 => place[node] * 1000,
                    n => neighbours.iter().sum::<usize>() * 1000 / n,
                }
            };
            let mut sorted: Vec<(usize, usize)> =
                self.layers[layer].iter().map(|&node| (mean(node), node)).collect();
            sorted.sort_by_key(|(mean, _)| *mean);
            self.layers[layer] = sorted.into_iter().map(|(_, node)| node).collect();
            self.layers[layer].iter().enumerate().for_each(|(at, &node)| place[node] = at);
        }
    }

    fn places(&self, nodes: usize) -> Vec<usize> {
        let mut place = vec![0; nodes];
        for layer in &self.layers {
            layer.iter().enumerate().for_each(|(at, &node)| place[node] = at);
        }
        place
    }

    fn crossings(&self, nodes: usize) -> usize {
        let place = self.places(nodes);
        let mut layer_of = vec![0; nodes];
        for (at, layer) in self.layers.iter().enumerate() {
            layer.iter().for_each(|&node| layer_of[node] = at);
        }
        let mut by_layer = vec![Vec::new(); self.layers.len()];
        for &(above, below) in &self.edges {
            by_layer[layer_of[above]].push((place[above], place[below]));
        }
        let crossed = |edges: &Vec<(usize, usize)>| {
            let pairs = edges
                .iter()
                .enumerate()
                .flat_map(|(at, a)| edges[at + 1..].iter().map(move |b| (a, b)));
            pairs.filter(|(a, b)| (a.0 < b.0 && a.1 > b.1) || (a.0 > b.0 && a.1 < b.1)).count()
        };
        by_layer.iter().map(crossed).sum()
    }
}
