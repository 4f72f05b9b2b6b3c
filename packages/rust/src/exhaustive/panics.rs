//! Panics that are caught, and told without the trace that each would write.

use std::cell::{Cell, RefCell};
use std::fmt;
use std::panic::{self, AssertUnwindSafe, Location};
use std::sync::Once;

thread_local! {
    static IS_MUTE: Cell<bool> = const { Cell::new(false) };
    static PLACE: RefCell<Option<String>> = const { RefCell::new(None) };
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
