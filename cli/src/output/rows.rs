//! Instances as rows of a table: Parquet, or a stream of Arrow.

#[cfg(feature = "full")]
pub use self::full::{RowWriter, are_there};
#[cfg(not(feature = "full"))]
pub use self::left_out::{RowWriter, are_there};

#[cfg(feature = "full")]
mod full {
    use std::io::{self, BufWriter, Write};

    use korrel::stream::InstanceId;
    use korrel_heapgraph::{Header, Heap};
    use korrel_table::{Ids, TableFormat, TableWriter};
    use serde_json::Value as Json;

    use crate::flags::{FormatFlag, IdsFlag};
    use crate::messages::error::Error;

    type Out = Box<dyn Write + Send>;

    /// Tables are in this program.
    pub fn are_there() -> Result<(), Error> {
        Ok(())
    }

    pub struct RowWriter {
        format: TableFormat,
        ids: Ids,
        is_begun: bool,
        /// Begun with the header, and gone at the end.
        writer: Option<TableWriter<BufWriter<Out>>>,
    }

    impl RowWriter {
        /// `None`: the format is no table.
        pub fn new(format: FormatFlag, ids: IdsFlag) -> Option<RowWriter> {
            let format = match format {
                FormatFlag::Parquet => TableFormat::Parquet,
                FormatFlag::Arrow => TableFormat::Arrow,
                _ => return None,
            };
            let ids = match ids {
                IdsFlag::Number => Ids::Numbers,
                IdsFlag::Text => Ids::Texts,
            };
            Some(RowWriter { format, ids, is_begun: false, writer: None })
        }

        /// Begins the table of a stream, whose header is this line. The table takes `out`.
        ///
        /// # Errors
        /// There was a stream before: its rows have other types.
        pub fn begin(&mut self, out: &mut Out, header: &Header, line: &str) -> io::Result<()> {
            if self.is_begun {
                return Err(io::Error::other("a table has one header, and this is another one"));
            }
            self.is_begun = true;
            let out = BufWriter::new(std::mem::replace(out, Box::new(io::sink())));
            self.writer = Some(TableWriter::new(out, self.format, (header, line), self.ids)?);
            Ok(())
        }

        /// Adds the instance of a line. `false`: it is to be read as JSON first.
        ///
        /// # Errors
        /// As [`RowWriter::add`].
        pub fn add_line(&mut self, line: &[u8]) -> io::Result<bool> {
            self.writer.as_mut().map_or(Ok(false), |writer| writer.add_line(line))
        }

        /// Adds the instance of a line.
        ///
        /// # Errors
        /// A record that is no heap of the header; an error of the paper.
        pub fn add(&mut self, header: &Header, line: &str, record: &Json) -> io::Result<()> {
            let Some(writer) = &mut self.writer else {
                return Err(io::Error::other("no header came before it"));
            };
            let heap = Heap::read(header, record).map_err(io::Error::other)?;
            let id = InstanceId::of_record(line.as_bytes()).map(|id| id.to_string());
            writer.add(id.as_deref().or(record["id"].as_str()), &heap)
        }

        /// Ends the table; `line` is the end record. A table may not have all rows that were asked for.
        ///
        /// # Errors
        /// An error of the paper.
        pub fn end(&mut self, line: &str, is_whole: bool) -> io::Result<()> {
            self.writer.take().map_or(Ok(()), |writer| writer.end(line, is_whole))
        }
    }
}

#[cfg(not(feature = "full"))]
mod left_out {
    use std::convert::Infallible;
    use std::io::{self, Write};

    use korrel_heapgraph::Header;
    use serde_json::Value as Json;

    use crate::flags::{FormatFlag, IdsFlag};
    use crate::messages::error::Error;

    /// # Errors
    /// There are no tables in this program.
    pub fn are_there() -> Result<(), Error> {
        Err(crate::commands::left_out("find --format parquet", "full"))
    }

    /// This program writes no tables.
    pub struct RowWriter(Infallible);

    impl RowWriter {
        pub fn new(_: FormatFlag, _: IdsFlag) -> Option<RowWriter> {
            None
        }

        pub fn begin(
            &mut self,
            _: &mut Box<dyn Write + Send>,
            _: &Header,
            _: &str,
        ) -> io::Result<()> {
            match self.0 {}
        }

        pub fn add_line(&mut self, _: &[u8]) -> io::Result<bool> {
            match self.0 {}
        }

        pub fn add(&mut self, _: &Header, _: &str, _: &Json) -> io::Result<()> {
            match self.0 {}
        }

        pub fn end(&mut self, _: &str, _: bool) -> io::Result<()> {
            match self.0 {}
        }
    }
}
