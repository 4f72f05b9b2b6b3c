//! The evaluator against the language's definition, arm by arm and law by law.

mod beginnings;
mod build;
mod conformance;
mod failures;
mod formulas;
mod gaps;
mod history;
mod large;
mod laws;
mod numbers;
mod operation;
mod overflow;
mod ranges;
mod relations;
mod text;
mod traces;
mod unrolled;
mod violations;
mod witness;
mod world;
