
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
        Heap::read(&unique(record)?, values)
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
        if record.get("states").is_some() && record.get("objects").is_none() {
            return Err(Error("states: this is the record of a trace, not of a heap".to_owned()));
        }
        let Json::Object(given) = &record["objects"] else { return Err(Error("objects: there are none".to_owned())) };
        let ids: HashMap<&str, Id> = given.keys().enumerate().map(|(at, name)| (name.as_str(), Id(at))).collect();
        let types = given.iter().map(|(name, fields)| (name.as_str(), fields["$type"].as_str().unwrap_or_default()));
        let heap = Reader { ids, types: types.collect(), values };
        for (name, fields) in given {
            if fields["$type"].as_str().is_none_or(|ty| top(ty).is_empty()) {
                return at(&format!("objects.{name}"), wrong(&fields["$type"], "type of the spec"));
            }
        }
        let objects = given.iter().map(|(name, fields)| {
            at(&format!("objects.{name}"), Object::read(name, fields, &heap))
        });
        let objects = objects.collect::<Result<_>>()?;
        Ok(Heap {
            id: record["id"].as_u64(),
            key: record["key"].as_str().map(str::to_owned),
            roots: at("roots", R::read(&record["roots"], &heap))?,
            // read
            names: given.keys().cloned().collect(),
            objects,
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
            written[id.0] = objects[id.0].write(id, self)?;
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
