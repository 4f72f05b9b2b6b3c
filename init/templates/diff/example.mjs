// A small library, to be replaced by yours: differences of JSON documents as a list of steps.

const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value)

export function diff(old, young, path = []) {
  const steps = []
  if (isObject(old) && isObject(young)) {
    for (const key of Object.keys(old)) if (!(key in young)) steps.push({ step: 'remove', path: [...path, key] })
    for (const key of Object.keys(young)) if (key in old) steps.push(...diff(old[key], young[key], [...path, key]))
    for (const key of Object.keys(young)) if (!(key in old)) steps.push({ step: 'add', path: [...path, key], value: young[key] })
  } else if (Array.isArray(old) && Array.isArray(young)) {
    // From the right, so that the places of those that stay are right.
    for (let at = old.length - 1; at >= young.length; at--) steps.push({ step: 'remove', path: [...path, at] })
    for (let at = 0; at < Math.min(old.length, young.length); at++) steps.push(...diff(old[at], young[at], [...path, at]))
    for (let at = old.length; at < young.length; at++) steps.push({ step: 'add', path: [...path, at], value: young[at] })
  } else if (old !== young) {
    steps.push({ step: 'replace', path, value: young })
  }
  return steps
}

export function patch(document, steps) {
  for (const { step, path, value } of steps) {
    const holder = path.slice(0, -1).reduce((part, key) => part[key], document)
    const last = path.at(-1)
    if (step !== 'remove') holder[last] = value
    else if (Array.isArray(holder)) holder.splice(last, 1)
    else delete holder[last]
  }
  return document
}
