// Gives each chart to a library. A driver passes a function that builds it: from the objects and a log of what is entered
// and left to something that starts, takes events, and tells which states are active.
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'

export function children(objects, id) {
  const found = []
  for (let at = objects[id].first; at; at = objects[at].next) found.push(at)
  return found
}

/** Serves Korrel, if the driver is what was started. */
export async function serve(driver, build) {
  if (driver !== pathToFileURL(process.argv[1]).href) return
  let ready = false
  for await (const line of createInterface({ input: process.stdin })) {
    const request = JSON.parse(line)
    let reply = { ready: true, window: 64 }
    if (ready) {
      try {
        reply = { id: request.id, ...run(request.objects, build) }
      } catch ({ name, message }) {
        reply = { id: request.id, throw: { type: name, message } }
      }
    }
    ready = true
    console.log(JSON.stringify(reply))
  }
}

/** What the library does in each step. */
export function run(objects, build) {
  const log = {}
  const chart = build(objects, log)
  const changed = {}
  for (let step = objects.Root$0.begin; step; step = objects[step].then) {
    Object.assign(log, { entered: [], exited: [] })
    const { event } = objects[step]
    if (event === null) chart.start()
    else chart.send(event)
    const active = chart.active().filter((id) => id in objects && id !== 'Root$0')
    changed[step] = { active, entered: log.entered, exited: log.exited }
  }
  return { changed }
}
