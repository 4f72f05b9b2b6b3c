
/// A record or a heap that does not fit the spec, or values that do not fit either.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error(pub String);

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Error {}

impl From<serde_json::Error> for Error {
    fn from(error: serde_json::Error) -> Error {
        Error(error.to_string())
    }
}

pub type Result<T> = std::result::Result<T, Error>;

fn wrong<T>(json: &Json, expected: &str) -> Result<T> {
    Err(Error(format!("{json} is no {expected}")))
}

/// An object: its place among those of its heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Id(pub usize);

/// What a record holds by name: its roots, its sets.
pub trait Record: Sized {
    fn read(fields: &Json, heap: &Reader<'_>) -> Result<Self>;

    fn write(&self, heap: &mut Writer<'_>) -> Result<Json>;
}

/// Values of the atoms or integers 0, 1, …. Pairs by themselves name them singly.
pub fn listed<T>(values: impl IntoIterator<Item = T>) -> Vec<(i64, T)> {
    (0..).zip(values).collect()
}

fn check_distinct<T: PartialEq + std::fmt::Debug>(sig: &str, values: &[(i64, T)]) -> Result<()> {
    for (at, (_, value)) in values.iter().enumerate() {
        if values[..at].iter().any(|(_, other)| other == value) {
            let message = format!("values: {sig}: {value:?} stands there twice, and could not be told apart");
            return Err(Error(message));
        }
    }
    Ok(())
}

fn value_of<T: Clone>(sig: &str, values: &[(i64, T)], number: i64) -> Result<T> {
    match values.iter().find(|(known, _)| *known == number) {
        Some((_, value)) => Ok(value.clone()),
        None => Err(Error(format!("values: {sig} {number} has no value: there are {}", values.len()))),
    }
}

fn number_of<T: PartialEq + std::fmt::Debug>(sig: &str, values: &[(i64, T)], value: &T) -> Result<i64> {
    match values.iter().find(|(_, known)| known == value) {
        Some((number, _)) => Ok(*number),
        None => Err(Error(format!("{value:?} is none of the values of {sig}"))),
    }
}

fn type_of(name: &str) -> &str {
    name.rsplit_once('$').map_or(name, |(ty, _)| ty)
}

fn number(name: &str) -> i64 {
    name.rsplit_once('$').and_then(|(_, digits)| digits.parse().ok()).unwrap_or(0)
}

/// Reads a record.
pub struct Reader<'a> {
    ids: HashMap<&'a str, Id>,
    values: &'a Values,
}

impl Reader<'_> {
    fn id(&self, json: &Json) -> Result<Id> {
        match json.as_str().and_then(|name| self.ids.get(name)) {
            Some(&id) => Ok(id),
            None => wrong(json, "object of the heap"),
        }
    }

    fn boolean(&self, json: &Json) -> Result<bool> {
        json.as_bool().map_or_else(|| wrong(json, "truth value"), Ok)
    }

    fn text(&self, json: &Json) -> Result<String> {
        json.as_str().map_or_else(|| wrong(json, "text"), |text| Ok(text.to_owned()))
    }

    fn integer(&self, json: &Json) -> Result<i64> {
        json.as_i64().map_or_else(|| wrong(json, "integer"), Ok)
    }

    /// Of a column in which several kinds may stand.
    fn scalar(&self, json: &Json) -> Result<Scalar> {
        match json {
            Json::Bool(value) => Ok(Scalar::Bool(*value)),
            Json::Number(_) => Ok(Scalar::Int(self.int(json)?)),
            Json::String(text) => Ok(match self.ids.get(text.as_str()) {
                Some(&id) => Scalar::Object(id),
                None => literal(text).unwrap_or_else(|| Scalar::Text(text.clone())),
            }),
            _ => wrong(json, "value"),
        }
    }
}

fn lone<T>(json: &Json, read: impl FnOnce(&Json) -> Result<T>) -> Result<Option<T>> {
    if json.is_null() { Ok(None) } else { read(json).map(Some) }
}

fn list<T>(json: &Json, read: impl FnMut(&Json) -> Result<T>) -> Result<Vec<T>> {
    match json {
        Json::Array(items) => items.iter().map(read).collect(),
        _ => wrong(json, "array"),
    }
}

fn map<K, V>(json: &Json, mut read: impl FnMut(&Json, &Json) -> Result<(K, V)>) -> Result<Vec<(K, V)>> {
    match json {
        Json::Object(entries) => entries.iter().map(|(key, value)| read(&Json::from(key.as_str()), value)).collect(),
        _ => wrong(json, "object"),
    }
}

/// A key that is a number or a truth value.
fn parsed(json: &Json) -> Result<Json> {
    Ok(serde_json::from_str(json.as_str().unwrap_or_default())?)
}

/// Writes a heap. Objects keep their names.
pub struct Writer<'a> {
    names: &'a [String],
    objects: &'a [Object],
    // sets
    values: &'a Values,
    is_written: Vec<bool>,
    waiting: Vec<Id>,
    /// Atoms with values that the heap did not have.
    atoms: Vec<String>,
}

impl Writer<'_> {
    fn id(&mut self, id: &Id) -> Result<Json> {
        if id.0 >= self.names.len() {
            return Err(Error(format!("{id:?} is no object of the heap")));
        }
        if !std::mem::replace(&mut self.is_written[id.0], true) {
            self.waiting.push(*id);
        }
        Ok(Json::from(self.names[id.0].as_str()))
    }

    fn boolean(&mut self, value: &bool) -> Result<Json> {
        Ok(Json::from(*value))
    }

    fn text(&mut self, value: &str) -> Result<Json> {
        Ok(Json::from(value))
    }

    fn integer(&mut self, value: &i64) -> Result<Json> {
        Ok(Json::from(*value))
    }

    fn scalar(&mut self, value: &Scalar) -> Result<Json> {
        match value {
            Scalar::Object(id) => self.id(id),
            Scalar::Int(value) => self.int(value),
            Scalar::Bool(value) => self.boolean(value),
            Scalar::Text(text) => self.text(text),
            // literals
        }
    }

    /// The atom of a sig that a value stands for.
    fn atom(&mut self, sig: &str, number: i64) -> Json {
        let is_it = |name: &&String| self::number(name) == number && is_a(type_of(name), sig);
        let name = match self.names.iter().chain(&self.atoms).find(is_it) {
            Some(name) => name.clone(),
            None => {
                self.atoms.push(format!("{sig}${number}"));
                format!("{sig}${number}")
            }
        };
        Json::from(name)
    }
}

fn write_lone<T>(value: &Option<T>, write: impl FnOnce(&T) -> Result<Json>) -> Result<Json> {
    value.as_ref().map_or(Ok(Json::Null), write)
}

fn write_list<T>(items: &[T], write: impl FnMut(&T) -> Result<Json>) -> Result<Json> {
    Ok(Json::Array(items.iter().map(write).collect::<Result<_>>()?))
}

fn write_map<K, V>(entries: &[(K, V)], mut write: impl FnMut(&K, &V) -> Result<(Json, Json)>) -> Result<Json> {
    let mut object = serde_json::Map::new();
    for (key, value) in entries {
        let (key, value) = write(key, value)?;
        let key = key.as_str().map_or_else(|| key.to_string(), str::to_owned);
        object.insert(key, value);
    }
    Ok(Json::Object(object))
}

fn is_a(ty: &str, of: &str) -> bool {
    LINES.iter().any(|line| line.first() == Some(&ty) && line.contains(&of))
}

fn top(ty: &str) -> &str {
    LINES.iter().find(|line| line.first() == Some(&ty)).and_then(|line| line.last()).unwrap_or(&"")
}

/// An instance.
#[derive(Clone, Debug)]
pub struct Heap<R = Roots> {
    pub id: Option<u64>,
    pub key: Option<String>,
    pub roots: R,
    // fields
    names: Vec<String>,
    objects: Vec<Object>,
    /// What the roots led to when it was read.
    reached: Vec<bool>,
}

impl Heap {
    /// A record as objects.
    ///
    /// # Errors
    /// If it does not fit the spec, or the values do not.
    pub fn decode(record: &str, values: &Values) -> Result<Heap> {
        Heap::read(&serde_json::from_str(record)?, values)
    }
}

impl<R: Record> Heap<R> {
    /// A heap without objects; `add` adds them, whose ids the roots need: so these can be set later.
    pub fn new(roots: R) -> Heap<R> {
        Heap { id: None, key: None, roots, /* none */ names: Vec::new(), objects: Vec::new(), reached: Vec::new() }
    }

    /// # Errors
    /// If the record does not fit the spec, or the values do not.
    pub fn read(record: &Json, values: &Values) -> Result<Heap<R>> {
        values.check()?;
        let Json::Object(given) = &record["objects"] else { return wrong(&record["objects"], "object") };
        let ids: HashMap<&str, Id> = given.keys().enumerate().map(|(at, name)| (name.as_str(), Id(at))).collect();
        let heap = Reader { ids, values };
        let objects = given.iter().map(|(name, fields)| Object::read(name, fields, &heap));
        Ok(Heap {
            id: record["id"].as_u64(),
            key: record["key"].as_str().map(str::to_owned),
            roots: R::read(&record["roots"], &heap)?,
            // read
            names: given.keys().cloned().collect(),
            objects: objects.collect::<Result<_>>()?,
            reached: reached(record, &heap.ids),
        })
    }

    /// All objects, in the order of their ids.
    pub fn objects(&self) -> &[Object] {
        &self.objects
    }

    pub fn object(&self, id: Id) -> &Object {
        &self.objects[id.0]
    }

    pub fn object_mut(&mut self, id: Id) -> &mut Object {
        &mut self.objects[id.0]
    }

    /// `Node$0`.
    pub fn name(&self, id: Id) -> &str {
        &self.names[id.0]
    }

    /// Adds an object, which gets a name of its own.
    pub fn add(&mut self, object: Object) -> Id {
        let ty = object.type_name();
        let taken = self.names.iter().filter(|name| top(type_of(name)) == top(ty));
        let next = taken.map(|name| number(name)).max().map_or(0, |last| last + 1);
        self.names.push(format!("{ty}${next}"));
        self.objects.push(object);
        self.reached.push(false);
        Id(self.objects.len() - 1)
    }

    /// The record as JSON. Objects that were read and that nothing leads to any more are gone.
    ///
    /// # Errors
    /// Values that are none.
    pub fn encode(&self, values: &Values) -> Result<String> {
        Ok(self.record(values)?.to_string())
    }

    /// # Errors
    /// Values that are none.
    pub fn record(&self, values: &Values) -> Result<Json> {
        let mut record = serde_json::Map::new();
        if let Some(id) = self.id {
            record.insert("kind".to_owned(), Json::from("instance"));
            record.insert("id".to_owned(), Json::from(id));
        }
        if let Some(key) = &self.key {
            record.insert("key".to_owned(), Json::from(key.as_str()));
        }
        let mut heap = Writer {
            names: &self.names,
            objects: &self.objects,
            // written
            values,
            is_written: vec![false; self.objects.len()],
            waiting: Vec::new(),
            atoms: Vec::new(),
        };
        record.insert("roots".to_owned(), self.roots.write(&mut heap)?);
        for at in 0..self.objects.len() {
            if !self.reached[at] || self.objects[at].is_value() {
                heap.id(&Id(at))?;
            }
        }
        let mut objects = vec![Json::Null; self.objects.len()];
        heap.write_waiting(&mut objects)?;
        let mut groups: Vec<(&str, Json)> = Vec::new();
        // groups
        heap.write_waiting(&mut objects)?;
        let atoms = heap.atoms.iter().map(|name| (name.clone(), serde_json::json!({"$type": type_of(name)})));
        let known = self.names.iter().cloned().zip(objects).filter(|(_, object)| !object.is_null());
        record.insert("objects".to_owned(), Json::Object(known.chain(atoms).collect()));
        groups.drain(..).for_each(|(name, group)| drop(record.insert(name.to_owned(), group)));
        Ok(Json::Object(record))
    }
}

impl Writer<'_> {
    fn write_waiting(&mut self, written: &mut [Json]) -> Result<()> {
        while let Some(id) = self.waiting.pop() {
            let objects = self.objects;
            written[id.0] = objects[id.0].write(id, &self.names[id.0], self)?;
        }
        Ok(())
    }
}

/// The objects that the roots lead to.
fn reached(record: &Json, ids: &HashMap<&str, Id>) -> Vec<bool> {
    let mut reached = vec![false; ids.len()];
    let mut waiting = vec![&record["roots"]];
    while let Some(json) = waiting.pop() {
        let mut names: Vec<&str> = json.as_str().into_iter().collect();
        match json {
            Json::Array(items) => waiting.extend(items),
            Json::Object(entries) => {
                names.extend(entries.keys().map(String::as_str));
                waiting.extend(entries.values());
            }
            _ => {}
        }
        for name in names {
            if let Some(id) = ids.get(name)
                && !std::mem::replace(&mut reached[id.0], true)
            {
                waiting.push(&record["objects"][name]);
            }
        }
    }
    reached
}

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
