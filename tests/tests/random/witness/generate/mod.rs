//! Random specs of the witness.

mod fields;
mod formulas;
mod pairs;
mod scopes;
mod sets;
mod sigs;

use super::judge::settled;
use super::tree::{Called, Multiplicity, Parameter, Scope, Spec};
use crate::generator::Generator;

/// A spec in the making, and what can be named so far.
struct Maker {
    choices: Generator,
    spec: Spec,
    /// Quantifiers are over sets and pairs, too.
    of_sets: bool,
    /// Bound variables with their number of columns.
    variables: Vec<(String, usize)>,
}

/// The spec of a seed: names in it have one meaning.
pub fn spec(seed: u64) -> Spec {
    let mut maker = Maker::new(seed);
    maker.sigs();
    maker.orders();
    maker.fields();
    maker.scope();
    for _ in 0..maker.choices.one_of(&[0, 1, 1, 2]) {
        let fact = maker.settled_formula();
        maker.spec.facts.push(fact);
    }
    maker.spec.is_check = maker.choices.chance(1, 8);
    if !maker.spec.is_check && maker.choices.chance(1, 6) {
        maker.parameters();
    }
    if maker.choices.chance(5, 6) {
        maker.variables = maker.spec.parameters.iter().map(|p| (p.name.clone(), 1)).collect();
        maker.spec.goal = maker.settled_formula();
    }
    if !maker.spec.parameters.is_empty() && maker.choices.chance(1, 2) {
        maker.spec.called = Some(maker.choices.one_of(&[Called::WithAll, Called::WithSome]));
    }
    // Without a scope, that of integers would be the only one.
    if maker.spec.scope.default.is_some() && maker.choices.chance(1, 4) {
        maker.spec.scope.no_integers = true;
    }
    if maker.choices.chance(1, 4) {
        maker.spec.written.reverse();
    }
    maker.spec
}

/// A spec about orders: little else is said.
pub fn orders(seed: u64) -> Spec {
    let mut maker = Maker::new(seed);
    maker.sigs_to_order();
    maker.orders_of_each();
    if maker.choices.chance(1, 4) {
        maker.fields();
    }
    maker.scope();
    if maker.choices.chance(1, 10) {
        maker.spec.scope = Scope { default: Some(0), ..Scope::default() };
    }
    if maker.choices.chance(1, 6) {
        let fact = maker.settled_formula();
        maker.spec.facts.push(fact);
    }
    if maker.choices.chance(1, 2) {
        maker.spec.goal = maker.settled_formula();
    }
    maker.spec
}

/// A small spec whose formulas quantify over sets and pairs, in any place and polarity.
pub fn higher_order(seed: u64) -> Spec {
    let mut maker = Maker::new(seed);
    maker.of_sets = true;
    maker.sigs();
    maker.fields();
    maker.scope();
    for _ in 0..maker.choices.one_of(&[0, 0, 1]) {
        let fact = maker.settled_formula();
        maker.spec.facts.push(fact);
    }
    maker.spec.is_check = maker.choices.chance(1, 4);
    maker.spec.goal = maker.settled_formula();
    maker.spec
}

impl Maker {
    fn new(seed: u64) -> Maker {
        let (choices, spec) = (Generator::new(seed), Spec::default());
        Maker { choices, spec, of_sets: false, variables: Vec::new() }
    }

    fn parameters(&mut self) {
        for name in ["p", "q"].into_iter().take(self.choices.one_of(&[1, 1, 2])) {
            let multiplicity = self.choices.one_of(&[
                Multiplicity::One,
                Multiplicity::One,
                Multiplicity::Lone,
                Multiplicity::Some,
                Multiplicity::Set,
            ]);
            let sig = self.any_sig();
            self.spec.parameters.push(Parameter { name: name.to_string(), multiplicity, sig });
        }
    }

    /// A formula whose names have one meaning; if none is found soon, one that says nothing.
    fn settled_formula(&mut self) -> super::tree::Formula {
        let variables = self.variables.clone();
        for _ in 0..20 {
            self.variables.clone_from(&variables);
            let depth = self.choices.one_of(&[1, 2, 2, 3]);
            let goal = self.formula(depth);
            let parameters = self.spec.parameters.clone();
            let alone =
                Spec { goal: goal.clone(), facts: Vec::new(), parameters, ..self.spec.clone() };
            if settled(&alone).is_ok() {
                return goal;
            }
        }
        super::tree::Formula::True
    }

    fn any_sig(&mut self) -> super::tree::SigId {
        self.choices.below(self.spec.sigs.len())
    }
}
