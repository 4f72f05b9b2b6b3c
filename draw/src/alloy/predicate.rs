//! An instance as a predicate that holds of it alone, up to the names of its objects.
//!
//! Objects are variables. The contents of each sig and each field are said in full, and what a
//! module orders is said by its `next`. A command with the very scope follows, so that the text can
//! be put after the spec.

use std::fmt::Write;

use korrel_lang::instance::Relation;
use korrel_lang::model::{Declaration, FieldId, Model, Sig, SigId, SigKind, SigMultiplicity};
use korrel_lang::universe::{Atom, AtomId};

use super::Solution;

/// The predicate, called `name`, and a `run` for it. `parameters`: those of the command, as far as they are
/// part of the instance.
pub fn predicate(
    solution: &Solution<'_>,
    name: &str,
    parameters: &[(Declaration, String)],
) -> String {
    let names = names(solution);
    let writer = PredicateWriter { solution, names };
    let declared: Vec<&str> = parameters.iter().map(|(_, text)| text.as_str()).collect();
    let mut out = format!("pred {name}[{}] {{\n", declared.join(", "));
    let bound = writer.variables();
    for (sig, atoms) in &bound {
        let _ = writeln!(out, "  some disj {}: {sig} |", atoms.join(", "));
    }
    let mut conjuncts = writer.sigs();
    conjuncts.extend(writer.fields());
    conjuncts.extend(writer.orders());
    conjuncts.extend(writer.parameters(parameters));
    match bound.is_empty() {
        true => conjuncts.iter().for_each(|conjunct| out += &format!("  {conjunct}\n")),
        false => {
            out += "  {\n";
            conjuncts.iter().for_each(|conjunct| out += &format!("    {conjunct}\n"));
            out += "  }\n";
        }
    }
    let _ = writeln!(out, "}}\nrun {name} for {}", writer.scope());
    out
}

struct PredicateWriter<'a> {
    solution: &'a Solution<'a>,
    /// The name of each atom: a variable, a constant.
    names: Vec<String>,
}

impl PredicateWriter<'_> {
    /// The variables that stand for the objects of each top-level sig.
    fn variables(&self) -> Vec<(String, Vec<String>)> {
        let model = self.solution.model;
        let visible = model.top_level().filter(|&sig| is_named(model, sig));
        let variables = visible.filter_map(|sig| {
            let atoms = self.solution.atoms(sig);
            let own = atoms.iter().filter(|atom| constant(self.solution, **atom).is_none());
            let own: Vec<String> = own.map(|atom| self.names[atom.0 as usize].clone()).collect();
            (!own.is_empty()).then(|| (model.sigs[sig].path.clone(), own))
        });
        variables.collect()
    }

    fn sigs(&self) -> Vec<String> {
        let model = self.solution.model;
        let is_open = |sig: &SigId| {
            let declared = &model.sigs[*sig];
            is_named(model, *sig)
                && declared.multiplicity != SigMultiplicity::One
                && declared.kind != SigKind::Builtin
                && !declared.is_enum
                && !declared.is_library
        };
        let sig = |sig: SigId| {
            let atoms = self.solution.atoms(sig).into_iter().map(|atom| vec![atom]);
            self.says(&model.sigs[sig].path, &atoms.collect::<Vec<_>>())
        };
        model.sigs.ids().filter(is_open).map(sig).collect()
    }

    fn fields(&self) -> Vec<String> {
        let model = self.solution.model;
        let field = |(id, tuples): (FieldId, Vec<Vec<AtomId>>)| {
            let declared = &model.fields[id];
            let name = format!("({} <: {})", model.sigs[declared.sig].path, declared.name);
            self.says(&name, &tuples)
        };
        let named = model.fields.iter().filter(|(_, field)| is_named(model, field.sig));
        let all = named.map(|(id, _)| (id, self.solution.instance.field(id).tuples().collect()));
        all.map(field).collect()
    }

    /// `ord/next = A_0->A_1`, of each module that orders a sig.
    fn orders(&self) -> Vec<String> {
        let model = self.solution.model;
        let order = |(id, module): (FieldId, &str)| {
            let tuples = self.solution.instance.field(id).tuples();
            let pairs: Vec<Vec<AtomId>> = tuples.map(|tuple| tuple[1..].to_vec()).collect();
            // The order of an enum is that of its values.
            let is_free =
                pairs.iter().flatten().any(|atom| constant(self.solution, *atom).is_none());
            is_free.then(|| self.says(&format!("{module}/next"), &pairs))
        };
        let orders = model.fields.iter().filter_map(|(id, field)| {
            let owner = &model.sigs[field.sig];
            let module = owner.path.strip_suffix("/Ord")?;
            (owner.is_library && field.name == "Next").then_some((id, module))
        });
        orders.filter_map(order).collect()
    }

    fn parameters(&self, parameters: &[(Declaration, String)]) -> Vec<String> {
        let variables = parameters.iter().flat_map(|(declaration, _)| &declaration.variables);
        let says = |&variable: &korrel_lang::model::VariableId| {
            let value = self.solution.instance.get(Relation::Variable(variable));
            let tuples: Vec<Vec<AtomId>> = value.tuples().collect();
            self.says(&self.solution.model.variables[variable].name, &tuples)
        };
        variables.map(says).collect()
    }

    /// The formula that a relation holds just these tuples.
    fn says(&self, name: &str, tuples: &[Vec<AtomId>]) -> String {
        if tuples.is_empty() {
            return format!("no {name}");
        }
        let tuple = |tuple: &Vec<AtomId>| {
            let atoms: Vec<&str> =
                tuple.iter().map(|atom| self.names[atom.0 as usize].as_str()).collect();
            atoms.join("->")
        };
        format!("{name} = {}", tuples.iter().map(tuple).collect::<Vec<_>>().join(" + "))
    }

    /// The scope of just the objects, integers and positions that there are.
    fn scope(&self) -> String {
        let model = self.solution.model;
        let sized = model.top_level().filter(|&sig| {
            let declared = &model.sigs[sig];
            let is_fixed = declared.multiplicity == SigMultiplicity::One || declared.is_enum;
            is_named(model, sig) && !is_fixed && !declared.is_library
        });
        let mut parts: Vec<String> = sized
            .map(|sig| match self.solution.atoms(sig).len() {
                0 => format!("0 {}", model.sigs[sig].path),
                count => format!("exactly {count} {}", model.sigs[sig].path),
            })
            .collect();
        let (least, greatest) = self.solution.integers;
        if least <= greatest {
            parts.push(format!("{least}..{greatest} Int"));
        }
        if self.solution.max_sequence > 0 {
            parts.push(format!("{} seq", self.solution.max_sequence));
        }
        parts.join(", ")
    }
}

/// True if a spec can name a sig: helpers of built-in modules are private.
fn is_named(model: &Model, sig: SigId) -> bool {
    let declared = &model.sigs[sig];
    let is_hidden = (declared.is_private && declared.is_library) || model.is_meta(sig);
    !is_hidden && sig != Sig::NONE
}

/// An atom that has a name of its own: that of a `one` sig.
fn constant(solution: &Solution<'_>, atom: AtomId) -> Option<String> {
    let universe = &solution.instance.universe;
    let Atom::Object { sig, .. } = universe.atom(atom) else { return None };
    let deepest = solution.deepest(*sig, atom);
    let declared = &solution.model.sigs[deepest];
    let is_one = declared.multiplicity == SigMultiplicity::One;
    is_one.then(|| declared.path.clone())
}

fn names(solution: &Solution<'_>) -> Vec<String> {
    let universe = &solution.instance.universe;
    let name = |(atom, place): (AtomId, Option<(SigId, usize)>)| match (universe.atom(atom), place)
    {
        (Atom::Integer(number), _) => number.to_string(),
        (Atom::String(text), _) => {
            format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
        }
        (Atom::Object { .. }, Some((sig, number))) => {
            let path = solution.model.sigs[sig].path.replace('/', "_");
            constant(solution, atom).unwrap_or_else(|| format!("{path}_{number}"))
        }
        (Atom::Object { .. }, None) => String::new(),
    };
    universe.atoms().zip(solution.places()).map(name).collect()
}
