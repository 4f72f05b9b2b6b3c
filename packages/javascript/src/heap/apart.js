/** The names of the objects of a record that its roots do not lead to: no garbage, for the spec says that they are there. */
export function apart({ roots, objects }) {
  const seen = new Set()
  const open = [roots]
  while (open.length > 0) {
    const value = open.pop()
    if (value !== null && typeof value === 'object') open.push(...Object.keys(value), ...Object.values(value))
    else if (Object.hasOwn(objects, value) && !seen.has(value)) {
      seen.add(value)
      open.push(objects[value])
    }
  }
  return Object.keys(objects).filter((name) => !seen.has(name))
}
