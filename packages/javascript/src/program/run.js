import { spawn } from 'node:child_process'
import { KorrelError } from '../error.js'
import { Lines } from './lines.js'
import { program } from './locate.js'

const KEPT = 64 * 1024 // of standard error, as `korrel test` keeps of a driver's
const running = new Set()

process.once('exit', () => running.forEach((child) => child.kill()))

/**
 * The program, running: `lines()` of its standard output, then what it said on standard error, and how
 * it ended. `close()` ends it, and may be called at any time.
 */
export class Running {
  constructor(words, { cwd } = {}) {
    this.said = ''
    this.child = spawn(program(), words, { cwd, stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true })
    this.ended = new Promise((resolve, reject) => {
      this.child.once('error', (error) => reject(notStarted(error)))
      this.child.once('close', (code, signal) => resolve({ code, signal }))
    })
    this.ended.catch(() => {}) // whoever waits for the end is told; nobody else needs to be
    running.add(this.child)
    this.child.once('close', () => running.delete(this.child))
    this.child.stdout.setEncoding('utf8')
    this.child.stderr.setEncoding('utf8').on('data', (text) => {
      this.said = (this.said + text).slice(-KEPT)
    })
  }

  lines() {
    return new Lines(this.child.stdout)
  }

  async close() {
    this.child.kill()
    // Closed on this side too: a program that KORREL names may have started another one.
    this.child.stdout.destroy()
    this.child.stderr.destroy()
    await this.ended.catch(() => {})
  }
}

function notStarted(error) {
  return new KorrelError(`${program()} does not start: ${error.message}`, { code: 'NOT_FOUND', cause: error })
}
