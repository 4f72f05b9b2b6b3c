
// What runs in the worker, behind what wasm-bindgen has written: a library, asked one question after the other.
const loaded = new Promise((ready) => { self.ready = ready; });
let library;

async function load(module) {
  await wasm_bindgen({ module_or_path: module });
  library = new wasm_bindgen.Library();
  self.ready();
}

async function answer({ id, name, text, request }) {
  await loaded;
  try {
    if (text !== undefined) return library.open(name, text);
    const told = (part) => self.postMessage({ id, part });
    self.postMessage({ id, answer: library.ask(request, told) });
  } catch (error) {
    // After a stack that overflows the module is of no use.
    if (error instanceof RangeError || error instanceof WebAssembly.RuntimeError) {
      self.postMessage({ id, error: "this is too large for a browser: a smaller scope may do" });
      setTimeout(() => { throw error; });
    } else self.postMessage({ id, error: error.message });
  }
}

let queue = Promise.resolve();
self.onmessage = ({ data }) => {
  if (data.module) load(data.module);
  else queue = queue.then(() => answer(data));
};
