//! An engine behind a command of the user: a script on standard input, and what comes of it.

use std::io::{Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::Duration;

use korrel_sql::client::{Batch, Client};
use korrel_sql::{Database, Dialect, Engine, EngineError, Outcome, Refusal, Schema};

use crate::limits::Stop;

/// The databases of one process. Starting it takes as long as some hundred of them.
const BATCH: usize = 500;

pub struct Process {
    command: String,
    client: Client,
    dialect: Dialect,
    setup: Vec<String>,
    stop: Stop,
    /// How many databases are asked at once: fewer after a complaint.
    width: usize,
}

/// What a process wrote.
struct Written {
    out: String,
    err: String,
}

impl Process {
    pub fn new(command: &str, dialect: Dialect, stop: &Stop) -> Process {
        let (command, client) = (command.to_owned(), Client::of(command));
        Process { command, client, dialect, setup: Vec::new(), stop: stop.clone(), width: BATCH }
    }

    /// Runs the command with this script.
    fn run(&self, script: &str) -> Result<Written, EngineError> {
        let cannot = |error: std::io::Error| {
            EngineError::Lost(format!("cannot run `{}`: {error}", self.command))
        };
        let (shell, flag) = if cfg!(windows) { ("cmd", "/C") } else { ("sh", "-c") };
        let mut command = Command::new(shell);
        command.args([flag, &self.command]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(cannot)?;
        let (mut input, out, err) = (
            child.stdin.take().expect("it is piped"),
            child.stdout.take().expect("it is piped"),
            child.stderr.take().expect("it is piped"),
        );
        thread::scope(|scope| {
            // Each of them may wait for another one.
            let writer = scope.spawn(move || input.write_all(script.as_bytes()));
            let out = scope.spawn(move || all_of(out));
            let err = scope.spawn(move || all_of(err));
            let status = self.awaited(&mut child).map_err(cannot)?;
            // A process that ends early closes its input, and says why.
            let _ = writer.join();
            let [out, err] = [out, err].map(|reader| reader.join().unwrap_or_default());
            match status {
                None => Err(EngineError::Stopped),
                Some(status) if status.code() == Some(127) => {
                    Err(EngineError::Lost(err.trim().to_owned()))
                }
                Some(_) => Ok(Written { out, err }),
            }
        })
    }

    /// Waits for its end. `None`: it was stopped.
    fn awaited(&self, child: &mut Child) -> std::io::Result<Option<ExitStatus>> {
        let mut pause = Duration::from_millis(1);
        loop {
            if let Some(status) = child.try_wait()? {
                return Ok(Some(status));
            }
            if self.stop.is_raised() {
                kill(child)?;
                child.wait()?;
                return Ok(None);
            }
            thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(20));
        }
    }

    /// The results of a batch in one process, or what the client complains of.
    fn asked(
        &self,
        databases: &[Database],
        queries: &[&str],
    ) -> Result<Result<Vec<Outcome>, String>, EngineError> {
        let batch = Batch { databases, queries, dialect: self.dialect };
        let written = self.run(&self.client.script(&self.setup, batch))?;
        let is_told = self.client.tells_failures();
        if !is_told && !written.err.trim().is_empty() {
            return Ok(Err(complaint(&written.err)));
        }
        let outcomes = self.client.outcomes(&written.out, batch).map_err(|why| {
            let why = if is_told && !written.err.trim().is_empty() {
                complaint(&written.err)
            } else {
                why
            };
            EngineError::Lost(format!("`{}` writes what cannot be read: {why}", self.command))
        })?;
        Ok(Ok(outcomes))
    }

    /// What becomes of one database of which the client complains.
    fn alone(
        &self,
        database: &Database,
        queries: &[&str],
        why: String,
    ) -> Result<Outcome, EngineError> {
        let of_one = std::slice::from_ref(database);
        if let Err(why) = self.asked(of_one, &[])? {
            let statement = self.refused(database)?;
            return Ok(Outcome::Refused(Refusal { statement, message: why }));
        }
        if queries.len() == 1 {
            return Ok(Outcome::Answers(vec![Err(why)]));
        }
        let mut results = Vec::new();
        for query in queries {
            match self.asked(of_one, &[query])?.map(|mut outcomes| outcomes.pop()) {
                Ok(Some(Outcome::Answers(of))) => results.extend(of),
                Ok(_) => unreachable!("what is not complained of is answered"),
                Err(why) => results.push(Err(why)),
            }
        }
        Ok(Outcome::Answers(results))
    }

    /// The statement that is not taken: with each beginning of the script it is tried once.
    fn refused(&self, database: &Database) -> Result<String, EngineError> {
        let statements = database.script(self.dialect);
        let mut setup = self.setup.clone();
        let empty = [Database::default()];
        let batch = Batch { databases: &empty, queries: &[], dialect: self.dialect };
        for statement in &statements {
            setup.push(statement.clone());
            if !self.run(&self.client.script(&setup, batch))?.err.trim().is_empty() {
                return Ok(statement.clone());
            }
        }
        Ok("COMMIT".to_owned())
    }
}

impl Engine for Process {
    fn create(&mut self, texts: &[String], schema: &Schema) -> Result<(), EngineError> {
        let tables: Vec<&str> = schema.tables.iter().map(|table| table.written.as_str()).collect();
        let namespace = format!("korrel_{}", std::process::id());
        self.setup = self
            .client
            .setup(texts, &tables, self.dialect, &namespace)
            .map_err(EngineError::Lost)?;
        let written = self.run(&self.client.created(&self.setup))?;
        let number = Client::number_created(&written.out);
        if written.err.trim().is_empty() && number == self.setup.len() {
            return Ok(());
        }
        let message = complaint(&written.err);
        match self.setup.get(number) {
            // Without an answer to the first statement there is no engine.
            Some(_) if number == 0 => {
                Err(EngineError::Lost(format!("`{}`: {message}", self.command)))
            }
            Some(statement) => {
                Err(EngineError::Schema(Refusal { statement: statement.clone(), message }))
            }
            None => Err(EngineError::Lost(format!("`{}`: {message}", self.command))),
        }
    }

    fn answers(
        &mut self,
        databases: &[Database],
        queries: &[&str],
    ) -> Result<Vec<Outcome>, EngineError> {
        loop {
            let number = self.width.min(databases.len());
            match self.asked(&databases[..number], queries)? {
                Ok(outcomes) => {
                    self.width = (self.width * 2).min(BATCH);
                    return Ok(outcomes);
                }
                Err(why) if number == 1 => {
                    return Ok(vec![self.alone(&databases[0], queries, why)?]);
                }
                Err(_) => self.width = number / 2,
            }
        }
    }

    fn batch(&self) -> usize {
        BATCH
    }
}

/// Ends a shell and what it has started, which holds our pipes as well.
fn kill(child: &mut Child) -> std::io::Result<()> {
    #[cfg(unix)]
    {
        use rustix::process::{Pid, Signal, kill_process_group};
        let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
    }
    child.kill()
}

fn all_of(mut from: impl Read) -> String {
    let mut bytes = Vec::new();
    let _ = from.read_to_end(&mut bytes);
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The first complaint, without the place in our script.
fn complaint(err: &str) -> String {
    let line =
        err.lines().find(|line| !line.trim().is_empty()).unwrap_or("it ended without an answer");
    let at = ["ERROR:", "Error:"].iter().find_map(|word| line.find(word));
    line[at.unwrap_or(0)..].trim().to_owned()
}
