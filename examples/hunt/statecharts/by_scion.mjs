// Builds each chart with @scion-scxml/core, which takes SCXML's elements as JSON.
import scion from '@scion-scxml/core'
import { children, serve } from './charts.mjs'

function config(objects, id, log) {
  const { $type: type, on, first } = objects[id]
  if (type === 'Shallow' || type === 'Deep') {
    const parent = Object.keys(objects).find((other) => objects[other].first && children(objects, other).includes(id))
    const real = children(objects, parent).filter((child) => !['Shallow', 'Deep'].includes(objects[child].$type))
    const target = objects[parent].$type === 'Parallel' ? real : real[0]
    return { id, $type: 'history', isDeep: type === 'Deep', transitions: [{ target }] }
  }
  return {
    id,
    ...(type !== 'Root' && { onEntry: () => log.entered.push(id), onExit: () => log.exited.push(id) }),
    transitions: Object.entries(on).map(([event, target]) => ({ event, target })),
    ...(first && { states: children(objects, id).map((child) => config(objects, child, log)) }),
    ...(first && (type === 'Parallel' ? { $type: 'parallel' } : { initial: first })),
  }
}

export function build(objects, log) {
  // A function, because an object is copied as JSON, without its actions.
  const chart = new scion.Statechart(() => config(objects, 'Root$0', log))
  return {
    start: () => chart.start(),
    send: (event) => chart.gen(event),
    active: () => chart.getFullConfiguration(),
  }
}

serve(import.meta.url, build)
