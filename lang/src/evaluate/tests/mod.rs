//! The evaluator against the language's definition, arm by arm and law by law.

mod build;
mod conformance;
mod failures;
mod formulas;
mod gaps;
mod large;
mod laws;
mod numbers;
mod overflow;
mod ranges;
mod relations;
mod states;
mod text;
mod violations;
mod world;
