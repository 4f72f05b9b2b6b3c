
// A heap that is being changed. Values are chosen where a shape leaves a choice, and else written as JSON.
const emptyOf = (shape, objects, shapes) => {
  if (/\?$/.test(shape)) return null;
  if (/^(set|seq|map|rel|\[|\{)/.test(shape)) return [];
  if (shape === "int") return 0;
  if (shape === "bool") return false;
  if (shapes.enums[shape]) return shapes.enums[shape][0];
  const [first] = objectsOf(shape, objects, shapes);
  return first ?? null;
};

function objectsOf(shape, objects, shapes) {
  const types = shape.replace(/\?$/, "").split("|").flatMap((name) => shapes.types[name.trim()]?.types ?? []);
  return Object.keys(objects).filter((id) => types.includes(objects[id].$type));
}

// The choices for a value, or nothing where it is written.
function choices(shape, heap, shapes) {
  const bare = shape.replace(/\?$/, "");
  const all = shapes.enums[bare] ?? objectsOf(bare, heap.objects, shapes);
  const isKnown = shapes.enums[bare] || bare.split("|").some((name) => shapes.types[name.trim()]);
  if (bare === "bool") return [false, true];
  if (!isKnown) return undefined;
  return shape.endsWith("?") ? [null, ...all] : all;
}

function editor(shape, value, heap, shapes, name, change) {
  const known = choices(shape, heap, shapes);
  const made = element(known ? "select" : "input");
  made.setAttribute("aria-label", name);
  if (known) {
    for (const choice of known) element("option", choice === null ? "–" : String(choice), made).value = JSON.stringify(choice);
    made.value = JSON.stringify(value);
    made.addEventListener("change", () => change(JSON.parse(made.value)));
    return made;
  }
  made.value = JSON.stringify(value);
  made.addEventListener("change", () => {
    try {
      made.setCustomValidity("");
      change(JSON.parse(made.value));
    } catch {
      made.setCustomValidity("write JSON: 3, \"text\", [\"Node$0\"]");
      made.reportValidity();
    }
  });
  return made;
}

function without(value, id) {
  if (value === id) return null;
  if (Array.isArray(value)) return value.filter((item) => item !== id && !(Array.isArray(item) && item.includes(id)));
  if (value && typeof value === "object") return Object.fromEntries(Object.entries(value).filter(([key, item]) => key !== id && item !== id));
  return value;
}

function removed(heap, id) {
  const objects = Object.fromEntries(Object.entries(heap.objects).filter(([key]) => key !== id)
    .map(([key, object]) => [key, Object.fromEntries(Object.entries(object).map(([name, value]) => [name, without(value, id)]))]));
  const members = (of) => of && Object.fromEntries(Object.entries(of).map(([name, value]) => [name, without(value, id)]));
  return { ...heap, objects, ...(heap.roots && { roots: members(heap.roots) }), ...(heap.sets && { sets: members(heap.sets) }), ...(heap.relations && { relations: members(heap.relations) }) };
}

function added(heap, type, shapes) {
  let number = 0;
  while (heap.objects[`${type}$${number}`]) number += 1;
  const id = `${type}$${number}`;
  const object = { $type: type };
  for (const [name, shape] of Object.entries(shapes.types[type].fields)) object[name] = emptyOf(shape, heap.objects, shapes);
  return { ...heap, objects: { ...heap.objects, [id]: object } };
}

// Takes the arrows from one object to another away.
function unlinked(heap, from, to) {
  const object = Object.fromEntries(Object.entries(heap.objects[from]).map(([name, value]) => [name, name === "$type" ? value : without(value, to)]));
  return { ...heap, objects: { ...heap.objects, [from]: object } };
}

// Points the first field that can, and is empty, from one object to another; the heap as it was if there is none.
function linked(heap, from, to, shapes) {
  const { fields } = shapes.types[heap.objects[from].$type];
  const fits = ([name, shape]) => heap.objects[from][name] === null && objectsOf(shape, heap.objects, shapes).includes(to);
  const field = Object.entries(fields).find(fits);
  if (!field) return heap;
  return { ...heap, objects: { ...heap.objects, [from]: { ...heap.objects[from], [field[0]]: to } } };
}

function editTables(heap, shapes, place, change) {
  place.replaceChildren();
  const setOf = (part, name) => (value) => change({ ...heap, [part]: { ...heap[part], [name]: value } });
  if (heap.roots && Object.keys(heap.roots).length > 0) {
    const body = element("tbody", undefined, element("table", undefined, place));
    for (const [name, value] of Object.entries(heap.roots)) {
      const row = element("tr", undefined, body);
      element("th", name, row).scope = "row";
      element("td", undefined, row).append(editor(shapes.roots[name] ?? "", value, heap, shapes, name, setOf("roots", name)));
    }
  }
  for (const [type, { fields, isAbstract }] of Object.entries(shapes.types)) {
    const own = Object.keys(heap.objects).filter((id) => heap.objects[id].$type === type);
    if (own.length > 0) {
      const made = element("table", undefined, place);
      const head = element("tr", undefined, element("thead", undefined, made));
      [type, ...Object.keys(fields), ""].forEach((name) => element("th", name, head));
      const body = element("tbody", undefined, made);
      for (const id of own) {
        const row = element("tr", undefined, body);
        element("td", id, row);
        for (const [name, shape] of Object.entries(fields)) {
          const set = (value) => change({ ...heap, objects: { ...heap.objects, [id]: { ...heap.objects[id], [name]: value } } });
          element("td", undefined, row).append(editor(shape, heap.objects[id][name], heap, shapes, `${name} of ${id}`, set));
        }
        const button = element("button", "✕", element("td", undefined, row));
        button.type = "button";
        button.setAttribute("aria-label", `delete ${id}`);
        button.addEventListener("click", () => change(removed(heap, id)));
      }
    }
    if (!isAbstract) {
      const button = element("button", `Add a ${type}`, place);
      button.type = "button";
      button.addEventListener("click", () => change(added(heap, type, shapes)));
    }
  }
  for (const part of ["sets", "relations"]) {
    for (const [name, value] of Object.entries(heap[part] ?? {})) {
      const label = element("label", `${name} `, element("p", undefined, place));
      label.append(editor("", value, heap, shapes, name, setOf(part, name)));
    }
  }
}
