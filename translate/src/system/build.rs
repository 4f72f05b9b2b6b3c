//! From a command to its system.

use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::instance::Relation;
use korrel_lang::model::{
    Command, Fact, FactOrigin, Formula, Model, Sig, SigId, TraceKind, Unrolling,
};
use korrel_lang::universe::AtomId;
use korrel_lang::unroll::{Time, UnrolledCommand};
use korrel_sat::Effort;
use rustc_hash::{FxHashMap, FxHashSet};

use super::{SystemMeaning, SystemVariable, TraceSystem};
use crate::circuit::matrix::Matrix;
use crate::circuit::{Bit, Circuit};
use crate::draft::{Contents, Draft};
use crate::encode::{FormulaEncoder, Interpretation, MonitorRule, Said, UnsupportedConstruct};
use crate::failure::TranslationFailure;
use crate::question::Question;
use crate::scope::Overflow;
use crate::symmetry::Symmetry;

/// The most states that one formula may read by primes.
const MOST_STATES: usize = 8;

impl TraceSystem {
    /// The system of a command about infinite traces, however many states its scope has.
    ///
    /// # Errors
    /// A command about one state, a scope that cannot be, a construct that cannot be translated, or a stop.
    pub fn new(
        model: &Model,
        command: &Command,
        overflow: Overflow,
        effort: &Effort,
    ) -> Result<TraceSystem, TranslationFailure> {
        if !model.is_temporal(command) {
            let mistake = Diagnostic::new(code::TEMPORAL, "this command is about one state");
            return Err(mistake
                .at(command.span, "nothing here changes over time")
                .help("declare by `var` what changes")
                .into());
        }
        let one = in_one_state(command);
        let question = Question::new(model, &one, overflow, effort)?;
        let symmetry = Symmetry::new(&question, true, Vec::new(), effort)?;
        let mut states = 2;
        loop {
            let mut draft = Draft::new(&question, &symmetry, effort);
            let built = Builder::new(model, command, &question, &mut draft, states).system();
            match built {
                Ok(system) => {
                    draft.check_size()?;
                    let circuit = draft.circuit;
                    return Ok(TraceSystem { circuit, ..system });
                }
                Err(Refusal { is_too_short: true, .. }) if states < MOST_STATES => states += 1,
                Err(Refusal { unsupported, .. }) => return Err(draft.refusal(unsupported)),
            }
        }
    }
}

/// The command as one about beginnings of one state: its scope, and the copies of the first state.
fn in_one_state(command: &Command) -> Command {
    let span = command.scope.steps.map_or(command.span, |steps| steps.span);
    let mut one = command.clone();
    one.traces = TraceKind::Prefixes;
    one.scope = one.scope.with_steps(1, 1, span);
    one.unrolled = Unrolling::default();
    one
}

/// Why there is no system.
struct Refusal {
    unsupported: UnsupportedConstruct,
    /// A prime led beyond the states that were there.
    is_too_short: bool,
}

struct Builder<'b, 'q> {
    model: &'b Model,
    command: &'b Command,
    unrolled: &'q UnrolledCommand,
    question: &'b Question<'q>,
    draft: &'b mut Draft<'q>,
    states: usize,
    /// The inputs of each variable: for this state, the next one, and so on.
    cells: Vec<Vec<Bit>>,
    place: FxHashMap<Bit, usize>,
}

impl<'b, 'q> Builder<'b, 'q> {
    fn new(
        model: &'b Model,
        command: &'b Command,
        question: &'b Question<'q>,
        draft: &'b mut Draft<'q>,
        states: usize,
    ) -> Builder<'b, 'q> {
        let unrolled = question.traces.expect("it is about traces").unrolled;
        let (cells, place) = (Vec::new(), FxHashMap::default());
        Builder { model, command, unrolled, question, draft, states, cells, place }
    }

    fn system(mut self) -> Result<TraceSystem, Refusal> {
        let whole = Contents { break_symmetry: false, ..Contents::default() };
        self.draft.assert_frame(whole);
        let frame = self.draft.root_bits();
        let (mut system, family) = (self.variables(), self.family());
        let at_once = self.draft.inputs.interpretation(&self.unrolled.model);
        let states = (0..self.states).map(|state| self.interpretation(&at_once, state)).collect();
        let comings = self.comings(&at_once);
        system.step.extend(comings.within);
        let circuit = &mut self.draft.circuit;
        let encoder = FormulaEncoder::over_time(&self.unrolled.model, self.model, states, circuit)
            .trying(None, self.question.all_tried);
        let Formulas { mut said, monitors, lasting } = formulas(encoder, self.model, self.command)?;
        said.once.extend(comings.once);
        self.finish(
            &mut system,
            frame.into_iter().chain(family).collect(),
            said,
            monitors,
            lasting,
        );
        Ok(system)
    }

    /// One variable for each cell.
    fn variables(&mut self) -> TraceSystem {
        let mut system = TraceSystem {
            circuit: Circuit::new(),
            variables: Vec::new(),
            initial: Vec::new(),
            step: Vec::new(),
            fair: Vec::new(),
        };
        let witnesses = self.draft.inputs.witnesses.iter().map(|(cell, _)| cell);
        let cells: Vec<_> = self.draft.inputs.cells.iter().chain(witnesses).cloned().collect();
        for cell in cells {
            let now = self.draft.inputs.cell(&cell);
            let changes = matches!(self.unrolled.told_by(cell.relation).1, Time::State(_));
            let mut inputs = vec![now];
            if changes {
                inputs.extend((1..self.states).map(|_| self.draft.circuit.input()));
                self.place.insert(now, self.cells.len());
                self.cells.push(inputs.clone());
            }
            let name = self.name(cell.relation, &cell.tuple);
            let next = *inputs.get(1).unwrap_or(&now);
            let meaning = SystemMeaning::Cell(cell);
            system.variables.push(SystemVariable { name: name.clone(), meaning, now, next });
            look_ahead(&name, &inputs, &mut system, &mut self.draft.circuit);
        }
        system
    }

    fn name(&self, relation: Relation, tuple: &[AtomId]) -> String {
        let model = &self.unrolled.model;
        let (original, _) = self.unrolled.told_by(relation);
        let universe = self.question.bounds.universe();
        let atoms: Vec<String> = tuple.iter().map(|&atom| universe.name(model, atom)).collect();
        let said = match original {
            Relation::Sig(sig) => model.sigs[sig].name.clone(),
            Relation::Field(field) => {
                let field = &model.fields[field];
                format!("{}.{}", model.sigs[field.sig].name, field.name)
            }
            Relation::Variable(variable) => model.variables[variable].name.clone(),
        };
        format!("{} in {said}", atoms.join("->"))
    }

    /// The matrices of the relations as they are in a state.
    fn interpretation(&mut self, at_once: &Interpretation, state: usize) -> Interpretation {
        let (cells, place) = (&self.cells, &self.place);
        let moved = |matrix: &Matrix| {
            let image = |(index, bit): (usize, Bit)| {
                (index, place.get(&bit).map_or(bit, |&at| cells[at][state]))
            };
            let entries: Vec<(usize, Bit)> = matrix.entries().map(image).collect();
            Matrix::from_entries(matrix.atoms(), matrix.arity(), entries)
        };
        let circuit = &mut self.draft.circuit;
        let (unrolled, model) = (self.unrolled, self.model);
        let of = |relation, circuit: &mut Circuit| {
            let whole = moved(&at_once.relations[relation]);
            match unrolled.told_by(relation) {
                (_, Time::Ever(top)) => {
                    let there = moved(&at_once.relations[first_copy(unrolled, top)]);
                    match relation {
                        Relation::Sig(sig) if sig == top => there,
                        _ => whole.intersection(&there, circuit),
                    }
                }
                _ => whole,
            }
        };
        let mut in_use: Vec<(usize, Bit)> = Vec::new();
        for top in model.top_level().chain([Sig::INT, Sig::STRING]) {
            in_use.extend(of(Relation::Sig(top), circuit).entries());
        }
        let atoms = at_once.universe.len();
        let relations = at_once.relations.map(|relation, _| match relation {
            Relation::Sig(Sig::UNIVERSE) => Matrix::from_entries(atoms, 1, in_use.clone()),
            relation => of(relation, circuit),
        });
        Interpretation { universe: at_once.universe.clone(), relations }
    }

    /// What holds of the atoms that mutable sigs ever hold. The sigs that extend one are told apart for all time.
    fn family(&mut self) -> Vec<Bit> {
        let at_once = self.draft.inputs.interpretation(&self.unrolled.model);
        let mut found = Vec::new();
        for (id, sig) in self.model.sigs.iter() {
            if !matches!(self.unrolled.told_by(Relation::Sig(id)).1, Time::Ever(_)) {
                continue;
            }
            let of = |sig: SigId| &at_once.relations[Relation::Sig(sig)];
            let circuit = &mut self.draft.circuit;
            for (at, &child) in sig.children.iter().enumerate() {
                found.push(of(child).subset(of(id), circuit));
                for &other in &sig.children[..at] {
                    found.push(of(child).disjoint(of(other), circuit));
                }
            }
            if sig.is_abstract && !sig.children.is_empty() {
                let all = sig.children.iter().map(|&child| of(child).clone());
                let all = all.reduce(|all, child| all.union(&child, circuit));
                found.push(of(id).subset(&all.expect("it has children"), circuit));
            }
        }
        found
    }

    /// The atoms of a mutable sig are some of those that it ever holds. Each of these comes, if the scope wants some.
    fn comings(&mut self, at_once: &Interpretation) -> Comings {
        let mut comings = Comings::default();
        for top in self.model.top_level() {
            if self.unrolled.told_by(Relation::Sig(top)).1 != Time::Ever(top) {
                continue;
            }
            let ever = &at_once.relations[Relation::Sig(top)];
            let there = &at_once.relations[first_copy(self.unrolled, top)];
            let in_family =
                |sig: SigId| self.unrolled.told_by(Relation::Sig(sig)).1 == Time::Ever(top);
            let scopes = &self.question.scopes;
            let is_wanted = self.model.sigs.ids().filter(|&sig| in_family(sig)).any(|sig| {
                scopes.sizes(sig).is_some_and(|sizes| sizes.min > 0)
                    || at_once.relations[Relation::Sig(sig)].bits().contains(&Bit::TRUE)
            });
            for (atom, bit) in there.entries() {
                comings.within.push(self.draft.circuit.implies(bit, ever.get(atom)));
            }
            if is_wanted {
                comings.once.extend(ever.entries().map(|(atom, ever)| (ever, there.get(atom))));
            }
        }
        comings
    }

    fn finish(
        self,
        system: &mut TraceSystem,
        always: Vec<Bit>,
        said: Said,
        monitors: Vec<(MonitorRule, Vec<Bit>)>,
        lasting: Vec<Bit>,
    ) {
        for (place, now) in lasting.into_iter().enumerate() {
            let (name, meaning) = (format!("witness {place}"), SystemMeaning::Memory);
            system.variables.push(SystemVariable { name, meaning, now, next: now });
        }
        for (place, (rule, inputs)) in monitors.into_iter().enumerate() {
            let name = format!("monitor {place}");
            let (now, next) = (inputs[0], inputs[1]);
            let meaning = SystemMeaning::Memory;
            system.variables.push(SystemVariable { name: name.clone(), meaning, now, next });
            look_ahead(&name, &inputs, system, &mut self.draft.circuit);
            system.initial.extend(rule.first.map(|first| if first { now } else { !now }));
            system.step.push(rule.step);
            system.fair.extend(rule.fair);
        }
        system.step.extend(said.always);
        system.fair.extend(said.again);
        // The circuit is the draft's until all is made.
        std::mem::swap(&mut system.circuit, &mut self.draft.circuit);
        for (place, (guard, bit)) in said.once.into_iter().enumerate() {
            system.once(place, guard, bit);
        }
        for (place, (guard, bit)) in said.lastly.into_iter().enumerate() {
            system.lastly(place, guard, bit);
        }
        system.begin(always, said.first);
        system.step.retain(|&bit| bit != Bit::TRUE);
        system.fair.retain(|&bit| bit != Bit::TRUE);
        std::mem::swap(&mut system.circuit, &mut self.draft.circuit);
    }
}

/// Values further ahead than the next state: in a state, a variable holds the one of the state after it.
fn look_ahead(name: &str, inputs: &[Bit], system: &mut TraceSystem, circuit: &mut Circuit) {
    for (ahead, pair) in inputs.windows(2).enumerate().skip(1) {
        let now = circuit.input();
        system.step.push(circuit.iff(now, pair[0]));
        let (name, meaning) = (format!("{name} in {ahead}"), SystemMeaning::Memory);
        system.variables.push(SystemVariable { name, meaning, now, next: pair[1] });
    }
}

/// The atoms of mutable sigs.
#[derive(Default)]
struct Comings {
    within: Vec<Bit>,
    /// What comes some time, if the first of each pair holds.
    once: Vec<(Bit, Bit)>,
}

/// What the formulas of a command are.
struct Formulas {
    said: Said,
    monitors: Vec<(MonitorRule, Vec<Bit>)>,
    /// The inputs of witnesses that never change.
    lasting: Vec<Bit>,
}

fn formulas<'a>(
    mut encoder: FormulaEncoder<'a>,
    model: &'a Model,
    command: &'a Command,
) -> Result<Formulas, Refusal> {
    let is_said = |fact: &&Fact| !matches!(fact.origin, FactOrigin::OverTime(_));
    let facts = model.facts.iter().filter(is_said).map(|fact| &fact.formula);
    let formulas: Vec<&Formula> = facts.chain([&command.goal]).collect();
    encoder.meeting(&formulas);
    let mut said = Said::default();
    let mut rules: Vec<MonitorRule> = Vec::new();
    let mut result = formulas.into_iter().try_for_each(|formula| encoder.said(formula, &mut said));
    while result.is_ok() && rules.len() < encoder.monitors() {
        result = encoder.rule(rules.len()).map(|rule| rules.push(rule));
    }
    if let Err(unsupported) = result {
        return Err(Refusal { unsupported, is_too_short: encoder.is_too_short() });
    }
    let lasting = encoder.lasting_witnesses();
    let inputs = |place| encoder.monitor_inputs(place);
    let monitors = rules.into_iter().enumerate().map(|(at, rule)| (rule, inputs(at))).collect();
    Ok(Formulas { said, monitors, lasting })
}

/// The relation that a mutable top-level sig is in the first state.
fn first_copy(unrolled: &UnrolledCommand, top: SigId) -> Relation {
    let mut sigs = unrolled.model.sigs.ids().map(Relation::Sig);
    let is_it =
        |relation: &Relation| unrolled.told_by(*relation) == (Relation::Sig(top), Time::State(0));
    sigs.find(is_it).expect("it has a copy")
}

impl TraceSystem {
    /// If the guard holds, the bit holds in some step.
    fn once(&mut self, place: usize, guard: Bit, bit: Bit) {
        let (now, next) = self.remember(format!("seen {place}"));
        let seen = self.circuit.or([now, bit]);
        let step = self.circuit.iff(next, seen);
        self.step.push(step);
        self.initial.push(!now);
        let fair = self.circuit.implies(guard, seen);
        self.fair.push(fair);
    }

    /// If the guard holds, the bit holds in all steps from some step on.
    fn lastly(&mut self, place: usize, guard: Bit, bit: Bit) {
        let (now, next) = self.remember(format!("settled {place}"));
        let stays = self.circuit.implies(now, next);
        let holds = self.circuit.implies(now, bit);
        self.step.extend([stays, holds]);
        let fair = self.circuit.implies(guard, now);
        self.fair.push(fair);
    }

    /// What holds at all times, and what holds in a first state. What a first state says of the next one is a step.
    fn begin(&mut self, always: Vec<Bit>, first: Vec<Bit>) {
        let lasting: FxHashSet<Bit> = self
            .variables
            .iter()
            .filter(|variable| variable.now == variable.next)
            .map(|variable| variable.now)
            .collect();
        let now: FxHashSet<Bit> = self.variables.iter().map(|variable| variable.now).collect();
        for bit in always {
            self.step.push(bit);
            if self.circuit.inputs_of(&[bit]).iter().all(|input| lasting.contains(input)) {
                self.initial.push(bit);
            }
        }
        let (here, ahead): (Vec<Bit>, Vec<Bit>) = first.into_iter().partition(|&bit| {
            self.circuit.inputs_of(&[bit]).iter().all(|input| now.contains(input))
        });
        self.initial.extend(here);
        if !ahead.is_empty() {
            let (now, next) = self.remember("first".to_owned());
            self.initial.push(now);
            self.step.push(!next);
            for bit in ahead {
                let step = self.circuit.implies(now, bit);
                self.step.push(step);
            }
        }
        self.initial.retain(|&bit| bit != Bit::TRUE);
    }
}
