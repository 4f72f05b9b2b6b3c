//! Korrel in WebAssembly: a spec is a text, its modules come from a function, and its instances go to another one.
//!
//! A mistake in a spec is thrown as an `Error` whose message shows the place. No thread, clock, file or standard
//! stream is used.

use std::ops::ControlFlow;

use korrel::Command;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// The text of the module of a name, or nothing.
    #[wasm_bindgen(typescript_type = "(name: string) => string | undefined")]
    pub type Modules;

    #[wasm_bindgen(method, js_name = "call")]
    fn text(this: &Modules, nothing: &JsValue, name: &str) -> Option<String>;

    /// Takes a record of heapgraph/1, and may end the listing by `false`.
    #[wasm_bindgen(typescript_type = "(record: string) => boolean | void")]
    pub type Visitor;

    #[wasm_bindgen(method, js_name = "call")]
    fn take(this: &Visitor, nothing: &JsValue, record: &str) -> Option<bool>;
}

/// The number of a command's instances, in decimal digits. `command` is a label, a number, or the name of a predicate.
///
/// # Errors
/// A mistake in the spec or in the command.
#[wasm_bindgen]
pub fn count(spec: &str, command: &str, modules: &Modules) -> Result<String, JsError> {
    Ok(asked(spec, command, modules)?.count()?.to_string())
}

/// Hands the instances of a command to `visit`, one by one, smallest first.
///
/// # Errors
/// As [`count`].
#[wasm_bindgen]
pub fn find(spec: &str, command: &str, modules: &Modules, visit: &Visitor) -> Result<(), JsError> {
    let found = asked(spec, command, modules)?.each(|heap| {
        match visit.take(&JsValue::UNDEFINED, heap.json()) {
            Some(false) => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    });
    Ok(found?)
}

fn asked(spec: &str, command: &str, modules: &Modules) -> Result<Command, korrel::Error> {
    let find = |name: &str| modules.text(&JsValue::UNDEFINED, name);
    korrel::spec_with_modules("spec.als", spec, find)?.command(command)
}
