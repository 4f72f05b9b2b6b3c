//! The look of reports: functions of the caller that draw parts of them.

use std::borrow::Cow;

use crate::failure::FailedInput;

/// Draws an input and the state after it, beside each other and with the changes marked; `None` if it
/// cannot be drawn.
pub type DrawInput<'l> = &'l dyn Fn(&FailedInput) -> Option<String>;

#[derive(Clone, Copy, Default)]
pub struct Look<'l> {
    /// Makes deceptive characters visible; line breaks stay.
    pub visible: Option<&'l dyn Fn(&str) -> String>,
    /// All failures of a group are named, as far as they are kept, and not only the smallest.
    pub lists_all: bool,
    /// Both states as lines of text.
    pub text: Option<DrawInput<'l>>,
    /// Both states as an SVG element.
    pub svg: Option<DrawInput<'l>>,
}

impl Look<'_> {
    pub(super) fn shown<'t>(&self, text: &'t str) -> Cow<'t, str> {
        match self.visible {
            Some(visible) => Cow::Owned(visible(text)),
            None => Cow::Borrowed(text),
        }
    }
}
