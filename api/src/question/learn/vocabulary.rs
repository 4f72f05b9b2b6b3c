//! The words that terms are made of, typed: sets, steps within a sig, links between sigs, numbers, values of enums.

use korrel_lang::ast::Paragraph;
use korrel_lang::model::{
    Command, Field, Model, Sig, SigId, SigKind, SigMultiplicity, Type, Value, VariableId,
};
use korrel_lang::spec::Spec;

/// An expression, and the number of names and signs in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct VocabularyWord {
    pub text: String,
    pub size: usize,
}

/// A set of objects that the heap names: a root, or the objects that a root's field leads to.
#[derive(Clone, Debug)]
pub(super) struct StartSet {
    pub word: VocabularyWord,
    pub of: SigId,
}

/// A relation between the atoms of two sigs; the same sig twice makes it a step.
#[derive(Clone, Debug)]
pub(super) struct RelationLink {
    pub word: VocabularyWord,
    pub from: SigId,
    pub to: SigId,
    /// It is a field, or what a root's field holds; else it is made of several.
    pub is_plain: bool,
}

/// The words of a spec, in order of declaration.
#[derive(Clone, Debug, Default)]
pub(super) struct Vocabulary {
    /// The top-level sigs of objects.
    pub tops: Vec<SigId>,
    /// Their parts: what extends them, and their subsets, with the top-level sig.
    pub parts: Vec<(VocabularyWord, SigId)>,
    pub starts: Vec<StartSet>,
    /// Relations within one sig.
    pub steps: Vec<RelationLink>,
    /// Relations between two sigs of objects.
    pub links: Vec<RelationLink>,
    /// Fields with a number for each object.
    pub keys: Vec<(VocabularyWord, SigId)>,
    /// Fields with a value of an enum, the enum's values last.
    pub colors: Vec<(VocabularyWord, SigId, Vec<String>)>,
    /// Fields that are sequences.
    pub sequences: Vec<(VocabularyWord, SigId)>,
    /// Fields of three columns, with the sig of the last.
    pub places: Vec<(VocabularyWord, SigId)>,
    /// Sequences that the heap names, each like one name, with the sig of their items.
    pub items: Vec<(VocabularyWord, SigId)>,
    /// What the heap names that is no object and no number: values of enums, strings.
    pub values: Vec<(VocabularyWord, SigId)>,
    /// Numbers that the heap names.
    pub numbers: Vec<VocabularyWord>,
    /// The names of variables, which nothing else has.
    pub variables: [String; 2],
}

impl Vocabulary {
    pub fn new(spec: &Spec, command: &Command) -> Vocabulary {
        let model = &spec.model;
        let mut words = Vocabulary { variables: fresh(model, command), ..Vocabulary::default() };
        let is_own = |sig: &Sig| !sig.is_library && !sig.is_enum;
        // `Int`, `seq/Int` and `univ` are sigs of the language: nobody speaks of their number.
        let owned = model.sigs.iter().filter(|(id, _)| is_object(model, *id));
        for (id, sig) in owned {
            let is_value =
                matches!(sig.kind, SigKind::Extends(parent) if model.sigs[parent].is_enum);
            if is_value {
                continue;
            }
            match top(model, id) {
                Some(top) if top == id => words.tops.push(id),
                Some(top) => words.parts.push((word(&sig.path, 1), top)),
                None => {}
            }
        }
        for variable in parameters(command) {
            words.add_parameter(model, variable);
        }
        for (_, field) in model.fields.iter().filter(|(_, field)| is_own(&model.sigs[field.sig])) {
            words.add_field(model, field);
        }
        words.add_functions(spec);
        words.add_unions();
        words
    }

    fn add_parameter(&mut self, model: &Model, variable: VariableId) {
        let declared = &model.variables[variable];
        let name = word(&declared.name, 1);
        match columns(model, &declared.ty).as_slice() {
            [Some(of)] if *of == Sig::INT => self.numbers.push(name),
            [Some(of)] if is_object(model, *of) => {
                self.starts.push(StartSet { word: name, of: *of })
            }
            [Some(of)] => self.values.push((name, *of)),
            [Some(from), Some(to)] => self.add_relation(model, name, *from, *to),
            _ => {}
        }
    }

    /// A field says something of each object of its sig; of a sig with one object, of that alone.
    fn add_field(&mut self, model: &Model, field: &Field) {
        let text = field_text(model, field);
        let owner = &model.sigs[field.sig];
        let columns = columns(model, &field.ty);
        let owners = match owner.multiplicity {
            SigMultiplicity::One => vec![word(&owner.path, 1)],
            _ => {
                let of = top(model, field.sig);
                let starts = self.starts.iter().filter(|start| Some(start.of) == of);
                starts
                    .filter(|start| start.word.size == 1)
                    .map(|start| start.word.clone())
                    .collect()
            }
        };
        for owner in owners {
            let told = word(&format!("{}.{text}", owner.text), owner.size + 1);
            match columns[..] {
                [_, Some(Sig::INT)] => self.numbers.push(told),
                [_, Some(of)] if is_object(model, of) => {
                    self.starts.push(StartSet { word: told, of })
                }
                [_, Some(of)] => self.values.push((told, of)),
                [_, Some(from), Some(to)] => {
                    if field.is_sequence {
                        self.items.push((word(&told.text, owner.size), to));
                    }
                    let told = word(&format!("({})", told.text), told.size);
                    if is_object(model, to) {
                        let through = word(&format!("{}.{}", model.sigs[from].path, told.text), 3);
                        self.starts.push(StartSet { word: through, of: to });
                    }
                    self.add_relation(model, told, from, to);
                }
                _ => {}
            }
        }
        if owner.multiplicity == SigMultiplicity::One {
            return;
        }
        if let (true, Some(of)) = (field.is_sequence, columns[0]) {
            self.sequences.push((word(&text, 1), of));
        }
        match columns[..] {
            [Some(from), Some(to)] => self.add_relation(model, word(&text, 1), from, to),
            [Some(from), Some(middle), Some(to)] if is_object(model, to) => {
                self.places.push((word(&text, 1), to));
                let [x, y] = &self.variables;
                let (a, b) = (&model.sigs[from].path, &model.sigs[to].path);
                let middle = match middle {
                    Sig::SEQ_INT => "Int",
                    middle => &model.sigs[middle].path,
                };
                let pairs = format!("{{ {x}: {a}, {y}: {b} | {y} in {middle}.({x}.{text}) }}");
                self.add_relation(model, word(&pairs, 2), from, to);
            }
            _ => {}
        }
    }

    fn add_relation(&mut self, model: &Model, word: VocabularyWord, from: SigId, to: SigId) {
        if !is_object(model, from) {
            return;
        }
        let link = RelationLink { word: word.clone(), from, to, is_plain: true };
        match to {
            Sig::INT => self.keys.push((word, from)),
            _ if model.sigs[to].is_enum => {
                let values = model.sigs[to].children.iter();
                let values = values.map(|value| model.sigs[*value].path.clone()).collect();
                self.colors.push((word, from, values));
            }
            _ if from == to => self.steps.push(link),
            _ if is_object(model, to) => self.links.push(link),
            _ => {}
        }
    }

    /// Functions without parameters are words, too. Which sigs they relate is tried: a reading with a warning is none.
    fn add_functions(&mut self, spec: &Spec) {
        let model = &spec.model;
        let functions = spec.program.modules[0].ast.paragraphs.iter().filter_map(|one| match one {
            Paragraph::Function(one) if one.result.is_some() && one.parameters.is_empty() => {
                Some(one)
            }
            _ => None,
        });
        for function in functions.filter(|function| function.receiver.is_none()) {
            let of = model.functions.iter().find(|(_, other)| other.span == function.span);
            let Some((_, of)) = of else { continue };
            let Value::Relation(body) = &of.body else { continue };
            let name = word(&of.name, 1);
            for &top in &self.tops {
                match body.arity {
                    1 => self.starts.push(StartSet { word: name.clone(), of: top }),
                    2 => self.steps.push(RelationLink {
                        word: name.clone(),
                        from: top,
                        to: top,
                        is_plain: false,
                    }),
                    _ => {}
                }
            }
        }
    }

    /// The unions of each two fields within a sig, and of all.
    fn add_unions(&mut self) {
        for &top in &self.tops {
            let plain: Vec<VocabularyWord> = (self.steps.iter())
                .filter(|step| step.is_plain && step.from == top)
                .map(|step| step.word.clone())
                .collect();
            let union = |of: &[&VocabularyWord]| {
                let texts: Vec<&str> = of.iter().map(|word| word.text.as_str()).collect();
                let size = of.iter().map(|word| word.size + 1).sum::<usize>() - 1;
                let word = word(&format!("({})", texts.join(" + ")), size);
                RelationLink { word, from: top, to: top, is_plain: false }
            };
            let seconds = (0..plain.len().min(FEW)).flat_map(|b| (0..b).map(move |a| (a, b)));
            let mut unions: Vec<RelationLink> =
                seconds.map(|(a, b)| union(&[&plain[a], &plain[b]])).collect();
            if plain.len() > 2 {
                unions.push(union(&plain.iter().collect::<Vec<_>>()));
            }
            self.steps.extend(unions);
        }
    }
}

/// Of more fields within one sig no pairs are made.
const FEW: usize = 6;

pub(super) fn word(text: &str, size: usize) -> VocabularyWord {
    VocabularyWord { text: text.to_owned(), size }
}

pub(super) fn parameters(command: &Command) -> impl Iterator<Item = VariableId> {
    command.parameters.iter().flat_map(|one| one.variables.iter().copied())
}

/// True of sigs whose atoms are objects, in the main module or in one that a user wrote.
fn is_object(model: &Model, sig: SigId) -> bool {
    let sig = &model.sigs[sig];
    !sig.is_enum && !sig.is_library && sig.kind != SigKind::Builtin
}

/// The top-level sig of all atoms of a sig, if it has one.
fn top(model: &Model, sig: SigId) -> Option<SigId> {
    match &model.sigs[sig].kind {
        SigKind::Subset { parents, .. } => {
            let mut tops = parents.iter().map(|parent| top(model, *parent));
            let first = tops.next()??;
            tops.all(|top| top == Some(first)).then_some(first)
        }
        _ => Some(model.top(sig)),
    }
}

/// The top-level sig of each column, where there is one.
fn columns(model: &Model, ty: &Type) -> Vec<Option<SigId>> {
    let Some(first) = ty.products.first() else { return Vec::new() };
    let column = |at: usize| {
        let mut tops = ty.products.iter().map(|product| top(model, product[at]));
        let first = tops.next()??;
        tops.all(|top| top == Some(first)).then_some(first)
    };
    (0..first.len()).map(column).collect()
}

/// The name of a field; with its sig, where other fields have the name, too.
fn field_text(model: &Model, field: &Field) -> String {
    let alike = model.fields.iter().filter(|(_, other)| other.name == field.name).count();
    match alike {
        1 => field.name.clone(),
        _ => format!("({} <: {})", model.sigs[field.sig].path, field.name),
    }
}

/// Two names that nothing in the spec has.
fn fresh(model: &Model, command: &Command) -> [String; 2] {
    let roots = parameters(command).map(|variable| &model.variables[variable].name);
    let fields = model.fields.iter().map(|(_, field)| &field.name);
    let sigs = model.sigs.iter().map(|(_, sig)| &sig.name);
    let functions = model.functions.iter().map(|(_, function)| &function.name);
    let taken: Vec<&String> = roots.chain(fields).chain(sigs).chain(functions).collect();
    let name = |letter: &str| {
        let mut names = std::iter::once(letter.to_owned())
            .chain((1..).map(|number: u32| format!("{letter}{number}")));
        names.find(|name| !taken.contains(&name)).expect("numbers have no end")
    };
    [name("n"), name("m")]
}
