//! What each relation must hold and may hold, before any formula is looked at.
//!
//! Sigs that hold one fixed atom (`one sig`, enum values) get the first atoms of their top-level
//! sig, so that they are constants. The other atoms of a sig are all alike; that only the first k
//! of them are in use is a constraint of the translation, not of the bounds.

use std::sync::Arc;

use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::instance::Relation;
use korrel_lang::model::{
    Command, Field, FieldId, Model, Multiplicity, Range, Sig, SigId, SigKind, SigMultiplicity,
    VariableId,
};
use korrel_lang::tuples::TupleSet;
use korrel_lang::universe::{AtomId, Universe};

use crate::cell::Cell;
use crate::order::{Order, orders};
use crate::scope::Scopes;
use crate::strings::strings;
use crate::upper::upper_bound;

/// Bounds of every relation of a command.
///
/// Invariant: `lower ⊆ upper` for each; both are closed under the permutations of interchangeable
/// atoms, but for the lower bounds of top-level sigs, which hold the first atoms.
#[derive(Clone, Debug)]
pub struct Bounds {
    pub universe: Arc<Universe>,
    /// By sig. Those of `univ`, `Int`, `seq/Int`, `String` and `none` are included.
    pub sigs: Vec<Bound>,
    /// By field.
    pub fields: Vec<Bound>,
    /// The command's parameters, in order of declaration.
    pub parameters: Vec<(VariableId, Bound)>,
    /// The atoms that are surely of a sig, beside those of its children: that of a `one` sig, those
    /// of an ordered sig.
    pub fixed: Vec<Vec<AtomId>>,
}

/// lower ⊆ the relation ⊆ upper.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bound {
    pub lower: TupleSet,
    pub upper: TupleSet,
}

/// A relation over more tuples than this is refused: as a bit set it would take half a gigabyte.
const MAX_TUPLES: u64 = 1 << 32;
/// More than this in all fields together are refused, too.
const MAX_ALL_TUPLES: u64 = 1 << 34;
/// More open cells than this are refused: each costs some hundred bytes before any clause is made.
const MAX_CELLS: u64 = 1 << 22;

impl Bounds {
    /// # Errors
    /// A relation that could hold more tuples than fit in memory.
    pub fn new(model: &Model, command: &Command, scopes: &Scopes) -> Result<Bounds, Diagnostic> {
        let tops: Vec<(SigId, u32)> =
            model.top_level().map(|sig| (sig, scopes.top_level(sig).max)).collect();
        let universe = Arc::new(Universe::new(
            &tops,
            Some(scopes.integers),
            &strings(model, command),
            scopes.max_sequence,
            scopes.arithmetic,
        ));
        let mut tuples = 0;
        for (_, field) in model.fields.iter() {
            tuples += check_size(&universe, field)?;
            check_sum(field, tuples)?;
        }
        let orders = orders(model, scopes);
        let fixed = fixed_atoms(model, &universe, &orders);
        let sigs = sig_bounds(model, scopes, &universe, &fixed);
        let mut bounds =
            Bounds { universe, sigs, fields: Vec::new(), parameters: Vec::new(), fixed };
        let mut cells = 0;
        for (id, field) in model.fields.iter() {
            if let Some(bound) = orders.iter().find_map(|order| bounds.order_bound(order, id)) {
                bounds.fields.push(bound);
                continue;
            }
            cells += bounds.cells_of(field);
            if cells > MAX_CELLS {
                return Err(too_many_cells(field, cells));
            }
            let bound = bounds.field_bound(field);
            bounds.fields.push(bound);
        }
        for declaration in &command.parameters {
            for &variable in &declaration.variables {
                let upper = upper_bound(&declaration.range, &bounds);
                // `t: Tree`, where there is one tree.
                let is_one =
                    matches!(declaration.range, Range::Of { multiplicity: Multiplicity::One, .. });
                let lower = if is_one && upper.len() == 1 {
                    upper.clone()
                } else {
                    TupleSet::empty(upper.atoms(), upper.arity())
                };
                bounds.parameters.push((variable, Bound { lower, upper }));
            }
        }
        bounds.check();
        Ok(bounds)
    }

    /// The same with some cells known: `true` ones must hold, `false` ones may not.
    ///
    /// Only the encoding may use it. Symmetry belongs to the first bounds: these tell atoms apart
    /// that are interchangeable.
    pub fn tightened<'c>(&self, known: impl IntoIterator<Item = (&'c Cell, bool)>) -> Bounds {
        let mut bounds = self.clone();
        for (cell, holds) in known {
            let bound = bounds.get_mut(cell.relation);
            if holds {
                bound.lower.insert(&cell.tuple);
            } else {
                bound.upper.remove(&cell.tuple);
            }
        }
        bounds.check();
        bounds
    }

    fn get_mut(&mut self, relation: Relation) -> &mut Bound {
        match relation {
            Relation::Sig(sig) => &mut self.sigs[sig.0 as usize],
            Relation::Field(field) => &mut self.fields[field.0 as usize],
            Relation::Variable(variable) => self
                .parameters
                .iter_mut()
                .find(|(id, _)| *id == variable)
                .map(|(_, bound)| bound)
                .expect("every parameter has a bound"),
        }
    }

    pub fn get(&self, relation: Relation) -> &Bound {
        match relation {
            Relation::Sig(sig) => &self.sigs[sig.0 as usize],
            Relation::Field(field) => &self.fields[field.0 as usize],
            Relation::Variable(variable) => self
                .parameters
                .iter()
                .find(|(id, _)| *id == variable)
                .map(|(_, bound)| bound)
                .expect("every parameter has a bound"),
        }
    }

    /// The relations that an instance chooses: the user's sigs, the parameters, the fields.
    pub fn relations(&self) -> impl Iterator<Item = Relation> {
        let sigs = (Sig::STRING.0 + 1..self.sigs.len() as u32).map(|id| Relation::Sig(SigId(id)));
        let parameters = self.parameters.iter().map(|(variable, _)| Relation::Variable(*variable));
        let fields = (0..self.fields.len() as u32)
            .map(|id| Relation::Field(korrel_lang::model::FieldId(id)));
        sigs.chain(parameters).chain(fields)
    }

    /// Asserts the invariant where that is cheap.
    fn check(&self) {
        for relation in self.relations() {
            let bound = self.get(relation);
            debug_assert!(bound.lower.is_subset(&bound.upper), "{relation:?}");
        }
    }

    /// How many tuples a field may hold at the most.
    fn cells_of(&self, field: &Field) -> u64 {
        let size = |sig: &SigId| self.sigs[sig.0 as usize].upper.len() as u64;
        let products = field.ty.products.iter();
        products.map(|p| p.iter().map(size).fold(1, u64::saturating_mul)).sum()
    }

    /// The one value of a field that holds the first atom of an order, or the steps from each atom
    /// to the next.
    fn order_bound(&self, order: &Order, field: FieldId) -> Option<Bound> {
        let owner = self.fixed[order.owner.0 as usize].first()?;
        let atoms: Vec<AtomId> =
            self.sigs[order.sig.0 as usize].lower.tuples().map(|tuple| tuple[0]).collect();
        if atoms.len() != order.size as usize {
            return None;
        }
        let columns = if field == order.first {
            2
        } else if field == order.next {
            3
        } else {
            return None;
        };
        let mut tuples = TupleSet::empty(self.universe.len(), columns);
        if field == order.first {
            tuples.insert(&[*owner, atoms[0]]);
        } else {
            for pair in atoms.windows(2) {
                tuples.insert(&[*owner, pair[0], pair[1]]);
            }
        }
        Some(Bound { lower: tuples.clone(), upper: tuples })
    }

    /// The union of its type's products, over the sigs' upper bounds.
    fn field_bound(&self, field: &Field) -> Bound {
        let atoms = self.universe.len();
        let lower = TupleSet::empty(atoms, field.ty.arity());
        let mut upper = lower.clone();
        let own = &self.sigs[field.sig.0 as usize].upper;
        for product in &field.ty.products {
            let columns = product.iter().map(|sig| self.sigs[sig.0 as usize].upper.clone());
            let tuples = columns.reduce(|a, b| a.product(&b)).expect("a field has columns");
            upper = upper.union(&tuples.domain_restricted(own));
        }
        Bound { lower, upper }
    }
}

/// How many tuples there are of its arity.
fn check_size(universe: &Universe, field: &Field) -> Result<u64, Diagnostic> {
    let arity = field.ty.arity() as u32;
    let tuples = (universe.len() as u64).checked_pow(arity);
    if let Some(tuples) = tuples.filter(|&tuples| tuples <= MAX_TUPLES) {
        return Ok(tuples);
    }
    let atoms = universe.len();
    let message = format!("the field `{}` is too large for this scope", field.name);
    let bytes = (atoms as f64).powi(arity as i32) / 8.0;
    Err(Diagnostic::error(code::TOO_LARGE, message)
        .at(field.span, format!("{atoms} atoms in {arity} columns need {:.0} GB", bytes / 1e9))
        .help("a smaller scope, or a field with fewer columns"))
}

fn check_sum(field: &Field, tuples: u64) -> Result<(), Diagnostic> {
    if tuples <= MAX_ALL_TUPLES {
        return Ok(());
    }
    let message = "there are too many fields for this scope";
    let bytes = tuples as f64 / 8.0;
    Err(Diagnostic::error(code::TOO_LARGE, message)
        .at(field.span, format!("with this one they need {:.0} GB", bytes / 1e9))
        .help("a smaller scope, or fewer fields"))
}

fn too_many_cells(field: &Field, cells: u64) -> Diagnostic {
    let message = format!("the field `{}` is too large for this scope", field.name);
    Diagnostic::error(code::TOO_LARGE, message)
        .at(field.span, format!("with it, the fields may hold {cells} tuples"))
        .help(format!("at most {MAX_CELLS} tuples; small scopes find most faults"))
}

/// The first atoms of each top-level sig go to the `one` sigs in it that have no children, and to
/// ordered sigs.
fn fixed_atoms(model: &Model, universe: &Universe, orders: &[Order]) -> Vec<Vec<AtomId>> {
    let mut fixed = vec![Vec::new(); model.sigs.len()];
    for top in model.top_level() {
        let mut free = universe.block(top);
        fix_atoms(model, top, orders, &mut free, &mut fixed);
    }
    fixed
}

/// Returns how many atoms below `sig` are fixed.
fn fix_atoms(
    model: &Model,
    sig: SigId,
    orders: &[Order],
    free: &mut std::ops::Range<u32>,
    fixed: &mut [Vec<AtomId>],
) -> usize {
    let declared = &model.sigs[sig];
    let mut count = 0;
    for &child in &declared.children {
        count += fix_atoms(model, child, orders, free, fixed);
    }
    let order = orders.iter().find(|order| order.sig == sig);
    let own = match order {
        Some(order) => (order.size as usize).saturating_sub(count),
        None if declared.multiplicity == SigMultiplicity::One && declared.children.is_empty() => 1,
        None => 0,
    };
    fixed[sig.0 as usize].extend(free.by_ref().take(own).map(AtomId));
    count + fixed[sig.0 as usize].len()
}

/// A sig and all that extend it, parents first.
pub fn descendants(model: &Model, sig: SigId) -> Vec<SigId> {
    let mut all = vec![sig];
    for &child in &model.sigs[sig].children {
        all.extend(descendants(model, child));
    }
    all
}

fn sig_bounds(
    model: &Model,
    scopes: &Scopes,
    universe: &Universe,
    fixed: &[Vec<AtomId>],
) -> Vec<Bound> {
    let empty = TupleSet::empty(universe.len(), 1);
    let mut bounds = vec![Bound { lower: empty.clone(), upper: empty }; model.sigs.len()];
    for sig in [Sig::INT, Sig::SEQ_INT, Sig::STRING] {
        let all = atoms(universe, universe.block(sig));
        bounds[sig.0 as usize] = Bound { lower: all.clone(), upper: all };
    }
    for top in model.top_level() {
        let block = universe.block(top);
        let pool = atoms(universe, block.clone());
        for sig in descendants(model, top) {
            bounds[sig.0 as usize] = prim_bound(model, universe, fixed, sig, &pool);
        }
        let must = block.start..block.start + scopes.top_level(top).min;
        let bound = &mut bounds[top.0 as usize];
        bound.lower = bound.lower.union(&atoms(universe, must));
    }
    let user_sigs: Vec<SigId> = model.sigs.ids().skip(Sig::STRING.0 as usize + 1).collect();
    bounds[Sig::UNIVERSE.0 as usize] =
        union_of(&bounds, [Sig::INT, Sig::STRING].into_iter().chain(model.top_level()));
    // A subset sig may be declared before the sigs that it is in; chains are at most that long.
    for _ in &user_sigs {
        for &sig in &user_sigs {
            if let SigKind::Subset { parents, .. } = &model.sigs[sig].kind {
                let upper = union_of(&bounds, parents.iter().copied()).upper;
                bounds[sig.0 as usize].upper = upper;
            }
        }
    }
    bounds
}

/// Its own fixed atoms at least; nobody else's at the most.
fn prim_bound(
    model: &Model,
    universe: &Universe,
    fixed: &[Vec<AtomId>],
    sig: SigId,
    pool: &TupleSet,
) -> Bound {
    let mut lower = TupleSet::empty(universe.len(), 1);
    let mut upper = pool.clone();
    let owned = fixed.iter().enumerate().flat_map(|(owner, atoms)| {
        atoms.iter().filter(|&&atom| pool.contains(&[atom])).map(move |&atom| (owner, atom))
    });
    for (owner, atom) in owned {
        if model.is_descendant(SigId(owner as u32), sig) {
            lower.insert(&[atom]);
        } else if !model.is_descendant(sig, SigId(owner as u32)) {
            upper.remove(&[atom]);
        }
    }
    if !fixed[sig.0 as usize].is_empty() {
        upper = lower.clone();
    }
    Bound { lower, upper }
}

fn union_of(bounds: &[Bound], sigs: impl Iterator<Item = SigId>) -> Bound {
    let mut all: Option<Bound> = None;
    for sig in sigs {
        let bound = &bounds[sig.0 as usize];
        all = Some(match all {
            Some(all) => {
                Bound { lower: all.lower.union(&bound.lower), upper: all.upper.union(&bound.upper) }
            }
            None => bound.clone(),
        });
    }
    all.expect("a union of at least one sig")
}

fn atoms(universe: &Universe, block: std::ops::Range<u32>) -> TupleSet {
    let mut set = TupleSet::empty(universe.len(), 1);
    for atom in block {
        set.insert(&[AtomId(atom)]);
    }
    set
}
