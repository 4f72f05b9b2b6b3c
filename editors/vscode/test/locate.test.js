'use strict'

const assert = require('node:assert/strict')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const test = require('node:test')
const { locate, missing } = require('../locate')

/** A folder in which the named files can be run. */
function folder(t, ...files) {
  const made = fs.mkdtempSync(path.join(os.tmpdir(), 'korrel-'))
  t.after(() => fs.rmSync(made, { recursive: true }))
  for (const file of files) {
    fs.mkdirSync(path.dirname(path.join(made, file)), { recursive: true })
    fs.writeFileSync(path.join(made, file), '', { mode: 0o755 })
  }
  return made
}

function found(t, { setting, own = [], onPath = [], platform = 'linux' }) {
  const [extension, first, second] = [folder(t, ...own), folder(t), folder(t, ...onPath)]
  const env = { PATH: [first, second].join(platform === 'win32' ? ';' : ':') }
  const { program } = locate({ setting, extension, env, platform })
  return program?.replace(extension, 'extension').replace(second, 'path').replaceAll('\\', '/')
}

test('the program comes from the extension, and else from the path', (t) => {
  assert.equal(found(t, { own: ['bin/korrel'], onPath: ['korrel'] }), 'extension/bin/korrel')
  assert.equal(found(t, { onPath: ['korrel'] }), 'path/korrel')
  assert.equal(found(t, {}), undefined)
})

test('the setting goes before both, as a file or as a name', (t) => {
  const other = path.join(folder(t, 'other'), 'other')
  assert.equal(found(t, { setting: other, own: ['bin/korrel'] }), other)
  assert.equal(found(t, { setting: ' korrel-0.2 ', own: ['bin/korrel'], onPath: ['korrel-0.2'] }), 'path/korrel-0.2')
})

test('no program takes the place of one that a setting names', (t) => {
  assert.equal(found(t, { setting: '/no/where/korrel', own: ['bin/korrel'], onPath: ['korrel'] }), undefined)
  assert.match(missing('/no/where/korrel'), /`\/no\/where\/korrel`, which the setting `korrel\.path` names/)
  assert.match(missing(''), /not on the path\. Install it, or name it in the setting `korrel\.path`/)
})

test('on Windows the program ends in .exe', (t) => {
  assert.equal(found(t, { own: ['bin/korrel.exe'], platform: 'win32' }), 'extension/bin/korrel.exe')
})

test('a folder and a file that cannot be run are no programs', (t) => {
  const place = folder(t, 'korrel/inner')
  const flat = folder(t)
  fs.writeFileSync(path.join(flat, 'korrel'), '', { mode: 0o644 })
  const { program, tried } = locate({ extension: '/none', env: { PATH: `${place}:${flat}` }, platform: 'linux' })
  assert.equal(program, undefined)
  assert.deepEqual(tried, ['/none/bin/korrel', path.join(place, 'korrel'), path.join(flat, 'korrel')])
})
