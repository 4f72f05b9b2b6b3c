//! What a question about a predicate is given: the command that has its roots, and heaps in files.

use korrel::stream::StreamReading;
use std::path::Path;

use korrel::question::evaluation::GivenHeap;
use korrel::question::{SpecCommand, command_of};
use korrel_lang::visible::visible;

use crate::files::read::load;
use crate::files::texts::{GivenHeader, JsonText, Texts};
use crate::flags::LanguageFlags;
use crate::messages::error::Error;
use crate::messages::reporter::Reporter;

/// A spec, and the command that is named, or that of a predicate.
///
/// # Errors
/// A spec that cannot be read; a mistake in it, or in the scope.
pub fn asked_of(
    spec: &Path,
    predicate: &str,
    command: Option<&str>,
    scope: Option<&str>,
    language: &LanguageFlags,
    report: &Reporter,
) -> Result<SpecCommand, Error> {
    let mut spec = load(spec, language)?;
    report.remarks(&spec.sources, &spec.warnings);
    let mut command = match command {
        Some(command) => spec.command(Some(command))?,
        None => command_of(&spec, predicate)?,
    };
    if let Some(scope) = scope {
        command = spec.with_scope(command, "--scope", scope)?;
    }
    Ok(SpecCommand { spec, command })
}

/// The heaps of a file, each with the name that messages call it by. Alloy's XML and graphs have the values that `header` declares.
///
/// # Errors
/// A file that cannot be read, or that is no stream of heaps.
pub fn heaps_of(
    path: &Path,
    header: GivenHeader<'_>,
    report: &Reporter,
) -> Result<Vec<(String, GivenHeap)>, Error> {
    let HeapFile { name, heaps, mut remarks, loss } = HeapFile::read(path, header)?;
    remarks.extend(loss.map(|loss| format!("{}: {loss}", visible(&name))));
    remarks.iter().for_each(|remark| report.note(remark));
    let heap = |(line, heap)| (format!("{name}, line {line}"), heap);
    Ok(heaps.into_iter().map(heap).collect())
}

/// A file of heaps, which is read to its end.
pub struct HeapFile {
    /// As messages call it.
    pub name: String,
    /// Each with the line where it begins.
    pub heaps: Vec<(usize, GivenHeap)>,
    pub remarks: Vec<String>,
    /// The reason why it is not whole: a stream without its end, or nothing at all.
    pub loss: Option<&'static str>,
}

impl HeapFile {
    /// # Errors
    /// A file that cannot be read, or that is no stream of heaps.
    pub fn read(path: &Path, header: GivenHeader<'_>) -> Result<HeapFile, Error> {
        let name =
            if path == Path::new("-") { "<stdin>".into() } else { path.display().to_string() };
        HeapFile::of(Texts::open(path)?, name, header)
    }

    /// # Errors
    /// A text that cannot be read, or that is no stream of heaps.
    pub fn of(mut texts: Texts, name: String, header: GivenHeader<'_>) -> Result<HeapFile, Error> {
        let (mut streams, mut heaps) = (StreamReading::default(), Vec::new());
        while let Some(text) = texts.next()? {
            let records =
                JsonText::read_all(&text, 0, header).map_err(|error| texts.error(error))?;
            for record in records {
                record.read_in(&mut streams, &text).map_err(|mistake| texts.error(mistake))?;
                if let JsonText::Heap(heap) = record {
                    heaps.push((texts.begins_at(), heap));
                }
            }
        }
        let mut remarks: Vec<String> = streams.remark().map(str::to_owned).into_iter().collect();
        let loss = match (streams.is_cut(), heaps.is_empty()) {
            (true, _) => Some("the stream has no end record: it was cut off"),
            (false, true) if streams.is_outside() => Some("there is no heap in it"),
            (false, _) => None,
        };
        if heaps.is_empty() && loss.is_none() {
            remarks.push(format!("{}: there is no heap in it", visible(&name)));
        }
        Ok(HeapFile { name, heaps, remarks, loss })
    }
}
