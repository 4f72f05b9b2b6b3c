//! Standard output: whole lines, and streams that have an end. A corpus takes its place.

pub mod canvas;
pub mod corpus;
pub mod databases;
pub mod expressions;
pub mod failures;
pub mod frame;
pub mod graphs;
pub mod ids;
pub mod lines;
pub mod rows;
#[cfg(feature = "full")]
pub mod screen;

use std::io::{self, Write};

use korrel_lang::visible::visible_json;
use serde::Serialize;

// *Problem.* `korrel find SPEC >&-` has nowhere to write to, and must not end as if all had been read. But
// a Rust program never sees that: before `main`, the standard library puts `/dev/null` in the place of a
// closed descriptor, and every line seems to be written.
// *Choice.* A constructor looks before that, while the descriptor still is as the caller left it. It only
// duplicates the descriptor, which fails if it is closed. *Rejected.* Recognising the `/dev/null` that
// was put there: that of a caller who wants no output (`subprocess.DEVNULL`) is opened in the same way.
#[cfg(unix)]
#[ctor::ctor]
static IS_CLOSED: bool = {
    use std::os::fd::AsFd;
    std::io::stdout().as_fd().try_clone_to_owned().is_err()
};

/// Writes an answer as a line of JSON.
///
/// # Errors
/// If standard output cannot be written.
pub fn answer(answer: &impl Serialize) -> io::Result<()> {
    let answer = serde_json::to_string(answer).expect("an answer is JSON");
    writeln!(io::stdout().lock(), "{}", visible_json(&answer))
}

/// True if standard output was closed when the program was started.
pub fn is_output_closed() -> bool {
    #[cfg(unix)]
    return *IS_CLOSED;
    #[cfg(not(unix))]
    return false;
}

/// True if nobody can read any more what is written: the other end of the pipe is closed. Elsewhere than on Unix only writing
/// tells.
pub fn is_reader_gone() -> bool {
    #[cfg(unix)]
    {
        use rustix::event::{PollFd, PollFlags, Timespec, poll};
        let out = std::io::stdout();
        let mut asked = [PollFd::new(&out, PollFlags::empty())];
        let at_once = Timespec { tv_sec: 0, tv_nsec: 0 };
        let is_told = poll(&mut asked, Some(&at_once)).is_ok_and(|told| told > 0);
        is_told && asked[0].revents().intersects(PollFlags::ERR | PollFlags::HUP)
    }
    #[cfg(not(unix))]
    false
}
