//! How reports look: what is handed in to draw them.

use std::borrow::Cow;

use serde_json::Value;

use super::changes::Changes;

/// Draws one state; `is_after` says which side of the changes it is.
pub type Draw<'l> = &'l dyn Fn(&Value, &Changes, bool) -> Option<String>;

#[derive(Clone, Copy, Default)]
pub struct Look<'l> {
    /// Shows characters that deceive as what they are; line breaks stay.
    pub visible: Option<&'l dyn Fn(&str) -> String>,
    /// A state as lines of text, beside which those of the other side stand.
    pub text: Option<Draw<'l>>,
    /// A state as an SVG element.
    pub svg: Option<Draw<'l>>,
}

impl Look<'_> {
    pub(super) fn shown<'t>(&self, text: &'t str) -> Cow<'t, str> {
        match self.visible {
            Some(visible) => Cow::Owned(visible(text)),
            None => Cow::Borrowed(text),
        }
    }
}
