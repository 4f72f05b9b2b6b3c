//! Texts and messages about them: places, codes, diagnostics.

// In reading order.
pub mod source;

pub mod visible;

pub mod code;

pub mod diagnostic;

pub mod similar;
