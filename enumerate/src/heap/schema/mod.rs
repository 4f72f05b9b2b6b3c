//! The types of a spec as heaps have them, computed once for a command.

mod actions;
mod ambiguous;
pub mod column;
mod declare;
mod declared;
mod fixed;
pub mod names;
mod orders;
mod readable;
mod roots;
pub mod shape;
pub mod sort;
mod variable;

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;

use korrel_lang::arena::Id;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::instance::Relation;
use korrel_lang::model::{Command, Declaration, Model, SigId};
use korrel_lang::source::Span;

pub use self::actions::NamedAction;
use self::actions::actions;
pub use self::ambiguous::literals;
use self::column::SortColumn;
use self::declare::{enumeration, object_type, relations, subset};
use self::fixed::fixed;
use self::names::SchemaNames;
pub use self::orders::WrittenOrder;
use self::orders::orders;
use self::roots::{parameters, roots};
use self::shape::Shape;
use self::sort::is_hidden;
use self::variable::{may_leave, variable};

/// Invariant: `types`, `enums` and `sets` are in order of declaration. `type_of` is as long as the
/// model's sigs and points into `types`. No two roots have one name.
#[derive(Clone, Debug)]
pub struct Schema {
    pub(super) names: SchemaNames,
    /// The command's parameters, then the `one` sigs with fields.
    pub roots: Vec<Member>,
    pub types: Vec<SchemaType>,
    pub enums: Vec<SchemaEnum>,
    pub sets: Vec<Subset>,
    /// The fields of atoms that are no objects: `Warm.degree`.
    pub relations: Vec<Member>,
    /// Written after them: the orders that the objects' numbers do not tell.
    pub orders: Vec<WrittenOrder>,
    /// The sigs whose objects keep their number, in the order in which they are numbered.
    pub fixed: Vec<SigId>,
    /// The members that are shown beside an instance and are no part of it.
    pub witnesses: Vec<Member>,
    /// What changes within a trace, by name.
    pub variable: Vec<String>,
    /// The predicates by which the steps of traces are called.
    pub actions: Vec<NamedAction>,
    /// A warning for each action by which no step is called, as it has too many arguments.
    pub unnamed: Vec<Diagnostic>,
    /// The roots that are null in the states of a trace that do not have their object, and never in the first one.
    pub(super) leaving: Vec<String>,
    /// Hidden sigs, whose atom is a constant to a reader. Only a set of anything can hold it.
    pub(super) constants: Vec<(String, SigId)>,
    type_of: Vec<Option<usize>>,
}

/// A field, a parameter or a `one` sig: a name, where its value comes from, and how it is written.
#[derive(Clone, Debug)]
pub struct Member {
    pub name: String,
    pub relation: Relation,
    pub shape: Shape,
}

/// A sig whose atoms are objects.
#[derive(Clone, Debug)]
pub struct SchemaType {
    pub name: String,
    pub sig: SigId,
    pub parent: Option<SigId>,
    pub is_abstract: bool,
    /// Inherited ones first, from the top-level sig down.
    pub fields: Vec<Member>,
}

/// An enum and its values, in order of declaration.
#[derive(Clone, Debug)]
pub struct SchemaEnum {
    pub name: String,
    pub sig: SigId,
    pub values: Vec<(String, SigId)>,
}

/// A subset sig.
#[derive(Clone, Debug)]
pub struct Subset {
    pub name: String,
    pub sig: SigId,
    /// The column of which it is a subset.
    pub of: SortColumn,
    /// The fields that it gives to the objects in it, or none where not all its atoms are objects.
    pub fields: Vec<Member>,
}

/// Two roots of one name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clash {
    pub name: String,
    pub first: Span,
    pub second: Span,
}

impl fmt::Display for Clash {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "two roots of the heap would be called `{}`", self.name)
    }
}

impl Error for Clash {}

impl Schema {
    /// # Errors
    /// If two roots have one name.
    pub fn new(model: &Model, command: &Command) -> Result<Schema, Clash> {
        let names = SchemaNames::new(model);
        let constants = |sig: SigId| match &model.sigs[sig] {
            declared if declared.is_enum => declared.children.clone(),
            _ => vec![sig],
        };
        let hidden = model.top_level().filter(|&sig| is_hidden(model, sig)).flat_map(constants);
        let visible = || model.sigs.ids().filter(|&sig| !is_hidden(model, sig));
        let types: Vec<SchemaType> =
            visible().filter_map(|sig| object_type(model, &names, sig)).collect();
        let mut type_of = vec![None; model.sigs.len()];
        for (at, ty) in types.iter().enumerate() {
            type_of[ty.sig.index()] = Some(at);
        }
        let (told, orders) = orders(model, &names, command);
        let mut roots = roots(model, &names, command);
        let leaving = let_leave(model, &mut roots);
        let (actions, unnamed) = actions(model, command);
        let schema = Schema {
            roots,
            enums: visible().filter_map(|sig| enumeration(model, &names, sig)).collect(),
            sets: visible().filter_map(|sig| subset(model, &names, sig)).collect(),
            relations: visible().flat_map(|sig| relations(model, &names, sig)).collect(),
            orders,
            fixed: fixed(model, told),
            witnesses: Vec::new(),
            variable: variable(model, &names),
            actions,
            unnamed,
            leaving,
            constants: hidden.map(|sig| (names.get(sig).to_owned(), sig)).collect(),
            names,
            types,
            type_of,
        };
        schema.check_roots(model)?;
        Ok(schema)
    }

    /// A parameter that is no root, as a heap would have it.
    pub fn parameter(model: &Model, declaration: &Declaration) -> Option<Member> {
        parameters(model, std::slice::from_ref(declaration)).pop()
    }

    /// The same with the command's parameters as witnesses rather than roots.
    pub fn ignoring_parameters(mut self) -> Schema {
        let is_parameter = |root: &mut Member| matches!(root.relation, Relation::Variable(_));
        let parameters: Vec<Member> = self.roots.extract_if(.., is_parameter).collect();
        self.witnesses.splice(0..0, parameters);
        self
    }

    /// The same with further witnesses. As in Alloy, a name that is taken gets a prime.
    pub fn with_witnesses(mut self, model: &Model, declarations: &[Declaration]) -> Schema {
        for mut witness in parameters(model, declarations) {
            while self.witnesses.iter().any(|other| other.name == witness.name) {
                witness.name.push('\'');
            }
            self.witnesses.push(witness);
        }
        self
    }

    /// The same without the members that change within a trace.
    pub fn without_changing(mut self, model: &Model) -> Schema {
        let stays = |member: &Member| match member.relation {
            Relation::Sig(sig) => !model.sigs[sig].is_variable,
            Relation::Field(field) => !model.fields[field].is_variable,
            Relation::Variable(_) => true,
        };
        self.roots.retain(stays);
        self.types.iter_mut().for_each(|ty| ty.fields.retain(stays));
        self.sets.retain(|set| !model.sigs[set.sig].is_variable);
        self.sets.iter_mut().for_each(|set| set.fields.retain(stays));
        self.relations.retain(stays);
        self.orders.retain(|order| stays(&order.member));
        self
    }

    /// The type of the objects of a sig, or `None` if its atoms are no objects.
    pub fn object_type(&self, sig: SigId) -> Option<&SchemaType> {
        self.type_of[sig.index()].map(|at| &self.types[at])
    }

    /// The members under `relations`, in order.
    pub fn all_relations(&self) -> impl Iterator<Item = &Member> + Clone {
        self.relations.iter().chain(self.orders.iter().map(|order| &order.member))
    }

    /// The name of a sig in heaps.
    pub fn name(&self, sig: SigId) -> &str {
        self.names.get(sig)
    }

    /// A shape as the header declares it: `Node?`.
    pub fn declared_shape(&self, shape: &Shape) -> korrel_heapgraph::Shape {
        shape.declared(&self.names)
    }

    fn check_roots(&self, model: &Model) -> Result<(), Clash> {
        let mut seen: BTreeMap<&str, Span> = BTreeMap::new();
        for root in &self.roots {
            let second = span(model, root.relation);
            if let Some(first) = seen.insert(&root.name, second) {
                return Err(Clash { name: root.name.clone(), first, second });
            }
        }
        Ok(())
    }
}

/// Makes the parameters `lone` whose object may be in some states of a trace only, and says which they are.
fn let_leave(model: &Model, roots: &mut [Member]) -> Vec<String> {
    let mut leaving = Vec::new();
    for root in roots.iter_mut().filter(|root| matches!(root.relation, Relation::Variable(_))) {
        if let Shape::One(column) = &root.shape
            && may_leave(model, column)
        {
            root.shape = Shape::Lone(column.clone());
            leaving.push(root.name.clone());
        }
    }
    leaving
}

fn span(model: &Model, relation: Relation) -> Span {
    match relation {
        Relation::Sig(sig) => model.sigs[sig].span,
        Relation::Field(field) => model.fields[field].span,
        Relation::Variable(variable) => model.variables[variable].span,
    }
}
