
// Questions go to the program that served the page; a text that was saved is told by it.
const transport = {
  isEditable: false,

  // An editor says which command it is about.
  command: () => decodeURIComponent(location.hash.slice(1)),

  async ask(request, tell, signal) {
    const response = await fetch("ask", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(request), signal });
    if (!response.ok) return refusal((await response.text()) || `the program answers ${response.status}`);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let [kept, last] = ["", undefined];
    for (;;) {
      const { value, done } = await reader.read();
      const lines = (kept += value ?? "").split("\n");
      kept = lines.pop();
      for (const line of lines) {
        if (last) tell(last);
        last = JSON.parse(line);
      }
      if (done) return last ?? refusal("the program has ended");
    }
  },

  start(opened) {
    const events = new EventSource("events");
    events.addEventListener("message", () => opened());
    events.addEventListener("error", () => { byId("status").textContent = "the program is gone"; });
    events.addEventListener("open", () => { byId("status").textContent = ""; });
  },
};
