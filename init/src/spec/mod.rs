//! A sketch as the text of a spec.

mod command;
mod ranges;
mod sigs;
mod words;

use std::collections::{BTreeMap, BTreeSet};

use self::words::{comment, renamed};
use crate::notes::joined;
use crate::sketch::Sketch;

pub use self::words::{WORDS, capital, identifier, one_line};

impl Sketch {
    /// A spec that can be run.
    pub fn text(&self) -> String {
        SpecWriter::new(self).text(self)
    }

    /// The sigs' names in the spec, by those in the source.
    pub(crate) fn identifiers(&self) -> BTreeMap<String, String> {
        SpecWriter::new(self).names
    }
}

#[derive(Default)]
struct SpecWriter {
    /// By name in the source.
    names: BTreeMap<String, String>,
    taken: BTreeSet<String>,
    /// The names taken before any field.
    reserved: BTreeSet<String>,
    /// Sigs that are needed and that the source does not have, with what is known about each.
    needed: BTreeMap<String, String>,
    helpers: String,
    has_bool: bool,
}

impl SpecWriter {
    fn new(sketch: &Sketch) -> SpecWriter {
        let taken = WORDS.split_whitespace().map(str::to_owned).collect();
        let mut writer = SpecWriter { taken, ..SpecWriter::default() };
        let sigs = sketch.sigs.iter().map(|sig| &sig.name);
        for name in sigs.chain(sketch.enums.iter().map(|of| &of.name)) {
            if !writer.names.contains_key(name) {
                let ident = writer.take(&capital(&identifier(name)));
                writer.names.insert(name.clone(), ident);
            }
        }
        writer
    }

    fn take(&mut self, name: &str) -> String {
        let mut name = name.to_owned();
        while !self.taken.insert(name.clone()) {
            name.push('_');
        }
        name
    }

    fn text(mut self, sketch: &Sketch) -> String {
        let enums = self.enums(sketch);
        self.reserved = self.taken.clone();
        let mut seen = BTreeSet::new();
        let sigs = sketch.sigs.iter().filter(|sig| seen.insert(&sig.name));
        let sigs: String = sigs.map(|sig| self.sig(sketch, sig)).collect();
        let needed: String = self
            .needed
            .iter()
            .map(|(name, note)| format!("\nsig {name} {{}}{}\n", comment(note)))
            .collect();
        let open = if self.has_bool { "\nopen util/boolean\n" } else { "" };
        format!(
            "-- A first spec, made by `korrel init` from {}.\n-- What stands after `guess:` was not said there: look at it, and \
             add what must hold.\n{}{}{open}{enums}{sigs}{}{needed}{}",
            one_line(&sketch.source),
            counted("not read", &sketch.unread),
            counted("not said here", &sketch.unsaid),
            self.helpers,
            self.command(sketch)
        )
    }

    fn enums(&mut self, sketch: &Sketch) -> String {
        let mut enums = String::new();
        let mut seen: BTreeSet<&String> = sketch.sigs.iter().map(|sig| &sig.name).collect();
        for of in &sketch.enums {
            if of.values.is_empty() || !seen.insert(&of.name) {
                continue;
            }
            let name = self.names[&of.name].clone();
            let values: Vec<String> =
                of.values.iter().map(|value| self.take_value(&name, value)).collect();
            let renamed = of.values.iter().zip(&values).filter_map(|(value, ident)| {
                let said = renamed(value, ident);
                (!said.is_empty()).then(|| format!("{ident} {said}"))
            });
            let note = joined(&[of.note.clone(), renamed.collect::<Vec<_>>().join(", ")]);
            enums += &format!("\nenum {name} {{ {} }}{}\n", values.join(", "), comment(&note));
        }
        for of in sketch.enums.iter().filter(|of| of.values.is_empty()) {
            self.needed.insert(self.names[&of.name].clone(), "no value of it is known".to_owned());
        }
        enums
    }

    fn take_value(&mut self, of: &str, value: &str) -> String {
        let ident = identifier(value);
        if self.taken.contains(&ident) {
            self.take(&format!("{of}_{ident}"))
        } else {
            self.take(&ident)
        }
    }
}

/// What is in no sig, each kind once with its number: a line each.
fn counted(what: &str, parts: &[String]) -> String {
    let mut counted: Vec<(&str, usize)> = Vec::new();
    for part in parts {
        match counted.iter_mut().find(|(known, _)| known == part) {
            Some((_, times)) => *times += 1,
            None => counted.push((part, 1)),
        }
    }
    let line = |(part, times): &(&str, usize)| match times {
        1 => format!("-- {what}: {}\n", one_line(part)),
        times => format!("-- {what}: {}, {times} times\n", one_line(part)),
    };
    counted.iter().map(line).collect()
}
