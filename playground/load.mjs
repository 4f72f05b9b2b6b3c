// The library that the page's worker asks, under node.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import vm from "node:vm";

export function load(folder) {
  const bindings = readFileSync(join(folder, "korrel_playground.js"), "utf8");
  const module = readFileSync(join(folder, "korrel_playground_bg.wasm"));
  const library = vm.runInThisContext(`(() => { ${bindings}\nreturn wasm_bindgen; })()`);
  library.initSync({ module });
  return { library, bindings, module };
}
