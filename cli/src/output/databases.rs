//! Instances as databases: the statements that write them.

use std::io;

use korrel_heapgraph::Header;
use serde_json::Value as Json;

use crate::messages::error::Error;

/// What tables the sigs of a spec are.
#[cfg(feature = "full")]
pub struct DatabaseWriter(korrel_sql::Layout);

#[cfg(feature = "full")]
impl DatabaseWriter {
    /// As the comments of a spec say it.
    ///
    /// # Errors
    /// They say nothing of tables.
    pub fn of(spec: &str) -> Result<DatabaseWriter, Error> {
        let missing = || {
            let message = "`--format sql` needs a spec that says which sig is which table";
            let mistake =
                korrel_lang::diagnostic::Diagnostic::new(korrel_lang::code::FILE, message);
            Error::Usage(mistake.help("`korrel init schema.sql -o schema.als` makes one of tables"))
        };
        korrel_sql::Layout::read(spec).map(DatabaseWriter).ok_or_else(missing)
    }

    /// The statements of a database, after a comment with its number.
    ///
    /// # Errors
    /// A record that is no database of these tables.
    pub fn text(&self, header: &Header, record: &Json) -> io::Result<String> {
        let heap = korrel_heapgraph::Heap::read(header, record).map_err(io::Error::other)?;
        let database = self.0.database(&heap.state).map_err(io::Error::other)?;
        let number = heap.id.map_or_else(String::new, |id| format!(" {id}"));
        let mut text = format!("-- database{number}\n");
        for statement in database.script(self.0.dialect) {
            text += &statement;
            text += ";\n";
        }
        Ok(text)
    }
}

#[cfg(not(feature = "full"))]
pub struct DatabaseWriter(std::convert::Infallible);

#[cfg(not(feature = "full"))]
impl DatabaseWriter {
    pub fn of(_: &str) -> Result<DatabaseWriter, Error> {
        Err(crate::commands::left_out("find --format sql", "full"))
    }

    pub fn text(&self, _: &Header, _: &Json) -> io::Result<String> {
        match self.0 {}
    }
}
