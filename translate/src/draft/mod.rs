//! A command within its bounds as gates: inputs, scope, symmetry and formulas.

pub mod asserted;
pub mod breaking;
pub mod inputs;
pub mod population;
pub mod untranslated;
