//! The program `korrel`: everything that touches files, terminals and exit codes.
//!
//! # Where to change what
//!
//! | to | go to |
//! |---|---|
//! | serve the page otherwise, refuse whoever may not ask | `cli/commands/serve`: `guard.rs`, `http.rs`, `site.rs`, and `cli/tests/serve/hostile.rs` |
//! | serve agents otherwise: limits, files, cancellation | `cli/commands/mcp`: `work.rs`, `roots.rs`, `server.rs` |
//! | answer another line that is typed | `cli/commands/repl`: the word in `line.rs`, where the reader goes in `place.rs`, the text in `reply.rs`; the table in docs/commands/repl.md |
//! | add a hunt, or change one | its folder in `examples/hunt`, after those there; `cli/tests/book` runs its page, `cli/tests/hunts` compares the sums of FAULTS.md and docs/hunts.md, and looks for inputs that must not be shown |
//! | change what programs read of the book | `cli/tests/book/llms.rs`; what they do with Korrel, `skills/korrel/SKILL.md` |
//! | add a command or a flag | `cli/flags` (one file for each kind; a command's group in `help.rs`, its examples and exit codes in `help.txt`, a flag that is not of every day under a heading), `cli/commands`, its page in `docs/commands` |

// What only the commands that are left out use stays unused.
#![cfg_attr(not(feature = "full"), allow(dead_code, unused_imports))]

mod commands;
mod files;
mod flags;
mod limits;
mod messages;
mod output;

use std::backtrace::{Backtrace, BacktraceStatus};
use std::panic::PanicHookInfo;

/// Nearly as quick as glibc's, in as much memory, where musl's own is slow (docs/benchmarks.md).
#[cfg(target_env = "musl")]
#[global_allocator]
static ALLOCATOR: dlmalloc::GlobalDlmalloc = dlmalloc::GlobalDlmalloc;

use flags::{CommandLine, Subcommand};
use limits::memory;
use messages::exit::Exit;
use messages::reporter::Reporter;
use messages::tell::tell;

/// Deeply nested specs are walked by recursion. The stack is reserved, not used, until they come.
/// If `ulimit -v` is set, the stack of the search may take a sixteenth: an allocator reserves 64 MB for each thread.
fn stack(threads: usize) -> usize {
    let most = memory::address_space().map_or(u64::MAX, |limit| limit / 16 / threads as u64);
    (1 << 30).min(usize::try_from(most).unwrap_or(usize::MAX))
}

/// With less address space no stack can grow, in bytes.
const LEAST_SPACE: u64 = 32 << 20;

fn main() -> std::process::ExitCode {
    #[cfg(target_os = "linux")]
    if let Some(exit) = korrel_harness::supervised(std::env::args_os()) {
        return exit;
    }
    std::panic::set_hook(Box::new(tell_panic));
    if output::is_output_closed() {
        tell("error: cannot write to standard output: it is closed");
        return Exit::Usage.into();
    }
    if let Some(limit) = memory::address_space().filter(|&limit| limit < LEAST_SPACE) {
        let (limit, least) = (limit >> 10, LEAST_SPACE >> 10);
        tell(format_args!("error: `ulimit -v` is {limit}, and no search begins below {least}"));
        return Exit::Incomplete.into();
    }
    let arguments = flags::usage::arguments();
    let exit = std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(stack(1));
        let program = thread.spawn_scoped(scope, || run(&arguments));
        match program.map(std::thread::ScopedJoinHandle::join) {
            Ok(Ok(exit)) => exit,
            // The panic has printed its message.
            Ok(Err(_)) => Exit::Internal,
            Err(error) => {
                tell(format_args!("error: cannot start a thread: {error}"));
                Exit::Incomplete
            }
        }
    });
    exit.into()
}

/// A panic is a mistake of ours, and its message may quote the spec. `RUST_BACKTRACE=1` tells where it
/// comes from.
fn tell_panic(panic: &PanicHookInfo<'_>) {
    #[cfg(feature = "full")]
    output::screen::restore();
    tell(format_args!("internal error: {panic}"));
    let trace = Backtrace::capture();
    if trace.status() == BacktraceStatus::Captured {
        tell(trace);
    }
}

fn run(arguments: &CommandLine) -> Exit {
    let report = Reporter::new(&arguments.global);
    let result = match &arguments.command {
        Subcommand::Find(find) => commands::find::run(find, &report),
        Subcommand::Count(count) => commands::count::run(count, &report),
        Subcommand::Sample(sample) => commands::sample::run(sample, &report),
        Subcommand::Check(check) => commands::check::run(check, &report),
        Subcommand::Diff(diff) => commands::diff::run(diff, &report),
        Subcommand::Learn(learn) => commands::learn::run(learn, &report),
        Subcommand::Choose(choose) => commands::choose::run(choose, &report),
        #[cfg(feature = "full")]
        Subcommand::Watch(watch) => commands::watch::run(watch, &report),
        #[cfg(feature = "full")]
        Subcommand::Repl(repl) => commands::repl::run(repl, &report),
        #[cfg(feature = "full")]
        Subcommand::Serve(serve) => commands::serve::run(serve, &report),
        Subcommand::List(list) => commands::list::run(list, &report),
        Subcommand::Eval(eval) => commands::eval::run(eval, &report),
        Subcommand::Show(show) => commands::show::run(show, &report),
        Subcommand::Test(test) => commands::test::run(test, &report),
        #[cfg(feature = "full")]
        Subcommand::Sql(sql) => commands::sql::run(sql, &report),
        Subcommand::Explore(explore) => commands::explore::run(explore, &report),
        Subcommand::Minimise(minimise) => commands::minimise::run(minimise, &report),
        Subcommand::Why(why) => commands::why::run(why, &report),
        Subcommand::Plan(plan) => commands::plan::run(plan, &report),
        Subcommand::Work(work) => commands::work::run(work, &report),
        Subcommand::Merge(merge) => commands::merge::run(merge, &report),
        #[cfg(feature = "full")]
        Subcommand::Verify(verify) => commands::verify::run(verify),
        #[cfg(feature = "full")]
        Subcommand::Init(init) => commands::init::run(init, &report),
        #[cfg(feature = "full")]
        Subcommand::Gen(gen_flags) => commands::generate::run(gen_flags, &report),
        #[cfg(feature = "full")]
        Subcommand::Fmt(fmt) => commands::fmt::run(fmt, &report),
        #[cfg(feature = "full")]
        Subcommand::Lsp(lsp) => commands::lsp::run(lsp),
        Subcommand::Mcp(mcp) => commands::mcp::run(mcp),
        Subcommand::Translate(translate) => commands::translate::run(translate, &report),
        Subcommand::Explain(explain) => commands::install::explain(explain),
        #[cfg(feature = "full")]
        Subcommand::Completions(completions) => commands::install::completions(completions),
        #[cfg(feature = "full")]
        Subcommand::Man(page) => commands::install::man(page),
        #[cfg(not(feature = "full"))]
        left_out => Err(commands::left_out(left_out.name(), "full")),
    };
    match result {
        Ok(exit) => exit,
        Err(error) => report.error(error),
    }
}
