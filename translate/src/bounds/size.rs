//! Relations that are too large are refused before anything is made of them.

use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::model::{Field, Model};
use korrel_lang::universe::Universe;

/// A relation over more tuples than this is refused: as a bit set it would take half a gigabyte.
const MAX_TUPLES: u64 = 1 << 32;
/// More than this in all fields together are refused, too.
const MAX_ALL_TUPLES: u64 = 1 << 34;
/// More open cells than this are refused: each costs some hundred bytes before any clause is made.
const MAX_CELLS: u64 = 1 << 22;

/// # Errors
/// Fields over more tuples than fit into memory.
pub(super) fn check_tuples(model: &Model, universe: &Universe) -> Result<(), Diagnostic> {
    let mut tuples = 0;
    for (_, field) in model.fields.iter() {
        tuples += check_size(universe, field)?;
        check_sum(field, tuples)?;
    }
    Ok(())
}

/// # Errors
/// More open cells, with those of this field, than there may be.
pub(super) fn check_cells(field: &Field, cells: u64) -> Result<(), Diagnostic> {
    if cells > MAX_CELLS { Err(too_many_cells(field, cells)) } else { Ok(()) }
}

/// The number of tuples of its arity.
fn check_size(universe: &Universe, field: &Field) -> Result<u64, Diagnostic> {
    let arity = field.ty.arity() as u32;
    let tuples = (universe.len() as u64).checked_pow(arity);
    if let Some(tuples) = tuples.filter(|&tuples| tuples <= MAX_TUPLES) {
        return Ok(tuples);
    }
    let atoms = universe.len();
    let message = format!("the field `{}` is too large for this scope", field.name);
    let bytes = (atoms as f64).powi(arity as i32) / 8.0;
    Err(Diagnostic::new(code::TOO_LARGE, message)
        .at(field.span, format!("{atoms} atoms in {arity} columns need {:.0} GB", bytes / 1e9))
        .help("a smaller scope, or a field with fewer columns"))
}

fn check_sum(field: &Field, tuples: u64) -> Result<(), Diagnostic> {
    if tuples <= MAX_ALL_TUPLES {
        return Ok(());
    }
    let message = "there are too many fields for this scope";
    let bytes = tuples as f64 / 8.0;
    Err(Diagnostic::new(code::TOO_LARGE, message)
        .at(field.span, format!("with this one they need {:.0} GB", bytes / 1e9))
        .help("a smaller scope, or fewer fields"))
}

fn too_many_cells(field: &Field, cells: u64) -> Diagnostic {
    let message = format!("the field `{}` is too large for this scope", field.name);
    Diagnostic::new(code::TOO_LARGE, message)
        .at(field.span, format!("with it, the fields may hold {cells} tuples"))
        .help(format!("at most {MAX_CELLS} tuples; small scopes find most faults"))
}
