#!/usr/bin/env node
// The program `korrel`, as npm installs it: `npx korrel test tree.als -- node driver.js`.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { program } from '../src/program/locate.js'

try {
  start(program())
} catch (error) {
  stop(error)
}

function start(file) {
  const child = spawn(file, process.argv.slice(2), { stdio: 'inherit' })
  // A terminal sends its signals to both; it is the program that ends its work, and says how.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', stop)
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
}

function stop(error) {
  console.error(`korrel: ${error.message}`)
  process.exit(2)
}
