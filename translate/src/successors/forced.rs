//! What follows from a bit for the inputs below it, as conditions on this state.
//!
//! Of each gate two conditions are known: that it is true whatever the next state is, and that it is false. With these, a
//! conjunction forces an input where one of its conjuncts does. A disjunction does where each of its disjuncts forces it
//! or is false. That is unit propagation, for all states at once.

use std::collections::BTreeMap;
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::circuit::{Bit, Circuit, Gate};

/// The conditions under which something is true, and false. Where neither holds, it is open.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rails {
    pub holds: Bit,
    pub fails: Bit,
}

impl Rails {
    pub const OPEN: Rails = Rails { holds: Bit::FALSE, fails: Bit::FALSE };

    fn of(bit: Bit) -> Rails {
        Rails { holds: bit, fails: !bit }
    }

    fn signed(self, is_negated: bool) -> Rails {
        match is_negated {
            true => Rails { holds: self.fails, fails: self.holds },
            false => self,
        }
    }
}

/// The gates of inputs, each with the conditions under which it is forced.
pub(super) type Forces = Rc<[(usize, Rails)]>;

/// What is known of the gates of a circuit if some of its open inputs are known.
#[derive(Default)]
pub(super) struct View {
    known: FxHashMap<usize, Rails>,
    rails: FxHashMap<usize, Rails>,
    forces: FxHashMap<Bit, Forces>,
}

impl View {
    pub fn knowing(known: impl IntoIterator<Item = (usize, Rails)>) -> View {
        View { known: known.into_iter().collect(), ..View::default() }
    }
}

/// A circuit over this state and the next one, seen from this state.
pub(super) struct Seen<'c> {
    pub circuit: &'c Circuit,
    /// What is made of it: a circuit over this state.
    pub present: &'c mut Circuit,
    /// The bit of each gate that only depends on this state.
    exact: Vec<Option<Bit>>,
}

impl<'c> Seen<'c> {
    /// `own`: the bit of each input of this state, by its number.
    pub fn new(
        circuit: &'c Circuit,
        present: &'c mut Circuit,
        own: &FxHashMap<usize, Bit>,
    ) -> Seen<'c> {
        let mut exact: Vec<Option<Bit>> = Vec::with_capacity(circuit.len());
        for gate in 0..circuit.len() {
            let bit = match circuit.gate(gate) {
                Gate::True => Some(Bit::TRUE),
                Gate::Input(number) => own.get(&number).copied(),
                Gate::And(children) => {
                    let bits =
                        children.iter().map(|child| Some(signed(exact[child.gate()]?, *child)));
                    let bits: Option<Vec<Bit>> = bits.collect();
                    bits.map(|bits| present.and(bits))
                }
            };
            exact.push(bit);
        }
        Seen { circuit, present, exact }
    }

    pub fn exact(&self, bit: Bit) -> Option<Bit> {
        self.exact[bit.gate()].map(|own| signed(own, bit))
    }

    /// The gates below some bits that depend on more than this state, in order.
    pub fn open_gates(&self, bits: &[Bit]) -> Vec<usize> {
        let mut met = FxHashSet::default();
        let mut open: Vec<usize> = bits.iter().map(|bit| bit.gate()).collect();
        while let Some(gate) = open.pop() {
            if self.exact[gate].is_none() && met.insert(gate) {
                let children = self.circuit.conjuncts(gate).into_iter().flatten();
                open.extend(children.map(|child| child.gate()));
            }
        }
        let mut gates: Vec<usize> = met.into_iter().collect();
        gates.sort_unstable();
        gates
    }

    /// The open inputs below some bits.
    pub fn open_inputs(&self, bits: &[Bit]) -> Vec<usize> {
        let mut gates = self.open_gates(bits);
        gates.retain(|&gate| matches!(self.circuit.gate(gate), Gate::Input(_)));
        gates
    }

    /// The bits if each open input below them has this value.
    pub fn with_values(&mut self, bits: &[Bit], values: &FxHashMap<usize, Bit>) -> Vec<Bit> {
        let mut found: FxHashMap<usize, Bit> = FxHashMap::default();
        for gate in self.open_gates(bits) {
            let bit = match self.circuit.gate(gate) {
                Gate::And(children) => {
                    let of = |child: &Bit| match self.exact(*child) {
                        Some(bit) => bit,
                        None => signed(found[&child.gate()], *child),
                    };
                    let bits: Vec<Bit> = children.iter().map(of).collect();
                    self.present.and(bits)
                }
                _ => values[&gate],
            };
            found.insert(gate, bit);
        }
        let of = |bit: &Bit| match self.exact(*bit) {
            Some(own) => own,
            None => signed(found[&bit.gate()], *bit),
        };
        bits.iter().map(of).collect()
    }

    /// What is known of a bit. It must have been looked at.
    pub fn rails(&self, view: &View, bit: Bit) -> Rails {
        match self.exact(bit) {
            Some(own) => Rails::of(own),
            None => view.rails[&bit.gate()].signed(bit.is_negated()),
        }
    }

    /// Looks at bits, and at all below them.
    pub fn look_at(&mut self, view: &mut View, bits: &[Bit]) {
        for gate in self.open_gates(bits) {
            if view.rails.contains_key(&gate) {
                continue;
            }
            let rails = match self.circuit.gate(gate) {
                Gate::And(children) => {
                    let below: Vec<Rails> =
                        children.iter().map(|&child| self.rails(view, child)).collect();
                    Rails {
                        holds: self.present.and(below.iter().map(|rails| rails.holds)),
                        fails: self.present.or(below.iter().map(|rails| rails.fails)),
                    }
                }
                _ => view.known.get(&gate).copied().unwrap_or(Rails::OPEN),
            };
            view.rails.insert(gate, rails);
        }
    }

    /// What follows for open inputs from bits that were looked at, where each of them is true.
    pub fn forced(&mut self, view: &mut View, bits: &[Bit]) -> BTreeMap<usize, Rails> {
        self.force_below(view, bits);
        let lists: Vec<Forces> =
            bits.iter().filter_map(|bit| view.forces.get(bit).cloned()).collect();
        self.by_any(&lists).iter().copied().collect()
    }

    /// Finds what each of these bits forces, and each one below them.
    fn force_below(&mut self, view: &mut View, bits: &[Bit]) {
        let mut met: FxHashSet<Bit> = FxHashSet::default();
        let mut open: Vec<Bit> = bits.to_vec();
        while let Some(bit) = open.pop() {
            if self.exact(bit).is_some() || view.forces.contains_key(&bit) || !met.insert(bit) {
                continue;
            }
            let children = self.circuit.conjuncts(bit.gate()).into_iter().flatten();
            open.extend(children.map(|&child| if bit.is_negated() { !child } else { child }));
        }
        let mut order: Vec<Bit> = met.into_iter().collect();
        order.sort_unstable();
        for bit in order {
            let forces = self.forces_of(view, bit);
            view.forces.insert(bit, forces);
        }
    }

    fn forces_of(&mut self, view: &View, bit: Bit) -> Forces {
        let Gate::And(children) = self.circuit.gate(bit.gate()) else {
            let rails = Rails::of(Bit::constant(!bit.is_negated()));
            return Rc::from([(bit.gate(), rails)]);
        };
        if !bit.is_negated() {
            let lists = children.iter().filter_map(|child| view.forces.get(child).cloned());
            let lists: Vec<Forces> = lists.collect();
            return self.by_any(&lists);
        }
        let disjuncts: Vec<(Bit, Option<&Forces>)> = children
            .iter()
            .map(|&child| (self.rails(view, !child).fails, view.forces.get(&!child)))
            .collect();
        // One that is never known to be false must force the input itself.
        let certain = disjuncts.iter().filter(|(fails, _)| *fails == Bit::FALSE);
        let mut inputs: Vec<usize> =
            match certain.min_by_key(|(_, list)| list.map_or(0, |l| l.len())) {
                Some((_, list)) => {
                    list.iter().flat_map(|list| list.iter()).map(|force| force.0).collect()
                }
                None => {
                    let all =
                        disjuncts.iter().filter_map(|(_, list)| *list).flat_map(|list| list.iter());
                    all.map(|force| force.0).collect()
                }
            };
        inputs.sort_unstable();
        inputs.dedup();
        let mut found = Vec::new();
        for input in inputs {
            let of = |list: &Option<&Forces>| {
                let list = list.as_ref()?;
                let at = list.binary_search_by_key(&input, |force| force.0).ok()?;
                Some(list[at].1)
            };
            let (mut holds, mut fails) = (Vec::new(), Vec::new());
            for (is_false, list) in &disjuncts {
                let rails = of(list).unwrap_or(Rails::OPEN);
                holds.push(self.present.or([*is_false, rails.holds]));
                fails.push(self.present.or([*is_false, rails.fails]));
            }
            let rails = Rails { holds: self.present.and(holds), fails: self.present.and(fails) };
            if rails.holds != Bit::FALSE || rails.fails != Bit::FALSE {
                found.push((input, rails));
            }
        }
        Rc::from(found)
    }

    /// What is forced if each of several lists counts.
    fn by_any(&mut self, lists: &[Forces]) -> Forces {
        if let [one] = lists {
            return one.clone();
        }
        let mut all: Vec<(usize, Rails)> =
            lists.iter().flat_map(|list| list.iter().copied()).collect();
        all.sort_by_key(|force| force.0);
        let found = all.chunk_by(|one, other| one.0 == other.0).map(|same| match same {
            [one] => *one,
            _ => {
                let holds = self.present.or(same.iter().map(|(_, rails)| rails.holds));
                let fails = self.present.or(same.iter().map(|(_, rails)| rails.fails));
                (same[0].0, Rails { holds, fails })
            }
        });
        found.collect()
    }
}

fn signed(bit: Bit, by: Bit) -> Bit {
    if by.is_negated() { !bit } else { bit }
}
