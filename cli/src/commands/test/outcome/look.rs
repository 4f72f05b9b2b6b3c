//! Failures as drawings.

use korrel_draw::{Page, Theme, svg, text};
use korrel_harness::FailedInput;
use korrel_harness::report::ReportHeading;
use korrel_heapgraph::{Header, Heap};
use serde_json::Value as Json;

/// The page, in columns; reports do not depend on their readers.
const PAGE: Page = Page { width: 100, is_colored: false };

/// Draws the failures of a report.
pub struct Artist {
    /// The headers, by operation.
    headers: Vec<(String, Header)>,
}

impl Artist {
    /// `heading` has the declarations.
    pub fn new(heading: &ReportHeading) -> Artist {
        let declarations = &heading.declarations;
        let header = |(name, op): (&String, &Json)| {
            let mut header = declarations.clone();
            header.insert("format".to_owned(), "heapgraph/1".into());
            header.insert("roots".to_owned(), op["parameters"].clone());
            Some((name.clone(), Header::read(&Json::Object(header)).ok()?))
        };
        let ops = declarations.get("ops").and_then(Json::as_object);
        Artist { headers: ops.into_iter().flatten().filter_map(header).collect() }
    }

    /// `None` for a state that does not fit its types.
    pub fn text(&self, failure: &FailedInput) -> Option<String> {
        let (header, heap) = self.heap(failure)?;
        let drawing = text(header, &heap, &PAGE);
        // The title is shown already.
        Some(drawing.lines().skip(1).map(|line| format!("{line}\n")).collect())
    }

    pub fn svg(&self, failure: &FailedInput) -> Option<String> {
        let (header, heap) = self.heap(failure)?;
        Some(svg(header, &[heap], Theme::Light))
    }

    fn heap(&self, failure: &FailedInput) -> Option<(&Header, Heap)> {
        let (_, header) = self.headers.iter().find(|(op, _)| *op == failure.op)?;
        let mut record = failure.pre.as_object()?.clone();
        if let Some(post) = &failure.post {
            record.insert("post".to_owned(), post.clone());
        }
        Some((header, Heap::read(header, &Json::Object(record)).ok()?))
    }
}
