//! What is searched for beside the answering of requests: numbers for commands and predicates, contradictions, parts that say
//! nothing.
//!
//! One thread takes one text after the other. Each edit raises the flags of the searches that it makes worthless; their
//! findings are then no longer taken, for they carry the number of the edit after which they were asked for.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::Builder;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, unbounded};
use korrel::{Diagnostic, Settings};
use korrel_editor::{Lens, LensSubject, contradiction, idle_parts};

/// The time for each question.
const BUDGET: Duration = Duration::from_millis(300);

/// The time for all parts that say nothing, which are many questions.
const BUDGET_OF_PARTS: Duration = Duration::from_millis(1500);

/// The time without an edit before a search begins: fast typing begins none.
const PAUSE: Duration = Duration::from_millis(120);

/// The memory that a question may take.
const MEMORY: u64 = 1 << 30;

/// A text that is to be searched.
pub struct Task {
    pub uri: String,
    /// The number of the last edit of the text.
    pub edit: u64,
    pub spec: korrel::Spec,
    pub lenses: Vec<Lens>,
    pub flag: Arc<AtomicBool>,
    /// The time of the order.
    begun: Instant,
}

/// A finding.
pub struct News {
    pub uri: String,
    pub edit: u64,
    pub what: NewsContent,
}

pub enum NewsContent {
    Outlook(LensSubject, String),
    /// What is wrong, or says nothing.
    Told(Vec<Diagnostic>),
    /// The search has ended.
    End,
}

/// The thread that searches.
pub struct Searcher {
    tasks: Sender<Task>,
    pub news: Receiver<News>,
    /// The flag of the last task of each text.
    flags: BTreeMap<String, Arc<AtomicBool>>,
}

impl Searcher {
    /// # Errors
    /// There is no memory for a thread.
    pub fn start() -> std::io::Result<Searcher> {
        let (tasks, taken) = unbounded::<Task>();
        let (sender, news) = unbounded();
        let work = move || {
            for task in taken {
                // A mistake of ours has told of itself. The next text may do without it.
                let _ = catch_unwind(AssertUnwindSafe(|| search(&task, &sender)));
                let Task { uri, edit, .. } = task;
                let _ = sender.send(News { uri, edit, what: NewsContent::End });
            }
        };
        Builder::new().name("search".to_owned()).spawn(work)?;
        Ok(Searcher { tasks, news, flags: BTreeMap::new() })
    }

    /// Ends all that is being searched, or waits for its turn.
    pub fn cancel_all(&mut self) {
        std::mem::take(&mut self.flags)
            .values()
            .for_each(|flag| flag.store(true, Ordering::Relaxed));
    }

    /// Ends the search for a text.
    pub fn cancel(&mut self, uri: &str) {
        if let Some(flag) = self.flags.remove(uri) {
            flag.store(true, Ordering::Relaxed);
        }
    }

    pub fn begin(&mut self, uri: &str, edit: u64, spec: korrel::Spec, lenses: Vec<Lens>) {
        self.cancel(uri);
        let flag = Arc::new(AtomicBool::new(false));
        self.flags.insert(uri.to_owned(), Arc::clone(&flag));
        let begun = Instant::now();
        // The thread ends with the program.
        let _ = self.tasks.send(Task { uri: uri.to_owned(), edit, spec, lenses, flag, begun });
    }
}

fn search(task: &Task, news: &Sender<News>) {
    let is_over = || task.flag.load(Ordering::Relaxed);
    let tell = |what| {
        let _ = news.send(News { uri: task.uri.clone(), edit: task.edit, what });
    };
    if !is_over() {
        std::thread::sleep(PAUSE.saturating_sub(task.begun.elapsed()));
    }
    let within = |time| Settings::new().timeout(time).memory(MEMORY).until(Arc::clone(&task.flag));
    let mut told = Vec::new();
    for lens in &task.lenses {
        if is_over() {
            return;
        }
        let outlook = lens.subject.outlook(&task.spec, &within(BUDGET));
        let (text, is_empty) = match outlook {
            Ok(Some(outlook)) => (outlook.text, outlook.is_empty),
            Ok(None) => (format!("not counted within {} ms", BUDGET.as_millis()), false),
            // A scope may be too small or too large for what it is about. A predicate has that of a command.
            Err(korrel::Error::Spec(mistakes)) => {
                if let LensSubject::Command(_) = lens.subject {
                    told.extend(mistakes.diagnostics);
                }
                continue;
            }
            Err(_) => continue,
        };
        if let (LensSubject::Command(index), true) = (&lens.subject, is_empty)
            && let Ok(Some(why)) = contradiction(&task.spec, *index, &within(BUDGET))
        {
            told.push(why);
        }
        if is_over() {
            return;
        }
        tell(NewsContent::Outlook(lens.subject.clone(), text));
    }
    tell(NewsContent::Told(told.clone()));
    if let Ok(idle) = idle_parts(&task.spec, &within(BUDGET_OF_PARTS))
        && !idle.is_empty()
        && !is_over()
    {
        told.extend(idle);
        tell(NewsContent::Told(told));
    }
}
