//! The question that a search answers.

use std::sync::Arc;

use korrel_lang::model::Command;
use korrel_lang::spec::Spec;

use crate::settings::Settings;
use crate::typed::Values;

/// A command of a spec, and how it is to be answered.
#[derive(Clone, Debug)]
pub(crate) struct Query {
    pub spec: Arc<Spec>,
    pub command: Command,
    pub settings: Settings,
    pub values: Values,
}
