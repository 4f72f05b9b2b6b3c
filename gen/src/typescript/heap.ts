
/** An instance. What `roots` lead to is written, whether it is in `objects` or not. */
export class Heap<R extends Readable = Roots> {
  /** By name, in order; for whoever makes a heap: what no root leads to. */
  objects = new Map<string, unknown>()
  // fields
  id?: number
  key?: string
  /** What the roots led to when it was read. */
  reached = new Set<string>()

  constructor(
    public roots: R,
    public values: Values = new Values(),
  ) {}

  /** A record as objects; `values` is what atoms and integers stand for, see Values. */
  static decode(record: string | Fields, values?: Values | GivenValues): Heap
  static decode<R extends Readable>(record: string | Fields, values: Values | GivenValues, roots: new () => R): Heap<R>
  static decode(record: string | Fields, values: Values | GivenValues = {}, roots: Made = Roots): Heap<any> {
    const read: Fields = typeof record === 'string' ? parsed(record) : record
    const reader = new Reader(read, values instanceof Values ? values : new Values(values))
    const heap = new Heap(reader.group(roots, 'roots'), reader.values)
    heap.objects = reader.objects
    // read
    heap.id = read.id
    heap.key = read.key
    heap.reached = reader.reached()
    return heap
  }

  /** The record as JSON. Objects that were read keep their names; those that nothing leads to any more are gone. */
  toText(): string {
    return text(new Writer(this).record())
  }
}
