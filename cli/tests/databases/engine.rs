//! What the witness asks of an engine.

/// The rows of each table, and in each the texts of its cells. Nothing is NULL.
pub type Rows = Vec<Vec<Vec<Option<String>>>>;

pub trait Engine {
    /// Begins anew, with these tables only.
    ///
    /// # Errors
    /// What the engine says, if it does not take the schema.
    fn create(&mut self, statements: &[String]) -> Result<(), String>;

    /// Of rows of one table each, whether they are let in where nobody looks at foreign keys.
    fn take_rows(&mut self, inserts: &[String]) -> Vec<bool>;

    /// Of whole databases, whether they are let in with foreign keys, which are looked at when all rows are there.
    fn take_databases(&mut self, inserts: &[String]) -> Vec<bool>;

    /// What is in the tables after a script.
    ///
    /// # Errors
    /// What the engine says, if it does not take the script.
    fn load(&mut self, script: &str, queries: &[String]) -> Result<Rows, String>;
}
