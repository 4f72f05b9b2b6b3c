/** Every input of a bounded size, as objects: README.md. */

/** What a field holds: `'number'`, `'Node?'`, `'Leaf | Inner | null'`, `"'RED' | 'BLACK'"`, `'Node[]'`, `'Set<Node>'`, `'Map<string, Node>'`, a class, or its values. */
export type FieldType = string | readonly unknown[] | (new (...args: any[]) => any)

/** A class, whose fields its `static fields`, the option `fields` or comments (`@type`) say; an example object; or a type such as `'number'`. */
export type Root = (new (...args: any[]) => any) | object | string

/** What is enumerated of the caller's own classes, and how far. */
export interface CodeOptions<Roots extends unknown[] = any[]> {
  /** Which heaps are right: it gets as many roots as it has parameters. It answers, or answers nothing and throws on a bad heap. */
  where?: (...roots: Roots) => unknown
  /** By the name of the class: what each field holds. */
  fields?: Record<string, Record<string, FieldType>>
  /** Files in TypeScript, or URLs of them, whose classes say what fields hold. The program reads them. */
  types?: string | URL | (string | URL)[]
  /** The classes that `fields` names. */
  classes?: Record<string, new (...args: any[]) => any>
  /** Of the roots in records, as a predicate's parameters have them in a spec; without it those of their classes. */
  names?: string[]
  /** Objects that show what fields hold. */
  examples?: object[]
  /** Of classes: a number of objects, 3 if nothing is said; of types and fields (`'Node.key'`): their values. So are all other options. */
  bounds?: Record<string, number | readonly unknown[]>
  /** Of arrays, sets and maps; 3 if nothing is said. */
  length?: number
  /** Of the heap: its objects, and the entries of its containers. */
  size?: number
  /** At most so many heaps, the smallest. */
  limit?: number
  /** In milliseconds. A search that ends by it is incomplete: an error. */
  timeout?: number
  /** Of the predicate on one candidate, in milliseconds: 5000, if nothing is said; 0 is no limit. */
  runTimeout?: number
  [bound: string]: unknown
}

/** The heaps, smallest first; `String(…)` says how far it came. */
export interface Enumeration<T> extends Iterable<T> {
  readonly header: Record<string, any>
  /** How it ended; null before its end. */
  readonly status: 'complete' | 'limit' | 'timeout' | 'refused' | null
  /** How many heaps there were so far. */
  readonly count: number
  /** How often the predicate was run to find them. */
  readonly candidates: number
  /** What there is to say of the predicate. */
  readonly notes: string[]
  /** The heap that was handed out last, as a record of heapgraph/1, with its key unless `isKeyed` is false. */
  record(asked?: { isKeyed?: boolean }): Record<string, any>
  /** The same as text: its objects as a tree. */
  drawing(): string
}

/** Every heap from a root, or from an array of roots, that a predicate accepts: one of each isomorphism class. */
export function all<T>(root: new (...args: any[]) => T, options?: CodeOptions<[T, ...any[]]>): Enumeration<T>
export function all<T = any>(roots: Root | Root[], options?: CodeOptions): Enumeration<T>

/** Values that are made anew each time that one looks at an element. `String(…)` says how many there are, and which. */
export interface Pool<T = any> extends ReadonlyArray<T> {
  /** As a reader types them. */
  readonly texts: readonly string[]
}

/** A pool of what functions make, each of which is written `() => …`; a pool among them stands for its values. */
export function pool<T = any>(...makers: ((() => T) | Pool<T>)[]): Pool<T>

/** Values that programs treat wrongly more often than others, by kinds, the simplest of each kind first. */
export const awkward: Readonly<{
  nothing: Pool<null | undefined>
  booleans: Pool<boolean>
  /** Around 0, 1, 2, 2^31, 2^32 and 2^53, -0, NaN, the infinities, halves. */
  numbers: Pool<number>
  bigints: Pool<bigint>
  strings: Pool<string>
  /** Of properties: with spaces and dots, like indices, and those of members that objects, arrays and functions have anyway. */
  names: Pool<string | symbol>
  symbols: Pool<symbol>
  /** Also with holes, with shared parts, in a ring, of another realm. */
  arrays: Pool<any[]>
  /** Like arrays: with a length and no more. */
  lists: Pool<ArrayLike<any>>
  objects: Pool<object>
  boxed: Pool<object>
  dates: Pool<Date>
  regexps: Pool<RegExp>
  collections: Pool<object>
  typed: Pool<ArrayBufferView | ArrayBuffer>
  functions: Pool<(...args: any[]) => any>
  errors: Pool<Error>
  /** Of each kind what has nothing in it. */
  empty: Pool
  /** Those about a length: first, last, behind the last one, from the end, beyond, and what is no index. */
  indices(length: number): Pool<number>
  /** All but `empty` and `indices`, each once. */
  all: Pool
}>

/** How two values are compared. */
export interface Compared {
  /** `false` takes no notice of the order of properties, entries and members. */
  order?: boolean
  /** Pairs of objects and symbols that correspond: what a library and a model were given. */
  same?: Iterable<readonly [unknown, unknown]>
}

/** Where two object graphs differ in values, holes, prototypes, order, or in which parts are the same object; null if they do not. */
export function difference(actual: unknown, expected: unknown, options?: Compared): string | null

/** An operation: the choices of each argument, and how it is done. Without a function it is the method of its name. */
export type Operation<S = any, M = any> =
  | readonly (readonly unknown[])[]
  | {
      args?: readonly (readonly unknown[])[]
      subject?: (subject: S, ...args: any[]) => unknown
      model?: (model: M, ...args: any[]) => unknown
    }

export interface SequenceOptions<S = any, M = any> {
  /** By the name of the operation. */
  calls: Record<string, Operation<S, M>>
  /** Makes what is called, or calls `play` with it and returns what is compared in the end. Needed by `check`. */
  subject?: (play: (subject: S) => any) => unknown
  model?: (play: (model: M) => any) => unknown
  /** The number of calls; 3 if nothing is said. */
  upTo?: number
  /** `false` takes no notice of the order of properties, entries and members. */
  order?: boolean
  /** At most so many sequences, the shortest. */
  limit?: number
  /** In milliseconds. A check that ends by it is incomplete: an error. */
  timeout?: number
  /** Of one sequence, in milliseconds: 5000, if nothing is said; 0 is no limit. */
  inputTimeout?: number
  /** `all`: the check goes on after a sequence that fails, and tells each cause. */
  failures?: 'first' | 'all'
}

/** An operation with its arguments, which are made anew whenever one looks at them if they come from a pool. */
export interface Call {
  readonly name: string
  readonly args: any[]
  /** `push(-0)` */
  readonly text: string
}

/** All sequences of calls, shortest first, each once; `String(…)` says how many there are, and how far a check came. */
export interface Sequences extends Iterable<Call[]> {
  readonly total: number
  readonly count: number
  readonly status: 'complete' | 'limit' | 'timeout' | null
  /** Makes every sequence on the subject and on the model; resolves with how many there were, or fails with a shortest one on which they differ. */
  check(): Promise<string>
}

export function sequences<S = any, M = any>(options: SequenceOptions<S, M>): Sequences

/** A file; a URL, since `new URL('tree.als', import.meta.url)` stands beside its test. */
export type File = string | URL

/** A class, whose objects are made without calling its constructor; or what makes and reads objects. */
export type ClassOf<T extends object = any> = (new (...args: any[]) => T) | Maker<T>

export interface Maker<T extends object = any> {
  /** Of which class objects are made, if `create` does not say. */
  class?: new (...args: any[]) => T
  /** Makes an object without fields. */
  create?(): T
  /** Gives it its fields, once all objects are there. Without it each becomes a property. */
  fill?(object: T, fields: Record<string, any>): void
  /** Its fields as they are now. Without it its properties. */
  read?(object: T): Record<string, unknown>
}

export type Classes = Record<string, ClassOf>

/**
 * The caller's own values for atoms and integers. An array gives `Key$n` its n-th value, and the integer
 * n >= 0 the n-th of `Int`; an object or a Map names them singly: `{ 'Key$0': '' }`, `{ '-1': -100 }`.
 */
export type Values = Record<string, readonly unknown[] | Record<string, unknown> | ReadonlyMap<string | number, unknown>>

/** What objects are made of. */
export interface Making {
  classes?: Classes
  values?: Values
}

/** What is asked of the program: the flags of `korrel find`, and what objects are made of. */
export interface Options extends Making {
  /** Replaces the command's scope: `'5 but exactly 3 Node, 0..4 Int'`. */
  scope?: string
  /** At most so many inputs, the smallest; 0 means all. */
  limit?: number
  /** In milliseconds, or as in `'30s'`. A stream that ends by it is incomplete: an error. */
  timeout?: number | string
  /** As in `'2G'`. A stream that ends by it is incomplete: an error. */
  memory?: string
  symmetry?: 'full' | 'none'
  overflow?: 'forbid' | 'wrap'
  solver?: 'enumerator' | 'varisat' | 'brute'
  /** The i-th of n parts, `'3/7'`. */
  shard?: string
  /** Goes on after the input with this id, or after a stream in a file. */
  after?: number | string
  threads?: number
  /** Only the input with this key. */
  key?: string
  /** Only the input with this id. */
  id?: number
  /** Parameters of the predicate need only exist; they make no inputs different. */
  ignoreParameters?: boolean
  strictAlloy?: boolean
  verify?: boolean
  /** The number of states of a trace, `'3..6'`. */
  steps?: number | string
  /** Beginnings of traces, of which nothing more is known. */
  prefixes?: boolean
  /** The states of a trace are sent by what changed; they are decoded as any. */
  changes?: boolean
  /** Where to look for opened modules, after the spec's own folder. */
  include?: File | File[]
  /** The program's folder. */
  cwd?: string
  /** An incomplete stream ends without an error. */
  allowIncomplete?: boolean
}

/** Roots by name. `find<{ t: Tree }>(…)` says what they are. */
export type Roots = Record<string, any>

/** One input: objects that lead to one another, and where a program starts. */
export interface Heap<R extends Roots = Roots> {
  /** Its number in the stream; null for a record that has none. Not exact above 2^53: `text` is. */
  readonly id: number | null
  /** Names the input for good, whatever version or labelling found it. */
  readonly key: string | null
  /** The line as the program wrote it. */
  readonly text: string
  /** The header of its stream. */
  readonly header: Header
  /** Where a program starts: a predicate's parameters, and `one` sigs with fields. */
  readonly roots: R
  /** All objects by name (`Node$0`), or the values that stand for atoms. Those without fields have their name as `$id`. */
  readonly objects: Map<string, any>
  /** The objects of each subset sig. */
  readonly sets: Record<string, Set<any>>
  /** Fields of what is no object, such as `Warm.degree`. */
  readonly relations: Record<string, any>
  /** In a counterexample: for what the assertion fails. */
  readonly witness: Record<string, any>
  /** The name of one of its objects. */
  nameOf(object: object): string | undefined
  /** The record as it was, whatever has become of the objects. */
  toJSON(): Instance
  /** The record of the objects as they are now, without `kind`, `id` and `key`. What nothing leads to any more is gone. */
  encode(): Graph
  /** Another heap of this input, its objects as they were. */
  clone(): Heap<R>
}

/** What happens in a step, and its arguments by parameter: objects are those of the state in which the step begins. */
export interface Action {
  readonly action: string
  readonly args: Record<string, any>
}

/** A behaviour: states one after the other, each a heap with objects of its own, and what happens between them. */
export interface Trace {
  /** Its number in the stream; null for a record that has none. Not exact above 2^53: `text` is. */
  readonly id: number | null
  /** Names the input for good, whatever version or labelling found it. */
  readonly key: string | null
  /** The line as the program wrote it. */
  readonly text: string
  /** The header of its stream. */
  readonly header: Header
  readonly states: readonly Heap[]
  /** The state after the last one; null in the beginning of a trace, of which nothing more is known. */
  readonly loop: number | null
  /** All actions of each step, the last one of a loop leading back. Null if the spec has no actions. */
  readonly steps: readonly (readonly Action[])[] | null
  /** In a counterexample: for what the assertion fails. An object is that of the first state that has it. */
  readonly witness: Record<string, any>
  /** The state at a time from 0 on: the loop goes round for ever. Undefined where nothing is known. */
  at(time: number): Heap | undefined
  /** The object of this name in each state; undefined where it is not there. */
  history(name: string): any[]
  [Symbol.iterator](): IterableIterator<Heap>
  /** The record as it was, whatever has become of the objects. */
  toJSON(): TraceInstance
  /** The states as they are now, each whole, without `kind`, `id` and `key`. */
  encode(): TraceGraph
  /** Another trace of this input, its objects as they were. */
  clone(): Trace
}

/** What a record says of a trace. */
export interface TraceGraph {
  states: Json[]
  loop?: number
  steps?: { action: string; args: Record<string, Json> }[][]
  witness?: Record<string, Json>
}

export interface TraceInstance extends TraceGraph {
  kind: 'instance'
  id: number
  key?: string
}

/** The input of a command: a heap, or a trace if the type says so: `find<Trace>('ring.als')`. */
export type Input<R> = R extends Trace ? Trace : R extends Roots ? Heap<R> : never

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

/** An object in a record: its most specific sig, and its fields. */
export interface JsonObject {
  $type: string
  [field: string]: Json
}

/** What a record says of a heap: docs/heapgraph.md. */
export interface Graph {
  roots: Record<string, Json>
  objects: Record<string, JsonObject>
  sets?: Record<string, Json[]>
  relations?: Record<string, Json>
  witness?: Record<string, Json>
}

export interface Instance extends Graph {
  kind: 'instance'
  id: number
  key?: string
}

/** The first record of a stream. */
export interface Header {
  kind: 'header'
  format: 'heapgraph/1'
  tool: string
  spec: string
  command: string
  question: string
  symmetry: 'full' | 'none'
  roots: Record<string, string>
  types: Record<string, Record<string, string>>
  enums: Record<string, string[]>
  extends?: Record<string, string>
  abstract?: string[]
  fixed?: string[]
  sets?: Record<string, { of: string; fields: Record<string, string> }>
  relations?: Record<string, string>
  witness?: Record<string, string>
  /** In a stream of traces: whether they end in a loop. */
  traces?: 'lasso' | 'prefix'
  steps?: [number, number]
  var?: string[]
  actions?: Record<string, Record<string, string>>
}

/** The last record of a stream. */
export interface End {
  kind: 'end'
  status: 'complete' | 'limit' | 'timeout' | 'memory' | 'interrupted' | 'error'
  count: number
  /** Of the instances: `crc32:9ae0daaf`. Streams of earlier versions have none. */
  digest?: string
}

/** Inputs, to be looped over once. Leaving the loop ends the program. */
export interface Heaps<R extends Roots | Trace = Roots> extends AsyncIterable<Input<R>> {
  [Symbol.asyncIterator](): AsyncGenerator<Input<R>, void, void>
  /** Null until the first input is there. */
  readonly header: Header | null
  /** Null until the loop is over. */
  readonly end: End | null
  /** What there is to say besides, once the loop is over: why there is no input, warnings, why a digest says nothing. */
  readonly messages: string
}

/**
 * The inputs of a command, one of each isomorphism class, smallest first. A command is a label, a
 * predicate's or an assertion's name, or an index; without it the first one is taken.
 */
export function find<R extends Roots | Trace = Roots>(spec: File, options?: Options): Heaps<R>
export function find<R extends Roots | Trace = Roots>(spec: File, command?: string | number, options?: Options): Heaps<R>

/** The inputs of a stream that was saved, whole and unchanged; else an error. */
export function read<R extends Roots | Trace = Roots>(
  file: File,
  options?: Making & Pick<Options, 'allowIncomplete'>,
): Heaps<R>

/** What writes down the heaps that a program has. */
export interface Recorder {
  /**
   * Writes the heap that these roots, in the order of the header, lead to, as it is now; a heap that stands in the file is not
   * written again. A root that is not given is the one among the others that has its type. A heap that does not fit the
   * spec's types is an error, and is not written.
   */
  record(...roots: unknown[]): void
  /** The same with the roots by name. */
  recordNamed(roots: Record<string, unknown>): void
}

/** Writes heaps of a spec to the file `to`, a line each, for `korrel learn`, `eval` and `show`. What stands there stays. */
export function recorder(spec: File, options: Options & { to: File }): Promise<Recorder>
export function recorder(spec: File, command: string | number | undefined, options: Options & { to: File }): Promise<Recorder>

/** The heap, or the trace, of a record, or of its line, of a stream that has this header. */
export function decode<R extends Roots | Trace = Roots>(header: Header, record: Graph | TraceGraph | string, options?: Making): Input<R>

/** Objects of the caller's own. */
export interface Parts {
  roots?: Record<string, unknown>
  /** Those that nothing leads to. */
  objects?: Iterable<object>
  sets?: Record<string, Iterable<unknown>>
  relations?: Record<string, unknown>
}

/** The record of objects and of all that they lead to, as `korrel eval --heap` reads it. */
export function encode(header: Header, parts: Parts, options?: Making): Graph

/** A record, byte by byte as the program writes it. */
export function stringify(record: Graph | Json): string

/** The file of the program: that of `KORREL`, else that of the platform's package, else on the path. */
export function program(): string

/** Whatever the program, or this package, cannot do. */
export class KorrelError extends Error {
  constructor(message: string, details?: { code?: string | null; exitCode?: number | null; cause?: unknown })
  /** The code of the program's first message (`E0006`, `korrel explain E0006`), or one of this package's own. */
  readonly code: string | null
  readonly exitCode: number | null
}
