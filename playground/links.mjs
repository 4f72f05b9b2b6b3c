// Opens the book from a folder in Chromium, follows its links to the playground beside it, and compares what opens there with what
// the pages show:
//
//     node links.mjs FOLDER
import { strict as assert } from "node:assert";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import test, { after } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { browser } from "./browser.mjs";

const folder = resolve(process.argv[2]);
const specs = fileURLToPath(new URL("../specs/", import.meta.url));
const page = await browser();
after(page.end);

// Opens a page, clicks one of its links, and hands what has opened to `look`.
async function followed(file, at, look) {
  assert.ok(existsSync(join(folder, file)), file);
  await page.open(pathToFileURL(join(folder, file)).href);
  await page.until("return document.querySelectorAll('a.try').length > arguments[0]", at);
  const shown = await page.run("const link = document.querySelectorAll('a.try')[arguments[0]]; const code = link.parentElement.previousElementSibling?.querySelector('code'); link.click(); return code?.textContent", at);
  const [first, opened] = await page.both();
  await page.turnTo(opened);
  await page.until("return document.body.dataset.busy === '0' && document.body.dataset.looked !== undefined");
  await look(shown);
  await page.closeWindow();
  await page.turnTo(first);
}

// If one failed, `Try it` would lead to nothing, or to another spec.
for (const file of ["primer.html", "tutorial.html", "howto/pytest.html"]) {
  test(`the first and the last spec of ${file}`, async () => {
    await page.open(pathToFileURL(join(folder, file)).href);
    await page.until("return document.querySelectorAll('pre + p > a.try').length > 0");
    const specs = await page.run("return document.querySelectorAll('pre + p > a.try').length");
    for (const at of new Set([0, specs - 1])) {
      await followed(file, at, async (shown) => {
        const text = await page.run("return byId('text').value");
        assert.ok(shown.trim() !== "" && text.endsWith(shown), `${text}\n---\n${shown}`);
        assert.match(await page.run("return byId('all').textContent"), /^of \d+/);
      });
    }
  });
}

test("each spec of the library that the cookbook names", async () => {
  await page.open(pathToFileURL(join(folder, "cookbook.html")).href);
  const named = await page.until("const all = [...document.querySelectorAll('a.try')].map((link) => link.hash.slice(1)); return all.length > 0 && all");
  const library = readdirSync(specs).filter((name) => name.endsWith(".als")).map((name) => name.slice(0, -4));
  assert.deepEqual(library.filter((name) => !named.includes(name)), []);
  for (const name of ["avl_tree", "text_crdt"]) {
    await followed("cookbook.html", named.indexOf(name), async () => {
      assert.equal(await page.run("return byId('text').value"), readFileSync(`${specs}${name}.als`, "utf8"));
    });
  }
});

test("an exercise of the primer", async () => {
  await page.open(pathToFileURL(join(folder, "primer.html")).href);
  const at = "return [...document.querySelectorAll('a.try')].findIndex((link) => link.hash === '#acyclic')";
  await followed("primer.html", await page.until(`${at} + 1`) - 1, async () => {
    await page.until("return byId('verdict').textContent.includes('too many')");
  });
});
