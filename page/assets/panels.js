
// The parts of the page: each shows what it is given, and asks nothing.

function showBars(view, jump) {
  const bars = byId("bars");
  bars.replaceChildren();
  byId("counts-title").textContent = view.isTraces ? "By number of states" : view.isCheck ? "Counterexamples by size" : "By size";
  const most = Math.max(1, ...view.sizes.map(([, count]) => count));
  let before = 0;
  for (const [size, count, isWhole] of view.sizes) {
    const bar = element("button", undefined, bars);
    bar.type = "button";
    bar.className = "bar";
    element("span", String(size), bar);
    const much = element("span", undefined, bar);
    much.className = isWhole ? "much" : "much more";
    much.style.width = `${Math.max(1, 100 * count / most)}%`;
    element("span", isWhole ? String(count) : `${count}+`, bar);
    bar.title = `${count}${isWhole ? "" : " or more"} of ${view.isTraces ? "length" : "size"} ${size}: go to the first`;
    const first = before;
    bar.addEventListener("click", () => jump(String(first)));
    before += count;
  }
}

function totalText(view) {
  if (view.total) return (view.total[1] ? "at least " : "") + view.total[0];
  return "…";
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
  const within = change.below ? ` (${view.isTraces ? "lengths" : "sizes"} below ${change.below} only)` : "";
  if (change.kind === "declarations") place.append(`Not compared: the ${last} was one of sigs, fields or parameters.`);
  else if (change.kind === "uncompared") place.append(`Not compared: before or after the ${last}, the list ends within the smallest size.`);
  else if (change.removed + change.added === 0) place.append(`The ${last} removed nothing and added nothing${within}.`);
  else {
    element("p", `The ${last} removed ${change.removed} and added ${change.added}${within}.`, place);
    if (change.firstRemoved) place.append(small(change.firstRemoved, "removed, the smallest:"));
    if (change.firstAdded) place.append(small(change.firstAdded, "added, the smallest:"));
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
    const known = view?.conjuncts.find((one) => one.at === tick.at && one.text === tick.text);
    const much = known?.excludes ? `excludes ${known.excludes[0]}${known.excludes[1] ? "+" : ""}` : "";
    element("small", known?.isRedundant ? "redundant" : much, item);
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
  const of = (value) => rows.find(([name]) => name === value)?.[1] ?? "0";
  if (rows.every(([value]) => value === "true" || value === "false")) return `holds in ${of("true")} of ${all}`;
  return rows.map(([value, count]) => `${value ?? "none"}: ${count}`).join(", ") + ` (of ${all})`;
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

// A scope is made of all sizes: each sig's greatest, `exactly` where it was exact, and the integers.
function showSizes(entry, scope, changed) {
  const form = byId("sizes");
  form.replaceChildren();
  const values = new Map((scope ?? entry.sizes).map(([name, least, most]) => [name, [least, most]]));
  const say = () => changed(entry.sizes.map(([name]) => [name, ...values.get(name)]));
  for (const [name, least, most] of entry.sizes) {
    if (name !== "Int" && least === most && most === 1) continue;
    const label = element("label", undefined, form);
    element("span", name === "Int" ? "Int, up to" : least === most ? `exactly ${name}` : name, label);
    const slider = element("input", undefined, label);
    slider.type = "range";
    slider.min = name === "Int" ? Math.max(least, 0) : 0;
    slider.max = Math.max(most * 2, most + 4, 6);
    slider.value = values.get(name)[1];
    const told = element("output", slider.value, label);
    slider.addEventListener("input", () => { told.textContent = slider.value; });
    slider.addEventListener("change", () => {
      const greatest = Number(slider.value);
      values.set(name, [name !== "Int" && least === most ? greatest : Math.min(least, greatest), greatest]);
      say();
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

function scopeText(sizes, entry) {
  const one = ([name, least, most]) => {
    if (name === "Int") return `${least}..${most} Int`;
    if (least === most) return `exactly ${most} ${name}`;
    return least > 0 ? `${least}..${most} ${name}` : `${most} ${name}`;
  };
  // A command about traces keeps its number of states.
  const steps = /((?:exactly\s+)?[\d.]+\s+steps)/.exec(entry.text);
  const changed = sizes.filter(([name, least, most], at) => !(name !== "Int" && least === 1 && most === 1 && entry.sizes[at][1] === 1 && entry.sizes[at][2] === 1));
  return `0 but ${[...changed.map(one), ...(steps ? [steps[1]] : [])].join(", ")}`;
}
