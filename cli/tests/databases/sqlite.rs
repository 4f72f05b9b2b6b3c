//! SQLite, in memory.

use rusqlite::Connection;

use crate::engine::{Engine, Rows};

pub struct Sqlite {
    connection: Connection,
}

impl Default for Sqlite {
    fn default() -> Sqlite {
        Sqlite { connection: Connection::open_in_memory().expect("there is memory") }
    }
}

impl Sqlite {
    fn run(&self, text: &str) -> Result<(), String> {
        self.connection.execute_batch(text).map_err(|why| why.to_string())
    }

    /// Whether a transaction ends well. It leaves no rows.
    fn takes(&self, inserts: &str) -> bool {
        let is_taken = self.commit(inserts).is_ok();
        if is_taken {
            self.clear();
        }
        is_taken
    }

    fn commit(&self, statements: &str) -> Result<(), String> {
        let ended = self.run(&format!("BEGIN; {statements}; COMMIT"));
        if !self.connection.is_autocommit() {
            self.run("ROLLBACK").expect("a transaction is open");
        }
        ended
    }

    fn clear(&self) {
        let tables = self.column("SELECT name FROM sqlite_schema WHERE type = 'table'");
        let deletes: String = tables.iter().map(|name| format!("DELETE FROM {name};")).collect();
        let was =
            self.column("SELECT CAST(foreign_keys AS TEXT) FROM pragma_foreign_keys").concat();
        // With keys on, `ON DELETE` would have its say.
        let text = format!(
            "PRAGMA foreign_keys = OFF; BEGIN; {deletes} COMMIT; PRAGMA foreign_keys = {was}"
        );
        self.run(&text).expect("rows can go");
    }

    fn column(&self, query: &str) -> Vec<String> {
        let mut statement = self.connection.prepare(query).expect("it is SQL");
        let rows = statement.query_map([], |row| row.get(0)).expect("it has no parameters");
        rows.collect::<Result<_, _>>().expect("they are texts")
    }
}

impl Engine for Sqlite {
    fn create(&mut self, statements: &[String]) -> Result<(), String> {
        *self = Sqlite::default();
        self.run("PRAGMA foreign_keys = ON")?;
        statements.iter().try_for_each(|statement| self.run(statement))
    }

    fn take_rows(&mut self, inserts: &[String]) -> Vec<bool> {
        self.run("PRAGMA foreign_keys = OFF").expect("there is such a setting");
        let taken = inserts.iter().map(|insert| self.takes(insert)).collect();
        self.run("PRAGMA foreign_keys = ON").expect("there is such a setting");
        taken
    }

    fn take_databases(&mut self, inserts: &[String]) -> Vec<bool> {
        let late = |insert: &String| format!("PRAGMA defer_foreign_keys = ON; {insert}");
        inserts.iter().map(|insert| self.takes(&late(insert))).collect()
    }

    fn load(&mut self, script: &str, queries: &[String]) -> Result<Rows, String> {
        self.commit(script)?;
        let rows = queries.iter().map(|query| {
            let mut statement = self.connection.prepare(query).expect("it is SQL");
            let width = statement.column_count();
            let rows = statement.query_map([], |row| {
                (0..width).map(|at| row.get::<_, Option<String>>(at)).collect::<Result<_, _>>()
            });
            let rows = rows.expect("it has no parameters");
            rows.collect::<Result<Vec<Vec<Option<String>>>, _>>().expect("they are texts")
        });
        let rows = rows.collect();
        self.clear();
        Ok(rows)
    }
}
