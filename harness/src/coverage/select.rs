//! The coverage of inputs, and a selection of inputs that suffices.

use std::collections::BTreeMap;

use serde::Serialize;

use super::bits::CoverBits;
use super::exact::least_cover;
use super::reduce::reduce;
use crate::protocol::Coverage;

/// The coverage of each input, in the order of the inputs.
#[derive(Clone, Debug, Default)]
pub struct InputCoverage {
    things: BTreeMap<String, usize>,
    inputs: Vec<(String, u64, CoverBits)>,
    is_partial: bool,
}

/// An input that is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SelectedInput {
    pub op: String,
    pub id: u64,
    /// The number of things it covers, and the number of these that no input before it in the
    /// selection covers.
    pub covers: usize,
    pub gain: usize,
}

/// Inputs that cover together the same as all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selection {
    /// The greatest gain first.
    pub inputs: Vec<SelectedInput>,
    /// The number of things that all inputs together cover.
    pub covered: usize,
    /// No fewer inputs would do.
    pub is_least: bool,
}

impl InputCoverage {
    pub(crate) fn add(&mut self, op: &str, id: u64, coverage: Coverage) {
        let Coverage::All(things) = coverage else {
            self.is_partial = true;
            return;
        };
        let mut bits = CoverBits::default();
        for thing in things {
            let next = self.things.len();
            bits.insert(*self.things.entry(thing).or_insert(next));
        }
        self.inputs.push((op.to_owned(), id, bits));
    }

    /// # Errors
    /// The driver does not say what each input covers.
    pub fn select(&self) -> Result<Selection, String> {
        if self.is_partial {
            return Err(
                "the driver sends `cov_new`, what is new only; `--select` needs all of `cov`"
                    .to_owned(),
            );
        }
        if self.inputs.is_empty() {
            return Err("the driver sends no `cov`".to_owned());
        }
        let sets: Vec<CoverBits> = self.inputs.iter().map(|(_, _, bits)| bits.clone()).collect();
        let all = CoverBits::of(0..self.things.len());
        let reduced = reduce(&sets, all.clone());
        let rest: Vec<CoverBits> = reduced.sets.iter().map(|&at| sets[at].clone()).collect();
        let (cover, is_least) = least_cover(&rest, reduced.left);
        let chosen = reduced.taken.into_iter().chain(cover.into_iter().map(|at| reduced.sets[at]));
        let inputs = self.by_gain(chosen.collect(), all);
        Ok(Selection { inputs, covered: self.things.len(), is_least })
    }

    /// Orders inputs so that each adds the most to those before it.
    fn by_gain(&self, mut chosen: Vec<usize>, mut left: CoverBits) -> Vec<SelectedInput> {
        chosen.sort_unstable();
        let mut ordered = Vec::new();
        while !chosen.is_empty() {
            let gain = |at: &usize| self.inputs[chosen[*at]].2.shared(&left);
            let best = (0..chosen.len()).max_by_key(|at| (gain(at), std::cmp::Reverse(*at)));
            let best = chosen.remove(best.expect("some are left"));
            let (op, id, bits) = &self.inputs[best];
            let (op, id, gain) = (op.clone(), *id, bits.shared(&left));
            left.remove_all(bits);
            ordered.push(SelectedInput { op, id, covers: bits.len(), gain });
        }
        ordered
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If this fails, something that an input covers is covered no more, or more inputs are kept than
    /// must be. All of a hundred small problems against trying all subsets.
    #[test]
    fn all_is_covered_by_the_fewest() {
        let mut state = 1_u64;
        let mut random = move |below: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) % below
        };
        for _ in 0..100 {
            let mut covered = InputCoverage::default();
            let mut sets = Vec::new();
            for id in 0..8 {
                let things: Vec<u64> = (0..7).filter(|_| random(3) == 0).collect();
                let names = things.iter().map(u64::to_string).collect();
                covered.add("f", id, Coverage::All(names));
                sets.push(things.iter().fold(0_u64, |set, thing| set | 1 << thing));
            }
            let union = |ids: &[usize]| ids.iter().fold(0, |all, &id| all | sets[id]);
            let all = union(&(0..8).collect::<Vec<_>>());
            let least = (0_u32..256)
                .filter(|subset| {
                    union(&(0..8).filter(|id| subset >> id & 1 == 1).collect::<Vec<_>>()) == all
                })
                .map(u32::count_ones)
                .min();
            let selection = covered.select().unwrap();
            let ids: Vec<usize> = selection.inputs.iter().map(|one| one.id as usize).collect();
            assert_eq!(union(&ids), all);
            assert!(selection.is_least && Some(ids.len() as u32) == least, "{sets:?} {ids:?}");
            assert_eq!(
                selection.inputs.iter().map(|one| one.gain).sum::<usize>(),
                selection.covered
            );
        }
    }

    /// If this fails, a selection is made from replies that do not tell all that each input covers.
    #[test]
    fn what_is_new_only_does_not_do() {
        let mut covered = InputCoverage::default();
        assert!(covered.select().is_err());
        covered.add("f", 0, Coverage::New(vec!["a".to_owned()]));
        assert!(covered.select().unwrap_err().contains("cov_new"));
    }
}
