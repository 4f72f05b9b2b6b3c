
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
        Ok(Ok(result)) => serde_json::json!({"id": id, "post": heap.record(values)?, "result": result}),
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
