//! The page's questions in WebAssembly, for a worker that no server stands behind. No thread, clock, file or standard stream is
//! used; a question that takes too long ends with its worker.

use korrel_page::{Answer, OpenText, Playground, Request, Session, Settings};
use wasm_bindgen::prelude::*;

/// A formula that would take more bytes than this is refused: there are 4 GB in all.
const MEMORY: u64 = 768 << 20;

#[wasm_bindgen]
extern "C" {
    /// Takes what is known of an answer before all is.
    #[wasm_bindgen(typescript_type = "(answer: string) => void")]
    pub type Listener;

    #[wasm_bindgen(method, js_name = "call")]
    fn take(this: &Listener, nothing: &JsValue, answer: &str);
}

/// A text that is open.
#[wasm_bindgen]
#[derive(Default)]
pub struct Library {
    session: Session,
}

#[wasm_bindgen]
impl Library {
    #[wasm_bindgen(constructor)]
    pub fn new() -> Library {
        Library::default()
    }

    /// Opens a text in place of the one before.
    ///
    /// # Errors
    /// None: there is no thread that could not be started.
    pub fn open(&self, name: &str, text: &str) -> Result<(), JsError> {
        self.session.open(OpenText::new(name, text)?);
        Ok(())
    }

    /// Answers a question as JSON.
    ///
    /// # Errors
    /// A text that is no question.
    pub fn ask(&self, question: &str, tell: &Listener) -> Result<String, JsError> {
        let request = Request::read(question)?;
        let mut told = |answer: &Answer| tell.take(&JsValue::UNDEFINED, &answer.json().to_string());
        let settings = Settings::new().memory(MEMORY);
        Ok(self.session.answer(&request, &settings, &mut told).json().to_string())
    }
}

/// The page, given this module compressed by gzip, the script of its worker, and the texts to begin with as JSON.
///
/// # Errors
/// Texts that are no JSON.
#[wasm_bindgen]
pub fn page(module: &[u8], worker: &str, texts: &str) -> Result<String, JsError> {
    let texts = serde_json::from_str(texts)?;
    Ok(korrel_page::playground(&Playground { module, worker, texts: &texts }))
}
