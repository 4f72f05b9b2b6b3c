//! Writes the JavaScript of a WebAssembly module, for node: `korrel-wasm-bindings MODULE FOLDER`. It is what
//! `wasm-bindgen --target nodejs` does, without a program to install.

use wasm_bindgen_cli_support::Bindgen;

fn main() {
    let [module, folder] =
        std::env::args().skip(1).collect::<Vec<_>>().try_into().expect("two paths");
    let mut bindings = Bindgen::new();
    bindings.input_path(module).nodejs(true).expect("no other target is chosen");
    bindings.remove_name_section(true);
    bindings.generate(folder).expect("it is a module of wasm-bindgen's");
}
