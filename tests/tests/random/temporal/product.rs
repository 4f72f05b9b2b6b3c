//! What Korrel lists of a spec's text, as traces of the witness.

use korrel_enumerate::counting::count;
use korrel_enumerate::{Classes, Instances, Meaning, Next, Problem, Strategy, vacuous};
use korrel_lang::code;
use korrel_lang::instance::Instance;
use korrel_lang::model::{Command, TraceKind};
use korrel_lang::tuples::TupleSet;
use korrel_lang::universe::AtomId;
use korrel_sat::counter::{CountOutcome, Limits};
use korrel_sat::{CompileWhen, Effort};
use korrel_tests::Spec as Korrel;
use korrel_translate::OfTraces;

use super::evaluate::State;
use super::states::World;
use super::traces::{Kind, Query, Trace};
use super::value::Value;

/// So many of what it lists are judged by its evaluator.
const JUDGED: usize = 50;

/// All that it lists, and how many it counts without a list.
pub struct Listed {
    pub traces: Vec<Trace>,
    pub counted: String,
}

/// # Errors
/// Its messages, if it refuses the spec; an atom that the scope has not.
pub fn listed(world: &World<'_>, text: &str, query: Query) -> Result<Listed, String> {
    let spec = Korrel::read(text)?;
    let traces = match query.kind {
        Kind::Lassos => TraceKind::Lassos,
        Kind::Prefixes => TraceKind::Prefixes,
        Kind::Maximal => TraceKind::Maximal,
    };
    let command = Command { traces, ..spec.first() };
    let ignore_parameters = query.ignores_parameters;
    let meaning = Meaning { ignore_parameters, ..Meaning::default() };
    let problem = spec.try_problem(&command, meaning)?;
    // Most specs have fewer instances than a compilation waits for.
    let compiles = CompileWhen::After(text.len() as u32 % 3);
    let instances = spec.instances(&problem, Strategy { compiles, ..Strategy::default() });
    if let Some(fault) = instances.iter().take(JUDGED).find_map(|found| problem.fault(found)) {
        return Err(format!("listed, but {fault}"));
    }
    let asked = problem.question.traces.ok_or("it is not about traces")?;
    let reader = Reader { world, asked, ignore_parameters };
    let traces = instances.iter().map(|instance| reader.trace(instance));
    let traces: Vec<Trace> = traces.collect::<Result<_, _>>()?;
    // Those that go on are told apart by listing alone.
    let is_listed = query.kind == Kind::Maximal;
    let counted = if is_listed { traces.len().to_string() } else { counted(&problem) };
    Ok(Listed { traces, counted })
}

/// Whether it says that every trace ends.
///
/// # Errors
/// Its messages, if it refuses the spec.
pub fn ends(text: &str) -> Result<bool, String> {
    let spec = Korrel::read(text)?;
    let command = spec.first();
    let problem = spec.try_problem(&command, Meaning::default())?;
    let found = Instances::new(&problem, Strategy::default(), Effort::default());
    if !matches!(found.map(|mut found| found.next()), Ok(Next::Exhausted)) {
        return Ok(false);
    }
    let warning = vacuous(&problem.question, true, &Effort::default());
    Ok(warning.is_some_and(|warning| warning.code == Some(code::ENDS)))
}

fn counted(problem: &Problem<'_>) -> String {
    match count(problem, Classes::Isomorphism, Limits::default(), &Effort::default()) {
        Ok(counted) => match counted.outcome {
            CountOutcome::Done(number) => number.to_string(),
            other => format!("{other:?}"),
        },
        Err(why) => format!("{why:?}"),
    }
}

pub struct Reader<'r> {
    pub world: &'r World<'r>,
    pub asked: OfTraces<'r>,
    pub ignore_parameters: bool,
}

impl Reader<'_> {
    pub fn trace(&self, instance: &Instance) -> Result<Trace, String> {
        let trace = self.asked.trace(instance);
        let states = trace.states.iter().map(|state| self.state(state));
        let states = states.collect::<Result<Vec<State>, String>>()?;
        let declared =
            self.asked.command.parameters.iter().flat_map(|declared| &declared.variables);
        let parameters = declared.filter(|_| !self.ignore_parameters).map(|id| {
            let first = &trace.states[0];
            let found = first.variables().iter().find(|(variable, _)| variable == id);
            self.value(first, &found.ok_or("a parameter has no value")?.1)
        });
        let parameters = parameters.collect::<Result<Vec<Value>, String>>()?;
        Ok(Trace { parameters, states, back: trace.back })
    }

    fn state(&self, state: &Instance) -> Result<State, String> {
        let spec = self.world.spec;
        let sigs = spec.sigs.iter().map(|sig| {
            let found = self.asked.model.sigs.iter().find(|(_, own)| own.name == sig.name);
            self.value(state, state.sig(found.ok_or("a sig is missing")?.0))
        });
        let fields = spec.fields.iter().map(|field| {
            let found = self.asked.model.fields.iter().find(|(_, own)| own.name == field.name);
            self.value(state, state.field(found.ok_or("a field is missing")?.0))
        });
        sigs.chain(fields).collect()
    }

    fn value(&self, state: &Instance, tuples: &TupleSet) -> Result<Value, String> {
        let mut value = Value::none(tuples.arity() as u32);
        for tuple in tuples.tuples() {
            let atoms = tuple.iter().map(|&atom| self.atom(state, atom));
            let atoms = atoms.collect::<Result<Vec<usize>, String>>()?;
            let number =
                atoms.iter().rev().fold(0, |number, atom| number * self.world.space.0 + atom);
            value.bits |= 1 << number;
        }
        Ok(value)
    }

    fn atom(&self, state: &Instance, atom: AtomId) -> Result<usize, String> {
        for top in self.world.spec.tops() {
            let name = &self.world.spec.sigs[top].name;
            let found = self.asked.model.sigs.iter().find(|(_, own)| own.name == *name);
            let block = state.universe.block(found.ok_or("a sig is missing")?.0);
            if block.contains(&atom.0) {
                let own = self.world.atom(top, (atom.0 - block.start) as usize);
                return own.ok_or_else(|| format!("{name} has too many atoms"));
            }
        }
        Err(format!("atom {} is of no sig", atom.0))
    }
}
