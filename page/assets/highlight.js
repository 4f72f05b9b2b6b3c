
// The words of a spec in colours, line by line. `wrong`: by the number of a line, the message that is told at its end.
const KEYWORDS = new Set(("abstract after all always and as assert before but check disj else enum eventually exactly expect extends fact for "
  + "fun historically iden iff implies in int Int let lone module no none not once one open or pred private releases run seq set sig since "
  + "some steps String sum this triggered univ until var").split(" "));
const TOKENS = /(\/\*[\s\S]*?(?:\*\/|$)|\/\/[^\n]*|--[^\n]*)|("(?:\\.|[^"\\\n])*"?)|([\p{L}_][\p{L}\p{N}_'"]*)|(\d+)/gu;

function coloured(text, wrong, told) {
  const lines = [];
  let line;
  const begin = () => {
    line = element("span");
    const number = lines.push(line);
    line.className = "line" + (wrong.has(number) ? " wrong" : "") + (told.has(number) ? " told" : "");
  };
  const put = (part, kind) => part.split("\n").forEach((piece, at) => {
    if (at > 0) begin();
    if (kind === "") line.append(piece);
    else element("span", piece, line).className = kind;
  });
  begin();
  let end = 0;
  for (const match of text.matchAll(TOKENS)) {
    put(text.slice(end, match.index), "");
    const [whole, comment, string, word, number] = match;
    put(whole, comment ? "c" : string ? "s" : number ? "n" : word && KEYWORDS.has(word) ? "k" : "");
    end = match.index + whole.length;
  }
  put(text.slice(end), "");
  const all = document.createDocumentFragment();
  for (const [number, message] of wrong) {
    if (!lines[number - 1]) continue;
    const said = element("span", undefined, lines[number - 1]);
    said.className = "said";
    said.dataset.message = message;
  }
  lines.forEach((made, at) => all.append(...(at > 0 ? ["\n"] : []), made));
  all.append("\n");
  return all;
}
