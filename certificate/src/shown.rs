//! How a line of the stream shows the open cells.

use serde_json::{Map, Value};

use crate::problem;

/// How a line shows one open cell.
#[derive(Debug)]
pub(crate) enum Shown {
    /// The atom is there under one of these names.
    Named(Vec<String>),
    /// The value is where the keys lead to.
    Is(Vec<Pattern>, Pattern),
    /// The array to which the keys lead has the value.
    Has(Vec<Pattern>, Pattern),
}

/// A key or a value.
#[derive(Debug)]
pub(crate) enum Pattern {
    Atom(u32),
    Plain(Value),
    Array(Vec<Pattern>),
}

/// A number without a fraction.
pub(crate) fn is_integer(value: &Value) -> bool {
    value.is_i64() || value.is_u64()
}

/// Reads the member `shown`.
pub(crate) fn read(entries: &[Value], atoms: &[Vec<Value>]) -> Result<Vec<Shown>, String> {
    let mut all = Vec::with_capacity(entries.len());
    for (place, entry) in entries.iter().enumerate() {
        all.push(shown(entry, atoms).map_err(|why| format!("shown[{place}]: {why}"))?);
    }
    Ok(all)
}

fn shown(entry: &Value, atoms: &[Vec<Value>]) -> Result<Shown, String> {
    let object = entry.as_object().ok_or("no object")?;
    let names: Vec<&str> = object.keys().map(String::as_str).collect();
    let keys = || -> Result<Vec<Pattern>, String> {
        let keys = object["at"].as_array().ok_or("`at` is no array")?;
        keys.iter().map(|key| pattern(key, atoms)).collect()
    };
    match names.as_slice() {
        ["atom", "named"] | ["named", "atom"] => {
            let atom = problem::atom(&object["atom"], atoms.len() as u64)?;
            let named = object["named"].as_array().ok_or("`named` is no array")?;
            let mut all = Vec::new();
            for name in named {
                match name.as_str().filter(|_| atoms[atom as usize].contains(name)) {
                    Some(name) => all.push(name.to_owned()),
                    None => return Err(format!("{name} is no name of atom {atom}")),
                }
            }
            Ok(Shown::Named(all))
        }
        ["at", "is"] | ["is", "at"] => Ok(Shown::Is(keys()?, pattern(&object["is"], atoms)?)),
        ["at", "has"] | ["has", "at"] => Ok(Shown::Has(keys()?, pattern(&object["has"], atoms)?)),
        _ => Err("an entry has `atom` and `named`, `at` and `is`, or `at` and `has`".to_owned()),
    }
}

fn pattern(value: &Value, atoms: &[Vec<Value>]) -> Result<Pattern, String> {
    match value {
        Value::String(_) | Value::Bool(_) => Ok(Pattern::Plain(value.clone())),
        Value::Number(_) if is_integer(value) => Ok(Pattern::Plain(value.clone())),
        Value::Array(values) => {
            let all = values.iter().map(|value| pattern(value, atoms));
            Ok(Pattern::Array(all.collect::<Result<_, _>>()?))
        }
        Value::Object(object) if object.len() == 1 && object.contains_key("atom") => {
            Ok(Pattern::Atom(problem::atom(&object["atom"], atoms.len() as u64)?))
        }
        _ => Err(format!("{value} is no key and no value")),
    }
}

/// A line, and what stands in it for each atom.
pub(crate) struct Line<'a> {
    line: &'a Value,
    objects: &'a Map<String, Value>,
    atoms: Vec<Option<&'a Value>>,
}

impl<'a> Line<'a> {
    /// Finds the atoms of a line. `is_object` says of each atom whether it is one.
    pub(crate) fn new(
        line: &'a Value,
        atoms: &'a [Vec<Value>],
        is_object: &[bool],
    ) -> Result<Line<'a>, String> {
        let objects = line.get("objects").and_then(Value::as_object);
        let objects = objects.ok_or("the line has no `objects`")?;
        let mut there = Vec::with_capacity(atoms.len());
        for (values, &is_object) in atoms.iter().zip(is_object) {
            if !is_object {
                there.push(values.first());
                continue;
            }
            let is_there = |value: &&Value| value.as_str().is_some_and(|v| objects.contains_key(v));
            let mut found = values.iter().filter(is_there);
            there.push(found.next());
            if let Some(other) = found.next() {
                return Err(format!("an atom has two names, {other} is one of them"));
            }
        }
        Ok(Line { line, objects, atoms: there })
    }

    /// Says whether the line shows that the cell holds.
    pub(crate) fn holds(&self, shown: &Shown) -> bool {
        match shown {
            Shown::Named(names) => names.iter().any(|name| self.objects.contains_key(name)),
            Shown::Is(keys, value) => {
                self.follow(keys).is_some_and(|found| self.is_same(value, found))
            }
            Shown::Has(keys, value) => self
                .follow(keys)
                .and_then(Value::as_array)
                .is_some_and(|found| found.iter().any(|found| self.is_same(value, found))),
        }
    }

    fn follow(&self, keys: &[Pattern]) -> Option<&'a Value> {
        let mut at = self.line;
        for key in keys {
            let key = match key {
                Pattern::Atom(atom) => self.atoms[*atom as usize]?,
                Pattern::Plain(key) => key,
                Pattern::Array(_) => return None,
            };
            at = match (at, key) {
                (Value::Object(object), Value::String(key)) => object.get(key)?,
                (Value::Object(object), Value::Number(key)) => object.get(&key.to_string())?,
                (Value::Array(array), Value::Number(key)) => {
                    array.get(usize::try_from(key.as_u64()?).ok()?)?
                }
                _ => return None,
            };
        }
        Some(at)
    }

    fn is_same(&self, value: &Pattern, found: &Value) -> bool {
        match (value, found) {
            (Pattern::Atom(atom), _) => self.atoms[*atom as usize] == Some(found),
            (Pattern::Plain(value), _) => value == found,
            (Pattern::Array(values), Value::Array(found)) => {
                values.len() == found.len()
                    && values.iter().zip(found).all(|(value, found)| self.is_same(value, found))
            }
            (Pattern::Array(_), _) => false,
        }
    }
}
