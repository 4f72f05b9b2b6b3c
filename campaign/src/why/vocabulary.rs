//! The words in which something is said about inputs.

use korrel_enumerate::heap::{Extent, Schema};
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::instance::Relation;
use korrel_lang::model::{
    Command, FunctionId, Model, Node, Sig, SigId, SigKind, Value, VariableId,
};
use korrel_lang::spec::Spec;
use korrel_translate::{Overflow, Scopes};

use super::reading::Reading;
use super::world::{INTEGERS, Symbol, SymbolMeaning, TermSort};

/// So many items of a sequence are words.
const PLACES: u32 = 3;

/// The vocabulary for statements about the inputs of an operation.
///
/// Invariant: the text of each word means in the spec what the word means.
pub struct Vocabulary<'v> {
    pub(super) model: &'v Model,
    command: &'v Command,
    pub(super) schema: &'v Schema,
    pub(super) extent: Extent,
    pub words: Vec<Symbol>,
    /// The words for sigs over which there are variables.
    pub domains: Vec<usize>,
    /// The name of the variable, which is that of nothing else.
    pub variable: String,
    pub(super) reading: Reading<'v>,
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
}
