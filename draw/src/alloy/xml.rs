//! The XML that Alloy's viewer and Sterling open.
//!
//! As Alloy 6 writes it: each sig after those that extend it, each field after its sig, subset sigs and
//! witnesses last. Numbers are given out in the order in which they are needed. An atom is listed in the
//! deepest sig that holds it, and has its number there.

use std::collections::BTreeMap;
use std::fmt::Write;

use korrel_lang::instance::{Relation, Witness};
use korrel_lang::model::{FieldId, Model, Sig, SigId, SigKind, SigMultiplicity, Type};
use korrel_lang::universe::{Atom, AtomId};

use super::{Solution, SolutionTrace};
use crate::escape::xml as escaped;

/// One document with one instance.
pub fn xml(solution: &Solution<'_>) -> String {
    let states = StateAttributes { steps: [-1, -1], length: 1, looping: 1 };
    document(&instance(solution, &names(solution), &states))
}

/// One document with an instance for each state of a trace. An atom has one name in all of them.
pub fn trace_xml(trace: &SolutionTrace<'_>) -> String {
    let mut whole = trace.first.instance.clone();
    for state in trace.states {
        for sig in trace.first.model.sigs.ids() {
            *whole.get_mut(Relation::Sig(sig)) = whole.sig(sig).union(state.sig(sig));
        }
    }
    let names = names(&Solution { instance: &whole, ..trace.first.clone() });
    let length = trace.states.len();
    let (least, greatest) = trace.steps;
    let steps = [i64::from(least), i64::from(greatest)];
    let states = StateAttributes { steps, length, looping: length - trace.back };
    let state =
        |state| instance(&Solution { instance: state, ..trace.first.clone() }, &names, &states);
    document(&trace.states.iter().map(state).collect::<Vec<_>>().concat())
}

fn document(instances: &str) -> String {
    format!("<alloy builddate=\"1970-01-01T00:00:00Z\">\n\n{instances}\n</alloy>\n")
}

fn instance(solution: &Solution<'_>, names: &[String], states: &StateAttributes) -> String {
    let mut writer =
        XmlWriter { solution, names, ids: BTreeMap::new(), next: 0, out: String::new() };
    writer.instance(states);
    writer.out
}

/// What each instance says of the trace that it is a state of.
struct StateAttributes {
    /// The least and the greatest number of states of the scope, -1 where nothing changes.
    steps: [i64; 2],
    length: usize,
    looping: usize,
}

struct XmlWriter<'a> {
    solution: &'a Solution<'a>,
    /// The name of each atom.
    names: &'a [String],
    ids: BTreeMap<Relation, usize>,
    next: usize,
    out: String,
}

impl XmlWriter<'_> {
    fn instance(&mut self, states: &StateAttributes) {
        let solution = self.solution;
        let command = escaped(solution.command);
        let (width, longest) = (bit_width(solution.integers), solution.max_sequence);
        let StateAttributes { steps: [least, greatest], length, looping } = states;
        self.put(format_args!(
            "<instance bitwidth=\"{width}\" maxseq=\"{longest}\" mintrace=\"{least}\" maxtrace=\"{greatest}\" \
             command=\"{command}\" filename=\"\" tracelength=\"{length}\" looplength=\"{looping}\">\n"
        ));
        for sig in [Sig::SEQ_INT, Sig::INT, Sig::STRING] {
            self.sig(sig);
        }
        for sig in solution.children(None) {
            self.family(sig);
        }
        self.sig(Sig::UNIVERSE);
        for sig in solution.subsets() {
            self.sig(sig);
        }
        for witness in &solution.witnesses {
            self.skolem(witness);
        }
        self.out += "\n</instance>\n";
    }

    /// The sigs that extend a sig, then itself.
    fn family(&mut self, sig: SigId) {
        for child in self.solution.children(Some(sig)) {
            self.family(child);
        }
        self.sig(sig);
    }

    fn sig(&mut self, sig: SigId) {
        let model = self.solution.model;
        let id = self.id(Relation::Sig(sig));
        let mut head = format!("\n<sig label=\"{}\" ID=\"{id}\"", escaped(&label(model, sig)));
        if let Some(parent) = parent(model, sig) {
            let _ = write!(head, " parentID=\"{}\"", self.id(Relation::Sig(parent)));
        }
        for attribute in attributes(model, sig) {
            let _ = write!(head, " {attribute}=\"yes\"");
        }
        self.out += &head;
        self.out += ">\n";
        if !matches!(sig, Sig::UNIVERSE | Sig::INT | Sig::SEQ_INT) {
            let inner: Vec<AtomId> = model.sigs[sig]
                .children
                .iter()
                .flat_map(|&child| self.solution.atoms(child))
                .collect();
            for atom in self.solution.atoms(sig).into_iter().filter(|atom| !inner.contains(atom)) {
                let name = self.names[atom.0 as usize].clone();
                self.put(format_args!("   <atom label=\"{}\"/>\n", escaped(&name)));
            }
        }
        if let SigKind::Subset { parents, .. } = &model.sigs[sig].kind {
            for &parent in parents {
                let id = self.id(Relation::Sig(parent));
                self.put(format_args!("   <type ID=\"{id}\"/>\n"));
            }
        }
        self.out += "</sig>\n";
        for &field in &model.sigs[sig].fields {
            self.field(field);
        }
    }

    fn field(&mut self, field: FieldId) {
        let declared = &self.solution.model.fields[field];
        let id = self.id(Relation::Field(field));
        let parent = self.id(Relation::Sig(declared.sig));
        let private = if declared.is_private { " private=\"yes\"" } else { "" };
        let var = if declared.is_variable { " var=\"yes\"" } else { "" };
        self.put(format_args!(
            "\n<field label=\"{}\" ID=\"{id}\" parentID=\"{parent}\"{private}{var}>\n",
            escaped(&declared.name)
        ));
        let tuples: Vec<Vec<AtomId>> = self.solution.instance.field(field).tuples().collect();
        self.tuples(&tuples, &declared.ty);
        self.out += "</field>\n";
    }

    fn skolem(&mut self, witness: &Witness) {
        let id = self.next;
        self.next += 1;
        let name = format!("${}_{}", self.solution.label, witness.name);
        self.put(format_args!("\n<skolem label=\"{}\" ID=\"{id}\">\n", escaped(&name)));
        self.tuples(&witness.tuples, &witness.ty);
        self.out += "</skolem>\n";
    }

    fn tuples(&mut self, tuples: &[Vec<AtomId>], ty: &Type) {
        for tuple in tuples {
            self.out += "   <tuple>";
            for atom in tuple {
                let name = self.names[atom.0 as usize].clone();
                self.put(format_args!(" <atom label=\"{}\"/>", escaped(&name)));
            }
            self.out += " </tuple>\n";
        }
        for product in &ty.products {
            self.out += "   <types>";
            for &sig in product {
                let id = self.id(Relation::Sig(sig));
                self.put(format_args!(" <type ID=\"{id}\"/>"));
            }
            self.out += " </types>\n";
        }
    }

    fn id(&mut self, relation: Relation) -> usize {
        let next = self.next;
        let id = *self.ids.entry(relation).or_insert(next);
        self.next += usize::from(id == next);
        id
    }

    fn put(&mut self, text: std::fmt::Arguments<'_>) {
        self.out.write_fmt(text).expect("strings take all");
    }
}

fn parent(model: &Model, sig: SigId) -> Option<SigId> {
    match model.sigs[sig].kind {
        SigKind::Builtin if sig == Sig::UNIVERSE => None,
        SigKind::Builtin if sig == Sig::SEQ_INT => Some(Sig::INT),
        SigKind::Builtin | SigKind::TopLevel => Some(Sig::UNIVERSE),
        SigKind::Extends(parent) => Some(parent),
        SigKind::Subset { .. } => None,
    }
}

/// Names are those of Alloy: with their module, which is `this` for the spec itself.
fn label(model: &Model, sig: SigId) -> String {
    let declared = &model.sigs[sig];
    match declared.kind {
        SigKind::Builtin => match sig {
            Sig::UNIVERSE => "univ".to_owned(),
            Sig::SEQ_INT => "seq/Int".to_owned(),
            Sig::INT => "Int".to_owned(),
            _ => "String".to_owned(),
        },
        _ if declared.path.contains('/') => declared.path.clone(),
        _ => format!("this/{}", declared.path),
    }
}

fn attributes(model: &Model, sig: SigId) -> Vec<&'static str> {
    let declared = &model.sigs[sig];
    let is_exact = matches!(declared.kind, SigKind::Subset { exact: true, .. });
    let all = [
        (declared.kind == SigKind::Builtin, "builtin"),
        (declared.is_abstract, "abstract"),
        (declared.multiplicity == SigMultiplicity::One, "one"),
        (declared.multiplicity == SigMultiplicity::Lone, "lone"),
        (declared.multiplicity == SigMultiplicity::Some, "some"),
        (declared.is_private, "private"),
        (model.is_meta(sig), "meta"),
        (is_exact, "exact"),
        (declared.is_enum && !model.is_meta(sig), "enum"),
        (declared.is_variable, "var"),
    ];
    all.into_iter().filter_map(|(holds, name)| holds.then_some(name)).collect()
}

/// `Node$0`, with the module before it unless that is the spec itself. Numbers and strings stay as they are.
fn names(solution: &Solution<'_>) -> Vec<String> {
    let universe = &solution.instance.universe;
    let name = |(atom, place): (AtomId, Option<(SigId, usize)>)| match (universe.atom(atom), place)
    {
        (Atom::Integer(number), _) => number.to_string(),
        (Atom::String(text), _) => format!("\"{text}\""),
        (Atom::Object { .. }, Some((sig, number))) => {
            format!("{}${number}", solution.model.sigs[sig].path)
        }
        (Atom::Object { .. }, None) => String::new(),
    };
    universe.atoms().zip(solution.places()).map(name).collect()
}

/// The number of bits that hold all integers of the scope.
fn bit_width((least, greatest): (i64, i64)) -> u32 {
    let most = greatest.max(-(least + 1)).max(0);
    if greatest < least { 0 } else { 65 - most.leading_zeros() }
}
