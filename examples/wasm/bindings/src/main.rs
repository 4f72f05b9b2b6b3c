//! Writes the JavaScript of a WebAssembly module: `korrel-wasm-bindings MODULE FOLDER nodejs`, or `no-modules` for a worker in a
//! browser. It is what `wasm-bindgen --target` does, without a program to install.

use wasm_bindgen_cli_support::Bindgen;

fn main() {
    let [module, folder, target] =
        std::env::args().skip(1).collect::<Vec<_>>().try_into().expect("two paths and a target");
    let mut bindings = Bindgen::new();
    bindings.input_path(module).typescript(false);
    match target.as_str() {
        "nodejs" => bindings.nodejs(true),
        _ => bindings.no_modules(true),
    }
    .expect("no other target is chosen");
    bindings.remove_name_section(true);
    bindings.generate(folder).expect("it is a module of wasm-bindgen's");
}
