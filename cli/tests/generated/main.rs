//! `korrel gen`: the generated code is compiled and run by the languages' own tools. Each instance of
//! nine specs is decoded and encoded again, to the same bytes, with and without values of the caller's.

mod chain;
mod driver;
mod equality;
mod machine;
mod names;
mod refused;
mod run;
mod tongues;
mod trip;
mod vectors;
