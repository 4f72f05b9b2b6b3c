//! `check --update`: the counts that were found, written where other ones are expected.
//!
//! Only counts are written: `expect 35`, `expect = 1`. `expect 0` and `expect 1` are verdicts. One that
//! no longer holds is a fault in the spec or in the verdict, and a person has to say in which. A count
//! that is not known to its end is left, too. Not a byte changes but the digits.

use std::path::Path;

use korrel_lang::source::Span;
use korrel_lang::spec::Spec;
use korrel_lang::visible::visible;
use similar::TextDiff;

use crate::files::replace::replace;
use crate::messages::error::Error;

/// Replaces the file of a spec, and returns the difference, as a patch has it.
///
/// # Errors
/// A file that cannot be replaced. It is then as it was.
pub fn update(path: &Path, spec: &Spec, edits: &[(Span, String)]) -> Result<String, Error> {
    let old = spec.texts().next().expect("a spec has a main module");
    let mut new = String::with_capacity(old.len() + 16);
    let mut at = 0;
    for (span, text) in edits {
        new += &old[at..span.start as usize];
        new += text;
        at = span.end as usize;
    }
    new += &old[at..];
    replace(path, old, &new).map_err(|error| Error::unwritable(path, &error))?;
    Ok(difference(&spec.name, old, &new))
}

/// The difference of two texts, as a patch has it.
pub fn difference(name: &str, old: &str, new: &str) -> String {
    let name = visible(name);
    let diff = TextDiff::from_lines(old, new);
    diff.unified_diff().header(&name, &name).to_string()
}

/// A patch as a terminal may have it. A line keeps the carriage return that it ends in.
pub fn shown(patch: &str) -> String {
    let line = |line: &str| match line.strip_suffix("\r\n").or_else(|| line.strip_suffix('\n')) {
        Some(text) => visible_tabs(text) + &line[text.len()..],
        None => visible_tabs(line),
    };
    patch.split_inclusive('\n').map(line).collect()
}

fn visible_tabs(line: &str) -> String {
    line.split('\t').map(visible).collect::<Vec<_>>().join("\t")
}
