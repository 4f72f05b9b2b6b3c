//! The little world that the trees mention: `sig A { f: set A, k: one Int }` and `one sig S { v, w:
//! one Int }`.

use std::sync::Arc;

use korrel_lang::instance::Instance;
use korrel_lang::model::{
    Field, FieldId, Formula, IntExpr, Model, Multiplicity, Range, Sig, SigId, SigKind,
    SigMultiplicity, Type, Variable, VariableId,
};
use korrel_lang::per_relation::PerRelation;
use korrel_lang::universe::{Arithmetic, AtomId, Universe};

use super::super::quantifier::factored::Thrift;
use super::super::{FormulaEncoder, Interpretation, Obstacle, UnsupportedConstruct};
use super::build::{SPAN, sig};
use crate::circuit::matrix::Matrix;
use crate::circuit::word::Word;
use crate::circuit::{Bit, Circuit};
use crate::testing::{Random, assignments};

impl<'a> FormulaEncoder<'a> {
    /// The number, wrapped around where the arithmetic of the universe does.
    ///
    /// # Errors
    /// If it holds a construct that cannot be translated.
    pub fn integer(&mut self, expr: &'a IntExpr) -> Result<Word, UnsupportedConstruct> {
        let number = self.encode_integer(expr)?;
        Ok(number.word(self.circuit))
    }
}

pub const A: SigId = SigId(5);
pub const S: SigId = SigId(6);
pub const F: FieldId = FieldId(0);
pub const K: FieldId = FieldId(1);
pub const V: FieldId = FieldId(2);
pub const W: FieldId = FieldId(3);
/// The greatest number of atoms of `A`. They are the atoms 0, 1, 2, and the one of `S` is 3.
pub const N: usize = 3;

/// A concrete state.
#[derive(Debug)]
pub struct State {
    pub a: Vec<bool>,
    pub f: Vec<Vec<bool>>,
    pub k: Vec<i64>,
    pub v: i64,
    pub w: i64,
}

impl State {
    fn random(random: &mut Random, (low, high): (i64, i64)) -> State {
        let a = random.bools(N);
        let mut number = || low + random.below((high - low + 1) as usize) as i64;
        let (k, v, w) = ((0..N).map(|_| number()).collect(), number(), number());
        let f = (0..N).map(|i| (0..N).map(|j| a[i] && a[j] && random.below(2) == 0).collect());
        State { f: f.collect(), a, k, v, w }
    }

    /// The atoms of `A`.
    pub fn atoms(&self) -> Vec<usize> {
        (0..N).filter(|&atom| self.a[atom]).collect()
    }

    /// True if `to` is reached from `from` by one step or more.
    pub fn reaches(&self, from: usize, to: usize) -> bool {
        let mut reached = self.f[from].clone();
        for _ in 0..N {
            for via in 0..N {
                if reached[via] {
                    (0..N).for_each(|next| reached[next] |= self.f[via][next]);
                }
            }
        }
        reached[to]
    }
}

/// A model, its bounds, and the circuit's inputs in order.
pub struct World {
    pub model: Model,
    pub interpretation: Interpretation,
    circuit: Circuit,
    range: (i64, i64),
}

impl World {
    /// Over integers of 3 bits, or exactly −4..3.
    pub fn new(arithmetic: Arithmetic) -> World {
        World::with_integers(arithmetic, (-4, 3))
    }

    pub fn with_integers(arithmetic: Arithmetic, range: (i64, i64)) -> World {
        let universe =
            Universe::new(&[(A, N as u32), (S, 1)], Some(range), &["text".into()], 0, arithmetic);
        let mut circuit = Circuit::new();
        let interpretation = interpretation(universe, &mut circuit);
        World { model: model(), interpretation, circuit, range }
    }

    /// Checks the formula's bit against what it means, on random states. Of Skolemised variables some
    /// values have to make it true.
    pub fn check(&self, formula: &Formula, expected: impl Fn(&State) -> bool) {
        for thrift in [Thrift::USUAL, Thrift::NONE] {
            let mut circuit = self.circuit.clone();
            let mut encoder =
                FormulaEncoder::new(&self.model, self.interpretation.clone(), &mut circuit);
            encoder.thrift = thrift;
            let bit = encoder.formula(formula).expect("the formula can be translated");
            let fresh = circuit.inputs() - self.circuit.inputs();
            self.states(|state, inputs| {
                let holds = assignments(fresh).any(|witness| {
                    let values = circuit.evaluate(&[inputs, &witness[..]].concat());
                    values.get(bit)
                });
                assert_eq!(holds, expected(state), "{thrift:?} in {state:?} for {formula:?}");
            });
        }
    }

    /// Checks a number against what it means, on random states.
    pub fn check_number(&self, expr: &IntExpr, expected: impl Fn(&State) -> i64) {
        let mut circuit = self.circuit.clone();
        let word = FormulaEncoder::new(&self.model, self.interpretation.clone(), &mut circuit)
            .integer(expr)
            .expect("the number can be translated");
        self.states(|state, inputs| {
            let number = word.value(&circuit.evaluate(inputs));
            assert_eq!(number, i128::from(expected(state)), "in {state:?} for {expr:?}");
        });
    }

    /// True if a formula holds that depends on no input, which must be seen without a solver.
    pub fn closed(&self, formula: &Formula) -> bool {
        let mut circuit = self.circuit.clone();
        let mut encoder =
            FormulaEncoder::new(&self.model, self.interpretation.clone(), &mut circuit);
        let bit = encoder.formula(formula).expect("the formula can be translated");
        assert!(bit.is_constant(), "a closed formula is a constant");
        bit == Bit::TRUE
    }

    /// The obstacle for which the formula is refused.
    pub fn refusal(&self, formula: &Formula) -> Option<Obstacle> {
        let mut circuit = self.circuit.clone();
        let mut encoder =
            FormulaEncoder::new(&self.model, self.interpretation.clone(), &mut circuit);
        encoder.formula(formula).err().map(|unsupported| unsupported.obstacle)
    }

    /// The number of inputs that are made for the formula.
    pub fn fresh_inputs(&self, formula: &Formula) -> usize {
        let mut circuit = self.circuit.clone();
        let mut encoder =
            FormulaEncoder::new(&self.model, self.interpretation.clone(), &mut circuit);
        encoder.formula(formula).expect("the formula can be translated");
        assert_eq!(encoder.into_skolems().inputs.len(), circuit.inputs() - self.circuit.inputs());
        circuit.inputs() - self.circuit.inputs()
    }

    /// The number of gates that are made for the formula.
    pub fn gates(&self, formula: &Formula) -> usize {
        let mut circuit = self.circuit.clone();
        let mut encoder =
            FormulaEncoder::new(&self.model, self.interpretation.clone(), &mut circuit);
        encoder.formula(formula).expect("the formula can be translated");
        circuit.len() - self.circuit.len()
    }

    /// A random state in which the formula's bit is not what `judge` says. Refusals count as
    /// agreement.
    pub fn disagreement(
        &self,
        formula: &Formula,
        states: usize,
        thrift: Thrift,
        judge: impl Fn(&Model, &Instance) -> bool,
    ) -> Option<String> {
        let mut circuit = self.circuit.clone();
        let mut encoder =
            FormulaEncoder::new(&self.model, self.interpretation.clone(), &mut circuit);
        encoder.thrift = thrift;
        let bit = encoder.formula(formula).ok()?;
        let mut random = Random::new(13);
        (0..states).find_map(|_| {
            let state = State::random(&mut random, self.range);
            let values = circuit.evaluate(&self.inputs(&state));
            let mut instance =
                Instance::empty(&self.model, Arc::clone(&self.interpretation.universe));
            let relations = &self.interpretation.relations;
            instance.relations = relations.map(|_, matrix| matrix.value(&values));
            let expected = judge(&self.model, &instance);
            (values.get(bit) != expected)
                .then(|| format!("the evaluator says {expected} in {state:?}"))
        })
    }

    fn states(&self, mut visit: impl FnMut(&State, &[bool])) {
        let mut random = Random::new(11);
        for _ in 0..120 {
            let state = State::random(&mut random, self.range);
            visit(&state, &self.inputs(&state));
        }
    }

    /// The inputs in the order in which [`interpretation`] makes them.
    fn inputs(&self, state: &State) -> Vec<bool> {
        let (low, high) = self.range;
        let one_hot = |number: i64| (low..=high).map(move |value| value == number);
        let mut inputs = state.a.clone();
        inputs.extend(state.f.iter().flatten());
        for atom in 0..N {
            inputs.extend(one_hot(state.k[atom]).map(|bit| bit && state.a[atom]));
        }
        inputs.extend(one_hot(state.v));
        inputs.extend(one_hot(state.w));
        inputs
    }
}

fn interpretation(universe: Universe, circuit: &mut Circuit) -> Interpretation {
    let n = universe.len();
    let block = |sig: SigId| universe.block(sig).map(|atom| atom as usize);
    let constant = |sig: SigId| Matrix::from_entries(n, 1, block(sig).map(|a| (a, Bit::TRUE)));
    let a = Matrix::from_entries(n, 1, (0..N).map(|atom| (atom, circuit.input())));
    let s = constant(S);
    let pairs = (0..N).flat_map(|i| (0..N).map(move |j| i * n + j));
    let f = Matrix::from_entries(n, 2, pairs.map(|index| (index, circuit.input())));
    let mut numbers = |atoms: std::ops::Range<usize>| {
        let integers: Vec<usize> = block(Sig::INT).collect();
        let pairs = atoms.flat_map(|atom| integers.iter().map(move |i| atom * n + i));
        let pairs: Vec<usize> = pairs.collect();
        Matrix::from_entries(n, 2, pairs.into_iter().map(|index| (index, circuit.input())))
    };
    let fields = [f, numbers(0..N), numbers(N..N + 1), numbers(N..N + 1)];
    let others = (N..n).map(|atom| (atom, Bit::TRUE));
    let all = Matrix::from_entries(n, 1, a.entries().chain(others));
    let sigs = [
        all,
        Matrix::empty(n, 1),
        constant(Sig::INT),
        constant(Sig::SEQ_INT),
        constant(Sig::STRING),
        a,
        s,
    ];
    let relations = PerRelation::new(sigs.into_iter().collect(), fields.into_iter().collect());
    Interpretation { universe: Arc::new(universe), relations }
}

/// The sigs and fields, and variables for the trees to bind.
fn model() -> Model {
    let mut model = Model::default();
    for name in ["univ", "none", "Int", "seq/Int", "String", "A", "S"] {
        model.sigs.push(Sig {
            name: name.into(),
            path: name.into(),
            kind: if matches!(name, "A" | "S") { SigKind::TopLevel } else { SigKind::Builtin },
            is_abstract: false,
            multiplicity: if name == "S" { SigMultiplicity::One } else { SigMultiplicity::Any },
            is_private: false,
            is_variable: false,
            is_enum: false,
            is_library: false,
            children: Vec::new(),
            fields: Vec::new(),
            span: SPAN,
        });
    }
    let set = (Multiplicity::Set, A);
    let one = (Multiplicity::One, Sig::INT);
    for (name, owner, (multiplicity, target)) in
        [("f", A, set), ("k", A, one), ("v", S, one), ("w", S, one)]
    {
        model.fields.push(Field {
            name: name.into(),
            sig: owner,
            range: Range::of(multiplicity, sig(target)),
            this: VariableId(399),
            is_defined: false,
            is_sequence: false,
            is_private: false,
            is_variable: false,
            ty: Type { products: vec![vec![owner, target]] },
            span: SPAN,
        });
    }
    for index in 0..400 {
        model.variables.push(Variable {
            name: format!("x{index}"),
            arity: 1,
            ty: Type::default(),
            is_sequence: false,
            span: SPAN,
        });
    }
    model
}

/// The place of an integer's atom.
pub fn integer(world: &World, number: i64) -> AtomId {
    world.interpretation.universe.integer(number).expect("the number is in the range")
}
