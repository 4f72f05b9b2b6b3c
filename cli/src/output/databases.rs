//! Instances as databases: the statements that write them, or a folder of tables.

#[cfg(feature = "full")]
pub use self::full::DatabaseWriter;
#[cfg(not(feature = "full"))]
pub use self::left_out::DatabaseWriter;

#[cfg(feature = "full")]
mod full {
    use std::collections::BTreeSet;
    use std::fs::{File, create_dir, remove_dir_all, rename};
    use std::io::{self, BufWriter, Write};
    use std::path::PathBuf;

    use korrel_heapgraph::{Header, Heap};
    use korrel_lang::code;
    use korrel_lang::diagnostic::Diagnostic;
    use korrel_sql::{Database, Layout};
    use serde_json::Value as Json;

    use crate::flags::FindFlags;
    use crate::messages::error::Error;

    /// What tables the sigs of a spec are, and where their rows go.
    pub struct DatabaseWriter {
        layout: Layout,
        folder: Option<TableFolder>,
    }

    impl DatabaseWriter {
        /// As the comments of a spec say it.
        ///
        /// # Errors
        /// They say nothing of tables.
        pub fn of(spec: &str) -> Result<DatabaseWriter, Error> {
            let missing = || {
                let message = "this format needs a spec that says which sig is which table";
                let help =
                    "`korrel init schema.sql -o schema.als` makes one of a database's tables";
                Error::Usage(Diagnostic::new(code::FILE, message).help(help))
            };
            let layout = Layout::read(spec).ok_or_else(missing)?;
            Ok(DatabaseWriter { layout, folder: None })
        }

        /// The same in the folder that `-o` names.
        ///
        /// # Errors
        /// None is named, or it cannot be made.
        pub fn in_folder(self, find: &FindFlags) -> Result<DatabaseWriter, Error> {
            let Some(path) = &find.output else {
                return Err(Error::usage("`--format csv` writes a folder: name it by `-o FOLDER`"));
            };
            if find.resume {
                return Err(Error::usage(
                    "`--format csv` is written at once: leave `--resume` out",
                ));
            }
            let folder = TableFolder::new(path.clone());
            let folder = folder.map_err(|error| Error::unwritable(path, &error))?;
            Ok(DatabaseWriter { folder: Some(folder), ..self })
        }

        /// The statements of a database, after a comment with its number. Nothing, if its rows go to a folder.
        ///
        /// # Errors
        /// A record that is no database of these tables, or a file that cannot be written.
        pub fn text(&mut self, header: &Header, record: &Json) -> io::Result<String> {
            let heap = Heap::read(header, record).map_err(io::Error::other)?;
            let database = self.layout.database(&heap.state).map_err(io::Error::other)?;
            let number = heap.id.map_or_else(String::new, |id| id.to_string());
            if let Some(folder) = &mut self.folder {
                folder.add(&number, &database)?;
                return Ok(String::new());
            }
            let mut text = format!("-- database {number}").trim_end().to_owned();
            text.push('\n');
            for statement in database.whole_script(self.layout.dialect) {
                text += &statement;
                text += ";\n";
            }
            Ok(text)
        }

        /// Ends the files. A folder that has all that was asked for gets its name.
        ///
        /// # Errors
        /// A file that cannot be written.
        pub fn end(&mut self, is_whole: bool) -> io::Result<()> {
            self.folder.take().map_or(Ok(()), |folder| folder.end(is_whole))
        }
    }

    /// A file for each table, in a folder that is called `NAME.part` until it is whole.
    struct TableFolder {
        path: PathBuf,
        part: PathBuf,
        numbers: BufWriter<File>,
        tables: Vec<BufWriter<File>>,
        /// All files are there.
        is_begun: bool,
    }

    /// A folder that could not be begun is in nobody's way.
    impl Drop for TableFolder {
        fn drop(&mut self) {
            if !self.is_begun {
                // What cannot be removed stays, and the next run says so.
                let _ = remove_dir_all(&self.part);
            }
        }
    }

    impl TableFolder {
        fn new(path: PathBuf) -> io::Result<TableFolder> {
            if path.exists() {
                return Err(io::Error::new(io::ErrorKind::AlreadyExists, "it is there already"));
            }
            let mut part = path.clone().into_os_string();
            part.push(".part");
            let part = PathBuf::from(part);
            create_dir(&part)?;
            let mut numbers = BufWriter::new(File::create_new(part.join("databases.csv"))?);
            writeln!(numbers, "database")?;
            Ok(TableFolder { path, part, numbers, tables: Vec::new(), is_begun: false })
        }

        fn add(&mut self, number: &str, database: &Database) -> io::Result<()> {
            writeln!(self.numbers, "{number}")?;
            if !self.is_begun {
                let mut taken = BTreeSet::from(["databases".to_owned()]);
                for table in &database.tables {
                    let is_kept = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | ' ');
                    let bare = table.bare_name().replace(|c| !is_kept(c), "_");
                    // Some systems take two names for one that differ in case alone.
                    let numbered = (2..).map(|number| format!("{bare}_{number}"));
                    let name = std::iter::once(bare.clone())
                        .chain(numbered)
                        .find(|name| taken.insert(name.to_lowercase()))
                        .expect("there is always another number");
                    let mut file = BufWriter::new(File::create_new(self.part.join(name + ".csv"))?);
                    writeln!(file, "{}", table.csv_head())?;
                    self.tables.push(file);
                }
                self.is_begun = true;
            }
            for (table, file) in database.tables.iter().zip(&mut self.tables) {
                for row in table.csv_rows() {
                    writeln!(file, "{number}{row}")?;
                }
            }
            Ok(())
        }

        fn end(mut self, is_whole: bool) -> io::Result<()> {
            self.numbers.flush()?;
            self.tables.iter_mut().try_for_each(Write::flush)?;
            if is_whole { rename(&self.part, &self.path) } else { Ok(()) }
        }
    }
}

#[cfg(not(feature = "full"))]
mod left_out {
    use std::convert::Infallible;
    use std::io;

    use korrel_heapgraph::Header;
    use serde_json::Value as Json;

    use crate::flags::FindFlags;
    use crate::messages::error::Error;

    /// This program knows no tables.
    pub struct DatabaseWriter(Infallible);

    impl DatabaseWriter {
        pub fn of(_: &str) -> Result<DatabaseWriter, Error> {
            Err(crate::commands::left_out("find --format sql", "full"))
        }

        pub fn in_folder(self, _: &FindFlags) -> Result<DatabaseWriter, Error> {
            match self.0 {}
        }

        pub fn text(&mut self, _: &Header, _: &Json) -> io::Result<String> {
            match self.0 {}
        }

        pub fn end(&mut self, _: bool) -> io::Result<()> {
            match self.0 {}
        }
    }
}
