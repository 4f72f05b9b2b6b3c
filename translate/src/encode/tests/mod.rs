//! Hand-built trees, compared with what they mean on concrete states.

mod build;
mod differential;
mod formulas;
mod numbers;
mod overflow;
mod skolem;
mod world;
