
/// Reads a record.
pub struct Reader<'a> {
    ids: HashMap<&'a str, Id>,
    types: HashMap<&'a str, &'a str>,
    values: &'a Values,
}

impl Reader<'_> {
    fn id(&self, json: &Json) -> Result<Id> {
        match json.as_str().and_then(|name| self.ids.get(name)) {
            Some(&id) => Ok(id),
            None => wrong(json, "object of the heap"),
        }
    }

    /// A value, if one of the kinds of a column.
    fn fitting<'b>(&self, json: &'b Json, sorts: &str) -> Result<&'b Json> {
        let is_it = |sort: &str| match json {
            Json::Bool(_) => sort == "bool",
            Json::Number(_) => sort == "int",
            Json::String(text) => match self.types.get(text.as_str()) {
                Some(ty) => is_a(ty, sort),
                None => !matches!(sort, "int" | "bool") && top(sort).is_empty(),
            },
            _ => false,
        };
        match sorts.split('|').any(|sort| sort == "univ" || is_it(sort)) {
            true => Ok(json),
            false => wrong(json, sorts),
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

/// A field, which must be there.
fn member<'a>(fields: &'a Json, name: &str) -> Result<&'a Json> {
    fields.get(name).map_or_else(|| Err(Error(format!("there is no {name}"))), Ok)
}

fn row(json: &Json, columns: usize) -> Result<&Json> {
    match json.as_array().is_some_and(|items| items.len() == columns) {
        true => Ok(json),
        false => wrong(json, "row of this relation"),
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
