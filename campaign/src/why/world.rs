//! Inputs as small numbers: a set of atoms is a word of 64 bits, a relation a word for each atom.

use korrel_enumerate::heap::{Extent, Schema, abstract_heaps, read};
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::evaluate::Evaluator;
use korrel_lang::instance::{Instance, Relation};
use korrel_lang::model::{
    Command, Declaration, Expr, ExprKind, Formula, FormulaKind, FunctionId, IntExpr, IntExprKind,
    Model, Node, Sig, SigId, SigKind, Value, VariableId,
};
use korrel_lang::parse::parse_expression;
use korrel_lang::resolve::Session;
use korrel_lang::source::{Sources, Span};
use korrel_lang::spec::Spec;
use korrel_lang::tuples::TupleSet;
use korrel_translate::{Overflow, Scopes};
use serde_json::Value as Json;

/// More atoms do not fit into a word.
const MOST: usize = 64;

/// So many items of a sequence are words.
const PLACES: u32 = 3;

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
    meaning: SymbolMeaning,
}

#[derive(Clone, Debug)]
enum SymbolMeaning {
    Relation(Relation),
    /// The columns of a field of three after one atom.
    Of(Relation, Relation),
    Called(FunctionId, Vec<VariableId>),
    /// The text as the spec reads it; a term for the search among terms over roots only.
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
    /// The set of the atom of a number; empty if there is none.
    pub fn atom_of(&self, number: i64) -> u64 {
        let at = self.numbers.iter().position(|one| *one == Some(number));
        at.map_or(0, |at| 1 << at)
    }
}

/// The vocabulary for statements about the inputs of an operation.
///
/// Invariant: the text of each word means in the spec what the word means.
pub struct Vocabulary<'v> {
    model: &'v Model,
    command: &'v Command,
    schema: &'v Schema,
    extent: Extent,
    pub words: Vec<Symbol>,
    /// The words for sigs over which there are variables.
    pub domains: Vec<usize>,
    /// The name of the variable, which is that of nothing else.
    pub variable: String,
    reading: Reading<'v>,
}

impl<'v> Vocabulary<'v> {
    /// `command`: the one whose instances are the inputs of the operation of this name.
    ///
    /// # Errors
    /// A scope that cannot be.
    pub fn new(
        spec: &'v Spec,
        operation: &str,
        command: &'v Command,
        schema: &'v Schema,
    ) -> Result<Vocabulary<'v>, Diagnostic> {
        let model = &spec.model;
        let scopes = Scopes::new(model, command, Overflow::Forbid)?;
        let extent = Extent::new(model, command, &scopes, &[]);
        let mut vocabulary = Vocabulary {
            model,
            command,
            schema,
            extent,
            words: Vec::new(),
            domains: Vec::new(),
            variable: String::new(),
            reading: Reading::new(spec, &command.parameters),
        };
        vocabulary.add_roots();
        vocabulary.add_sigs();
        vocabulary.add_fields();
        vocabulary.add_items(scopes.max_sequence);
        vocabulary.add_calls(operation);
        for number in 0..3 {
            vocabulary.words.push(Symbol {
                text: number.to_string(),
                sort: TermSort::Integer,
                meaning: SymbolMeaning::Constant(number),
            });
        }
        let mut names =
            ["x", "y", "z"].map(str::to_owned).into_iter().chain((0..).map(|at| format!("x{at}")));
        vocabulary.variable =
            names.find(|name| !vocabulary.reading.knows(name)).expect("numbers have no end");
        Ok(vocabulary)
    }

    /// Adds a word, if there is a text for it. `long` is the text where the name alone could mean something else.
    fn add(&mut self, name: String, long: Option<String>, sort: TermSort, meaning: SymbolMeaning) {
        let texts = std::iter::once(name).chain(long);
        let text = texts.into_iter().find(|text| self.reading.means(text, sort, &meaning));
        self.words.extend(text.map(|text| Symbol { text, sort, meaning }));
    }

    /// True if a word is there in the search among terms over roots, or in that among all.
    pub fn is_there(&self, word: usize, only_roots: bool) -> bool {
        match &self.words[word].meaning {
            SymbolMeaning::Read(_) => only_roots,
            SymbolMeaning::Relation(Relation::Sig(sig)) => {
                let is_value = self.schema.enums.iter().flat_map(|one| &one.values);
                !only_roots || is_value.into_iter().any(|(_, value)| value == sig)
            }
            SymbolMeaning::Relation(Relation::Field(_)) => !only_roots,
            SymbolMeaning::Relation(Relation::Variable(_))
            | SymbolMeaning::Of(..)
            | SymbolMeaning::Called(..)
            | SymbolMeaning::Constant(_) => true,
        }
    }

    /// The sig of the variable in terms of a scope.
    pub fn domain(&self, scope: usize) -> &str {
        &self.words[self.domains[scope - 1]].text
    }

    /// The top-level sigs of a column, as bits.
    fn tops(&self, products: &[Vec<SigId>], column: usize) -> u64 {
        // An unknown column may hold any atom.
        let all = products.iter().fold(0, |all, product| all | self.top_bits(product[column]));
        if products.is_empty() { u64::MAX } else { all }
    }

    fn top_bits(&self, sig: SigId) -> u64 {
        match &self.model.sigs[sig].kind {
            SigKind::Extends(parent) => self.top_bits(*parent),
            SigKind::Subset { parents, .. } => {
                parents.iter().fold(0, |all, parent| all | self.top_bits(*parent))
            }
            SigKind::TopLevel => {
                let at = self.model.top_level().position(|top| top == sig);
                1 << at.expect("it is one of them").min(61)
            }
            SigKind::Builtin => match sig {
                Sig::INT | Sig::SEQ_INT => INTEGERS,
                Sig::STRING => 1 << 62,
                _ => u64::MAX,
            },
        }
    }

    fn parameters(&self) -> Vec<VariableId> {
        let declared = self.command.parameters.iter();
        declared.flat_map(|one| one.variables.iter().copied()).collect()
    }

    fn add_roots(&mut self) {
        for variable in self.parameters() {
            let declared = &self.model.variables[variable];
            let products = declared.ty.products.clone();
            let meaning = SymbolMeaning::Relation(Relation::Variable(variable));
            let name = declared.name.clone();
            match declared.arity {
                1 => self.add(name, None, TermSort::Set(self.tops(&products, 0)), meaning),
                2 => {
                    let sort = TermSort::Relation(self.tops(&products, 0), self.tops(&products, 1));
                    self.add(name, None, sort, meaning);
                }
                _ => {}
            }
        }
    }

    fn add_sigs(&mut self) {
        let schema = self.schema;
        let types: Vec<_> = schema.types.iter().map(|ty| (ty.name.clone(), ty.sig)).collect();
        for (name, sig) in types {
            let before = self.words.len();
            let sort = TermSort::Set(self.tops(&[vec![sig]], 0));
            self.add(name, None, sort, SymbolMeaning::Relation(Relation::Sig(sig)));
            self.domains.extend(before..self.words.len());
        }
        let sets: Vec<_> = schema.sets.iter().map(|set| (set.name.clone(), set.sig)).collect();
        let values = schema.enums.iter().flat_map(|declared| declared.values.clone());
        for (name, sig) in sets.into_iter().chain(values.collect::<Vec<_>>()) {
            let sort = TermSort::Set(self.tops(&[vec![sig]], 0));
            self.add(name, None, sort, SymbolMeaning::Relation(Relation::Sig(sig)));
        }
    }

    fn add_fields(&mut self) {
        let schema = self.schema;
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
                    let long = format!("({} <: {name})", self.schema.name(sig));
                    self.add(name, Some(long), sort, SymbolMeaning::Relation(relation));
                }
                3 => self.add_of(sig, &name, relation, &products),
                _ => {}
            }
        }
    }

    /// What people say of a root: the values of its fields, and of a sequence its first items, the last one, all of them, and
    /// whether one stands there twice.
    fn add_items(&mut self, longest: u32) {
        for (root, of) in self.roots() {
            let fields = self.model.fields.iter();
            let own = fields.filter(|(_, field)| self.model.is_descendant(of, field.sig));
            let own: Vec<(String, bool, u64)> = own
                .filter_map(|(_, field)| {
                    let last = field.ty.products.first()?.len() - 1;
                    let values = self.tops(&field.ty.products, last);
                    (last == 1 || field.is_sequence).then(|| (field.name.clone(), last > 1, values))
                })
                .collect();
            for (name, is_sequence, items) in own {
                let whole = format!("{root}.{name}");
                if !is_sequence {
                    self.add_read(whole, TermSort::Set(items));
                    continue;
                }
                let places = (0..longest.min(PLACES)).map(|at| format!("{whole}[{at}]"));
                let sets = places.chain(["last", "elems"].map(|word| format!("{whole}.{word}")));
                sets.for_each(|text| self.add_read(text, TermSort::Set(items)));
                self.add_read(format!("{whole}.hasDups"), TermSort::Truth);
            }
        }
    }

    /// Adds a word by its text, if the spec reads it as a value of this sort.
    fn add_read(&mut self, text: String, sort: TermSort) {
        let Some(value) = self.reading.read(&text) else { return };
        let fits = match (&value, sort) {
            (Value::Relation(expr), TermSort::Set(_)) => expr.arity == 1,
            (Value::Formula(_), TermSort::Truth) => true,
            _ => false,
        };
        if fits {
            self.words.push(Symbol { text, sort, meaning: SymbolMeaning::Read(value) });
        }
    }

    /// The roots that are of one sig, by name.
    fn roots(&self) -> Vec<(String, SigId)> {
        let of = |relation: Relation| match relation {
            Relation::Variable(variable) => {
                self.model.variables[variable].ty.products.first().map(|product| product[0])
            }
            Relation::Sig(sig) => Some(sig),
            Relation::Field(_) => None,
        };
        let roots = self.schema.roots.iter();
        roots.filter_map(|root| Some((root.name.clone(), of(root.relation)?))).collect()
    }

    /// `t.rows`, of a field of three columns and a root.
    fn add_of(&mut self, sig: SigId, name: &str, relation: Relation, products: &[Vec<SigId>]) {
        let sort = TermSort::Relation(self.tops(products, 1), self.tops(products, 2));
        for root in &self.schema.roots {
            let of = match root.relation {
                Relation::Variable(variable) => {
                    self.model.variables[variable].ty.products.first().map(|product| product[0])
                }
                Relation::Sig(sig) => Some(sig),
                Relation::Field(_) => None,
            };
            if of.is_some_and(|of| self.model.is_descendant(of, sig)) {
                let (root_name, owner) = (&root.name, self.schema.name(sig));
                let long = format!("{root_name}.({owner} <: {name})");
                let meaning = SymbolMeaning::Of(root.relation, relation);
                self.add(format!("{root_name}.{name}"), Some(long), sort, meaning);
            }
        }
    }

    /// The spec's own predicates and functions, of the parameters that fit.
    fn add_calls(&mut self, own: &str) {
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
            self.add(text, None, sort, SymbolMeaning::Called(id, given));
        }
    }

    /// The values of all words in an input; `None` if it has too many atoms.
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

/// The spec's own reading of texts.
struct Reading<'v> {
    session: Session<'v>,
    sources: Sources,
    parameters: &'v [Declaration],
}

impl<'v> Reading<'v> {
    fn new(spec: &'v Spec, parameters: &'v [Declaration]) -> Reading<'v> {
        let session = Session::new(&spec.program).expect("the spec was resolved before");
        Reading { session, sources: spec.sources.clone(), parameters }
    }

    fn read(&mut self, text: &str) -> Option<Value> {
        let file = self.sources.add("word", text);
        let expr = parse_expression(&self.sources, file).ok()?;
        self.session.read(&self.sources, file);
        Some(self.session.resolve(self.parameters, &expr).ok()?.0)
    }

    /// True if a name means something.
    fn knows(&mut self, name: &str) -> bool {
        self.read(name).is_some()
    }

    /// True if a text means a word: the name alone is that of the relation or of the function.
    fn means(&mut self, text: &str, sort: TermSort, meaning: &SymbolMeaning) -> bool {
        let Some(value) = self.read(text) else { return false };
        let arity = match sort {
            TermSort::Set(_) => 1,
            TermSort::Relation(..) => 2,
            TermSort::Integer | TermSort::Truth => 0,
        };
        match (meaning, value) {
            (SymbolMeaning::Relation(relation), Value::Relation(expr)) => match expr.kind {
                ExprKind::Sig(sig) => *relation == Relation::Sig(sig),
                ExprKind::Field(field) => *relation == Relation::Field(field),
                ExprKind::Variable(variable) => *relation == Relation::Variable(variable),
                // A term that says which sig the field belongs to names this one.
                _ => matches!(relation, Relation::Field(_)) && expr.arity == arity,
            },
            (SymbolMeaning::Of(..), Value::Relation(expr)) => expr.arity == arity,
            (SymbolMeaning::Called(id, _), Value::Formula(formula)) => {
                matches!(formula.kind, FormulaKind::Call(called, _) if called == *id)
            }
            (SymbolMeaning::Called(id, _), Value::Integer(number)) => {
                matches!(number.kind, IntExprKind::Call(called, _) if called == *id)
            }
            (SymbolMeaning::Called(id, _), Value::Relation(expr)) => {
                matches!(expr.kind, ExprKind::Call(called, _) if called == *id)
            }
            _ => false,
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
