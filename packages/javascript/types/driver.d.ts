import type { ClassOf, Making } from './index.js'

/** Objects of a type are made of this class; of that of its name, if none is given. */
export function type(of: new (...args: any[]) => object, name?: string): void
export function type(of: ClassOf, name: string): void

export interface OperationOptions {
  /** The operation judges for itself: it passes unless it throws `Fail`. */
  judges?: boolean
}

/** A function under test; it is given the operation's parameters, and may be async. */
export function operation(name: string, call: (...args: any[]) => unknown, options?: OperationOptions): void

/** For `korrel explore`: makes a state of nothing, and returns its root. */
export function constructor(name: string, call: (...args: any[]) => unknown): void

export interface MachineOptions<M> {
  /**
   * What the machine is after a call. Of traces (`--itf`): the values of variables; without it these are the enumerable
   * properties. Of a spec (`--traces`): `{ Queue: { first: job } }` are fields of a root, `{ Active: jobs }` the objects
   * of a sig or a subset sig, and what is not given is as the objects are.
   */
  state?: (machine: M) => object
  /** Copies a machine with all that it keeps, but for the spec's objects: then the states that behaviours share are kept. */
  snapshots?: (machine: M) => M | Promise<M>
  /** All integers are BigInts. */
  bigint?: boolean
}

/**
 * For `korrel test --traces` and `--itf`: a class with a method for each action. Each behaviour gets an instance of its
 * own, made with the first state: of a spec with its roots, unless the instance is the object of a root itself. A method
 * gets an object of its arguments by name, and may be async. Objects of the spec are the same ones in the whole behaviour.
 */
export function machine<M>(of: new (...args: any[]) => M, options?: MachineOptions<M>): void

/** Says that the input at hand covers something: a branch, a state. */
export function cover(what: string | number): void

/** Answers until there are no more inputs. */
export function serve(options?: Making): Promise<void>

/** Thrown by an operation that judges for itself: it is not content. Failures are grouped by cause. */
export class Fail extends Error {
  constructor(cause: string, message?: string)
  readonly reason: string
}

/** Thrown by an operation that is not applicable to its input. */
export class Skip extends Error {}
