//! Checks one folder: `check DIR`.

use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let Some(folder) = std::env::args_os().nth(1) else {
        eprintln!("check DIR");
        return ExitCode::from(2);
    };
    let start = std::time::Instant::now();
    match korrel_certificate::verify(Path::new(&folder), &|| false) {
        Ok(verified) => {
            let lines = verified.lines;
            println!("proven: {lines} lines, one of each class, and no other");
            if std::env::args_os().nth(2).is_some() {
                let seconds = start.elapsed().as_secs_f64();
                let speed = verified.steps as f64 / seconds;
                println!("{verified:?} in {seconds:.2} s, {speed:.0} steps a second");
            }
            ExitCode::SUCCESS
        }
        Err(unproven) => {
            println!("{unproven}");
            ExitCode::from(if unproven.is_unreadable { 2 } else { 1 })
        }
    }
}
