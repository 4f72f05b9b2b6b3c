//! The evaluator against the language's definition, arm by arm and law by law.

mod build;
mod conformance;
mod formulas;
mod laws;
mod numbers;
mod overflow;
mod ranges;
mod relations;
mod violations;
mod world;
