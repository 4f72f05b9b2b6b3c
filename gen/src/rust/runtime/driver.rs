
/// How an operation ends that has no result.
pub enum Verdict {
    /// It is not content; failures are grouped by cause.
    Fail { cause: String, message: String },
    /// It is not applicable to its input.
    Skip(String),
}

/// A result, as JSON: `Ok(().into())` is none, `heap.name(id).into()` an object.
pub type Answer = std::result::Result<Json, Verdict>;

fn reply<R: Record>(request: &Json, values: &Values, operation: fn(&mut Heap<R>) -> Answer) -> Result<Json> {
    let mut heap: Heap<R> = Heap::read(request, values)?;
    (heap.id, heap.key) = (None, None);
    let id = &request["id"];
    let answer = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| operation(&mut heap)));
    Ok(match answer {
        Ok(Ok(result)) => {
            let mut answer = changes(request, &heap.record(values)?);
            answer.insert("id".to_owned(), id.clone());
            answer.insert("result".to_owned(), result);
            Json::Object(answer)
        }
        Ok(Err(Verdict::Skip(reason))) => serde_json::json!({"id": id, "skip": reason}),
        Ok(Err(Verdict::Fail { cause, message })) => {
            serde_json::json!({"id": id, "fail": {"cause": cause, "message": message}})
        }
        Err(panic) => {
            let text = panic.downcast_ref::<String>().cloned();
            let text = text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()));
            serde_json::json!({"id": id, "throw": {"type": "panic", "message": text.unwrap_or_default()}})
        }
    })
}

type Members = serde_json::Map<String, Json>;

/// What is not as it was: fields of objects, all of a new one, null for one that is gone, and what stands beside.
fn changes(before: &Json, after: &Json) -> Members {
    let none = Members::new();
    let (given, objects) = (before["objects"].as_object().unwrap_or(&none), after["objects"].as_object().unwrap_or(&none));
    let gone = given.keys().filter(|name| !objects.contains_key(*name));
    let mut changed: Members = gone.map(|name| (name.clone(), Json::Null)).collect();
    for (name, fields) in objects {
        let was = given.get(name).and_then(Json::as_object).unwrap_or(&none);
        let now = fields.as_object().unwrap_or(&none);
        let is_alike = was.len() == now.len() && now.keys().all(|field| was.contains_key(field));
        let told = if is_alike { different(was, now) } else { now.clone() };
        if !told.is_empty() {
            changed.insert(name.clone(), Json::Object(told));
        }
    }
    let mut answer = Members::from_iter([("changed".to_owned(), Json::Object(changed))]);
    for part in ["roots", "sets", "relations"] {
        let of = |record: &Json| record.get(part).and_then(Json::as_object).cloned().unwrap_or_default();
        let told = different(&of(before), &of(after));
        if !told.is_empty() {
            answer.insert(part.to_owned(), Json::Object(told));
        }
    }
    answer
}

fn different(before: &Members, after: &Members) -> Members {
    let differs = |(name, value): &(&String, &Json)| before.get(*name) != Some(*value);
    after.iter().filter(differs).map(|(name, value)| (name.clone(), value.clone())).collect()
}

/// Answers `korrel test` until there are no more inputs. What is said goes to standard error.
fn main() -> std::result::Result<(), Box<dyn std::error::Error>> {
    let values = Values::default();
    let mut lines = std::io::stdin().lines();
    lines.next();
    println!("{}", serde_json::json!({"ready": true, "window": 64, "ops": OPERATIONS}));
    for line in lines {
        println!("{}", answer(&serde_json::from_str(&line?)?, &values)?);
    }
    Ok(())
}
