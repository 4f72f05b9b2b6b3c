//! What a command allows now, and what has changed since an earlier look.

use std::ops::ControlFlow;

use korrel_sat::Effort;

use crate::error::Error;
use crate::question::watch::{View, look};
use crate::search::{Query, Sink, Source};
use crate::spec::Command;

impl Command {
    /// Looks at the command, as a writer of its spec would after a save: counts by size, the first instances, what has come and gone
    /// since an earlier look, which may be at another spec, and what each conjunct excludes. `tell` is given what is known,
    /// again and again, and then all of it.
    ///
    /// ```
    /// let text = "sig N { next: lone N } pred p { no n: N | n in n.^next } run p for 2";
    /// let before = korrel::spec(text)?.command("p")?.look(None, |_| ())?;
    /// assert_eq!(before.sizes.values().sum::<u64>(), 4, "OEIS A000081");
    /// let edited = text.replace("n.^next", "n.next");
    /// let now = korrel::spec(&edited)?.command("p")?.look(Some(&before), |_| ())?;
    /// let Some(korrel::Change::Instances(change)) = now.change else { unreachable!() };
    /// assert_eq!((change.removed, change.added), (0, 1), "a circle of two");
    /// # Ok::<(), korrel::Error>(())
    /// ```
    ///
    /// # Errors
    /// A construct that cannot be translated, or a stop.
    pub fn look(&self, before: Option<&View>, mut tell: impl FnMut(&View)) -> Result<View, Error> {
        let before = before.cloned();
        let work = move |asked: &Query, effort: &Effort, sink: &mut Sink<'_, View>| {
            // Whoever is told takes all of it.
            let mut told = |view: &View| {
                let _ = sink(view.clone());
            };
            let (command, meaning) = (asked.command(), asked.meaning());
            let view = look(&command, before.as_ref(), meaning, effort, &mut told)?;
            let _ = sink(view);
            Ok(())
        };
        let mut last = None;
        Source::pour(self.query().clone(), work, &mut |view| {
            tell(&view);
            last = Some(view);
            ControlFlow::Continue(())
        })?;
        Ok(last.expect("a look that ends has told of all"))
    }
}
