//! Closures: the steps on a path from the start of a relevant pair to its end.
//!
//! In `i.*next` with `i: Id` in the context `Id`, only the steps from `Id` to `Id` matter: a step
//! that leads away from there, or starts elsewhere, is on no such path. A path may go from a sig to
//! one that shares atoms with it.

use std::collections::VecDeque;

use crate::model::{Model, Sig, SigId, Type};

/// Sigs and what a path can reach from each in one move.
#[derive(Default)]
struct Paths {
    sigs: Vec<SigId>,
    ahead: Vec<Vec<usize>>,
    behind: Vec<Vec<usize>>,
}

/// Between more sigs than that, all steps count.
const MOST_SIGS: usize = 1 << 9;

impl Model {
    /// `ty`: the type of the closed relation.
    pub(crate) fn steps(&self, ty: &Type, relevant: &Type) -> Type {
        let steps: Vec<&Vec<SigId>> = ty.products.iter().filter(|p| p.len() == 2).collect();
        let wanted: Vec<&Vec<SigId>> = relevant.products.iter().filter(|p| p.len() == 2).collect();
        let mut paths = Paths::default();
        for step in &steps {
            let (from, to) = (paths.add(step[0]), paths.add(step[1]));
            paths.connect(from, to);
        }
        for pair in &wanted {
            paths.add(pair[0]);
            paths.add(pair[1]);
        }
        if paths.sigs.len() > MOST_SIGS {
            return ty.part_of_arity(2);
        }
        self.link_overlapping(&mut paths);
        let on_path = paths.between(&steps, &wanted);
        Type { products: on_path.into_iter().cloned().collect() }
    }

    fn link_overlapping(&self, paths: &mut Paths) {
        for a in 0..paths.sigs.len() {
            for b in 0..a {
                if self.meet(paths.sigs[a], paths.sigs[b]) != Sig::NONE {
                    paths.connect(a, b);
                    paths.connect(b, a);
                }
            }
        }
    }
}

impl Paths {
    fn at(&self, sig: SigId) -> usize {
        self.sigs.iter().position(|&known| known == sig).expect("it was added")
    }

    fn add(&mut self, sig: SigId) -> usize {
        if let Some(known) = self.sigs.iter().position(|&known| known == sig) {
            return known;
        }
        self.sigs.push(sig);
        self.ahead.push(Vec::new());
        self.behind.push(Vec::new());
        self.sigs.len() - 1
    }

    fn connect(&mut self, from: usize, to: usize) {
        self.ahead[from].push(to);
        self.behind[to].push(from);
    }

    /// The steps from which the end of a wanted pair is reached, and which are reached from its start.
    fn between<'s>(&self, steps: &[&'s Vec<SigId>], wanted: &[&Vec<SigId>]) -> Vec<&'s Vec<SigId>> {
        let reached: Vec<(Vec<bool>, Vec<bool>)> = wanted
            .iter()
            .map(|pair| {
                let (start, end) = (self.at(pair[0]), self.at(pair[1]));
                (reach(start, &self.ahead), reach(end, &self.behind))
            })
            .collect();
        let is_on_path = |step: &&&Vec<SigId>| {
            let (from, to) = (self.at(step[0]), self.at(step[1]));
            reached.iter().any(|(ahead, behind)| ahead[from] && behind[to])
        };
        steps.iter().filter(is_on_path).copied().collect()
    }
}

fn reach(start: usize, moves: &[Vec<usize>]) -> Vec<bool> {
    let mut seen = vec![false; moves.len()];
    seen[start] = true;
    let mut open = VecDeque::from([start]);
    while let Some(at) = open.pop_front() {
        for &next in &moves[at] {
            if !std::mem::replace(&mut seen[next], true) {
                open.push_back(next);
            }
        }
    }
    seen
}
