//! The program `korrel`: everything that touches files, terminals and exit codes.

mod arguments;
mod commands;
mod exit;
mod files;
mod memory;
mod output;
mod progress;
mod spec;
mod stop;
mod values;

use arguments::{Arguments, Command};
use exit::Exit;

/// Deeply nested specs are walked by recursion; the stack is reserved, not used, until they come.
const STACK: usize = 1 << 30;

fn main() -> std::process::ExitCode {
    let arguments = Arguments::parse_and_check();
    let program = std::thread::Builder::new().stack_size(STACK).spawn(move || run(&arguments));
    let exit = match program.map(std::thread::JoinHandle::join) {
        Ok(Ok(exit)) => exit,
        // The panic has printed its message.
        Ok(Err(_)) => Exit::Internal,
        Err(error) => {
            eprintln!("error: cannot start a thread: {error}");
            Exit::Internal
        }
    };
    exit.into()
}

fn run(arguments: &Arguments) -> Exit {
    let report = spec::Reporter::new(&arguments.global);
    let result = match &arguments.command {
        Command::Find(find) => commands::find::run(find, &report),
        Command::Count(count) => commands::count::run(count, &report),
        Command::Check(check) => commands::check::run(check, &report),
        Command::Eval(eval) => commands::eval::run(eval, &report),
        Command::Translate(translate) => commands::translate::run(translate, &report),
        Command::Explain(explain) => commands::explain::run(explain),
    };
    match result {
        Ok(exit) => exit,
        Err(error) => report.error(error),
    }
}
