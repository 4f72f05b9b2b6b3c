
// The parts of the page: each shows what it is given, and asks nothing.

function showBars(view, jump) {
  const bars = byId("bars");
  bars.replaceChildren();
  byId("counts-title").textContent = view.traces ? "By number of states" : view.check ? "Counterexamples by size" : "By size";
  const most = Math.max(1, ...view.sizes.map(({ count }) => count));
  let before = 0;
  for (const { size, count, whole } of view.sizes) {
    const bar = element("button", undefined, bars);
    bar.type = "button";
    bar.className = "bar";
    element("span", String(size), bar);
    const much = element("span", undefined, bar);
    much.className = whole ? "much" : "much more";
    much.style.width = `${Math.max(1, 100 * count / most)}%`;
    element("span", whole ? String(count) : `${count}+`, bar);
    bar.title = `${count}${whole ? "" : " or more"} of ${view.traces ? "length" : "size"} ${size}: go to the first`;
    const first = before;
    bar.addEventListener("click", () => jump(String(first)));
    before += count;
  }
}

function totalText(view) {
  if (!view.total) return "…";
  return (view.total.at_least ? "at least " : "") + view.total.count;
}

function small(drawn, caption) {
  const made = element("span");
  made.className = "small";
  element("span", caption, made);
  const svg = picture(drawn.pictures[0]);
  const [, , width, height] = drawn.pictures[0];
  const scale = Math.min(1, 240 / (width + 8), 160 / (height + 8));
  svg.setAttribute("width", (width + 8) * scale);
  svg.setAttribute("height", (height + 8) * scale);
  made.append(svg);
  return made;
}

function showChange(view, isOld) {
  const place = byId("change");
  place.replaceChildren();
  if (isOld) {
    element("p", "The spec has mistakes: below is the last view without.", place).className = "note";
    return;
  }
  for (const warning of view?.warnings ?? []) element("p", warning.text.trim(), place).className = "note";
  const change = view?.change;
  if (!change) return;
  const last = transport.isEditable ? "last change" : "last save";
  const within = change.below ? ` (${view.traces ? "lengths" : "sizes"} below ${change.below} only)` : "";
  if (change.why === "declarations") place.append(`Not compared: the ${last} was one of sigs, fields or parameters.`);
  else if (!change.compared) place.append(`Not compared: before or after the ${last}, the list ends within the smallest size.`);
  else if (change.removed + change.added === 0) place.append(`The ${last} removed nothing and added nothing${within}.`);
  else {
    element("p", `The ${last} removed ${change.removed} and added ${change.added}${within}.`, place);
    if (change.first_removed) place.append(small(change.first_removed, "removed, the smallest:"));
    if (change.first_added) place.append(small(change.first_added, "added, the smallest:"));
  }
}

function showTicks(judged, view, hover) {
  const list = byId("ticks");
  list.replaceChildren();
  for (const tick of judged?.ticks ?? []) {
    const item = element("button", undefined, element("li", undefined, list));
    item.type = "button";
    const holds = tick.value?.holds;
    const mark = element("span", holds === undefined ? "?" : holds ? "✓" : "✗", item);
    mark.className = holds ? "holds" : "broken";
    mark.setAttribute("aria-label", holds === undefined ? "not told" : holds ? "holds" : "broken");
    const words = element("span", tick.text, item);
    if (holds === false) {
      const why = tick.value.why.map(({ bindings, state }) => [
        ...bindings.map(([name, value]) => `${name} = ${text(value)}`), ...(state === null ? [] : [`state ${state}`])].join(", "));
      const told = [...new Set(why)].filter(Boolean).join("; ");
      if (told) element("small", ` — for ${told}`, words);
    }
    const known = view?.conjuncts.find(({ conjunct }) => conjunct.at === tick.at && conjunct.text === tick.text);
    const much = known?.excludes ? `excludes ${known.excludes.count}${known.excludes.at_least ? "+" : ""}` : "";
    element("small", known?.redundant ? "redundant" : much, item);
    const line = Number(tick.at.split(":").at(-2));
    for (const event of ["mouseenter", "focus"]) item.addEventListener(event, () => hover(line));
    for (const event of ["mouseleave", "blur"]) item.addEventListener(event, () => hover(0));
  }
  if (list.childElementCount === 0) element("li", "The command names no condition.", list).className = "note";
  byId("facts").replaceChildren(...(judged?.facts ?? []).map((fact) => element("li", fact.text.trim())));
}

const tupleText = (tuple) => tuple.map(text).join("→");

function valueText(value) {
  if (value.tuples) return value.tuples.length === 0 ? "empty" : value.tuples.map(tupleText).join("\n");
  if ("number" in value) return value.number ?? "a number too large";
  if (value.answered) return "not told in this state";
  return value.holds ? "true here" : "false here";
}

// The rows of a count by value, of a formula or of an expression.
function holdingText(rows, all) {
  const of = (value) => rows.find((row) => row.value === value)?.count ?? 0;
  if (rows.every(({ value }) => value === "true" || value === "false")) return `holds in ${of("true")} of ${all}`;
  return rows.map(({ value, count }) => `${value ?? "?"}: ${count}`).join(", ") + ` (of ${all})`;
}

function showMessages(spec, go) {
  byId("messages").replaceChildren(...spec.diagnostics.map((one) => {
    const item = element("li");
    const place = one.places.find((where) => where.primary);
    const where = place ? `${place.line}:${place.column}: ` : "";
    const button = element("button", `${one.severity}${one.code ? ` ${one.code}` : ""}: ${where}${one.message}` + one.help.map((help) => `\n${help}`).join(""), item);
    button.type = "button";
    button.className = one.severity;
    if (place) button.addEventListener("click", () => go(place));
    return item;
  }));
}

// The rows of a scope: the sigs, the integers, and last the number of states, if the command is about traces.
const sizesOf = (entry) => entry.steps ? [...entry.sizes, entry.steps] : entry.sizes;

// A scope is made of all sizes: each sig's greatest, `exactly` where it was exact, the integers, and the states.
function showSizes(entry, scope, changed) {
  const form = byId("sizes");
  form.replaceChildren();
  const values = [...(scope ?? sizesOf(entry))];
  for (const [at, [name, least, most]] of sizesOf(entry).entries()) {
    if (name !== "Int" && least === most && most === 1) continue;
    const isSteps = at === entry.sizes.length;
    // All infinite traces are those without a greatest number of states.
    const limit = most ?? 10;
    const label = element("label", undefined, form);
    element("span", name === "Int" ? "Int, up to" : least === most ? `exactly ${name}` : name, label);
    const slider = element("input", undefined, label);
    slider.type = "range";
    slider.min = name === "Int" ? Math.max(least, 0) : isSteps ? 1 : 0;
    slider.max = Math.max(limit * 2, limit + 4, 6);
    slider.value = values[at][2] ?? slider.max;
    const told = element("output", values[at][2] === null ? "any" : slider.value, label);
    slider.addEventListener("input", () => { told.textContent = slider.value; });
    slider.addEventListener("change", () => {
      const greatest = Number(slider.value);
      values[at] = [name, name !== "Int" && least === most ? greatest : Math.min(least, greatest), greatest];
      changed(values);
    });
  }
  const back = element("button", "As in the spec", form);
  back.type = "button";
  back.addEventListener("click", () => changed(null));
}

// Which fields are drawn.
function showDrawn(shapes, hidden, changed) {
  const names = [...new Set(Object.values(shapes.types).flatMap(({ fields }) => Object.keys(fields)))];
  byId("drawn").replaceChildren(...names.map((name) => {
    const label = element("label");
    const box = element("input", undefined, label);
    box.type = "checkbox";
    box.checked = !hidden.has(name);
    label.append(` ${name}`);
    box.addEventListener("change", () => {
      if (box.checked) hidden.delete(name);
      else hidden.add(name);
      changed();
    });
    return label;
  }));
}

// The sigs to project over, each with the object that is looked at: `changed` is told its sig and place, or none.
function showProjected(sigs, projected, changed) {
  byId("projected").replaceChildren(...sigs.map((sig) => {
    const row = element("div");
    const label = element("label", undefined, row);
    const box = element("input", undefined, label);
    box.type = "checkbox";
    const chosen = projected.find(([name]) => name === sig);
    box.checked = Boolean(chosen);
    label.append(` ${sig} `);
    box.addEventListener("change", () => changed(sig, box.checked ? 0 : undefined));
    if (!chosen) return row;
    const [, at, of, object] = chosen;
    const step = (sign, words, to) => {
      const button = element("button", sign, row);
      button.type = "button";
      button.setAttribute("aria-label", `${words} ${sig}`);
      button.disabled = to < 0 || to >= of;
      button.addEventListener("click", () => changed(sig, to));
    };
    step("‹", "previous", at - 1);
    element("span", ` ${object ?? "none"} `, row);
    step("›", "next", at + 1);
    return row;
  }));
}

function scopeText(sizes, entry) {
  const isSteps = (at) => at === entry.sizes.length;
  const one = ([sig, least, most, at]) => {
    // A bare `steps` is the number of states, not a sig of that name.
    const name = sig === "steps" && !isSteps(at) ? "this/steps" : sig;
    if (name === "Int") return `${least}..${most} Int`;
    if (most === null) return "1.. steps";
    if (least === most) return `exactly ${most} ${name}`;
    return least > (isSteps(at) ? 1 : 0) ? `${least}..${most} ${name}` : `${most} ${name}`;
  };
  return `0 but ${sizes.map((size, at) => one([...size, at])).join(", ")}`;
}
