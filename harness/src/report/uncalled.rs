//! What a spec of behaviours allows and no call showed, in a report.

use crate::outcome::UncalledSteps;
use crate::{counted, verb};

impl UncalledSteps {
    /// What is not 0 for people, a line each.
    pub fn lines(&self) -> Vec<String> {
        let line = |count: u64, text: &dyn Fn(u64) -> String| (count > 0).then(|| text(count));
        let lines = [
            line(self.silent, &|count| {
                let times = counted(count, "state");
                let allow = verb(count, "allows", "allow");
                format!("SILENT: {times} also {allow} a step that no action takes; it is not sent")
            }),
            line(self.beyond, &|count| {
                let (states, are) = (counted(count, "state"), verb(count, "is", "are"));
                format!(
                    "BEYOND: {states} {are} larger than the scope; nothing was called after that"
                )
            }),
            line(self.open, &|count| {
                let ways = counted(count, "way");
                format!("OPEN: {ways} in which calls may end too; the program never chose so")
            }),
            line(self.unsure, &|count| {
                let (calls, were) = (counted(count, "call"), verb(count, "was", "were"));
                format!(
                    "UNSURE: {calls} {were} not made: only some of the states allow that in which the program may be"
                )
            }),
        ];
        lines.into_iter().flatten().collect()
    }
}
