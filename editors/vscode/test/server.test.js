'use strict'

// A client of the protocol, by the libraries of VS Code's own, drives the program as the extension starts it.

const assert = require('node:assert/strict')
const { execFileSync, spawn } = require('node:child_process')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const test = require('node:test')
const { pathToFileURL } = require('node:url')
const lsp = require('vscode-languageserver-protocol/node')
const { locate } = require('../locate')

const SESSION = path.join(process.env.KORREL_SESSION, 'list.als')
const BROKEN = fs.readFileSync(SESSION, 'utf8')
const MENDED = BROKEN.replace('nxt', 'next')

const { program } = locate({
  setting: process.env.KORREL,
  extension: path.join(__dirname, '..'),
  env: process.env,
  platform: process.platform,
})

/** The place of a part of a text; `after` is how far behind its beginning. */
function place(text, part, after = 0) {
  const at = text.indexOf(part)
  assert.notEqual(at, -1, part)
  const before = text.slice(0, at + after).split('\n')
  return { line: before.length - 1, character: before.at(-1).length }
}

/** The text with edits that do not overlap. */
function edited(text, edits) {
  const lines = text.split('\n')
  const offset = ({ line, character }) => lines.slice(0, line).reduce((sum, l) => sum + l.length + 1, 0) + character
  const ordered = edits.toSorted((a, b) => offset(b.range.start) - offset(a.range.start))
  return ordered.reduce(
    (changed, { range, newText }) => changed.slice(0, offset(range.start)) + newText + changed.slice(offset(range.end)),
    text,
  )
}

/** A server with one open text. */
async function session(t, text) {
  const child = spawn(program, ['lsp'], { stdio: ['pipe', 'pipe', 'inherit'] })
  const connection = lsp.createProtocolConnection(
    new lsp.StreamMessageReader(child.stdout),
    new lsp.StreamMessageWriter(child.stdin),
  )
  const ended = new Promise((resolve) => child.on('exit', (code) => resolve(code)))
  const uri = pathToFileURL(SESSION).href
  const published = []
  let heard = () => {}
  connection.onNotification(lsp.PublishDiagnosticsNotification.type, (message) => {
    published.push(message)
    heard()
  })
  connection.listen()
  const { capabilities } = await connection.sendRequest(lsp.InitializeRequest.type, {
    processId: process.pid,
    rootUri: null,
    capabilities: { window: { showDocument: { support: true } } },
  })
  await connection.sendNotification(lsp.InitializedNotification.type, {})
  let version = 1
  await connection.sendNotification(lsp.DidOpenTextDocumentNotification.type, {
    textDocument: { uri, languageId: 'korrel', version, text },
  })
  t.after(() => child.kill())
  return {
    capabilities,
    ended,
    ask: (request, params) => connection.sendRequest(request.type, { textDocument: { uri }, ...params }),
    send: (request, params) => connection.sendRequest(request.type, params),
    on: (request, handler) => connection.onRequest(request.type, handler),
    change: (contentChanges) =>
      connection.sendNotification(lsp.DidChangeTextDocumentNotification.type, {
        textDocument: { uri, version: ++version },
        contentChanges,
      }),
    /** The diagnostics of the text as it is now. */
    async diagnostics() {
      const current = () => published.findLast((message) => message.uri === uri && message.version === version)
      while (current() === undefined) await new Promise((resolve) => (heard = resolve))
      return current().diagnostics
    },
    async end() {
      await connection.sendRequest(lsp.ShutdownRequest.type)
      await connection.sendNotification(lsp.ExitNotification.type)
      return ended
    },
  }
}

test('a mistake is told while it is typed, and is gone when it is mended', async (t) => {
  const server = await session(t, BROKEN)
  const [mistake, ...others] = await server.diagnostics()
  assert.deepEqual(others, [])
  assert.equal(mistake.code, 'E0006')
  assert.equal(mistake.severity, lsp.DiagnosticSeverity.Error)
  assert.deepEqual(mistake.range, { start: place(BROKEN, 'nxt'), end: place(BROKEN, 'nxt', 3) })

  const fixes = await server.ask(lsp.CodeActionRequest, { range: mistake.range, context: { diagnostics: [mistake] } })
  const changed = fixes.map((fix) => edited(BROKEN, Object.values(fix.edit.changes).flat()))
  assert.ok(changed.includes(MENDED), JSON.stringify(fixes))

  server.change([{ range: mistake.range, text: 'next' }])
  assert.deepEqual(await server.diagnostics(), [])
  assert.equal(await server.end(), 0)
})

test('hover, definition and references', async (t) => {
  const server = await session(t, MENDED)
  const hover = await server.ask(lsp.HoverRequest, { position: place(MENDED, 'l.head', 3) })
  assert.match(JSON.stringify(hover.contents), /Node/)
  const definition = await server.ask(lsp.DefinitionRequest, { position: place(MENDED, 'l.head', 3) })
  assert.deepEqual([definition].flat()[0].range.start, place(MENDED, 'head'))
  const context = { includeDeclaration: true }
  const references = await server.ask(lsp.ReferencesRequest, { position: place(MENDED, 'head'), context })
  assert.deepEqual(references.map((found) => found.range.start), [place(MENDED, 'head'), place(MENDED, 'l.head', 2)])
})

test('a field is completed by its type', async (t) => {
  const text = MENDED.replace('l.head.*next', 'l.head.')
  const server = await session(t, text)
  const found = await server.ask(lsp.CompletionRequest, { position: place(text, 'l.head.', 7) })
  const labels = (found.items ?? found).map((item) => item.label)
  assert.ok(labels.includes('key') && labels.includes('next'), labels.join())
  assert.ok(!labels.includes('head'), labels.join())
})

test('the lens of a command opens a page of its instances', async (t) => {
  const server = await session(t, MENDED)
  const shown = new Promise((resolve) =>
    server.on(lsp.ShowDocumentRequest, (params) => {
      resolve(params)
      return { success: true }
    }),
  )
  assert.deepEqual(await server.diagnostics(), [])
  const lenses = await server.ask(lsp.CodeLensRequest, {})
  const lens = lenses.find((lens) => lens.command.command === 'korrel.show')
  assert.equal(lens.range.start.line, place(MENDED, 'run sorted').line)
  const count = execFileSync(program, ['count', '-'], { input: MENDED, encoding: 'utf8' }).trim()
  assert.ok(lens.command.title.startsWith(`${count} instances`) && lens.command.title.endsWith('show'), lens.command.title)

  const { command, arguments: given } = lens.command
  await server.send(lsp.ExecuteCommandRequest, { command, arguments: given })
  const { uri, external } = await shown
  assert.ok(external)
  assert.match(uri, /^http:\/\/127\.0\.0\.1:\d+\/[0-9a-f]+\/#0$/)
  const page = await fetch(uri)
  assert.equal(page.status, 200)
  assert.match(await page.text(), /<title>/)
})

test('a name is changed everywhere', async (t) => {
  const server = await session(t, MENDED)
  const { changes } = await server.ask(lsp.RenameRequest, { position: place(MENDED, 'next'), newName: 'behind' })
  assert.equal(edited(MENDED, Object.values(changes).flat()), MENDED.replaceAll('next', 'behind'))
})

test('the layout is that of `korrel fmt`', async (t) => {
  const server = await session(t, MENDED)
  const options = { tabSize: 2, insertSpaces: true }
  const laidOut = edited(MENDED, await server.ask(lsp.DocumentFormattingRequest, { options }))
  assert.notEqual(laidOut, MENDED)
  const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'korrel-')), 'list.als')
  t.after(() => fs.rmSync(path.dirname(file), { recursive: true }))
  fs.writeFileSync(file, MENDED)
  execFileSync(program, ['fmt', file])
  assert.equal(laidOut, fs.readFileSync(file, 'utf8'))
})
