//! Validators in Rust: each schema is held against all values, and must accept those that the spec says.

mod heap;
mod resources;

use std::io::{self, BufRead, Write};

use heap::Question;
use serde_json::{Value, json};

fn main() -> io::Result<()> {
    let library = std::env::args().nth(1).expect("which library: jsonschema or boon");
    let mut requests = io::stdin().lock().lines();
    requests.next().transpose()?; // the header: what types there are
    tell(&json!({ "ready": true, "window": 64 }))?;
    for line in requests {
        let request: Value = serde_json::from_str(&line?)?;
        let verdict = match judge(&library, &request) {
            Ok(()) => json!({ "id": request["id"], "pass": true }),
            Err((cause, message)) => {
                json!({ "id": request["id"], "fail": { "cause": cause, "message": message } })
            }
        };
        tell(&verdict)?;
    }
    Ok(())
}

fn tell(reply: &Value) -> io::Result<()> {
    writeln!(io::stdout(), "{reply}")?;
    io::stdout().flush()
}

/// A cause and a message, if the library is wrong about a value.
fn judge(library: &str, request: &Value) -> Result<(), (String, String)> {
    let operation = request["op"].as_str().expect("a request has an operation");
    for Question { schema, values } in heap::questions(request) {
        let accepts = match library {
            #[cfg(feature = "jsonschema")]
            "jsonschema" => with_jsonschema(&schema, operation),
            "boon" => with_boon(&schema, operation),
            _ => panic!("no such library: {library}"),
        };
        let refused = |error| (format!("refuses a schema: {error}"), schema.to_string());
        let accepts = accepts.map_err(refused)?;
        for (value, is_valid) in values {
            let cause = match (accepts(&value), is_valid) {
                (true, false) => "accepts a value that is not valid",
                (false, true) => "refuses a valid value",
                _ => continue,
            };
            return Err((cause.to_string(), format!("{schema}: {value}")));
        }
    }
    Ok(())
}

type Validator = Box<dyn Fn(&Value) -> bool>;

#[cfg(feature = "jsonschema")]
fn with_jsonschema(schema: &Value, draft: &str) -> Result<Validator, String> {
    let draft = match draft {
        "draft7" => jsonschema::Draft::Draft7,
        _ => jsonschema::Draft::Draft202012,
    };
    let validator = jsonschema::options().with_draft(draft).build(schema);
    let validator = validator.map_err(|error| error.to_string())?;
    Ok(Box::new(move |value| validator.is_valid(value)))
}

fn with_boon(schema: &Value, draft: &str) -> Result<Validator, String> {
    let mut compiler = boon::Compiler::new();
    compiler.set_default_draft(match draft {
        "draft7" => boon::Draft::V7,
        _ => boon::Draft::V2020_12,
    });
    let mut schemas = boon::Schemas::new();
    compiler.add_resource("schema.json", schema.clone()).map_err(|error| error.to_string())?;
    let index = compiler.compile("schema.json", &mut schemas).map_err(|error| error.to_string())?;
    Ok(Box::new(move |value| schemas.validate(value, index).is_ok()))
}
