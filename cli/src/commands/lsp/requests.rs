//! The requests of the protocol: each read, asked of the library, and answered.

use lsp_server::ErrorCode;
use serde_json::{Value as Json, json};

use super::documents::Documents;

/// The answer, or the reason why there is none.
type Answer = Result<Json, (ErrorCode, String)>;

/// What the server can do.
pub fn capabilities() -> Json {
    json!({
        "textDocumentSync": { "openClose": true, "change": 2 },
    })
}

pub fn answer(method: &str, _params: &Json, _documents: &mut Documents) -> Answer {
    Err((ErrorCode::MethodNotFound, format!("`{method}` is no request of this server")))
}
