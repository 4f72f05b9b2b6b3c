//! The instances of a command.

use std::ops::ControlFlow;

use korrel_enumerate::heap::{InstanceId, begin_record};
use korrel_sat::Effort;

use crate::error::Error;
use crate::heap::Heap;
use crate::question::{Conclusion, PartLabel};
use crate::spec::Types;

use super::asked::{Ask, PartFinding, parts};
use super::{Query, SearchFinding, SearchWork, Sink, Source, search};

/// The instances of a command, smallest first. After an error nothing comes; without one, all have
/// come, or as many as the settings allow. The search ends when this is dropped.
///
/// Without the feature `threads` all are found, and held, before the first one comes;
/// [`Command::each`](crate::Command::each) holds none.
#[derive(Debug)]
pub struct Instances {
    /// `None` once all is over.
    source: Option<Source<SearchFinding>>,
    heaps: HeapMaker,
    limit: u64,
}

impl Instances {
    pub(crate) fn new(asked: Query) -> Instances {
        let limit = asked.settings.limit.unwrap_or(u64::MAX);
        Instances { source: Some(Source::new(asked, search)), heaps: HeapMaker::default(), limit }
    }

    fn heap(&mut self) -> Result<Option<Heap>, Error> {
        let Some(source) = &mut self.source else { return Ok(None) };
        while self.heaps.taken < self.limit {
            let Some(finding) = source.next()? else { break };
            if let Some(heap) = self.heaps.of(finding) {
                return Ok(Some(heap));
            }
        }
        Ok(None)
    }
}

impl Iterator for Instances {
    type Item = Result<Heap, Error>;

    fn next(&mut self) -> Option<Result<Heap, Error>> {
        let heap = self.heap().transpose();
        if !matches!(heap, Some(Ok(_))) {
            self.source = None;
        }
        heap
    }
}

/// Hands the heaps that some work finds to `visit`, as many as the settings allow, until it breaks.
///
/// # Errors
/// That of the work.
pub(crate) fn each(
    asked: Query,
    work: impl SearchWork<SearchFinding>,
    visit: impl FnMut(Heap) -> ControlFlow<()>,
) -> Result<(), Error> {
    each_from(asked, InstanceId::from(0), work, visit)
}

/// The same; the first heap has this id.
///
/// # Errors
/// That of the work.
pub(crate) fn each_from(
    asked: Query,
    first: InstanceId,
    work: impl SearchWork<SearchFinding>,
    mut visit: impl FnMut(Heap) -> ControlFlow<()>,
) -> Result<(), Error> {
    let limit = asked.settings.limit.unwrap_or(u64::MAX);
    if limit == 0 {
        return Ok(());
    }
    let mut heaps = HeapMaker { next: first, ..HeapMaker::default() };
    Source::pour(asked, work, &mut |finding| {
        if let Some(heap) = heaps.of(finding) {
            visit(heap)?;
        }
        if heaps.taken < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })
}

/// Hands the heaps of each part of a question to `visit`, until it breaks. Returns the conclusion; none of a
/// question that was broken off.
///
/// # Errors
/// A mistake in the question, or a stop.
pub(crate) fn each_part(
    asked: Query,
    ask: Ask,
    mut visit: impl FnMut(&PartLabel, Heap) -> ControlFlow<()>,
) -> Result<Conclusion, Error> {
    let (mut heaps, mut conclusion) = (HeapMaker::default(), Conclusion::Nothing);
    let work = move |asked: &Query, effort: &Effort, sink: &mut Sink<'_, PartFinding>| {
        parts(ask, asked, effort, sink)
    };
    Source::pour(asked, work, &mut |finding| {
        match finding {
            PartFinding::Types(types) => drop(heaps.of(SearchFinding::Types(types))),
            PartFinding::Body(label, body) => {
                if let Some(heap) = heaps.of(SearchFinding::Body(body)) {
                    visit(&label, heap)?;
                }
            }
            PartFinding::Conclusion(found) => conclusion = found,
        }
        ControlFlow::Continue(())
    })?;
    Ok(conclusion)
}

/// Makes heaps of what is found.
#[derive(Debug)]
struct HeapMaker {
    types: Option<Types>,
    /// The id of the next one.
    next: InstanceId,
    /// The number of heaps so far.
    taken: u64,
}

impl Default for HeapMaker {
    fn default() -> HeapMaker {
        HeapMaker { types: None, next: 0.into(), taken: 0 }
    }
}

impl HeapMaker {
    /// `None` of types.
    fn of(&mut self, finding: SearchFinding) -> Option<Heap> {
        let body = match finding {
            SearchFinding::Types(types) => {
                self.types = Some(types);
                return None;
            }
            SearchFinding::Body(body) => body,
        };
        let mut line = Vec::new();
        begin_record(&mut line, &self.next);
        line.extend_from_slice(body.trim_ascii_end());
        self.next.step();
        self.taken += 1;
        let types = self.types.as_ref().expect("types come first");
        Some(Heap::new(types.clone(), String::from_utf8(line).expect("JSON is UTF-8")))
    }
}
