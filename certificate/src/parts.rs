//! Several folders: all parts of one list.

use std::collections::HashMap;
use std::io::{BufRead, Read};
use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

use crate::cubes::{Part, Shard, Tree};
use crate::formula::{self, Formula};
use crate::problem::{self, Problem};
use crate::{Unproven, Verified, stream, verify};

/// Checks the certificates of all parts of one list together. One folder is checked as [`verify`] does it.
///
/// `stop` is asked now and then whether the caller wants an end. The check then ends soon, and says nothing.
///
/// # Errors
///
/// A folder does not prove what the certificate of a part proves, or the folders are not all parts of one list, each
/// once, or files cannot be read, or the caller stops.
pub fn verify_parts(folders: &[PathBuf], stop: &dyn Fn() -> bool) -> Result<Verified, Unproven> {
    let first = match folders {
        [] => return Err(Unproven::within(problem::FILE, "no folder is given")),
        [folder] => return verify(folder, stop),
        [first, ..] => first,
    };
    let (object, shards) = each_once(folders, stop)?;
    let (problem, swaps) = in_folder(first, || {
        let problem = Problem::new(&object)?;
        let swaps = crate::swaps(&problem, stop)?;
        Ok((problem, swaps))
    })?;
    drop(object);
    let formula = in_folder(first, || {
        let mut bytes = Vec::new();
        let mut reader = crate::open(first, formula::FILE)?;
        let read = reader.read_to_end(&mut bytes);
        read.map_err(|error| Unproven::unreadable(formula::FILE, &error))?;
        let formula = Formula::read(&bytes[..], problem.open(), stop)?;
        crate::first_in_use(&problem, &formula, &swaps)?;
        for folder in &folders[1..] {
            in_folder(folder, || has_bytes(folder, &bytes, first, stop))?;
        }
        Ok(formula)
    })?;
    let tree = in_folder(first, || Tree::new(&problem.cubes, formula.variables, stop))?;
    let mut all = Verified::nothing(&formula, &swaps);
    let mut is_object = None;
    for (folder, shard) in folders.iter().zip(shards) {
        let part = Some(Part { shard, tree: &tree });
        in_folder(folder, || {
            let reader = crate::open(folder, stream::FILE)?;
            let list = stream::read(reader, &problem, &formula, part, stop)?;
            // Lines of all parts are read in one way.
            if *is_object.get_or_insert_with(|| list.is_object.clone()) != list.is_object {
                let why = format!("`types` makes other atoms objects than in {}", first.display());
                return Err(Unproven::at(stream::FILE, 1, why));
            }
            all.steps += crate::steps(folder, &problem, &formula, &swaps, &list, part, stop)?;
            all.lines += list.count;
            Ok(())
        })?;
    }
    Ok(all)
}

/// Names the folder at fault, if none is named.
fn in_folder<T>(folder: &Path, check: impl FnOnce() -> Result<T, Unproven>) -> Result<T, Unproven> {
    check().map_err(|mut unproven| {
        unproven.folder.get_or_insert_with(|| folder.to_owned());
        unproven
    })
}

/// The folders are parts of one list, each once. The result is what `problem.json` says in the first folder, and which
/// part each folder has.
fn each_once(
    folders: &[PathBuf],
    stop: &dyn Fn() -> bool,
) -> Result<(Map<String, Value>, Vec<Shard>), Unproven> {
    let refuse = |why: String| Unproven::within(problem::FILE, why);
    let mut first: Option<Map<String, Value>> = None;
    let mut shards: Vec<Shard> = Vec::new();
    let mut had = HashMap::new();
    for folder in folders {
        in_folder(folder, || {
            if stop() {
                return Err(Unproven::stopped(problem::FILE));
            }
            let object = crate::object(folder)?;
            let shard = Shard::read(&object).map_err(refuse)?;
            let shard = shard.ok_or_else(|| refuse("the folder has no part of a list".into()))?;
            let other = folders[0].display();
            if let Some(before) = shards.first().filter(|before| before.parts != shard.parts) {
                let why = format!("`shard` is \"{shard}\", but that of {other} is \"{before}\"");
                return Err(refuse(why));
            }
            if let Some(other) = had.insert(shard.number, folder) {
                return Err(refuse(format!("{} has part {shard}, too", other.display())));
            }
            shards.push(shard);
            match &first {
                None => first = Some(object),
                Some(first) => {
                    if let Some(name) = difference(first, &object) {
                        return Err(refuse(format!("`{name}` is not that of {other}")));
                    }
                }
            }
            Ok(())
        })?;
    }
    let parts = shards.first().map_or(0, |shard| shard.parts);
    match (1..=parts).find(|number| !had.contains_key(number)) {
        Some(number) => Err(refuse(format!("part {number}/{parts} is missing"))),
        None => Ok((first.unwrap_or_default(), shards)),
    }
}

/// A member, other than `shard`, that is not the same in both problems.
fn difference<'a>(first: &'a Map<String, Value>, other: &'a Map<String, Value>) -> Option<&'a str> {
    let names = first.keys().chain(other.keys()).map(String::as_str);
    names.into_iter().find(|name| *name != "shard" && first.get(*name) != other.get(*name))
}

/// The formula of a folder has these bytes.
fn has_bytes(
    folder: &Path,
    mut bytes: &[u8],
    first: &Path,
    stop: &dyn Fn() -> bool,
) -> Result<(), Unproven> {
    let other =
        || Unproven::within(formula::FILE, format!("the file is not that of {}", first.display()));
    let mut reader = crate::open(folder, formula::FILE)?;
    loop {
        if stop() {
            return Err(Unproven::stopped(formula::FILE));
        }
        let read =
            reader.fill_buf().map_err(|error| Unproven::unreadable(formula::FILE, &error))?;
        if read.is_empty() {
            return if bytes.is_empty() { Ok(()) } else { Err(other()) };
        }
        bytes = bytes.strip_prefix(read).ok_or_else(other)?;
        let read = read.len();
        reader.consume(read);
    }
}
