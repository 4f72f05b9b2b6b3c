
// A report of `korrel test`: each cause with its smallest input before and after. It runs nothing: commands are there to copy.
function failurePanel(failure, place) {
  const panel = element("details", undefined, place);
  panel.className = "failure";
  const words = element("summary", undefined, panel);
  element("strong", failure.op, words);
  words.append(`: ${failure.cause} `);
  element("small", `${failure.inputs}${failure.isKnown ? ", known" : ""}`, words);
  element("p", `The smallest is ${failure.key}${failure.at ? `; the conjunct is at ${failure.at}` : ""}.`, panel);
  if (failure.lines.length > 0) element("pre", failure.lines.join("\n"), panel);
  if (failure.drawn) {
    const { record, types } = failure.drawn;
    const sides = element("div", undefined, panel);
    sides.className = "sides";
    const drawn = failure.drawn.pictures.map((one, at) => {
      const figure = element("figure", undefined, sides);
      element("figcaption", one[0] || "the input", figure);
      const frame = element("div", undefined, figure);
      frame.className = "picture";
      frame.append(drawnPicture(one));
      explorable(frame);
      tables(record.states ? record.states[at] : at > 0 && record.post ? record.post : record, types, figure);
      return frame.querySelector("svg");
    });
    if (drawn.length === 2) differ(...drawn);
  }
  for (const [title, lines] of [["standard error", failure.stderr], [`all ${failure.inputs}`, failure.all.join("\n")]]) {
    if (lines.trim() === "") continue;
    const more = element("details", undefined, panel);
    element("summary", title, more);
    element("pre", lines, more);
  }
  element("p", "Run it again, in the folder where the test ran:", panel);
  const again = element("pre", failure.again, panel);
  again.className = "again";
  const copy = element("button", "Copy the command", panel);
  copy.type = "button";
  copy.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(failure.again);
      byId("status").textContent = "the command is copied";
    } catch {
      getSelection().selectAllChildren(again);
      byId("status").textContent = "the command is selected";
    }
  });
}

function showReport(report) {
  const place = byId("report");
  const told = JSON.stringify(report);
  // A save of the spec leaves open what is open.
  if (place.dataset.told === told) return;
  place.dataset.told = told;
  place.hidden = !report;
  place.replaceChildren();
  if (!report) return;
  element("h2", `Report of korrel test on ${report.spec}`, place);
  element("p", report.end, place);
  for (const problem of report.problems) element("p", problem, place).className = "broken";
  for (const operation of report.operations) element("p", operation, place);
  report.failures.forEach((failure) => failurePanel(failure, place));
}
