// In the book each spec has a link to the playground, which stands beside the pages (`playground/build`). On GitHub there is none.
(() => {
  const root = typeof path_to_root === "string" ? path_to_root : "";
  const letters = (bytes) => btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");

  async function linkOf(held) {
    const stream = new Blob([JSON.stringify(held)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
    return `${root}playground.html#${letters(new Uint8Array(await new Response(stream).arrayBuffer()))}`;
  }

  // What a fragment needs besides stands before it, in a comment that no reader sees.
  function before(block) {
    for (let node = block.previousSibling; node; node = node.previousSibling) {
      if (node.nodeType === Node.COMMENT_NODE) return /^\s*with\b([\s\S]*)$/.exec(node.data)?.[1] ?? "";
      if (node.nodeType !== Node.TEXT_NODE || node.data.trim() !== "") return "";
    }
    return "";
  }

  function add(place, href, words) {
    const link = document.createElement("a");
    Object.assign(link, { href, textContent: words, target: "_blank", rel: "noopener", className: "try" });
    place.append(link);
  }

  for (const code of document.querySelectorAll("pre > code.language-alloy")) {
    const pre = code.parentElement;
    const prelude = before(pre).trim();
    const text = (prelude ? `${prelude}\n\n` : "") + code.textContent;
    const place = document.createElement("p");
    pre.after(place);
    linkOf({ text }).then((href) => add(place, href, "Try it"));
  }
  // A spec of the library that a page names.
  for (const link of document.querySelectorAll('main a[href*="/blob/main/specs/"]')) {
    const name = /\/specs\/(\w+)\.als$/.exec(link.href)?.[1];
    if (!name) continue;
    const place = document.createElement("span");
    place.append(" (");
    add(place, `${root}playground.html#${name}`, "Try it");
    place.append(")");
    link.after(place);
  }
  // The names of exercises are the first words of the list below their title.
  const exercises = document.querySelector("[id^=exercises-in-the-playground]");
  for (let next = exercises?.nextElementSibling; next && !/^H\d$/.test(next.tagName); next = next.nextElementSibling) {
    for (const name of next.querySelectorAll("li > code:first-child")) {
      add(name.parentElement, `${root}playground.html#${name.textContent}`, " Try it");
    }
  }
})();
