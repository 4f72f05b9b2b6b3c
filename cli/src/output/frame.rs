//! The first and the last line of a stream.

use std::io;
use std::sync::Arc;

use korrel::stream::{
    CubeRange, InstanceId, InstanceLines, ShardEnd, Status, StreamTally, end_record,
};
use serde_json::{Map, Value as Json};

use crate::output::lines::Lines;

/// A stream that is written: header, instances, end record.
///
/// Invariant: a stream that was begun gets its end record, however the program ends, unless it is
/// killed or nobody takes more lines.
pub struct StreamFrame {
    lines: Lines,
    /// The header, if it is still to be written before anything else.
    header: Option<String>,
    is_bare: bool,
    is_begun: bool,
    is_over: bool,
    /// The number of instances written.
    count: u64,
    /// The number of instances in each cube, in order, for a shard.
    cubes: Option<Vec<(u64, u64)>>,
    /// The cubes of a shard that may be split.
    range: Option<Arc<CubeRange>>,
    /// The members of the end record beside its status.
    told: Map<String, Json>,
}

impl StreamFrame {
    /// Without a header there is no end record either.
    pub fn new(lines: Lines, header: Option<String>) -> StreamFrame {
        let is_bare = header.is_none();
        StreamFrame {
            lines: if is_bare { lines.without_digest() } else { lines },
            header,
            is_bare,
            is_begun: false,
            is_over: false,
            count: 0,
            cubes: None,
            range: None,
            told: Map::new(),
        }
    }

    /// It is a shard: its end record says how the instances lie in the cubes of the space. Those that
    /// are written already lie in these.
    pub fn tell_cubes(&mut self, cubes: Vec<(u64, u64)>, range: Option<Arc<CubeRange>>) {
        self.cubes = Some(cubes);
        self.range = range;
    }

    /// Sets the members of the end record beside its status.
    pub fn tell(&mut self, told: Map<String, Json>) {
        self.told = told;
    }

    /// The instances that are added now lie in this cube.
    pub fn in_cube(&mut self, cube: u64, instances: u64) {
        let Some(cubes) = self.cubes.as_mut().filter(|_| instances > 0) else { return };
        match cubes.last_mut() {
            Some((last, count)) if *last == cube => *count += instances,
            _ => cubes.push((cube, instances)),
        }
    }

    /// Continues a stream whose header and first instances are written.
    pub fn resumed(lines: Lines, tally: StreamTally) -> StreamFrame {
        let count = tally.count();
        let lines = lines.resumed(tally);
        StreamFrame {
            lines,
            header: None,
            is_bare: false,
            is_begun: true,
            is_over: false,
            count,
            cubes: None,
            range: None,
            told: Map::new(),
        }
    }

    /// True if only instances are written.
    pub fn is_bare(&self) -> bool {
        self.is_bare
    }

    /// Writes the header, unless it is written. Before that, mistakes of the user are still reported
    /// without a stream.
    ///
    /// # Errors
    /// An error of standard output.
    pub fn begin(&mut self) -> io::Result<()> {
        self.is_begun = true;
        match self.header.take() {
            Some(header) => self.add_line(header),
            None => Ok(()),
        }
    }

    /// Adds an instance; one without a place in the order has no id. `said` are members, each after a comma, and `body`
    /// ends with the line break.
    ///
    /// # Errors
    /// An error of standard output. Nothing more is written to it then.
    #[inline]
    pub fn add(&mut self, id: Option<&InstanceId>, said: &[u8], body: &[u8]) -> io::Result<()> {
        self.add_all(|lines| lines.add(id, said, body))
    }

    /// Adds the instances that the function adds.
    ///
    /// # Errors
    /// An error of standard output. Nothing more is written to it then.
    #[inline]
    pub fn add_all(&mut self, add: impl FnOnce(&mut InstanceLines<'_>)) -> io::Result<()> {
        self.begin()?;
        let added = self.lines.add(|lines| {
            add(lines);
            self.count = lines.count();
        });
        self.is_over |= added.is_err();
        added
    }

    /// The number of instances written.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Ends the stream, even where its owner is busy; called before the header is written.
    pub fn last_words(&self) -> impl FnOnce(Status) + Send + 'static {
        let (lines, header, is_bare) = (self.lines.last_lines(), self.header.clone(), self.is_bare);
        move |status| {
            lines.end(|is_begun, tally| {
                let end = end_record(status, tally, None, &Map::new());
                match header {
                    _ if is_bare => String::new(),
                    Some(header) if !is_begun => format!("{header}\n{end}\n"),
                    _ => end + "\n",
                }
            });
        }
    }

    /// Writes the end record, and all that was held back.
    ///
    /// # Errors
    /// An error of standard output.
    pub fn end(&mut self, status: Status) -> io::Result<()> {
        self.begin()?;
        if !self.is_bare {
            let tally = self.lines.tally();
            let until = self.range.as_ref().and_then(|range| range.end());
            let shard = self.cubes.as_deref().map(|cubes| ShardEnd { cubes, until });
            self.add_line(end_record(status, &tally, shard, &self.told))?;
        }
        self.is_over = true;
        self.lines.finish()
    }

    fn add_line(&mut self, mut line: String) -> io::Result<()> {
        line.push('\n');
        let added = self.lines.add_line(line.as_bytes());
        self.is_over |= added.is_err();
        added
    }
}

/// Ends the stream on the way out of a mistake of ours.
impl Drop for StreamFrame {
    fn drop(&mut self) {
        if !self.is_over && (self.is_begun || std::thread::panicking()) {
            // If it cannot be written, that cannot be reported either.
            let _ = self.end(Status::Error);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::{self, Write};
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::{Arc, Mutex};

    use super::*;

    /// Takes the bytes written, up to a number of them.
    #[derive(Clone)]
    struct Disk(Arc<Mutex<Vec<u8>>>, usize);

    impl Write for Disk {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let mut held = self.0.lock().expect("no holder of the lock panics");
            let taken = bytes.len().min(self.1.saturating_sub(held.len()));
            held.extend_from_slice(&bytes[..taken]);
            if taken == 0 { Err(io::ErrorKind::StorageFull.into()) } else { Ok(taken) }
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// The text that is written if the program does this, on a disk with so much room; a panic is
    /// caught.
    fn written(header: Option<&str>, room: usize, run: impl FnOnce(&mut StreamFrame)) -> String {
        let disk = Disk(Arc::default(), room);
        let lines = Lines::on(Box::new(disk.clone()), true);
        let mut frame = StreamFrame::new(lines, header.map(str::to_owned));
        // A panic must unwind through the frame, as it does in the program.
        let _ = catch_unwind(AssertUnwindSafe(move || run(&mut frame)));
        let bytes = disk.0.lock().expect("no holder of the lock panics").clone();
        String::from_utf8(bytes).expect("it was text")
    }

    fn one_line(frame: &mut StreamFrame) {
        frame.begin().expect("there is room");
        frame.add(Some(&0.into()), b"", b",\"roots\":{}}\n").expect("there is room");
    }

    const LINE: &str = "{\"kind\":\"instance\",\"id\":0,\"roots\":{}}\n";

    /// The end record of a stream that has this line, or none; the digest is that of zlib.
    fn error(count: u64) -> String {
        let digest = ["00000000", "449b1a4f"][count as usize];
        format!(
            "{{\"kind\":\"end\",\"status\":\"error\",\"count\":{count},\"digest\":\"crc32:{digest}\"}}\n"
        )
    }

    /// If it failed, a reader could not tell the stream of a program that broke from one that was
    /// killed, or would take it for whole.
    #[test]
    fn a_mistake_of_ours_is_told() {
        let begun = written(Some("{\"kind\":\"header\"}"), 999, |frame| {
            one_line(frame);
            panic!("in the search")
        });
        assert_eq!(begun, format!("{{\"kind\":\"header\"}}\n{LINE}{}", error(1)));
        let early = written(Some("{\"kind\":\"header\"}"), 999, |_| panic!("in the translation"));
        assert_eq!(early, format!("{{\"kind\":\"header\"}}\n{}", error(0)));
        // `--verify` gives an error back.
        assert!(written(Some("{}"), 999, one_line).ends_with(&error(1)));
    }

    /// If it failed, there would be two ends, or records where none were asked for.
    #[test]
    fn nothing_is_told_twice_or_unasked() {
        let ended = written(Some("{}"), 999, |frame| {
            one_line(frame);
            frame.end(Status::Complete).expect("there is room");
            panic!("after the end")
        });
        assert_eq!(ended.matches("end").count(), 1, "{ended}");
        let bare = written(None, 999, |frame| {
            one_line(frame);
            panic!("in the search")
        });
        assert_eq!(bare, LINE);
        // A spec that is refused.
        assert_eq!(written(Some("{}"), 999, |_| {}), "");
        let full = written(Some("{}"), 4, |frame| {
            frame.begin().expect("there is room for this");
            assert!(frame.add(None, b"", b",\"roots\":{}}\n").is_err());
        });
        assert_eq!(full.len(), 4, "nothing more is tried: {full}");
    }
}
