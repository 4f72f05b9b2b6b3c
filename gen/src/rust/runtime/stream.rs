
/// The instances of a stream that `korrel find` wrote. One that breaks off ends with an error.
pub fn heaps<'a>(
    lines: impl Iterator<Item = std::io::Result<String>> + 'a,
    values: &'a Values,
) -> impl Iterator<Item = Result<Heap>> + 'a {
    let mut is_over = false;
    let broken = "the stream has no end record: these are not all instances";
    let lines = lines.map(Some).chain(std::iter::once(None));
    lines.filter_map(move |line| {
        if is_over {
            return None;
        }
        let record: Json = match line.map(|line| line.map(|line| serde_json::from_str(&line))) {
            Some(Ok(Ok(record))) => record,
            Some(Ok(Err(error))) => return Some(Err(error.into())),
            Some(Err(error)) => return Some(Err(Error(error.to_string()))),
            None => return Some(Err(Error(broken.to_owned()))),
        };
        is_over = record["kind"] == "end";
        (record["kind"] == "instance").then(|| Heap::read(&record, values))
    })
}
