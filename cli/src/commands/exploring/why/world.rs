//! Inputs as small numbers: a set of atoms is a word of 64 bits, a relation a word for each atom.

use korrel_enumerate::heap::{Extent, abstract_heaps, read};
use korrel_lang::evaluate::Evaluator;
use korrel_lang::instance::{Instance, Relation};
use korrel_lang::model::{
    Expr, ExprKind, Formula, FormulaKind, FunctionId, IntExpr, IntExprKind, Model, Node, Value,
    VariableId,
};
use korrel_lang::source::Span;
use korrel_lang::tuples::TupleSet;
use serde_json::Value as Json;

use crate::commands::test::operations::Subject;

/// More atoms do not fit into a word.
const MOST: usize = 64;

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
    meaning: SymbolMeaning,
}

#[derive(Clone, Debug)]
enum SymbolMeaning {
    Relation(Relation),
    /// The columns of a field of three after one atom.
    Of(Relation, Relation),
    Called(FunctionId, Vec<VariableId>),
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

/// The vocabulary for statements about the inputs of an operation.
pub struct Vocabulary<'v> {
    model: &'v Model,
    subject: &'v Subject,
    extent: Extent,
    pub words: Vec<Symbol>,
    /// Sigs over which there are variables: their words, and their names.
    pub domains: Vec<usize>,
}

impl<'v> Vocabulary<'v> {
    pub fn new(model: &'v Model, subject: &'v Subject, extent: Extent) -> Vocabulary<'v> {
        let mut vocabulary =
            Vocabulary { model, subject, extent, words: Vec::new(), domains: Vec::new() };
        vocabulary.add_roots();
        vocabulary.add_sigs();
        vocabulary.add_fields();
        vocabulary.add_calls();
        for number in 0..3 {
            vocabulary.words.push(Symbol {
                text: number.to_string(),
                sort: TermSort::Integer,
                meaning: SymbolMeaning::Constant(number),
            });
        }
        vocabulary
    }

    fn add(&mut self, text: String, sort: TermSort, meaning: SymbolMeaning) {
        self.words.push(Symbol { text, sort, meaning });
    }

    /// The top-level sigs of a column, as bits.
    fn tops(&self, products: &[Vec<korrel_lang::model::SigId>], column: usize) -> u64 {
        let tops: Vec<_> = self.model.top_level().collect();
        let place = |sig| tops.iter().position(|top| *top == self.model.top(sig));
        // Built-in sigs share the last bit; an unknown column may hold any atom.
        let places =
            products.iter().map(|product| place(product[column]).map_or(63, |at| at.min(62)));
        let bits = places.fold(0, |bits, at| bits | 1 << at);
        if products.is_empty() { u64::MAX } else { bits }
    }

    fn parameters(&self) -> Vec<VariableId> {
        let declared = self.subject.command.parameters.iter();
        declared.flat_map(|one| one.variables.iter().copied()).collect()
    }

    fn add_roots(&mut self) {
        for variable in self.parameters() {
            let declared = &self.model.variables[variable];
            let products = declared.ty.products.clone();
            let meaning = SymbolMeaning::Relation(Relation::Variable(variable));
            let name = declared.name.clone();
            match declared.arity {
                1 => self.add(name, TermSort::Set(self.tops(&products, 0)), meaning),
                2 => {
                    let sort = TermSort::Relation(self.tops(&products, 0), self.tops(&products, 1));
                    self.add(name, sort, meaning);
                }
                _ => {}
            }
        }
    }

    fn add_sigs(&mut self) {
        let schema = &self.subject.schema;
        let types: Vec<_> = schema.types.iter().map(|ty| (ty.name.clone(), ty.sig)).collect();
        for (name, sig) in types {
            self.domains.push(self.words.len());
            let sort = TermSort::Set(self.tops(&[vec![sig]], 0));
            self.add(name, sort, SymbolMeaning::Relation(Relation::Sig(sig)));
        }
        let sets: Vec<_> = schema.sets.iter().map(|set| (set.name.clone(), set.sig)).collect();
        let values = schema.enums.iter().flat_map(|declared| declared.values.clone());
        for (name, sig) in sets.into_iter().chain(values.collect::<Vec<_>>()) {
            let sort = TermSort::Set(self.tops(&[vec![sig]], 0));
            self.add(name, sort, SymbolMeaning::Relation(Relation::Sig(sig)));
        }
    }

    fn add_fields(&mut self) {
        let schema = &self.subject.schema;
        let mut seen = Vec::new();
        let members =
            schema.types.iter().flat_map(|ty| ty.fields.iter().map(move |one| (ty.sig, one)));
        let members: Vec<_> =
            members.map(|(sig, one)| (sig, one.name.clone(), one.relation)).collect();
        for (sig, name, relation) in members {
            if seen.contains(&relation) {
                continue;
            }
            seen.push(relation);
            let Relation::Field(field) = relation else { continue };
            let declared = &self.model.fields[field];
            let products = declared.ty.products.clone();
            let columns = products.first().map_or(0, Vec::len);
            match columns {
                2 => {
                    let sort = TermSort::Relation(self.tops(&products, 0), self.tops(&products, 1));
                    self.add(name, sort, SymbolMeaning::Relation(relation));
                }
                3 => self.add_of(sig, &name, relation, &products),
                _ => {}
            }
        }
    }

    /// `t.rows`, of a field of three columns and a root.
    fn add_of(
        &mut self,
        sig: korrel_lang::model::SigId,
        name: &str,
        relation: Relation,
        products: &[Vec<korrel_lang::model::SigId>],
    ) {
        let sort = TermSort::Relation(self.tops(products, 1), self.tops(products, 2));
        for root in &self.subject.schema.roots {
            let of = match root.relation {
                Relation::Variable(variable) => {
                    self.model.variables[variable].ty.products.first().map(|product| product[0])
                }
                Relation::Sig(sig) => Some(sig),
                Relation::Field(_) => None,
            };
            if of.is_some_and(|of| self.model.is_descendant(of, sig)) {
                let text = format!("{}.{name}", root.name);
                let meaning = SymbolMeaning::Of(root.relation, relation);
                self.words.push(Symbol { text, sort, meaning });
            }
        }
    }

    /// The spec's own predicates and functions, of the parameters that fit.
    fn add_calls(&mut self) {
        let own = self.subject.asked.name.clone();
        let parameters = self.parameters();
        let functions: Vec<FunctionId> = self.model.functions.iter().map(|(id, _)| id).collect();
        for id in functions {
            let function = &self.model.functions[id];
            let is_own = ["_pre", "_post", "_throws"]
                .iter()
                .any(|end| function.name == format!("{own}{end}"));
            let is_foreign = parameters
                .first()
                .is_some_and(|first| self.model.variables[*first].span.file != function.span.file);
            if is_own || is_foreign || function.name.contains('$') {
                continue;
            }
            if self.model.second_state(Node::from(&function.body)).is_some() {
                continue;
            }
            let wanted: Vec<VariableId> =
                function.parameters.iter().flat_map(|one| one.variables.iter().copied()).collect();
            let ty = |variable: &VariableId| {
                let declared = &self.model.variables[*variable];
                (declared.arity, self.tops(&declared.ty.products, 0))
            };
            let mut given: Vec<VariableId> = Vec::new();
            for one in &wanted {
                let fitting =
                    parameters.iter().find(|own| ty(own) == ty(one) && !given.contains(own));
                given.extend(fitting.copied());
            }
            if given.len() != wanted.len() {
                continue;
            }
            let sort = match &function.body {
                Value::Formula(_) => TermSort::Truth,
                Value::Integer(_) => TermSort::Integer,
                Value::Relation(expr) if expr.arity == 1 => TermSort::Set(u64::MAX),
                Value::Relation(expr) if expr.arity == 2 => TermSort::Relation(u64::MAX, u64::MAX),
                Value::Relation(_) => continue,
            };
            let names: Vec<&str> =
                given.iter().map(|one| self.model.variables[*one].name.as_str()).collect();
            let text = match names.as_slice() {
                [] => function.name.clone(),
                names => format!("{}[{}]", function.name, names.join(", ")),
            };
            self.words.push(Symbol { text, sort, meaning: SymbolMeaning::Called(id, given) });
        }
    }

    /// The values of all words in an input; `None` if it has too many atoms.
    pub fn world(&self, heap: &Json) -> Option<World> {
        let heap = read(&self.subject.schema, self.model, heap).ok()?;
        let instances =
            abstract_heaps(&self.subject.schema, self.model, &[heap], &self.extent).ok()?;
        let instance = &instances[0];
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
fn bits(tuples: &TupleSet, atoms: usize) -> Vec<u64> {
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
