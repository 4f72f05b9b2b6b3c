//! Instances as Alloy has them, from their records.

use korrel_draw::alloy::{Solution, Witness, predicate, xml};
use korrel_enumerate::heap::{Extent, Schema, abstract_heaps, atom_values, read};
use korrel_lang::arena::Id;
use korrel_lang::instance::{Instance, Relation};
use korrel_lang::model::{Command, CommandKind, Declaration, Expect, Model, Multiplicity, Range};
use korrel_lang::spec::Spec;
use korrel_lang::universe::AtomId;
use korrel_translate::{Overflow, Scopes};
use serde_json::Value as Json;

use crate::commands::shared::scopes::rewritten;
use crate::messages::error::Error;

/// The facts that are known about all instances of a command.
pub struct Solutions {
    model: Model,
    command: Command,
    text: String,
    schema: Schema,
    extent: Extent,
    /// The parameters that are part of an instance, as written.
    parameters: Vec<(Declaration, String)>,
}

impl Solutions {
    /// `scope` replaces that of the command; `schema` is that of the records.
    ///
    /// # Errors
    /// A scope that cannot be.
    pub fn new(
        spec: &Spec,
        command: &Command,
        scope: Option<&str>,
        schema: Schema,
    ) -> Result<Solutions, Error> {
        let scopes = Scopes::new(&spec.model, command, Overflow::Forbid);
        let scopes = scopes.map_err(|diagnostic| Error::about(spec, diagnostic))?;
        let is_root = |declaration: &&Declaration| {
            let is_it = |relation| schema.roots.iter().any(|root| root.relation == relation);
            declaration.variables.iter().all(|&variable| is_it(Relation::Variable(variable)))
        };
        let parameters = command.parameters.iter().filter(is_root);
        let parameters = parameters.map(|declaration| {
            let names = declaration.variables.iter();
            let names: Vec<&str> =
                names.map(|&variable| spec.model.variables[variable].name.as_str()).collect();
            (declaration.clone(), format!("{}: {}", names.join(", "), range(spec, declaration)))
        });
        Ok(Solutions {
            model: spec.model.clone(),
            command: command.clone(),
            text: as_alloy_prints(spec, command, scope),
            parameters: parameters.collect(),
            schema,
            extent: Extent::new(&spec.model, command, &scopes, &[]),
        })
    }

    /// # Errors
    /// Why a record is no instance of the command.
    pub fn xml(&self, record: &Json) -> Result<String, String> {
        self.with(record, xml)
    }

    /// # Errors
    /// Why a record is no instance of the command.
    pub fn predicate(&self, record: &Json) -> Result<String, String> {
        let name = format!("instance{}", record["id"].as_u64().unwrap_or(0));
        self.with(record, |solution| predicate(solution, &name, &self.parameters))
    }

    fn with(
        &self,
        record: &Json,
        draw: impl Fn(&Solution<'_>) -> String,
    ) -> Result<String, String> {
        let heap =
            read(&self.schema, &self.model, record).map_err(|errors| errors[0].to_string())?;
        let heaps = [heap];
        let instances = abstract_heaps(&self.schema, &self.model, &heaps, &self.extent);
        let mut instances = instances.map_err(|_| "the instance is too large".to_owned())?;
        let instance = instances.remove(0);
        let atoms = atom_values(&self.schema, &self.model, &heaps, &instance.universe);
        Ok(draw(&Solution {
            model: &self.model,
            command: &self.text,
            label: &alloys(&self.command.label),
            witnesses: self.witnesses(&instance, record, &atoms),
            integers: self.extent.integers.unwrap_or((0, -1)),
            max_sequence: self.extent.max_sequence,
            instance: &instance,
        }))
    }

    /// The parameters, then the witnesses that the record names.
    fn witnesses(&self, instance: &Instance, record: &Json, atoms: &[Json]) -> Vec<Witness> {
        let parameters = instance.variables().iter().map(|(variable, tuples)| {
            let declared = &self.model.variables[*variable];
            Witness {
                name: declared.name.clone(),
                tuples: tuples.tuples().collect(),
                ty: declared.ty.clone(),
            }
        });
        let shown = self.schema.witnesses.iter().filter_map(|member| {
            let Relation::Variable(variable) = member.relation else { return None };
            let value = record["witness"].get(&member.name)?;
            let tuples = tuples(value, member.shape.arity(), atoms)?;
            let ty = self.model.variables.iter().find(|(id, _)| *id == variable);
            let ty = ty.map(|(_, variable)| variable.ty.clone()).unwrap_or_default();
            Some(Witness { name: member.name.clone(), tuples, ty })
        });
        parameters.chain(shown).collect()
    }
}

/// `Check safe for 3 but 2 A, 3 int expect 1`: a command as Alloy's XML names it.
fn as_alloy_prints(spec: &Spec, command: &Command, scope: Option<&str>) -> String {
    let word = match command.kind {
        CommandKind::Run => "Run",
        CommandKind::Check => "Check",
    };
    let mut text = format!("{word} {}", alloys(&command.label));
    if let Some(sizes) = spec.sizes(command, scope) {
        let sizes = rewritten(&sizes, |clause| {
            let integers = clause.sigs.iter().filter(|part| part.sig.text == "Int");
            integers.map(|part| (part.sig.span, "int".to_owned())).collect()
        });
        text += &format!(" for {}", sizes.expect("it was read before"));
    }
    match command.expect {
        Some(Expect::Unsatisfiable) => text + " expect 0",
        Some(Expect::Satisfiable) => text + " expect 1",
        // Alloy counts nothing.
        Some(Expect::Exactly(_)) | None => text,
    }
}

/// Commands without a name are counted from 1 by Alloy, from 0 by us.
fn alloys(label: &str) -> String {
    match label.split_once('$').map(|(word, number)| (word, number.parse::<u64>())) {
        Some((word, Ok(number))) => format!("{word}${}", number + 1),
        _ => label.to_owned(),
    }
}

/// The range of a declaration, as it is written, with its multiplicity.
fn range(spec: &Spec, declaration: &Declaration) -> String {
    let variable = &spec.model.variables[declaration.variables[0]];
    if variable.is_sequence {
        let last = variable.ty.products.first().and_then(|product| product.last());
        return last.map_or(String::new(), |&sig| format!("seq {}", spec.model.sigs[sig].path));
    }
    match &declaration.range {
        Range::Of { multiplicity, domain } => {
            let word = match multiplicity {
                Multiplicity::One => "one ",
                Multiplicity::Lone => "lone ",
                Multiplicity::Some => "some ",
                Multiplicity::Set if domain.arity == 1 => "set ",
                Multiplicity::Set => "",
            };
            format!("{word}({})", spec.sources.text(domain.span))
        }
        Range::Arrow { domain, .. } => spec.sources.text(domain.span).to_owned(),
    }
}

/// The tuples that a witness's value stands for.
fn tuples(value: &Json, arity: usize, atoms: &[Json]) -> Option<Vec<Vec<AtomId>>> {
    let atom = |scalar: &Json| Some(AtomId::from_index(atoms.iter().position(|a| a == scalar)?));
    match value {
        Json::Null => Some(Vec::new()),
        Json::Array(items) if arity == 1 => {
            items.iter().map(|item| Some(vec![atom(item)?])).collect()
        }
        Json::Array(items) => {
            let row = |row: &Json| row.as_array()?.iter().map(atom).collect();
            items.iter().map(row).collect()
        }
        Json::Object(entries) => {
            let key = |key: &String| {
                let number = key.parse::<i64>().ok().and_then(|number| atom(&number.into()));
                atom(&Json::String(key.clone())).or(number)
            };
            entries.iter().map(|(k, value)| Some(vec![key(k)?, atom(value)?])).collect()
        }
        scalar => Some(vec![vec![atom(scalar)?]]),
    }
}
