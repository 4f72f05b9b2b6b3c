//! `find --classes`: heaps of the user's own classes.

use crate::commands::shared::classes::ClassesQuestion;
use crate::flags::FindFlags;
use crate::messages::error::Error;
use crate::messages::exit::Exit;
use crate::messages::reporter::Reporter;

pub fn run(find: &FindFlags, report: &Reporter) -> Result<Exit, Error> {
    let scope = find.question.scope.as_deref();
    let mut words = vec![format!("--limit={}", find.amount.limit.unwrap_or(0))];
    let timeout = find.search.limits.timeout;
    words.extend(timeout.map(|timeout| format!("--timeout={}ms", timeout.as_millis())));
    let switches = [
        ("--keys", find.stream.keyed.keys),
        ("--bare", find.stream.frame.bare),
        ("--quiet", report.is_quiet()),
    ];
    words.extend(switches.iter().filter(|(_, is_on)| *is_on).map(|(flag, _)| (*flag).to_owned()));
    ClassesQuestion::new(&find.classes, &find.question.spec, scope).with(words).typed()?.run()
}
