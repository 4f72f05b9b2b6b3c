
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
        if object.insert(key.clone(), value).is_some() {
            return Err(Error(format!("a map has the key {key} twice")));
        }
    }
    Ok(Json::Object(object))
}

fn is_a(ty: &str, of: &str) -> bool {
    LINES.iter().any(|line| line.first() == Some(&ty) && line.contains(&of))
}

fn top(ty: &str) -> &str {
    LINES.iter().find(|line| line.first() == Some(&ty)).and_then(|line| line.last()).unwrap_or(&"")
}
