//! Relations that are too large are refused before anything is made of them.
//!
//! A set of few possible tuples is one of bits, which takes the same whatever it holds. A larger one takes as much as is
//! in it ([`korrel_lang::tuples::TupleSet`]), so what counts there is what it may hold: its cells. A schema of 400 tables
//! has 2,000 fields over 5,000 atoms, and none may hold more than a dozen tuples.

use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::model::{Field, Model};
use korrel_lang::tuples::TupleSet;
use korrel_lang::universe::Universe;

/// A relation over more tuples than this is refused: who writes one has not thought of its size, and an order or a product
/// over it would be built before its cells are counted.
const MAX_TUPLES: u64 = 1 << 32;
/// More tuples than this in all fields together are refused: what asks about each field in turn would not end. The largest
/// schema that was drawn has three quarters of it.
const MAX_ALL_TUPLES: u64 = 1 << 36;
/// More bits than this in the sets of all fields together are refused: they would take 2 GB.
const MAX_ALL_BITS: u64 = 1 << 34;
/// More open cells than this are refused: each costs some hundred bytes before any clause is made.
const MAX_CELLS: u64 = 1 << 22;

/// # Errors
/// Fields over too many tuples, or whose sets do not fit into memory while they are empty.
pub(super) fn check_tuples(model: &Model, universe: &Universe) -> Result<(), Diagnostic> {
    let (mut bits, mut tuples) = (0, 0);
    for (_, field) in model.fields.iter() {
        bits += bits_of(universe, field)?;
        tuples += (universe.len() as u64).pow(field.ty.arity() as u32);
        check_sum(field, bits, tuples)?;
    }
    Ok(())
}

/// # Errors
/// More open cells, with those of this field, than there may be.
pub(super) fn check_cells(field: &Field, cells: u64) -> Result<(), Diagnostic> {
    if cells > MAX_CELLS { Err(too_many_cells(field, cells)) } else { Ok(()) }
}

/// The bits that a set of its tuples takes whatever it holds.
fn bits_of(universe: &Universe, field: &Field) -> Result<u64, Diagnostic> {
    let (atoms, arity) = (universe.len(), field.ty.arity());
    let tuples = (atoms as u64).checked_pow(arity as u32).filter(|&tuples| tuples <= MAX_TUPLES);
    let bits = tuples.and_then(|_| TupleSet::bits(atoms, arity));
    bits.map(|bits| bits as u64).ok_or_else(|| {
        let message = format!("the field `{}` is too large for this scope", field.name);
        let tuples = (atoms as f64).powi(arity as i32) / 1e9;
        Diagnostic::new(code::TOO_LARGE, message)
            .at(
                field.span,
                format!("{atoms} atoms in {arity} columns are {tuples:.0} thousand million tuples"),
            )
            .help("a smaller scope, or a field with fewer columns")
    })
}

fn check_sum(field: &Field, bits: u64, tuples: u64) -> Result<(), Diagnostic> {
    let what = if bits > MAX_ALL_BITS {
        format!("with this one they need {:.0} GB", bits as f64 / 8e9)
    } else if tuples > MAX_ALL_TUPLES {
        format!("with this one they have {:.0} thousand million tuples", tuples as f64 / 1e9)
    } else {
        return Ok(());
    };
    Err(Diagnostic::new(code::TOO_LARGE, "there are too many fields for this scope")
        .at(field.span, what)
        .help("a smaller scope, or fewer fields"))
}

fn too_many_cells(field: &Field, cells: u64) -> Diagnostic {
    let message = format!("the field `{}` is too large for this scope", field.name);
    Diagnostic::new(code::TOO_LARGE, message)
        .at(field.span, format!("with it, the fields may hold {cells} tuples"))
        .help(format!("at most {MAX_CELLS} tuples; small scopes find most faults"))
}
