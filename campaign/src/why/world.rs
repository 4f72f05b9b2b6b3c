//! Inputs as small numbers: a set of atoms is a word of 64 bits, a relation a word for each atom.

use korrel_enumerate::heap::{abstract_heaps, read};
use korrel_lang::evaluate::Evaluator;
use korrel_lang::instance::{Instance, Relation};
use korrel_lang::model::{
    Expr, ExprKind, Formula, FormulaKind, FunctionId, IntExpr, IntExprKind, Model, Value,
    VariableId,
};
use korrel_lang::source::Span;
use korrel_lang::tuples::TupleSet;
use serde_json::Value as Json;

use super::vocabulary::Vocabulary;

/// More atoms do not fit into a word.
const MOST: usize = 64;

/// The sort of a set of integers: it has no other atoms.
pub const INTEGERS: u64 = 1 << 63;

/// The sort of a term: its number of columns, and the sigs of their atoms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TermSort {
    /// A set of atoms of these sigs, given by their places among the top-level ones.
    Set(u64),
    Relation(u64, u64),
    Integer,
    Truth,
}

/// A word of the spec's vocabulary.
#[derive(Clone, Debug)]
pub struct Symbol {
    pub text: String,
    pub sort: TermSort,
    pub(super) meaning: SymbolMeaning,
}

#[derive(Clone, Debug)]
pub(super) enum SymbolMeaning {
    Relation(Relation),
    /// The columns of a field of three after one atom.
    Of(Relation, Relation),
    Called(FunctionId, Vec<VariableId>),
    /// The text as the spec reads it, or a term for the search among terms over roots only.
    Read(Value),
    Constant(i64),
}

/// The values of all words in one input.
#[derive(Clone, Debug)]
pub struct World {
    pub atoms: usize,
    /// The value of each atom that is an integer.
    pub numbers: Vec<Option<i64>>,
    /// The values by word: one word of bits for a set, one for each atom for a relation, one number
    /// otherwise.
    pub values: Vec<Vec<u64>>,
}

impl World {
    /// The set of the atom of a number. Empty if there is none.
    pub fn atom_of(&self, number: i64) -> u64 {
        let at = self.numbers.iter().position(|one| *one == Some(number));
        at.map_or(0, |at| 1 << at)
    }
}

impl Vocabulary<'_> {
    /// The values of all words in an input, or `None` if it has too many atoms.
    pub fn world(&self, heap: &Json) -> Option<World> {
        self.world_of(&self.instance(heap)?)
    }

    /// The number of tuples of sigs, fields and parameters that are in one of two inputs only.
    pub fn differences(&self, a: &World, b: &World) -> u32 {
        let own = self.words.iter().enumerate();
        let own = own.filter(|(_, word)| {
            matches!(word.meaning, SymbolMeaning::Relation(_) | SymbolMeaning::Of(..))
        });
        let differ = |(at, _): (usize, &Symbol)| {
            let (a, b) = (&a.values[at], &b.values[at]);
            let rows = a.len().max(b.len());
            let row = |of: &[u64], at: usize| of.get(at).copied().unwrap_or_default();
            (0..rows).map(|at| (row(a, at) ^ row(b, at)).count_ones()).sum::<u32>()
        };
        own.map(differ).sum()
    }

    pub(super) fn instance(&self, heap: &Json) -> Option<Instance> {
        let heap = read(self.schema, self.model, heap).ok()?;
        abstract_heaps(self.schema, self.model, &[heap], &self.extent).ok()?.pop()
    }

    pub(super) fn world_of(&self, instance: &Instance) -> Option<World> {
        let atoms = instance.universe.len();
        if atoms > MOST {
            return None;
        }
        let numbers =
            instance.universe.atoms().map(|atom| instance.universe.number(atom)).collect();
        let values = self.words.iter().map(|word| self.value(word, instance, atoms)).collect();
        Some(World { atoms, numbers, values })
    }

    fn value(&self, word: &Symbol, instance: &Instance, atoms: usize) -> Vec<u64> {
        match &word.meaning {
            SymbolMeaning::Relation(relation) => bits(instance.get(*relation), atoms),
            SymbolMeaning::Of(root, field) => {
                bits(&instance.get(*root).join(instance.get(*field)), atoms)
            }
            SymbolMeaning::Constant(number) => vec![*number as u64],
            SymbolMeaning::Read(value) => {
                let mut evaluator = Evaluator::new(self.reading.session.model(), instance);
                match value {
                    Value::Formula(formula) => vec![u64::from(evaluator.formula(formula))],
                    Value::Relation(expr) => bits(&evaluator.relation(expr), atoms),
                    Value::Integer(_) => unreachable!("no word of this kind is a number"),
                }
            }
            SymbolMeaning::Called(function, parameters) => {
                let span = self.model.functions[*function].span;
                let arguments = parameters
                    .iter()
                    .map(|one| variable(self.model, *one, span))
                    .collect::<Vec<_>>();
                let mut evaluator = Evaluator::new(self.model, instance);
                match &self.model.functions[*function].body {
                    Value::Formula(_) => {
                        let kind = FormulaKind::Call(*function, arguments);
                        vec![u64::from(evaluator.formula(&Formula { kind, span }))]
                    }
                    Value::Integer(_) => {
                        let kind = IntExprKind::Call(*function, arguments);
                        let value = evaluator.integer(&IntExpr { kind, span });
                        vec![value.unwrap_or_default() as u64]
                    }
                    Value::Relation(expr) => {
                        let kind = ExprKind::Call(*function, arguments);
                        let expr = Expr { kind, arity: expr.arity, span };
                        bits(&evaluator.relation(&expr), atoms)
                    }
                }
            }
        }
    }
}

fn variable(model: &Model, id: VariableId, span: Span) -> Expr {
    Expr { kind: ExprKind::Variable(id), arity: model.variables[id].arity, span }
}

/// A set as one word, a relation as one for each atom.
pub(super) fn bits(tuples: &TupleSet, atoms: usize) -> Vec<u64> {
    let mut rows = vec![0u64; if tuples.arity() == 1 { 1 } else { atoms }];
    for tuple in tuples.tuples() {
        match tuple.as_slice() {
            [only] => rows[0] |= 1 << only.0,
            [from, to] => rows[from.0 as usize] |= 1 << to.0,
            _ => unreachable!("words have one or two columns"),
        }
    }
    rows
}
