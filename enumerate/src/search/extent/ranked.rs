//! Going to a place of the list without listing the instances before it: by the numbers of models.
//!
//! The formula that is searched is compiled into a graph, which tells how many models begin with a given prefix. Where
//! each model is an instance, an id is the rank of a model. Where it is not, models still say how much there is to do:
//! a range of the order with as many models as any other is a fair part.

use num_bigint::BigUint;

use korrel_sat::counter::{CompiledGraph, Limits, compile};

use crate::regions::deal::Shard;
use crate::search::stream::Stream;

/// The place of an instance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InstancePlace {
    /// It is the next one.
    There,
    /// There are only so many, and the stream is as it was.
    Nowhere(BigUint),
    /// It could not be found within the limits. The stream is as it was.
    Unknown,
}

impl Stream<'_> {
    /// Passes over all before the instance with this id. To be called before the search begins.
    pub fn start_at(&mut self, id: &BigUint, limits: Limits) -> InstancePlace {
        if !self.walk.takes_all_models() {
            return InstancePlace::Unknown;
        }
        let Some(graph) = self.graph(limits) else { return InstancePlace::Unknown };
        let order = self.walk.translation().projection.order.clone();
        let Some(place) = graph.ranked(&order, id, &self.effort).done() else {
            return InstancePlace::Unknown;
        };
        let Some(place) = place else { return InstancePlace::Nowhere(graph.count()) };
        self.regions.keep(&order, 0, Some(&place), None);
        InstancePlace::There
    }

    /// Finds from now on only the instances of one of several parts of as many models each. Returns false if
    /// that takes more than the limits, the same for all parts on all machines.
    pub fn restrict_by_counts(&mut self, shard: Shard, limits: Limits) -> bool {
        let Some(graph) = self.graph(limits) else { return false };
        let order = self.walk.translation().projection.order.clone();
        let all = graph.count();
        let place =
            |part: u32| graph.ranked(&order, &(&all * part / shard.of), &self.effort).done();
        let (Some(first), Some(end)) = (place(shard.part - 1), place(shard.part)) else {
            return false;
        };
        let cube = u64::from(shard.part - 1);
        self.regions.keep(&order, cube, first.as_deref(), end.as_deref());
        self.is_cut_by_counts = true;
        true
    }

    fn graph(&self, limits: Limits) -> Option<CompiledGraph> {
        let translation = self.walk.translation();
        let order: Vec<_> = translation.projection.order.iter().map(|lit| lit.var()).collect();
        let (outcome, _) = compile(&translation.cnf, &order, limits, &self.effort);
        outcome.done()
    }
}

#[cfg(test)]
mod tests {
    use korrel_sat::Effort;

    use super::*;
    use crate::testing::{SPECS, line, lines, problem, schema};
    use crate::{Classes, Instances, Next, Strategy};

    fn restricted(
        problem: &crate::Problem<'_>,
        strategy: Strategy,
        to: impl FnMut(&mut Stream<'_>),
    ) -> Vec<String> {
        let mut instances =
            Instances::new(problem, strategy, Effort::default()).expect("it is small");
        instances.stream().map(to);
        let (schema, mut found) = (schema(problem), Vec::new());
        while let Next::Instance(instance) = instances.next() {
            found.push(line(problem, &schema, &instance));
        }
        found
    }

    /// If it failed, an id would lead to another instance than the one that listing gives it to.
    #[test]
    fn an_id_leads_to_its_instance() {
        let mut known = 0;
        for spec in SPECS {
            let spec = problem(spec);
            let problem = spec.problem();
            for classes in [Classes::Isomorphism, Classes::Labelled] {
                let strategy = Strategy { classes, ..Strategy::default() };
                let listed = lines(&problem, strategy, None);
                for id in (0..listed.len()).step_by(1 + listed.len() / 50) {
                    let mut found = InstancePlace::Unknown;
                    let from = restricted(&problem, strategy, |stream| {
                        found = stream.start_at(&id.into(), Limits::default());
                    });
                    if found != InstancePlace::Unknown {
                        known += 1;
                        assert_eq!(from, listed[id..], "{id}");
                    }
                }
                let count = BigUint::from(listed.len());
                let beyond = restricted(&problem, strategy, |stream| {
                    let found = stream.start_at(&(&count + 7u8), Limits::default());
                    assert!(
                        [InstancePlace::Unknown, InstancePlace::Nowhere(count.clone())]
                            .contains(&found)
                    );
                });
                assert_eq!(beyond, listed, "the stream is as it was");
            }
        }
        assert!(known > 100, "{known} were found by counts");
    }

    /// If it failed, shards that are cut by counts would miss instances, find some twice, or not be alike.
    #[test]
    fn ranges_are_the_whole_and_alike() {
        for spec in SPECS {
            let spec = problem(spec);
            let problem = spec.problem();
            for classes in [Classes::Isomorphism, Classes::Labelled] {
                let strategy = Strategy { classes, ..Strategy::default() };
                let whole = lines(&problem, strategy, None);
                for of in [1, 3, 7] {
                    let shard = |part| {
                        restricted(&problem, strategy, |stream| {
                            let shard = Shard { part, of };
                            assert!(stream.restrict_by_counts(shard, Limits::default()));
                        })
                    };
                    let shards: Vec<Vec<String>> = (1..=of).map(shard).collect();
                    assert_eq!(shards.concat(), whole);
                    if classes == Classes::Labelled {
                        let sizes = shards.iter().map(Vec::len);
                        let (least, most) = (sizes.clone().min(), sizes.max());
                        assert!(most.unwrap_or(0) - least.unwrap_or(0) <= 1, "{shards:?}");
                    }
                }
            }
        }
    }
}
