
/** Thrown by an operation that is not content; failures are grouped by cause. */
export class Fail extends Error {
  constructor(
    readonly reason: string,
    message = '',
  ) {
    super(message)
  }
}

/** Thrown by an operation that is not applicable to its input. */
export class Skip extends Error {}

function reply(request: Fields, values: Values): Fields {
  const answer: Fields = { id: request.id }
  try {
    const [operation, roots] = OPERATIONS.get(request.op)!
    const heap = Heap.decode(request, values, roots)
    heap.id = heap.key = undefined
    const writer = new Writer(heap)
    const result = resultOf(writer, operation(heap.roots))
    return { ...answer, ...changes(request, writer.record()), result }
  } catch (thrown) {
    if (thrown instanceof Skip) return { ...answer, skip: thrown.message }
    if (thrown instanceof Fail) return { ...answer, fail: { cause: thrown.reason, message: thrown.message } }
    const error = thrown instanceof Error ? thrown : new Error(String(thrown))
    return { ...answer, throw: { type: error.name, message: error.message } }
  }
}

/** What is not as it was: fields of objects, all of a new one, null for one that is gone, and what stands beside. */
function changes(before: Fields, after: Fields): Fields {
  const changed: Fields = Object.fromEntries(
    Object.keys(before.objects).filter((name) => !(name in after.objects)).map((name) => [name, null]),
  )
  for (const [name, fields] of Object.entries<Fields>(after.objects)) {
    const was: Fields = before.objects[name] ?? {}
    const isAlike = Object.keys(was).length === Object.keys(fields).length && Object.keys(fields).every((field) => field in was)
    const told = isAlike ? different(was, fields) : fields
    if (Object.keys(told).length > 0) changed[name] = told
  }
  const beside = ['roots', 'sets', 'relations'].map((part): [string, Fields] => [part, different(before[part] ?? {}, after[part] ?? {})])
  return { changed, ...Object.fromEntries(beside.filter(([, told]) => Object.keys(told).length > 0)) }
}

function different(before: Fields, after: Fields): Fields {
  return Object.fromEntries(Object.entries(after).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name])))
}

function resultOf(writer: Writer, result: unknown): unknown {
  if (Array.isArray(result) || result instanceof Set) return [...result].map((item) => resultOf(writer, item))
  return writer.lone('univ', result)
}

/** Answers `korrel test` until there are no more inputs. What is printed goes to standard error. */
export async function serve(values: GivenValues = {}): Promise<void> {
  console.log = console.info = console.error
  const table = new Values(values)
  const answer = (json: Fields) => process.stdout.write(`${text(json)}\n`)
  let isReady = false
  for await (const line of createInterface({ input: process.stdin })) {
    answer(isReady ? reply(JSON.parse(line), table) : { ready: true, window: 64, ops: [...OPERATIONS.keys()] })
    isReady = true
  }
}

await serve()
