//! PostgreSQL: a server of its own, without network and without care for crashes, and one session of psql.
//!
//! A function of the server tries rows and takes them back, so thousands are tried by one statement.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::fs::{MetadataExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use crate::engine::{Engine, Rows};

/// The server does not run as root.
const NOBODY: u32 = 65_534;

const TRIED: &str = "CREATE FUNCTION tried(text) RETURNS text LANGUAGE plpgsql AS $$ BEGIN
  EXECUTE $1; SET CONSTRAINTS ALL IMMEDIATE; RAISE SQLSTATE 'KO000';
  EXCEPTION WHEN SQLSTATE 'KO000' THEN RETURN 'y'; WHEN OTHERS THEN RETURN 'n'; END $$;";

const LATE: &str = "DO $$ DECLARE r record; BEGIN
  FOR r IN SELECT conrelid::regclass AS t, conname AS c FROM pg_constraint WHERE contype = 'f' AND conparentid = 0 LOOP
    EXECUTE format('ALTER TABLE %s ALTER CONSTRAINT %I DEFERRABLE INITIALLY DEFERRED', r.t, r.c);
  END LOOP; END $$;";

pub struct Postgres {
    folder: PathBuf,
    server: Child,
    session: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    statements: Vec<String>,
}

impl Postgres {
    pub fn start() -> Postgres {
        let folder = std::env::temp_dir().join(format!("korrel-pg-{}", std::process::id()));
        fs::create_dir(&folder).expect("the folder is new");
        if is_root() {
            chown(&folder, Some(NOBODY), Some(NOBODY)).expect("root may do it");
        }
        let data = folder.join("data");
        let made = server_program("initdb", &folder)
            .args(["--no-sync", "--auth=trust", "--username=korrel", "--encoding=UTF8"])
            .args(["--locale=C", "-D"])
            .arg(&data)
            .stdout(Stdio::null())
            .status()
            .expect("initdb of PostgreSQL can be started");
        assert!(made.success(), "initdb makes a database");
        let server = server_program("postgres", &folder)
            .arg("-D")
            .arg(&data)
            .arg("-k")
            .arg(&folder)
            .args(["-c", "listen_addresses=", "-c", "fsync=off", "-c", "synchronous_commit=off"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("postgres can be started");
        let socket = folder.join(".s.PGSQL.5432");
        for _ in 0..600 {
            if socket.exists() {
                break;
            }
            sleep(Duration::from_millis(50));
        }
        let mut session = Command::new("sh")
            .args(["-c", "exec psql -XqAt -U korrel -h \"$0\" postgres 2>&1"])
            .arg(&folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("psql can be started");
        let input = session.stdin.take().expect("it is piped");
        let output = BufReader::new(session.stdout.take().expect("it is piped"));
        let statements = Vec::new();
        let mut started = Postgres { folder, server, session, input, output, statements };
        started.run("SET client_min_messages = warning;").expect("psql reaches the server");
        started.run(TRIED).expect("it is a function");
        started
    }

    /// What psql shows.
    fn run(&mut self, text: &str) -> Result<String, String> {
        writeln!(self.input, "{text}\n\\echo the end").expect("psql reads");
        self.input.flush().expect("psql reads");
        let mut shown = String::new();
        loop {
            let mut line = String::new();
            let length = self.output.read_line(&mut line).expect("psql writes text");
            assert!(length > 0, "psql has ended: {shown}");
            if line == "the end\n" {
                break;
            }
            shown += &line;
        }
        match shown.lines().any(|line| line.starts_with("ERROR: ")) {
            true => Err(shown),
            false => Ok(shown),
        }
    }

    fn tried(&mut self, inserts: &[String]) -> Vec<bool> {
        let mut taken = Vec::new();
        for some in inserts.chunks(1000) {
            let texts = some.iter().map(|insert| format!("$k${insert}$k$"));
            let texts = texts.collect::<Vec<String>>().join(",\n");
            let query = format!(
                "SELECT string_agg(tried(one), '' ORDER BY at) FROM unnest(ARRAY[\n{texts}]) WITH ORDINALITY AS all_of(one, at);"
            );
            let shown = self.run(&query).expect("the function takes all texts");
            taken.extend(shown.trim().chars().map(|c| c == 'y'));
        }
        assert_eq!(taken.len(), inserts.len());
        taken
    }
}

impl Engine for Postgres {
    fn create(&mut self, statements: &[String]) -> Result<(), String> {
        self.statements = statements.to_vec();
        self.run("DROP SCHEMA IF EXISTS tested CASCADE; CREATE SCHEMA tested; SET search_path = tested, public;")?;
        statements.iter().try_for_each(|one| self.run(&format!("{one};")).map(|_| ()))
    }

    fn take_rows(&mut self, inserts: &[String]) -> Vec<bool> {
        self.run("SET session_replication_role = replica;").expect("there is such a setting");
        let taken = self.tried(inserts);
        self.run("SET session_replication_role = origin;").expect("there is such a setting");
        taken
    }

    fn take_databases(&mut self, inserts: &[String]) -> Vec<bool> {
        self.run(LATE).expect("keys can be made to wait");
        let taken = self.tried(inserts);
        let statements = self.statements.clone();
        self.create(&statements).expect("it was created before");
        taken
    }

    fn load(&mut self, script: &str, queries: &[String]) -> Result<Rows, String> {
        let written =
            self.run(&format!("BEGIN;\n{script}\nSET CONSTRAINTS ALL IMMEDIATE;\nSAVEPOINT s;"));
        let rows = written.map(|_| {
            let rows = queries.iter().map(|query| {
                let shown = self
                    .run(&format!("SELECT coalesce(json_agg(to_json(r)), '[]') FROM ({query}) r;"))
                    .expect("it is SQL");
                let rows: Vec<serde_json::Map<String, serde_json::Value>> =
                    serde_json::from_str(&shown).expect("it is JSON");
                let text = |value: serde_json::Value| value.as_str().map(str::to_owned);
                rows.into_iter()
                    .map(|row| row.into_iter().map(|(_, of)| text(of)).collect())
                    .collect()
            });
            rows.collect()
        });
        self.run("ROLLBACK;").expect("a transaction is open");
        rows
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        let _ = self.session.kill();
        let _ = self.session.wait();
        let _ = self.server.kill();
        let _ = self.server.wait();
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn is_root() -> bool {
    fs::metadata("/proc/self").is_ok_and(|own| own.uid() == 0)
}

/// A program of PostgreSQL's, which Debian keeps beside the path.
fn server_program(name: &str, folder: &Path) -> Command {
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let beside = versions.map(|version| version.path().join("bin").join(name));
    let mut known: Vec<PathBuf> = beside.filter(|path| path.exists()).collect();
    known.sort();
    let mut command = Command::new(known.pop().unwrap_or_else(|| PathBuf::from(name)));
    command.current_dir(folder).env("LC_ALL", "C");
    if is_root() {
        command.uid(NOBODY).gid(NOBODY);
    }
    command
}
