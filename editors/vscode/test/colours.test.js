'use strict'

// The engine of VS Code's highlighting reads the extension's grammar.

const assert = require('node:assert/strict')
const fs = require('node:fs')
const path = require('node:path')
const test = require('node:test')
const oniguruma = require('vscode-oniguruma')
const { INITIAL, Registry } = require('vscode-textmate')

async function grammar() {
  await oniguruma.loadWASM(fs.readFileSync(require.resolve('vscode-oniguruma/release/onig.wasm')))
  const onigLib = { createOnigScanner: (p) => new oniguruma.OnigScanner(p), createOnigString: (s) => new oniguruma.OnigString(s) }
  const file = path.join(__dirname, '../syntaxes/korrel.tmLanguage.json')
  const loadGrammar = async () => JSON.parse(fs.readFileSync(file, 'utf8'))
  return new Registry({ onigLib: Promise.resolve(onigLib), loadGrammar }).loadGrammar('source.korrel')
}

const loaded = grammar()

/** The words and signs of a text, each with its innermost scope. */
async function scopes(text) {
  const found = []
  let state = INITIAL
  for (const line of text.split('\n')) {
    const { tokens, ruleStack } = (await loaded).tokenizeLine(line, state)
    state = ruleStack
    for (const { startIndex, endIndex, scopes } of tokens) {
      const word = line.slice(startIndex, endIndex).trim()
      if (word !== '') found.push([word, scopes.at(-1).replace(/\.korrel$/, '')])
    }
  }
  return found
}

test('a declaration and what is declared', async () => {
  assert.deepEqual(await scopes('abstract sig Node extends o/Thing { key: lone Int }'), [
    ['abstract', 'storage.modifier'],
    ['sig', 'storage.type'],
    ['Node', 'entity.name.type'],
    ['extends', 'storage.modifier'],
    ['o', 'variable.other'],
    ['/', 'source'],
    ['Thing', 'entity.name.type'],
    ['{', 'punctuation.bracket'],
    ['key', 'variable.other'],
    [':', 'punctuation.separator'],
    ['lone', 'keyword.other.quantifier'],
    ['Int', 'constant.language'],
    ['}', 'punctuation.bracket'],
  ])
  assert.deepEqual(await scopes('pred List.ok'), [
    ['pred', 'storage.type'],
    ['List', 'entity.name.type'],
    ['.', 'source'],
    ['ok', 'entity.name.function'],
  ])
})

test('words begin and end where names do', async () => {
  const names = await scopes('inside all_of some"x über-in naïve 名')
  assert.deepEqual(names, [
    ['inside', 'variable.other'],
    ['all_of', 'variable.other'],
    ['some"x', 'variable.other'],
    ['über', 'variable.other'],
    ['-', 'keyword.operator'],
    ['in', 'keyword.operator.word'],
    ['naïve', 'variable.other'],
    ['名', 'variable.other'],
  ])
})

test('comments, strings and numbers', async () => {
  assert.deepEqual(await scopes('x -- all\n/* some\nno */ y // one\n"set" 0x1F fun/add fun'), [
    ['x', 'variable.other'],
    ['-- all', 'comment.line.double-dash'],
    ['/*', 'comment.block'],
    ['some', 'comment.block'],
    ['no', 'comment.block'],
    ['*/', 'comment.block'],
    ['y', 'variable.other'],
    ['// one', 'comment.line.double-slash'],
    ['"', 'string.quoted.double'],
    ['set', 'string.quoted.double'],
    ['"', 'string.quoted.double'],
    ['0x1F', 'constant.numeric'],
    ['fun/add', 'support.function'],
    ['fun', 'keyword.control'],
  ])
})
