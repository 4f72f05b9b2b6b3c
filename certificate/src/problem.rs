//! The file `problem.json`: atoms, cells, and what is interchangeable.

use serde_json::{Map, Value};

use crate::Unproven;
use crate::cells::{Cells, Worth};
use crate::cubes::{self, Cube, Shard};
use crate::json;
use crate::shown::{self, Shown};

pub(crate) const FILE: &str = "problem.json";

/// The members that the stream's header has, too.
pub(crate) const SAME: [&str; 4] = ["tool", "spec", "command", "question"];

/// Atoms of a question about traces have numbers below this one.
const MOST_ATOMS: u64 = 1 << 20;

/// Says that an atom is in no class.
pub(crate) const NONE: u32 = u32::MAX;

/// What `problem.json` says.
#[derive(Debug)]
pub(crate) struct Problem {
    /// The values of [`SAME`].
    pub(crate) same: Vec<Value>,
    /// The values that may stand for each atom.
    pub(crate) atoms: Vec<Vec<Value>>,
    /// How many atoms there are; more than in `atoms` if that is empty.
    pub(crate) count: usize,
    /// The classes of interchangeable atoms.
    pub(crate) classes: Vec<Vec<u32>>,
    /// For each atom the number of its class, or [`NONE`].
    pub(crate) class_of: Vec<u32>,
    /// All atoms of the classes, in the order in which images are compared.
    pub(crate) ranks: Vec<u32>,
    /// For each atom its place in `ranks`, or [`NONE`].
    pub(crate) rank_of: Vec<u32>,
    /// For each atom the variable that says that it is in use; 0 if it is always.
    pub(crate) uses: Vec<i32>,
    pub(crate) cells: Cells,
    /// For each variable the cell that it stands for; the first one is not used.
    pub(crate) cell_of: Vec<u32>,
    /// How a line shows the open cells.
    pub(crate) shown: Vec<Shown>,
    /// The list must be empty, since lines do not show the cells.
    pub(crate) is_without_lines: bool,
    /// Which part of a list the folder has, if not all of it.
    pub(crate) shard: Option<Shard>,
    /// The cubes of all parts.
    pub(crate) cubes: Vec<Cube>,
}

impl Problem {
    /// How many open cells there are: the variables 1 to this one.
    pub(crate) fn open(&self) -> i32 {
        self.cells.open() as i32
    }

    /// Understands the object of the file.
    pub(crate) fn new(object: &Map<String, Value>) -> Result<Problem, Unproven> {
        problem(object).map_err(|why| Unproven::within(FILE, why))
    }
}

/// Reads the text of the file, an object.
pub(crate) fn object(text: &[u8]) -> Result<Map<String, Value>, Unproven> {
    match json::parse(text).map_err(|(line, why)| Unproven::at(FILE, line, why))? {
        Value::Object(object) => Ok(object),
        _ => Err(Unproven::within(FILE, "the file is no object")),
    }
}

fn problem(object: &Map<String, Value>) -> Result<Problem, String> {
    if member(object, "format")? != "certificate/1" {
        return Err("`format` is not \"certificate/1\"".to_owned());
    }
    let same: Vec<Value> =
        SAME.iter().map(|name| member(object, name).cloned()).collect::<Result<_, _>>()?;
    let atoms = values(object)?;
    let shown = array(object, "shown")?;
    let is_bare = atoms.is_empty() && shown.is_empty();
    let bound = if is_bare { MOST_ATOMS } else { atoms.len() as u64 };

    let mut cells = Cells::default();
    let mut cell_of = Vec::new();
    for name in ["population", "order"] {
        for (place, cell) in array(object, name)?.iter().enumerate() {
            add(&mut cells, &mut cell_of, cell, bound, name == "population")
                .map_err(|why| format!("{name}[{place}]: {why}"))?;
        }
    }
    cells.index()?;
    let cell_of = by_variable(&cells, &cell_of)?;

    let mut classes = Vec::new();
    for (place, class) in array(object, "classes")?.iter().enumerate() {
        let class = numbers(class, bound).map_err(|why| format!("classes[{place}]: {why}"))?;
        if class.len() < 2 {
            return Err(format!("classes[{place}]: a class has two or more atoms"));
        }
        classes.push(class);
    }
    let ranks = numbers(member(object, "ranks")?, bound).map_err(|why| format!("ranks: {why}"))?;
    let count = if is_bare { most(&cells, &classes, &ranks) } else { atoms.len() };
    let mut class_of = vec![NONE; count];
    for (number, class) in classes.iter().enumerate() {
        for &atom in class {
            if class_of[atom as usize] != NONE {
                return Err(format!("classes[{number}]: atom {atom} is in a class already"));
            }
            class_of[atom as usize] = number as u32;
        }
    }
    let mut rank_of = vec![NONE; count];
    for (rank, &atom) in ranks.iter().enumerate() {
        if class_of[atom as usize] == NONE {
            return Err(format!("ranks[{rank}]: atom {atom} is in no class"));
        }
        if rank_of[atom as usize] != NONE {
            return Err(format!("ranks[{rank}]: atom {atom} has a rank already"));
        }
        rank_of[atom as usize] = rank as u32;
    }
    if let Some(atom) = classes.iter().flatten().find(|&&atom| rank_of[atom as usize] == NONE) {
        return Err(format!("ranks: atom {atom} is missing"));
    }
    let uses = uses(object, &ranks, count, cells.open() as u64)?;
    let shown = shown::read(shown, &atoms)?;
    if shown.len() != cells.open() && !is_bare {
        let (shown, open) = (shown.len(), cells.open());
        return Err(format!("`shown` has {shown} entries, but {open} cells are open"));
    }
    let is_without_lines = shown.len() != cells.open();
    let shard = Shard::read(object)?;
    let cubes = match shard {
        Some(shard) => cubes::read(array(object, "cubes")?, shard.parts)?,
        None => Vec::new(),
    };
    Ok(Problem {
        same,
        atoms,
        count,
        classes,
        class_of,
        ranks,
        rank_of,
        uses,
        cells,
        cell_of,
        shown,
        is_without_lines,
        shard,
        cubes,
    })
}

fn member<'a>(object: &'a Map<String, Value>, name: &str) -> Result<&'a Value, String> {
    object.get(name).ok_or_else(|| format!("`{name}` is missing"))
}

fn array<'a>(object: &'a Map<String, Value>, name: &str) -> Result<&'a Vec<Value>, String> {
    member(object, name)?.as_array().ok_or_else(|| format!("`{name}` is no array"))
}

/// The values that may stand for each atom.
fn values(object: &Map<String, Value>) -> Result<Vec<Vec<Value>>, String> {
    let mut atoms = Vec::new();
    for (atom, values) in array(object, "atoms")?.iter().enumerate() {
        let values = values.as_array().ok_or_else(|| format!("atoms[{atom}]: no array"))?;
        if values.is_empty() {
            return Err(format!("atoms[{atom}]: no value"));
        }
        for value in values {
            if values.len() > 1 && !value.is_string() {
                return Err(format!("atoms[{atom}]: one of several values is no name"));
            }
            if !value.is_string() && !value.is_boolean() && !shown::is_integer(value) {
                return Err(format!("atoms[{atom}]: {value} stands for no atom"));
            }
        }
        atoms.push(values.clone());
    }
    Ok(atoms)
}

/// An array of different atoms.
fn numbers(value: &Value, bound: u64) -> Result<Vec<u32>, String> {
    let values = value.as_array().ok_or("no array")?;
    values.iter().map(|value| atom(value, bound)).collect()
}

/// The number of an atom.
pub(crate) fn atom(value: &Value, bound: u64) -> Result<u32, String> {
    match value.as_u64().filter(|&number| number < bound) {
        Some(number) => Ok(number as u32),
        None => Err(format!("{value} is no atom")),
    }
}

/// Adds a cell, and its variable if it has one.
fn add(
    cells: &mut Cells,
    variables: &mut Vec<(i32, u32)>,
    value: &Value,
    bound: u64,
    is_population: bool,
) -> Result<(), String> {
    let Some([relation, tuple, worth]) = value.as_array().map(Vec::as_slice) else {
        return Err("a cell is `[relation, [atom, …], value]`".to_owned());
    };
    let relation = relation.as_str().ok_or("the relation is no text")?;
    let tuple = numbers(tuple, bound)?;
    let worth = match worth {
        Value::Bool(is_greater) => Worth::Known(*is_greater),
        _ => match worth.as_i64().and_then(|number| i32::try_from(number).ok()) {
            Some(literal) if literal != 0 && literal != i32::MIN => Worth::Open(literal),
            _ => return Err(format!("{worth} is no value of a cell")),
        },
    };
    let number = cells.population().len() + cells.order().len();
    if let Worth::Open(literal) = worth {
        variables.push((literal.abs(), number as u32));
    }
    cells.push(relation, &tuple, worth, is_population)
}

/// The cell of each variable. Each variable from 1 on has one.
fn by_variable(cells: &Cells, variables: &[(i32, u32)]) -> Result<Vec<u32>, String> {
    let mut cell_of = vec![NONE; variables.len() + 1];
    for &(variable, cell) in variables {
        let words = || cells.words(cell);
        match cell_of.get_mut(variable as usize) {
            None => {
                let open = variables.len();
                return Err(format!("{}: variable {variable} of {open} open cells", words()));
            }
            Some(place) if *place != NONE => {
                return Err(format!("{}: variable {variable} has a cell already", words()));
            }
            Some(place) => *place = cell,
        }
    }
    Ok(cell_of)
}

/// One more than the greatest atom that is named.
fn most(cells: &Cells, classes: &[Vec<u32>], ranks: &[u32]) -> usize {
    let all = (0..cells.order().end).flat_map(|cell| cells.tuple(cell).iter());
    let greatest = all.chain(classes.iter().flatten()).chain(ranks).max();
    greatest.map_or(0, |&atom| atom as usize + 1)
}

/// The variables that say which atoms are in use.
fn uses(
    object: &Map<String, Value>,
    ranks: &[u32],
    count: usize,
    open: u64,
) -> Result<Vec<i32>, String> {
    let values = array(object, "use")?;
    if values.len() != ranks.len() {
        return Err("`use` has not as many entries as `ranks`".to_owned());
    }
    let mut uses = vec![0; count];
    for (rank, value) in values.iter().enumerate() {
        uses[ranks[rank] as usize] = match (value, value.as_u64()) {
            (Value::Bool(true), _) => 0,
            (_, Some(variable)) if (1..=open).contains(&variable) => variable as i32,
            _ => return Err(format!("use[{rank}]: {value} is no variable of a cell")),
        };
    }
    Ok(uses)
}
