//! The places of the nodes of each layer: as near to their neighbours as the others let them.
//!
//! Each sweep asks, layer by layer, for the places that have the least sum of squared distances from the
//! means of the neighbours, with the order and the gaps kept. That is isotonic regression, which pooling
//! adjacent violators solves exactly (Ayer et al. 1955). Rejected: to pull nodes step by step, which needs
//! more sweeps and leaves parents beside the middle of their children. Also `rust-sugiyama`, which draws a
//! graph otherwise each time (hash order), and with doubled edges does not end.

use super::order::Layers;

const SWEEPS: usize = 24;

/// The middle of each node. `width` is by node, and `gap` is between neighbours.
pub fn place(layers: &Layers, width: &[f64], gap: f64) -> Vec<f64> {
    let mut x = vec![0.0; width.len()];
    for layer in &layers.layers {
        let mut right = 0.0;
        for &node in layer {
            x[node] = right + width[node] / 2.0;
            right += width[node] + gap;
        }
    }
    let count = layers.layers.len();
    for sweep in 0..SWEEPS {
        let is_down = sweep % 2 == 0;
        for step in 1..count {
            let layer = if is_down { step } else { count - 1 - step };
            settle(layers, layer, is_down, width, gap, &mut x);
        }
    }
    x
}

fn settle(layers: &Layers, layer: usize, is_down: bool, width: &[f64], gap: f64, x: &mut [f64]) {
    let nodes = &layers.layers[layer];
    let wish = |node: usize| {
        let ends = layers.edges.iter().filter_map(|&(above, below)| match is_down {
            true if below == node => Some(x[above]),
            false if above == node => Some(x[below]),
            _ => None,
        });
        let (count, sum) = ends.fold((0.0, 0.0), |(count, sum), end| (count + 1.0, sum + end));
        // A node without neighbours there stays, unless it is pushed.
        if count > 0.0 { (sum / count, count) } else { (x[node], 0.05) }
    };
    // Without the room that is taken before it, each node's place only has to ascend.
    let mut offset = 0.0;
    let mut blocks: Vec<NodeBlock> = Vec::new();
    let mut offsets = Vec::new();
    for (at, &node) in nodes.iter().enumerate() {
        if at > 0 {
            offset += (width[nodes[at - 1]] + width[node]) / 2.0 + gap;
        }
        offsets.push(offset);
        let (wish, weight) = wish(node);
        blocks.push(NodeBlock { mean: wish - offset, weight, size: 1 });
        pool(&mut blocks);
    }
    let mut places = blocks.iter().flat_map(|block| std::iter::repeat_n(block.mean, block.size));
    for (&node, offset) in nodes.iter().zip(offsets) {
        x[node] = places.next().expect("as many as nodes") + offset;
    }
}

struct NodeBlock {
    mean: f64,
    weight: f64,
    size: usize,
}

/// Joins the last block with those before it as long as they do not ascend.
fn pool(blocks: &mut Vec<NodeBlock>) {
    while let [.., before, last] = &blocks[..] {
        if before.mean <= last.mean {
            return;
        }
        let weight = before.weight + last.weight;
        let mean = (before.mean * before.weight + last.mean * last.weight) / weight;
        let size = before.size + last.size;
        blocks.truncate(blocks.len() - 2);
        blocks.push(NodeBlock { mean, weight, size });
    }
}
