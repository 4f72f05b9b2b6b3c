import type { CodeOptions, File, Input, Options, Root, Roots, Trace } from './index.js'

export interface TestOptions extends Options {
  /** Each input is an item of its own, up to 1,000 of them. */
  items?: boolean
  /** Milliseconds for the test, or for each item. Without it there is no limit. */
  testTimeout?: number
  /** Milliseconds for the function on one input: 5000, if nothing is said; 0 is no limit. */
  inputTimeout?: number
  /** `all`: the test goes on after an input that fails, and tells each cause with its smallest input and the number of its inputs. */
  failures?: 'first' | 'all'
}

export type Body<R extends Roots | Trace, Context> = (heap: Input<R>, context: Context) => unknown

export interface Inputs<Context> {
  <R extends Roots | Trace = Roots>(title: string, spec: File, body: Body<R, Context>): void
  <R extends Roots | Trace = Roots>(title: string, spec: File, options: TestOptions, body: Body<R, Context>): void
  <R extends Roots | Trace = Roots>(title: string, spec: File, command: string | number, body: Body<R, Context>): void
  <R extends Roots | Trace = Roots>(
    title: string,
    spec: File,
    command: string | number | undefined,
    options: TestOptions,
    body: Body<R, Context>,
  ): void
}

/** Also by the runner's own ways to choose tests. */
export interface ChosenInputs<Context> extends Inputs<Context> {
  only: Inputs<Context>
  skip: Inputs<Context>
}

/** A test over every heap of the caller's own classes that a predicate accepts. */
export interface Every<Context> {
  <T>(title: string, root: new (...args: any[]) => T, options: EveryOptions<[T]>, body: (root: T, context: Context) => unknown): void
  (title: string, roots: Root | Root[], options: EveryOptions, body: (...rootsAndContext: any[]) => unknown): void
}

export interface EveryOptions<R extends unknown[] = any[]> extends CodeOptions<[...R, ...any[]]> {
  /** Milliseconds for the function on one input: 5000, if nothing is said; 0 is no limit. */
  inputTimeout?: number
  /** `all`: the test goes on after an input that fails, and tells each cause with its smallest input and the number of its inputs. */
  failures?: 'first' | 'all'
  /** Milliseconds for the test. Without it there is no limit. */
  testTimeout?: number
}

/** Also by the runner's own ways to choose tests. */
export interface ChosenEvery<Context> extends Every<Context> {
  only: Every<Context>
  skip: Every<Context>
}

/** A test over every small database of an SQL schema. */
export interface Databases<Context> {
  <Connection = any>(title: string, schema: File, body: (connection: Connection, context: Context) => unknown): void
  <Connection = any>(
    title: string,
    schema: File,
    options: DatabaseOptions<Connection>,
    body: (connection: Connection, context: Context) => unknown,
  ): void
}

export interface DatabaseOptions<Connection = any> {
  /** The greatest number of rows of a table: 3, if nothing is said. */
  rows?: number
  /** All integers that columns hold: the least and the greatest. */
  integers?: [number, number]
  /** All texts that columns hold. */
  texts?: string[]
  /** `sqlite`, if nothing is said, and there is no `connect`. */
  dialect?: 'sqlite' | 'postgres' | 'mysql' | 'duckdb'
  /** Opens a connection of yours whose tables are there and empty: it has `exec(sql)`. */
  connect?: () => Connection | Promise<Connection>
  limit?: number
  scope?: string
  /** For the list; milliseconds, if it is a number. */
  timeout?: number | string
  /** Milliseconds for the function on one database: 5000, if nothing is said; 0 is no limit. */
  inputTimeout?: number
  /** Milliseconds for the test. Without it there is no limit. */
  testTimeout?: number
}

/** Also by the runner's own ways to choose tests. */
export interface ChosenDatabases<Context> extends Databases<Context> {
  only: Databases<Context>
  skip: Databases<Context>
}

/** The calls of `korrel test`: all behaviours of a spec's command, or the traces of files. */
export type AskedBehaviours = ({ spec: File; command: string | number } | { itf: File | File[] }) & {
  /** The file that serves a machine (`korrel/driver`), which node runs; or the words of a command. */
  driver: File | (string | URL)[]
  /** The number of states: k states are k - 1 calls. */
  steps?: number | string
  scope?: string
  /** Of an answer; milliseconds, if it is a number. */
  timeout?: number | string
  itfAction?: string
  /** Other flags of `korrel test`. */
  flags?: string[]
  /** Milliseconds for the test. Without it there is no limit. */
  testTimeout?: number
}
