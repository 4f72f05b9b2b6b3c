/**
 * The driver's side of `korrel test`: calls functions on the inputs that it sends (harness/1).
 *
 *     import * as korrel from 'korrel/driver'
 *
 *     korrel.type(Node)                            // objects of `sig Node` are made of this class
 *     korrel.operation('remove', (l, n) => l.remove(n))
 *     korrel.serve()
 *
 * Objects are as `find` makes them, and `classes` and `values` mean what they mean there. What a
 * function returns is its result, what it throws is reported; it may be async. What it prints goes to
 * standard error.
 */
import { cover as covers } from './coverage.js'
import { Machine } from './machine.js'
import { answerAll } from './serve.js'

export { Fail, Skip } from './verdicts.js'

const classes = {}
const operations = new Map() // name -> { call, judges }
let called = null

/** The class of the objects of a type, or `{ create, fill, read }`. */
export function type(of, name = of.name) {
  classes[name] = of
}

/** A function under test. With `judges` it judges for itself: it passes unless it throws Fail. */
export function operation(name, call, { judges = false } = {}) {
  operations.set(name, { call, judges })
}

/** For `korrel explore`: makes a state of nothing, and returns its root. */
export function constructor(name, call) {
  operations.set(name, { call, judges: false, constructs: true })
}

/** For `korrel test --traces` and `--itf`: a class with a method for each action. */
export function machine(of, options) {
  called = new Machine(of, options)
}

/** Says that the input at hand covers something: a branch, a state. */
export function cover(what) {
  covers(what)
}

/** Answers until there are no more inputs. */
export function serve(options = {}) {
  return answerAll(operations, called, { ...options, classes: { ...classes, ...options.classes } })
}
