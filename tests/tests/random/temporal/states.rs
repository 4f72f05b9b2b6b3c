//! All states that the declarations allow, one by one: configurations, and the states of each.

use super::Reading;
use super::evaluate::{Environment, Evaluator, State, allows};
use super::tree::{Expr, Multiplicity, Parent, SigId, Spec};
use super::value::{Space, Value};

/// Where the relations of a spec may have tuples.
pub struct World<'s> {
    pub spec: &'s Spec,
    pub space: Space,
    reading: Reading,
    /// The atoms of each top-level sig, in the order of the sigs.
    blocks: Vec<(SigId, std::ops::Range<usize>)>,
    /// The tuples that a relation may have, and those that it has.
    bounds: Vec<[Value; 2]>,
}

/// What is not `var`, with the states that it allows.
pub struct Configuration {
    pub states: Vec<State>,
}

impl<'s> World<'s> {
    pub fn new(spec: &'s Spec, reading: Reading) -> World<'s> {
        let (mut blocks, mut atoms) = (Vec::new(), 0);
        for sig in spec.tops() {
            let (size, _) = spec.scope(sig);
            blocks.push((sig, atoms..atoms + size));
            atoms += size;
        }
        let mut world = World { spec, space: Space(atoms), reading, blocks, bounds: Vec::new() };
        for id in 0..spec.sigs.len() {
            let all = world.block(spec.top(id));
            let is_full = spec.sigs[id].parent == Parent::Top && spec.scope(id).1;
            world.bounds.push([all, if is_full { all } else { Value::none(1) }]);
        }
        for field in &spec.fields {
            let all =
                world.space.product(world.block(spec.top(field.owner)), world.most(&field.range));
            world.bounds.push([all, Value::none(2)]);
        }
        world
    }

    fn block(&self, top: SigId) -> Value {
        let block = self.blocks.iter().find(|(sig, _)| *sig == top);
        let (_, atoms) = block.expect("each top-level sig has a block");
        Value::set(atoms.clone().fold(0, |bits, atom| bits | 1 << atom))
    }

    /// The atoms that a field may lead to: a sig, or a union.
    fn most(&self, range: &Expr) -> Value {
        match range {
            Expr::Sig(id) => self.block(self.spec.top(*id)),
            Expr::Binary(_, sides) => self.most(&sides[0]).with(self.most(&sides[1]), |a, b| a | b),
            Expr::Prime(inner) => self.most(inner),
            other => panic!("{other:?} is no range of a field"),
        }
    }

    fn is_variable(&self, relation: usize) -> bool {
        match self.spec.sigs.get(relation) {
            Some(sig) => sig.is_variable,
            None => self.spec.fields[relation - self.spec.sigs.len()].is_variable,
        }
    }

    fn open_cells(&self, is_variable: bool) -> Vec<(usize, usize)> {
        let relations = (0..self.bounds.len()).filter(|&id| self.is_variable(id) == is_variable);
        let open = |id: usize| {
            let [most, least] = self.bounds[id];
            most.with(least, |a, b| a & !b)
                .tuples()
                .map(move |tuple| (id, tuple))
                .collect::<Vec<_>>()
        };
        relations.flat_map(open).collect()
    }

    /// All configurations that have a state; `None` if more than two to this power must be tried.
    pub fn configurations(&self, most_cells: usize) -> Option<Vec<Configuration>> {
        let [fixed, variable] = [false, true].map(|is_variable| self.open_cells(is_variable));
        if fixed.len() + variable.len() > most_cells || self.space.0.pow(2) > 128 {
            return None;
        }
        let empty: State = self.bounds.iter().map(|[_, least]| *least).collect();
        let configuration = |fixed: State| {
            let states = assignments(&fixed, &variable);
            Configuration { states: states.filter(|state| self.is_declared(state)).collect() }
        };
        let all = assignments(&empty, &fixed).map(configuration);
        Some(all.filter(|configuration| !configuration.states.is_empty()).collect())
    }

    /// True if a state is as declarations say that every state is.
    fn is_declared(&self, state: &State) -> bool {
        let spec = self.spec;
        (0..spec.sigs.len()).all(|id| self.is_sig_declared(state, id))
            && (0..spec.fields.len()).all(|id| self.is_field_declared(state, id))
    }

    fn is_sig_declared(&self, state: &State, id: SigId) -> bool {
        let (spec, own) = (self.spec, &self.spec.sigs[id]);
        let is_inside = match own.parent {
            Parent::Top => true,
            Parent::Extends(parent) | Parent::In(parent) => {
                state[id].bits & !state[parent].bits == 0
            }
        };
        let children = || spec.children(id).map(|child| state[child].bits);
        let union = children().fold(0, |all, child| all | child);
        let are_disjoint =
            children().map(|child| child.count_ones()).sum::<u32>() == union.count_ones();
        let is_covered =
            !own.is_abstract || spec.children(id).next().is_none() || union == state[id].bits;
        is_inside && are_disjoint && is_covered && allows(own.multiplicity, state[id].len())
    }

    fn is_field_declared(&self, state: &State, id: usize) -> bool {
        let (space, field) = (self.space, &self.spec.fields[id]);
        let (value, owner) = (state[self.spec.sigs.len() + id], state[field.owner]);
        let single = [state];
        let evaluator = Evaluator::new(self.spec, space, Reading::default(), (&single, 0), 0);
        let range = match &field.range {
            Expr::Prime(inner) => self.there(state, inner),
            range => evaluator.value(range, &Environment::new()),
        };
        let of = |atom| space.join(Value::atom(atom), value);
        space.domain(owner, value) == value
            && space.range(value, range) == value
            && owner.tuples().all(|atom| allows(field.multiplicity, of(atom).len()))
    }

    /// The atoms of the type of a primed range that are there in a state. A subset sig has the type of what it lies in.
    fn there(&self, state: &State, range: &Expr) -> Value {
        match range {
            Expr::Sig(id) => match self.spec.sigs[*id].parent {
                Parent::In(parent) => self.there(state, &Expr::Sig(parent)),
                Parent::Top | Parent::Extends(_) => state[*id],
            },
            Expr::Binary(_, sides) => {
                self.there(state, &sides[0]).with(self.there(state, &sides[1]), |a, b| a | b)
            }
            Expr::Prime(inner) => self.there(state, inner),
            other => panic!("{other:?} is no range of a field"),
        }
    }

    /// True if two states can be of one trace: an atom that is in a child once is in it whenever it is in the parent, and in
    /// no sibling ever.
    pub fn are_together(&self, a: &State, b: &State) -> bool {
        let spec = self.spec;
        if self.reading.children_change {
            return true;
        }
        (0..spec.sigs.len()).all(|parent| {
            spec.children(parent).all(|child| {
                let stays = a[child].bits & b[parent].bits & !b[child].bits == 0
                    && b[child].bits & a[parent].bits & !a[child].bits == 0;
                let siblings = spec.children(parent).filter(|&sibling| sibling != child);
                stays && siblings.into_iter().all(|sibling| a[child].bits & b[sibling].bits == 0)
            })
        })
    }

    /// All renamings: of the atoms of each top-level sig that is not ordered.
    pub fn renamings(&self) -> Vec<Vec<usize>> {
        let mut all = vec![(0..self.space.0).collect::<Vec<usize>>()];
        if self.reading.no_renaming {
            return all;
        }
        let free = self.blocks.iter().filter(|(sig, _)| !self.spec.sigs[*sig].is_ordered);
        for (_, block) in free {
            let orders = permutations(block.clone().collect());
            let with = |of: &Vec<usize>| {
                let of = of.clone();
                orders.iter().map(move |order| {
                    let mut renaming = of.clone();
                    renaming[block.clone()].copy_from_slice(order);
                    renaming
                })
            };
            all = all.iter().flat_map(with).collect();
        }
        all
    }

    /// The atom that Korrel calls `Sig$number`.
    pub fn atom(&self, sig: SigId, number: usize) -> Option<usize> {
        let (_, atoms) = self.blocks.iter().find(|(top, _)| *top == sig)?;
        (number < atoms.len()).then_some(atoms.start + number)
    }
}

/// A state with each choice of the open cells.
fn assignments<'c>(
    of: &State,
    open: &'c [(usize, usize)],
) -> impl Iterator<Item = State> + use<'c> {
    let of = of.clone();
    (0..1u64 << open.len()).map(move |chosen| {
        let mut state = of.clone();
        let cells = open.iter().enumerate().filter(|(at, _)| chosen >> at & 1 == 1);
        cells.for_each(|(_, &(id, tuple))| state[id].bits |= 1 << tuple);
        state
    })
}

fn permutations(of: Vec<usize>) -> Vec<Vec<usize>> {
    if of.is_empty() {
        return vec![of];
    }
    let first = |at: usize| {
        let mut rest = of.clone();
        let first = rest.remove(at);
        permutations(rest).into_iter().map(move |rest| [vec![first], rest].concat())
    };
    (0..of.len()).flat_map(first).collect()
}

/// True for the multiplicities of parameters: what a `run` chooses.
pub fn is_chosen(multiplicity: Multiplicity, domain: Value, value: Value) -> bool {
    allows(multiplicity, value.len()) && value.bits & !domain.bits == 0
}
