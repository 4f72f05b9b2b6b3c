//! Prints the text that an input of the target `tokens` stands for.

use std::process::ExitCode;

fn main() -> ExitCode {
    let Some(path) = std::env::args().nth(1) else {
        eprintln!("usage: sentence FILE");
        return ExitCode::from(2);
    };
    match std::fs::read(&path) {
        Ok(bytes) => print!("{}", korrel_fuzz::sentences(&bytes)),
        Err(error) => {
            eprintln!("{path}: {error}");
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}
