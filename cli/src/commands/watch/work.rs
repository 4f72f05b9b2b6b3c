//! The look at a command, in a thread of its own that ends when nobody wants it any more.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread::Builder;

use korrel::question::watch::{View, look};
use korrel::question::{NoAnswer, SpecCommand};
use korrel::{Effort, Settings};
use korrel_lang::spec::Mistakes;

use crate::limits::memory;
use crate::messages::error::Error;

/// A look that has begun. Dropped, it is stopped.
pub struct LookWork {
    flag: Arc<AtomicBool>,
    words: Receiver<LookReport>,
}

/// What is heard of a look.
pub enum LookReport {
    /// What is known so far.
    View(Box<View>),
    /// The command cannot be asked.
    Refused(Mistakes),
    /// Memory ran out.
    Stopped,
    /// A mistake of ours.
    Wrong(String),
    /// The thread is gone without a last word: it panicked, and said so.
    Gone,
}

impl LookWork {
    /// # Errors
    /// No thread can be started.
    pub fn begin(
        asked: SpecCommand,
        before: Option<View>,
        settings: Settings,
    ) -> Result<LookWork, Error> {
        let flag = Arc::new(AtomicBool::new(false));
        let effort = Effort::within(memory::of_a_translation()).until(Arc::clone(&flag));
        let (say, words) = channel();
        let thread = Builder::new().stack_size(crate::stack(2));
        let spawned = thread.spawn(move || {
            // Whoever listens no more has raised the flag.
            let tell = |word| drop(say.send(word));
            let mut told = |view: &View| tell(LookReport::View(Box::new(view.clone())));
            let looked = look(&asked, before.as_ref(), settings.meaning(), &effort, &mut told);
            tell(match looked {
                Ok(view) => LookReport::View(Box::new(view)),
                Err(NoAnswer::Stopped) => LookReport::Stopped,
                Err(NoAnswer::Mistakes(mistakes)) => LookReport::Refused(mistakes),
                Err(NoAnswer::Wrong(fault)) => LookReport::Wrong(fault),
            });
        });
        match spawned {
            Ok(_) => Ok(LookWork { flag, words }),
            Err(error) => Err(Error::usage(format!("cannot start a thread: {error}"))),
        }
    }

    /// The next word, if there is one.
    pub fn word(&self) -> Option<LookReport> {
        match self.words.try_recv() {
            Ok(word) => Some(word),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(LookReport::Gone),
        }
    }
}

impl Drop for LookWork {
    fn drop(&mut self) {
        self.flag.store(true, Ordering::SeqCst);
    }
}
