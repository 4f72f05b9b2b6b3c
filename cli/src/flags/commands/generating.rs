//! The command lines of `korrel gen`, which makes code of a spec, and of `korrel init`, which makes a spec of what there is.

use std::path::PathBuf;

use clap::Args;

use crate::flags::choices::TongueFlag;
use crate::flags::question::LanguageFlags;
use crate::flags::values;

#[derive(Debug, Args)]
pub struct GenFlags {
    /// The language
    #[arg(value_enum, value_name = "LANGUAGE")]
    pub tongue: TongueFlag,
    /// The spec: a file, or - for standard input
    pub spec: PathBuf,
    /// A command's label, a predicate's or assertion's name, or a command's index from 0, whose
    /// parameters are the roots; without it, the first command
    pub command: Option<String>,
    /// Add a driver for `korrel test`: a function for each operation, to be filled in
    #[arg(long)]
    pub driver: bool,
    /// The type in the language of what the atoms of a sig without fields, or integers, stand for:
    /// Key=String, Int=Long; may be given several times
    #[arg(long, value_name = "SIG=TYPE", value_parser = values::typed_sig)]
    pub values: Vec<(String, String)>,
    /// Write to this file, which must not exist
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub language: LanguageFlags,
}

#[derive(Debug, Args)]
pub struct InitFlags {
    /// Sample JSON, a JSON Schema or OpenAPI document (JSON or YAML), Java class files, or Python modules with type hints:
    /// one or several of one kind
    #[arg(long, value_name = "FILE", required = true, num_args = 1..)]
    pub from: Vec<PathBuf>,
    /// Write to this file, which must not exist
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}
