// Builds each chart with xstate; the argument is the package.
import { createInterface } from 'node:readline'

const { createMachine, createActor } = await import(process.argv[2])
let log

function children(objects, id) {
  const found = []
  for (let at = objects[id].first; at; at = objects[at].next) found.push(at)
  return found
}

function config(objects, id) {
  const { $type: type, on, first } = objects[id]
  if (type === 'Shallow' || type === 'Deep') return { id, type: 'history', history: type.toLowerCase() }
  return {
    id,
    entry: () => log.entered.push(id),
    exit: () => log.exited.push(id),
    on: Object.fromEntries(Object.entries(on).map(([e, to]) => [e, { target: '#' + to, reenter: true }])),
    ...(first && { states: Object.fromEntries(children(objects, id).map((child) => [child, config(objects, child)])) }),
    ...(first && (type === 'Parallel' ? { type: 'parallel' } : { initial: first })),
  }
}

function run(objects) {
  const actor = createActor(createMachine(config(objects, 'Root$0')))
  actor.subscribe({ error() {} }) // or it throws later
  const changed = {}
  for (let step = objects.Root$0.begin; step; step = objects[step].then) {
    log = { entered: [], exited: [] }
    const { event } = objects[step]
    if (event === null) actor.start()
    else actor.send({ type: event })
    const { _nodes, status, error } = actor.getSnapshot()
    if (status === 'error') throw error
    const but = (ids) => ids.filter((id) => id !== 'Root$0')
    const active = but(_nodes.map((node) => node.id))
    changed[step] = { active, entered: but(log.entered), exited: but(log.exited) }
  }
  return { changed }
}

let ready = false
for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line)
  let reply = { ready: true, window: 64 }
  if (ready) {
    try {
      reply = { id: request.id, ...run(request.objects) }
    } catch ({ name, message }) {
      reply = { id: request.id, throw: { type: name, message } }
    }
  }
  ready = true
  console.log(JSON.stringify(reply))
}
