//! Hand-built trees, compared with their meaning on concrete states.

mod build;
mod differential;
mod formulas;
mod numbers;
mod overflow;
mod skolem;
mod world;
