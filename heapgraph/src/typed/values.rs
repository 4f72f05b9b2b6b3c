//! The caller's own values for atoms and integers, since code is not tested with `Key$0` alone.

use std::collections::BTreeMap;

use serde_core::Serialize;
use serde_json::Value as Json;

use super::misfit::Misfit;
use crate::{Header, Member};

/// The values that atoms and integers stand for, by the sig's name. `Int` is the integers'.
///
/// ```
/// use korrel_heapgraph::typed::Values;
///
/// let values = Values::new().of("Key", ["", "é", "a b"]).of("Int", [0, 1, 255]);
/// let values = values.one("Int", "-1", -1_000_000);
/// ```
///
/// An atom `Key$n` is the n-th value of `Key`, an integer n, from 0, the n-th of `Int`. A sig's values
/// are also for those that extend it, unless these have their own. Sigs with fields have no values, and no
/// two values of a sig are the same, so that each is recognised on the way back.
#[derive(Clone, Debug, Default)]
pub struct Values {
    given: Vec<(String, String, Json)>,
    /// The reason why serde could not make JSON of a value.
    wrong: Option<String>,
}

impl Values {
    /// Every atom and integer stands for itself.
    pub fn new() -> Values {
        Values::default()
    }

    /// A sig's values, from the atom 0 on.
    #[must_use]
    pub fn of<T: Serialize>(self, sig: &str, values: impl IntoIterator<Item = T>) -> Values {
        let numbered = values.into_iter().enumerate();
        numbered.fold(self, |all, (number, value)| all.one(sig, &number.to_string(), value))
    }

    /// Sets the value that one atom, `Key$3` or `3`, or one integer stands for.
    #[must_use]
    pub fn one<T: Serialize>(mut self, sig: &str, name: &str, value: T) -> Values {
        match serde_json::to_value(value) {
            Ok(value) => self.given.push((sig.to_owned(), name.to_owned(), value)),
            Err(error) => self.wrong = Some(format!("values of {sig}: {error}")),
        }
        self
    }

    pub(crate) fn tables(&self, types: &Header) -> Result<Tables, Misfit> {
        if let Some(wrong) = &self.wrong {
            return Err(Misfit::new(wrong));
        }
        let mut tables = Tables::default();
        for (sig, name, value) in &self.given {
            if !tables.0.contains_key(sig) {
                check(types, sig)?;
            }
            let number = number_of(types, sig, name)?;
            let table = tables.0.entry(sig.clone()).or_default();
            if table.values().any(|known| known == value) || table.contains_key(&number) {
                let what = format!("values of {sig}: {value} for {name} is there twice");
                return Err(Misfit::new(what));
            }
            table.insert(number, value.clone());
        }
        Ok(tables)
    }
}

fn check(types: &Header, sig: &str) -> Result<(), Misfit> {
    let refuse = |why: String| Err(Misfit::new(format!("values of {sig}: {why}")));
    if sig == "Int" {
        return Ok(());
    }
    if types.enums.iter().any(|of| of.name == sig) {
        return refuse("it is an enum; its values are their names".to_owned());
    }
    if types.set(sig).is_some() {
        return refuse("it is a subset; its atoms have the values of their own sig".to_owned());
    }
    if types.type_of(sig).is_none() {
        let known: Vec<&str> = types.types.iter().map(|ty| ty.name.as_str()).collect();
        return refuse(format!("there is no such sig; there are Int, {}", known.join(", ")));
    }
    for below in types.descendants(sig) {
        if let Some(Member { name: field, .. }) = types.fields(below).next() {
            return refuse(format!("{below} has the field {field}, so its atoms are objects"));
        }
    }
    Ok(())
}

fn number_of(types: &Header, sig: &str, name: &str) -> Result<i64, Misfit> {
    let digits = match name.rsplit_once('$') {
        Some((of, digits)) if types.descendants(sig).any(|below| below == of) => digits,
        _ => name,
    };
    let is_possible = |number: &i64| sig == "Int" || *number >= 0;
    digits.parse().ok().filter(is_possible).ok_or_else(|| {
        Misfit::new(format!("values of {sig}: `{name}` is none of its atoms or numbers"))
    })
}

/// Checked values: by sig, by number.
#[derive(Debug, Default)]
pub(crate) struct Tables(pub BTreeMap<String, BTreeMap<i64, Json>>);

impl Tables {
    /// The sig whose values the atoms of a type have.
    pub fn sig_of<'a>(&self, types: &'a Header, of: &'a str) -> Option<&'a str> {
        types.ancestors(of).find(|sig| self.0.contains_key(*sig))
    }

    /// The value that an atom or an integer stands for, or nothing if its sig has no values.
    pub fn value(&self, sig: &str, number: i64) -> Result<Option<&Json>, Misfit> {
        let Some(table) = self.0.get(sig) else { return Ok(None) };
        table.get(&number).map(Some).ok_or_else(|| {
            let name = if sig == "Int" { number.to_string() } else { format!("{sig}${number}") };
            Misfit::new(format!("{name} has no value: there are {} of {sig}", table.len()))
        })
    }

    /// The number that a value stands for.
    pub fn number_of(&self, sig: &str, value: &Json) -> Option<i64> {
        let table = self.0.get(sig)?;
        table.iter().find(|(_, known)| *known == value).map(|(number, _)| *number)
    }
}
