import { createInterface } from 'node:readline'

for await (const line of createInterface({ input: process.stdin })) {
  const { record, change: { objects = {}, ...parts }, values = {} } = JSON.parse(line)
  const heap = Heap.decode(record, values)
  const made = new Map<unknown, unknown>(heap.objects)
  const value = (json: any, now?: unknown): unknown => {
    if (Array.isArray(json)) return now instanceof Set ? new Set(json.map((item) => value(item))) : json.map((item) => value(item))
    if (json !== null && typeof json === 'object') return new Map(Object.entries(json).map(([key, item]) => [value(key), value(item)]))
    if (typeof json === 'number' && values.Int) return values.Int[json]
    return made.has(json) ? made.get(json) : json
  }
  const assign = (to: any, members: Fields) => {
    for (const [name, json] of Object.entries(members)) to[name.replace('.', '_')] = value(json, to[name.replace('.', '_')])
  }
  const changed: [string, Fields][] = Object.entries(objects)
  for (const [name, { $type }] of changed) if (!made.has(name)) made.set(name, new (CLASSES.get($type)!)())
  for (const [name, { $type, ...fields }] of changed) assign(made.get(name), fields)
  for (const [part, members] of Object.entries<Fields>(parts)) assign((heap as any)[part], members)
  console.log(heap.toText())
}
