//! Code that several commands share.

pub mod certificate;
pub mod classes;
pub mod given;
pub mod question;
pub mod statistics;
pub mod watched;
pub mod why;
