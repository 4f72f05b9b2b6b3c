//! A command about traces as a command about one instance.
//!
//! *Problem.* A trace gives each `var` relation a value in every state, and formulas are about all states. All that
//! searches, counts and breaks symmetry knows one state. *Choice.* The trace is one instance: each relation that
//! changes has a copy for each state. A renaming of atoms acts on all copies at once, so one of each isomorphism class
//! of instances is one of each class of traces. How many states there are and where the loop begins are cells of that
//! instance, too (`shape`), so that one search lists the traces of all lengths, shortest first. A formula that is the
//! same for several lengths is translated once. Formulas are copied to the states in which they are read (`copy`,
//! `values`), temporal operators become conjunctions and disjunctions over states (`operators`, `moments`). *Rejected.*
//! A search for each length and loop, as Pardinus has it (Macedo, Brunel, Chemouil, Cunha 2022): whatever lists,
//! counts, resumes and shares work would have to do so for a row of problems.
//!
//! Only least lassos are instances (shortest loop word, then shortest prefix), so that no trace is listed twice: the
//! last state before the loop differs from the last of the loop, and the loop is no repetition of a shorter one.

mod beginnings;
mod calls;
mod copies;
mod copy;
mod cut;
mod denied;
mod judged;
mod moments;
mod operators;
mod reading;
mod shape;
mod steps;
mod traits;
mod values;

use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::arena::Id;
use crate::instance::{Instance, Relation};
pub use crate::model::UnrolledCommand;
use crate::model::build::{binary, conjunction, disjoint, set, subset, union};
use crate::model::{
    Command, CommandKind, Expr, Fact, FactOrigin, Formula, FormulaKind, FreeVariables, FunctionId,
    Model, RelationOp, Sig, SigId, StateCopies, TraceKind, TraceShape, VariableId,
};
use crate::trace::Trace;
use crate::tuples::TupleSet;
use crate::universe::Universe;
pub use beginnings::violating_beginnings;
use calls::InstanceKey;
use judged::JudgedView;
use moments::Moment;
use reading::{CallEnvironment, NameReading};
pub use steps::Steps;
use traits::{Traits, TraitsOf};

/// The number of states that a trace may have where the scope says nothing, as in Alloy.
pub const STEPS: u32 = 10;

/// What a trace says of the instance that it is.
#[derive(Clone, Debug)]
pub struct TraceRecording {
    /// The values of relations, over the trace's universe.
    pub values: Vec<(Relation, TupleSet)>,
    /// For the relations of the shape, whether they hold the hidden atom.
    pub flags: Vec<(Relation, bool)>,
}

/// The states of a trace that a relation of its instance is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Time {
    /// All: it does not change.
    Always,
    State(usize),
    /// None in particular: it says of each atom of this top-level sig that is ever in it what holds of it at all times.
    Ever(SigId),
    /// None: it is of the shape.
    Shape,
}

impl Command {
    /// The command as one about instances, if it is about traces. `model` is the one that it is of.
    pub fn unrolled(&self, model: &Model) -> Option<&UnrolledCommand> {
        let unrolled = || Box::new(UnrolledCommand::new(model, self));
        model.is_temporal(self).then(|| &**self.unrolled.0.get_or_init(unrolled))
    }
}

impl UnrolledCommand {
    pub fn new(model: &Model, command: &Command) -> UnrolledCommand {
        let states = Steps::greatest(model, command) as usize;
        let mut unrolled = model.clone();
        unrolled.declares_var = false;
        unrolled.facts = Vec::new();
        unrolled.commands = Vec::new();
        let view = match command.traces {
            TraceKind::Lassos => JudgedView::Infinite,
            TraceKind::Prefixes | TraceKind::Maximal => JudgedView::Weak,
            TraceKind::Openings | TraceKind::Refuting => JudgedView::Open,
        };
        let least = match command.traces {
            // A trace is what it is, however often its loop is unrolled.
            TraceKind::Lassos => 1,
            _ => command.scope.steps.map_or(1, |steps| steps.min),
        };
        let shape = TraceShape::declare(&mut unrolled, least as usize..=states, command.traces);
        let copies = StateCopies::declare(&mut unrolled, states);
        let unroller = Unroller {
            original: model,
            model: unrolled,
            copies,
            shape,
            traits: TraitsOf::default(),
            free_variables: FreeVariables::default(),
            view,
            originals: FxHashMap::default(),
            is_beyond: false,
            comparisons: 0,
            instances: FxHashMap::default(),
            copied: FxHashMap::default(),
        };
        unroller.finish(command)
    }

    /// The relations that say how many states there are, and which of them the loop begins with: what an instance
    /// decides first.
    pub fn shape(&self) -> impl Iterator<Item = Relation> {
        self.shape.relations()
    }

    /// The relation of the model as it was whose value a relation of an instance tells, and the states of which it
    /// does. One of the shape stands for itself.
    pub fn told_by(&self, relation: Relation) -> (Relation, Time) {
        match relation {
            _ if self.shape.relations().any(|of_shape| of_shape == relation) => {
                (relation, Time::Shape)
            }
            Relation::Sig(sig) if sig == self.shape.trace() => (relation, Time::Shape),
            Relation::Sig(sig) if self.copies.lasts(sig) => {
                (relation, Time::Ever(self.model.top(sig)))
            }
            _ => match self.copies.original(relation) {
                Some((original, state)) => (original, Time::State(state)),
                None => (relation, Time::Always),
            },
        }
    }

    /// The relations of it that say how many states there are: that there is more than one, more than two, and so on.
    pub fn longer(&self) -> impl Iterator<Item = Relation> {
        self.shape.relations().take(self.shape.states() - 1)
    }

    /// The number of states of the trace that an instance is.
    pub fn length(&self, instance: &Instance) -> usize {
        self.shape.read(instance).0
    }

    /// The values of variables, each as of the variable that it is a copy of.
    pub fn witnesses(
        &self,
        instance: &Instance,
        values: &[(VariableId, TupleSet)],
    ) -> Vec<(VariableId, TupleSet)> {
        let universe = instance.universe.without(self.shape.trace());
        let original = |variable| self.originals.get(&variable).copied().unwrap_or(variable);
        let value = |(variable, value): &(VariableId, TupleSet)| {
            (original(*variable), self.moved(instance, &universe, value))
        };
        values.iter().map(value).collect()
    }

    /// The trace that an instance is.
    pub fn trace(&self, model: &Model, instance: &Instance) -> Trace {
        let (states, back) = self.shape.read(instance);
        let universe = Arc::new(instance.universe.without(self.shape.trace()));
        let states = (0..states).map(|state| self.state(model, instance, &universe, state));
        let states = states.collect();
        Trace { states, back }
    }

    /// What a trace says of the instance that it is, by these relations of the model as it was. `None` for a trace of
    /// more states than the scope has, or of another kind.
    pub fn recorded(
        &self,
        trace: &Trace,
        relations: impl IntoIterator<Item = Relation>,
    ) -> Option<TraceRecording> {
        let is_one = trace.states.len() <= self.shape.states()
            && trace.back.is_some() == self.shape.is_looping();
        is_one.then(|| {
            let of = |relation| self.copies.recorded(relation, trace);
            let values = relations.into_iter().flat_map(of).collect();
            let flags = self.shape.flags(trace.states.len(), trace.back);
            TraceRecording { values, flags }
        })
    }

    fn state(
        &self,
        model: &Model,
        instance: &Instance,
        universe: &Arc<Universe>,
        state: usize,
    ) -> Instance {
        let mut values = Instance::empty(model, Arc::clone(universe));
        for (variable, value) in instance.variables() {
            values.relations.declare(*variable, self.moved(instance, universe, value));
        }
        let fields = model.fields.ids().map(Relation::Field);
        let sigs = model.sigs.ids().skip(Sig::STRING.index() + 1);
        for relation in sigs.map(Relation::Sig).chain(fields) {
            let value = self.copies.value(&self.model, instance, relation, state);
            *values.get_mut(relation) = self.moved(instance, universe, &value);
        }
        values.close_universe(model);
        values
    }

    /// A value over the universe without the hidden atom, which none of the model's relations holds.
    fn moved(&self, instance: &Instance, universe: &Universe, value: &TupleSet) -> TupleSet {
        let hidden = instance.universe.block(self.shape.trace()).start;
        let mut moved = TupleSet::empty(universe.len(), value.arity());
        for mut tuple in value.tuples() {
            tuple.iter_mut().for_each(|atom| atom.0 -= u32::from(atom.0 > hidden));
            moved.insert(&tuple);
        }
        moved
    }
}

/// The work of unrolling one command.
struct Unroller<'m> {
    original: &'m Model,
    model: Model,
    copies: StateCopies,
    shape: TraceShape,
    traits: TraitsOf<'m>,
    free_variables: FreeVariables<'m>,
    /// How formulas are taken.
    view: JudgedView,
    originals: FxHashMap<VariableId, VariableId>,
    /// What is copied reads something beyond the last state.
    is_beyond: bool,
    /// The number of enclosing comparisons.
    comparisons: usize,
    /// The predicates that say that a formula holds at a moment, and whether they read something beyond the last state.
    instances: FxHashMap<InstanceKey<'m>, (FunctionId, bool)>,
    /// The copies of functions that are about one state.
    copied: FxHashMap<(FunctionId, usize), FunctionId>,
}

impl<'m> Unroller<'m> {
    fn finish(mut self, command: &'m Command) -> UnrolledCommand {
        let original = self.original;
        self.say_shape();
        self.say_copies();
        for fact in &original.facts {
            // By the atoms that a mutable sig ever holds it is so.
            if !matches!(fact.origin, FactOrigin::OverTime(_)) {
                self.fact(fact);
            }
        }
        let mut unrolled = command.clone();
        unrolled.parameters =
            command.parameters.iter().map(|declaration| self.parameter(declaration)).collect();
        unrolled.declared = self.said(&command.declared);
        // A beginning breaks an assertion only if that is so however it goes on.
        let is_beginning = self.view == JudgedView::Weak || command.traces == TraceKind::Refuting;
        if is_beginning && command.kind == CommandKind::Check {
            self.view = JudgedView::Strong;
        }
        unrolled.goal = self.said(&command.goal);
        let denied = self.denied(command);
        let shortest = self.denied_at_the_end(command);
        let Unroller { model, copies, shape, originals, .. } = self;
        let mut unrolled = UnrolledCommand {
            model,
            command: unrolled,
            denied,
            shortest,
            copies,
            shape,
            originals,
        };
        unrolled.model.commands.push(unrolled.command.clone());
        unrolled
    }

    fn fact(&mut self, fact: &'m Fact) {
        let Traits { is_touched, .. } = self.traits_of(&fact.formula);
        let said = match is_touched {
            true => self.said(&fact.formula),
            false => fact.formula.clone(),
        };
        // Each conjunct is a fact of its own, which simplifies those after it.
        let parts = match said.kind {
            FormulaKind::And(parts) => parts,
            kind => vec![Formula { kind, ..said }],
        };
        let (name, origin, span) = (&fact.name, fact.origin, fact.span);
        let facts = parts.into_iter();
        self.model.facts.extend(facts.map(|formula| Fact {
            name: name.clone(),
            formula,
            origin,
            span,
        }));
    }

    /// What a formula says of the first state. Its own connectives and quantifiers stay where others look for them.
    fn said(&mut self, formula: &'m Formula) -> Formula {
        if let FormulaKind::And(parts) = &formula.kind {
            let parts = parts.iter().map(|part| self.said(part)).collect();
            return Formula { kind: FormulaKind::And(parts), span: formula.span };
        }
        let environment = CallEnvironment::default();
        match self.traits_of(formula).primes {
            0 => {
                let (now, next) = (Moment::START, Rc::from([]));
                self.formula(formula, &NameReading { now, next, environment, is_positive: true })
            }
            _ => self.holds(formula, Moment::START, &environment, true),
        }
    }

    fn say(&mut self, sig: SigId, formula: Formula) {
        let span = formula.span;
        let name = format!("states of {}", self.model.sigs[sig].name);
        self.model.facts.push(Fact { name, formula, origin: FactOrigin::Sig(sig), span });
    }

    /// A mutable sig has at some time each atom that it ever has. The sigs that extend it are told apart for all time.
    fn say_copies(&mut self) {
        let original = self.original;
        for top in original.top_level().filter(|&top| original.sigs[top].is_variable) {
            let span = original.sigs[top].span;
            let states = self.copies.of(Relation::Sig(top)).expect("it is mutable").to_vec();
            let sets = states.iter().map(|&copy| copies::expression(copy, 1, span)).collect();
            let all = union(sets).expect("there is a state");
            self.say(top, Formula { kind: FormulaKind::Equal(set(top, span), all), span });
            self.say_family(top);
        }
    }

    fn say_family(&mut self, sig: SigId) {
        let declared = &self.original.sigs[sig];
        let span = declared.span;
        for (at, &child) in declared.children.iter().enumerate() {
            self.say(child, subset(set(child, span), set(sig, span), span));
            for &other in &declared.children[..at] {
                self.say(child, disjoint(set(child, span), set(other, span), span));
            }
            self.say_family(child);
        }
        if declared.is_abstract
            && let Some(all) = union(declared.children.iter().map(|&c| set(c, span)).collect())
        {
            self.say(sig, subset(set(sig, span), all, span));
        }
    }
}

/// `a & b`.
fn intersection(a: Expr, b: Expr) -> Expr {
    binary(RelationOp::Intersection, a, b)
}

/// `if condition, then formula`. Without a condition, the formula.
fn given(condition: Vec<Formula>, formula: Formula) -> Formula {
    let span = formula.span;
    match condition.is_empty() {
        true => formula,
        false => {
            let condition = Box::new(conjunction(condition, span));
            Formula { kind: FormulaKind::Implies(condition, Box::new(formula)), span }
        }
    }
}
