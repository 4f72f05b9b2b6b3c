// Builds each chart with xstate; each transition leaves its source, as SCXML's external ones.
import { createActor, createMachine } from 'xstate'
import { children, serve } from './charts.mjs'

function config(objects, id, log) {
  const { $type: type, on, first } = objects[id]
  if (type === 'Shallow' || type === 'Deep') return { id, type: 'history', history: type.toLowerCase() }
  return {
    id,
    ...(type !== 'Root' && { entry: () => log.entered.push(id), exit: () => log.exited.push(id) }),
    on: Object.fromEntries(Object.entries(on).map(([event, to]) => [event, { target: '#' + to, reenter: true }])),
    ...(first && { states: Object.fromEntries(children(objects, id).map((child) => [child, config(objects, child, log)])) }),
    ...(first && (type === 'Parallel' ? { type: 'parallel' } : { initial: first })),
  }
}

export function build(objects, log) {
  const actor = createActor(createMachine(config(objects, 'Root$0', log)))
  actor.subscribe({ error() {} }) // or it throws later
  return {
    start: () => actor.start(),
    send: (type) => actor.send({ type }),
    active() {
      const { _nodes, status, error } = actor.getSnapshot()
      if (status === 'error') throw error
      return _nodes.map((node) => node.id)
    },
  }
}

serve(import.meta.url, build)
