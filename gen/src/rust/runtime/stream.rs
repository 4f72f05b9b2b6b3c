
/// As JSON, of which serde_json would take the last of two members with one name.
fn unique(text: &str) -> Result<Json> {
    let json = serde_json::from_str(text)?;
    let (bytes, mut at) = (text.as_bytes(), 0);
    let mut open: Vec<HashMap<String, ()>> = Vec::new();
    while at < bytes.len() {
        let begin = at;
        match bytes[at] {
            b'{' => open.push(HashMap::new()),
            b'}' => drop(open.pop()),
            b'"' => {
                at += 1;
                while bytes[at] != b'"' {
                    at += if bytes[at] == b'\\' { 2 } else { 1 };
                }
            }
            _ => {}
        }
        at += 1;
        if bytes[begin] == b'"' && text[at..].trim_start().starts_with(':') {
            let name: String = serde_json::from_str(&text[begin..at])?;
            if open.last_mut().is_some_and(|names| names.insert(name.clone(), ()).is_some()) {
                return Err(Error(format!("{name:?} stands twice in one object")));
            }
        }
    }
    Ok(json)
}

/// The instances of a stream that `korrel find` wrote. One that breaks off ends with an error, and so does one whose lines
/// were lost, added or changed; of lines that another program wrote anew, only their number is compared, and a note says so.
pub fn heaps<'a>(
    lines: impl Iterator<Item = std::io::Result<String>> + 'a,
    values: &'a Values,
) -> impl Iterator<Item = Result<Heap>> + 'a {
    let mut digest = Digest { crc: !0, count: 0, is_as_written: true };
    let (mut end, mut is_over) = (None, false);
    let lines = lines.enumerate().map(|(at, line)| if at == 0 { line.map(without_mark) } else { line });
    let lines = lines.filter(|line| !line.as_ref().is_ok_and(|line| line.trim().is_empty()));
    let mut lines = lines.map(Some).chain(std::iter::once(None));
    std::iter::from_fn(move || {
        while !is_over {
            match next(&mut lines, values, &mut digest, &mut end) {
                Ok(Some(heap)) => return Some(Ok(heap)),
                Ok(None) => is_over = end == Some(true),
                Err(error) => {
                    is_over = true;
                    return Some(Err(error));
                }
            }
        }
        None
    })
}

/// Without the byte order mark that some editors write before a text.
fn without_mark(line: String) -> String {
    line.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(line)
}

/// `end`: whether all is read, once there was an end record.
fn next(
    lines: &mut impl Iterator<Item = Option<std::io::Result<String>>>,
    values: &Values,
    digest: &mut Digest,
    end: &mut Option<bool>,
) -> Result<Option<Heap>> {
    let fail = |why: &str| Err(Error(why.to_owned()));
    let line = match lines.next().flatten() {
        Some(line) => line.map_err(|error| Error(error.to_string()))?,
        None if end.is_none() => return fail("the stream has no end record: these are not all instances"),
        None => {
            *end = Some(true);
            return Ok(None);
        }
    };
    if end.is_some() {
        return fail("the stream goes on after its end record");
    }
    let record = unique(&line)?;
    match record["kind"].as_str() {
        None => return fail("a line is no record of a stream"),
        Some("end") => *end = Some(digest.compare(&record).map(|()| false)?),
        Some("instance") => {
            let id = record.get("id").map_or_else(|| digest.count.to_string(), Json::to_string);
            digest.add(&line);
            return at(&format!("instance {id}"), Heap::read(&record, values)).map(Some);
        }
        Some(_) => {}
    }
    Ok(None)
}

/// The CRC-32 of instances, without their ids.
struct Digest {
    crc: u32,
    count: u64,
    is_as_written: bool,
}

impl Digest {
    fn add(&mut self, line: &str) {
        self.count += 1;
        let rest = line.strip_prefix("{\"kind\":\"instance\",");
        self.is_as_written &= rest.is_some();
        let rest = rest.unwrap_or_default();
        let rest = match rest.strip_prefix("\"id\":") {
            Some(id) => id.split_once(',').map_or("", |(_, rest)| rest),
            None => rest,
        };
        for byte in rest.bytes().chain([b'\n']) {
            self.crc ^= u32::from(byte);
            for _ in 0..8 {
                self.crc = (self.crc >> 1) ^ if self.crc & 1 == 1 { 0xedb8_8320 } else { 0 };
            }
        }
    }

    fn compare(&self, end: &Json) -> Result<()> {
        if end["count"].as_u64() != Some(self.count) {
            let (said, read) = (&end["count"], self.count);
            return Err(Error(format!("the end record counts {said} instances, but {read} were read")));
        }
        let Some(said) = end.get("digest") else { return Ok(()) };
        let is_known = said.as_str().is_some_and(|said| said.starts_with("crc32:"));
        if !(is_known && self.is_as_written) {
            let why = match self.is_as_written {
                true => format!("{said} is of no known kind"),
                false => "another program has written the instances anew".to_owned(),
            };
            eprintln!("note: the digest of the stream says nothing: {why}");
            return Ok(());
        }
        match *said != format!("crc32:{:08x}", !self.crc) {
            true => Err(Error("the instances do not have the digest of the end record: lines were changed".to_owned())),
            false => Ok(()),
        }
    }
}
