'use strict'

const vscode = require('vscode')
const { LanguageClient } = require('vscode-languageclient/node')
const { locate, missing } = require('./locate')

const INSTALL = 'https://github.com/korrel/korrel/blob/main/docs/install.md'

// The server's own command, which the client library registers.
const SHOW = 'korrel.show'

let client

async function start(context) {
  const settings = vscode.workspace.getConfiguration('korrel')
  const setting = settings.get('path')
  const { program } = locate({
    setting,
    extension: context.extensionPath,
    env: process.env,
    platform: process.platform,
  })
  if (program === undefined) {
    // Not waited for: the extension is active while the message stands.
    tellMissing(setting)
    return
  }
  client = new LanguageClient(
    'korrel',
    'Korrel',
    { command: program, args: ['lsp', ...settings.get('arguments')] },
    {
      documentSelector: [{ language: 'korrel' }],
      // Modules that are not open may change, too.
      synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher('**/*.als') },
    },
  )
  await client.start()
}

async function stop() {
  const running = client
  client = undefined
  await running?.dispose()
}

// One start or stop after the other: settings change while a server starts.
let turn = Promise.resolve()

function next(...steps) {
  for (const step of steps) turn = turn.then(step).catch((error) => vscode.window.showErrorMessage(`Korrel: ${error.message}`))
  return turn
}

/** Follows the lens of the command at the cursor, or of the last one before it. */
async function showInstances() {
  const editor = vscode.window.activeTextEditor
  if (editor?.document.languageId !== 'korrel') return
  const lenses = (await vscode.commands.executeCommand('vscode.executeCodeLensProvider', editor.document.uri)) ?? []
  const shown = lenses.filter((lens) => lens.command?.command === SHOW)
  const line = editor.selection.active.line
  const lens = shown.findLast((lens) => lens.range.start.line <= line) ?? shown[0]
  if (lens === undefined) {
    vscode.window.showInformationMessage('Korrel: there is no command here whose instances can be shown, such as `run {} for 3`.')
    return
  }
  await vscode.commands.executeCommand(SHOW, ...lens.command.arguments)
}

async function tellMissing(setting) {
  const [settings, install] = ['Open settings', 'How to install']
  const chosen = await vscode.window.showErrorMessage(missing(setting), settings, install)
  if (chosen === settings) await vscode.commands.executeCommand('workbench.action.openSettings', 'korrel.path')
  if (chosen === install) await vscode.env.openExternal(vscode.Uri.parse(INSTALL))
}

exports.activate = (context) => {
  const restart = () => next(stop, () => start(context))
  context.subscriptions.push(
    vscode.commands.registerCommand('korrel.restart', restart),
    vscode.commands.registerCommand('korrel.showInstances', showInstances),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (['korrel.path', 'korrel.arguments'].some((name) => change.affectsConfiguration(name))) restart()
    }),
  )
  return next(() => start(context))
}

exports.deactivate = () => next(stop)
