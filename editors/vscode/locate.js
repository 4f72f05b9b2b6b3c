'use strict'

const fs = require('node:fs')
const path = require('node:path')

/** @returns {boolean} whether there is a file that can be run */
function isProgram(file) {
  try {
    fs.accessSync(file, fs.constants.X_OK)
    return fs.statSync(file).isFile()
  } catch {
    return false
  }
}

/**
 * Finds the program: the one of the setting, else the one that came with the extension, else the first on the path.
 *
 * A setting without a folder in it, `korrel-0.2`, is a name on the path. A setting that leads nowhere is a mistake, and no
 * other program takes its place.
 *
 * @param {{ setting?: string, extension: string, env: NodeJS.ProcessEnv, platform: string }} from
 * @returns {{ program?: string, tried: string[] }} the program, or the places where it is not
 */
function locate({ setting = '', extension, env, platform }) {
  const isWindows = platform === 'win32'
  const withEnding = (file) => (isWindows && !path.extname(file) ? `${file}.exe` : file)
  const onPath = (name) =>
    (env.PATH ?? env.Path ?? '')
      .split(isWindows ? ';' : ':')
      .filter((folder) => folder !== '')
      .map((folder) => path.join(folder, withEnding(name)))
  const named = setting.trim().replace(/^~(?=[/\\])/, env.HOME ?? env.USERPROFILE ?? '~')
  let tried
  if (named === '') {
    tried = [path.join(extension, 'bin', withEnding('korrel')), ...onPath('korrel')]
  } else {
    tried = /[/\\]/.test(named) ? [named] : onPath(named)
  }
  return { program: tried.find(isProgram), tried }
}

/** What to tell a user without the program. */
function missing(setting = '') {
  return setting.trim() === ''
    ? 'Korrel: the program `korrel` is not on the path. Install it, or name it in the setting `korrel.path`.'
    : `Korrel: there is no program \`${setting.trim()}\`, which the setting \`korrel.path\` names.`
}

module.exports = { locate, missing }
