use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::fmt;
use std::panic::{self, AssertUnwindSafe, Location};
use std::sync::Once;

use super::TestCaseError;

/// So many causes are shown. Of those behind them only the number is told.
const SHOWN: usize = 50;

/// The failures of a run that goes on after each, by their causes, in the order in which they were met.
pub(super) struct Failures {
    /// What fails: an input.
    noun: &'static str,
    groups: Vec<FailureGroup>,
    /// The place of each cause in `groups`.
    known: HashMap<String, usize>,
    pub(super) inputs: u32,
}

/// The inputs that fail by one cause. The first one that was met stands for all.
struct FailureGroup {
    cause: String,
    inputs: u32,
    why: String,
    shown: String,
    /// How the one that is shown is called: the smallest.
    which: &'static str,
}

/// Why an input fails.
pub(super) struct Failing {
    pub(super) why: String,
    cause: String,
}

impl Failing {
    /// By a message, and the place of a panic.
    pub(super) fn of(why: String, place: Option<String>) -> Failing {
        let (said, own) = placed(&why);
        let first = said.trim_start().lines().next().unwrap_or_default();
        let place = own.map(str::to_owned).or(place);
        let place = place.map(|place| format!(" at {place}")).unwrap_or_default();
        Failing { cause: format!("{}{place}", general(first).trim_end()), why }
    }
}

impl Failures {
    pub(super) fn of(noun: &'static str) -> Failures {
        Failures { noun, groups: Vec::new(), known: HashMap::new(), inputs: 0 }
    }

    /// How many there are.
    pub(super) fn number(&self) -> String {
        counted(self.inputs.into(), self.noun)
    }

    pub(super) fn add(&mut self, failing: Failing, shown: String, which: &'static str) {
        self.inputs += 1;
        let Failing { why, cause } = failing;
        if let Some(at) = self.known.get(&cause) {
            self.groups[*at].inputs += 1;
            return;
        }
        self.known.insert(cause.clone(), self.groups.len());
        self.groups.push(FailureGroup { cause, inputs: 1, why, shown, which });
    }
}

impl fmt::Display for Failures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, group) in self.groups.iter().enumerate().take(SHOWN) {
            let FailureGroup { cause, inputs, why, shown, which } = group;
            writeln!(f, "  {}. {cause}  ({})", at + 1, counted((*inputs).into(), self.noun))?;
            let gap = if shown.starts_with('\n') { "" } else { " " };
            writeln!(f, "     {which}:{gap}{}", shown.replace('\n', "\n     "))?;
            if why != cause {
                writeln!(f, "     {}", why.trim().replace('\n', "\n     "))?;
            }
        }
        match self.groups.len().saturating_sub(SHOWN) {
            0 => Ok(()),
            more => writeln!(f, "  … and {more} more causes"),
        }
    }
}

impl fmt::Display for Headline<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Failures { groups, inputs, noun, .. } = self.0;
        let causes = counted(groups.len() as u64, "cause");
        let fail = if *inputs == 1 { "fails" } else { "fail" };
        write!(f, "{inputs} of {} {fail}, by {causes}", counted(self.1.into(), noun))
    }
}

/// The failures, and the number of all inputs.
pub(super) struct Headline<'a>(pub(super) &'a Failures, pub(super) u32);

/// `1 input`, `2 inputs`
pub(super) fn counted(number: u64, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// What was tried before the one that fails.
pub(super) fn passed_before(number: u32) -> String {
    match number {
        0 => "it is the first".to_owned(),
        1 => "the one before it passes".to_owned(),
        _ => format!("all {number} before it pass"),
    }
}

/// A message that ends in ` at FILE:LINE`, as that of `prop_assert!` does, without this place, and the place.
fn placed(why: &str) -> (&str, Option<&str>) {
    let split = why.rsplit_once(" at ").filter(|(_, place)| {
        let line = place.rsplit_once(':').map_or("", |(_, line)| line);
        !line.is_empty() && line.bytes().all(|byte| byte.is_ascii_digit())
    });
    split.map_or((why, None), |(said, place)| (said, Some(place)))
}

/// A text with `#` for each number, `"…"` for each quoted text and `'…'` for each character. Several of them with commas between are one.
fn general(text: &str) -> String {
    let mut made = String::new();
    let mut rest = text;
    while let Some(next) = rest.chars().next() {
        let is_word = made.ends_with(|before: char| before.is_alphanumeric() || before == '_');
        let (length, sign) = match next {
            '"' => (quoted(rest), "\"…\""),
            '\'' => (character(rest), "'…'"),
            _ => (number(rest, is_word), "#"),
        };
        let Some(length) = length else {
            made.push(next);
            rest = &rest[next.len_utf8()..];
            continue;
        };
        rest = &rest[length..];
        if sign == "#" && made.ends_with('-') {
            made.pop();
        }
        let is_next = made.strip_suffix(", ").is_some_and(|before| before.ends_with(sign));
        if is_next {
            made.truncate(made.len() - 2);
        } else {
            made.push_str(sign);
        }
    }
    made
}

/// The length of the quoted text that this begins with. One that does not end takes all.
fn quoted(text: &str) -> Option<usize> {
    let mut is_escaped = true; // the first quote does not end it
    for (at, next) in text.char_indices() {
        if next == '"' && !is_escaped {
            return Some(at + 1);
        }
        is_escaped = at == 0 || next == '\\' && !is_escaped;
    }
    Some(text.len())
}

/// The length of the character that this begins with, as `{:?}` writes it. An apostrophe is none.
fn character(text: &str) -> Option<usize> {
    let inner = &text[1..];
    let first = inner.chars().next()?;
    let length = match (first, inner.strip_prefix("\\u{")) {
        ('\'', _) => return None,
        (_, Some(code)) => 3 + code.find('}')? + 1,
        ('\\', None) => 1 + inner[1..].chars().next()?.len_utf8(),
        _ => first.len_utf8(),
    };
    inner[length..].starts_with('\'').then_some(length + 2)
}

/// The length of the number that this begins with: `12`, `0.5`, `1e-7`, and outside of a word `inf` and `NaN`.
fn number(text: &str, is_word: bool) -> Option<usize> {
    let digits = |from: usize| {
        let rest = &text.as_bytes()[from..];
        from + rest.iter().take_while(|byte| byte.is_ascii_digit()).count()
    };
    let whole = digits(0);
    if whole == 0 {
        let named = ["inf", "NaN"].into_iter().find(|name| text.starts_with(name))?;
        let is_whole = !text[named.len()..].starts_with(|next: char| next.is_alphanumeric());
        return (!is_word && is_whole).then_some(named.len());
    }
    let mut end = whole;
    if text[end..].starts_with('.') && digits(end + 1) > end + 1 {
        end = digits(end + 1);
    }
    if let Some(power) = text[end..].strip_prefix('e') {
        let from = end + 1 + usize::from(power.starts_with(['-', '+']));
        if digits(from) > from {
            end = digits(from);
        }
    }
    Some(end)
}

/// What is shown of a cause, if it is not the least.
pub(super) const ONE_AT_RANDOM: &str = "one of them, drawn at random";

thread_local! {
    static IS_MUTE: Cell<bool> = const { Cell::new(false) };
    static PLACE: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// What a property says of an input. `is_mute`: its panics print nothing.
pub(super) fn judged(
    is_mute: bool,
    property: impl FnOnce() -> Result<(), TestCaseError>,
) -> Result<(), NotPassed> {
    match caught(is_mute, property) {
        Ok(Ok(())) => Ok(()),
        Ok(Err(TestCaseError::Reject(_))) => Err(NotPassed::Rejected),
        Ok(Err(TestCaseError::Fail(why))) => Err(NotPassed::Fails(Failing::of(why, None))),
        Ok(Err(TestCaseError::FailBy(cause, why))) => Err(NotPassed::Fails(Failing { why, cause })),
        Err(Panicked { why, place }) => Err(NotPassed::Fails(Failing::of(why, place))),
    }
}

/// What a panic says, and where it is, if it was mute.
pub(super) struct Panicked {
    pub(super) why: String,
    pub(super) place: Option<String>,
}

impl fmt::Display for Panicked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.why)?;
        self.place.as_ref().map_or(Ok(()), |place| write!(f, " at {place}"))
    }
}

/// What a function returns, unless it panics.
pub(super) fn caught<T>(is_mute: bool, call: impl FnOnce() -> T) -> Result<T, Panicked> {
    static HOOK: Once = Once::new();
    if is_mute {
        HOOK.call_once(|| {
            let before = panic::take_hook();
            panic::set_hook(Box::new(move |said| {
                if IS_MUTE.get() {
                    let place = said.location().map(Location::to_string);
                    // The column says nothing that the line does not.
                    let place = place.and_then(|p| p.rsplit_once(':').map(|(p, _)| p.to_owned()));
                    PLACE.set(place);
                } else {
                    before(said);
                }
            }));
        });
    }
    let before = IS_MUTE.replace(is_mute);
    PLACE.set(None);
    let caught = panic::catch_unwind(AssertUnwindSafe(call));
    IS_MUTE.set(before);
    caught.map_err(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
        Panicked { why: text.unwrap_or("it panics").to_owned(), place: PLACE.take() }
    })
}

/// Why an input does not pass.
pub(super) enum NotPassed {
    Rejected,
    Fails(Failing),
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If this failed, one fault would be many causes, or two places one.
    #[test]
    fn causes_are_messages_without_what_varies() {
        let cause = |why: &str, place: Option<&str>| {
            Failing::of(why.to_owned(), place.map(str::to_owned)).cause
        };
        assert_eq!(cause("got [1, 2, -30], want \"a\\\"b\"", None), "got [#], want \"…\"");
        assert_eq!(cause("index 3 of 17", Some("a.rs:12")), "index # of # at a.rs:12");
        assert_eq!(cause("it: 5\n  left: 1\n right: 2\n at b.rs:7", None), "it: # at b.rs:7");
        assert_eq!(cause("", None), "");
        assert_eq!(cause("got 'x', want '\\u{301}' or '\\''", None), "got '…', want '…' or '…'");
        assert_eq!(cause("it doesn't, but can't", None), "it doesn't, but can't");
        assert_eq!(cause("Some(-0.0) of [1e21, 5e-324, -inf, NaN]", None), "Some(#) of [#]");
        assert_eq!(cause("info of NaNs in 1..3, éa", None), "info of NaNs in #..#, éa");
    }
}
