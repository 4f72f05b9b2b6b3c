// A schema as JSON: the fields of the spec are called as the keywords are.
const leaves = { True: true, False: false, One: { const: 1 } }
const names = { ref: '$ref', defs: '$defs' }
const draft7 = { prefixItems: 'items', dependentSchemas: 'dependencies', defs: 'definitions' }

export function written(root, isDraft7) {
  const places = new Map() // where each schema stands
  const references = [] // the JSON that refers, and the schema that is meant

  function schema(object, place) {
    places.set(object, place)
    if (object.$type in leaves) return leaves[object.$type]
    const keywords = {}
    for (const [field, value] of Object.entries(object)) {
      if (['$type', 'accepts', 'evaluates'].includes(field) || isEmpty(value)) continue
      const keyword = keywordOf(field, object)
      keywords[keyword] = plain(field, value, `${place}/${keyword}`)
      if (field === 'ref') references.push([keywords, value])
    }
    return keywords
  }

  function keywordOf(field, { prefixItems }) {
    if (isDraft7 && field === 'items' && !isEmpty(prefixItems)) return 'additionalItems'
    return (isDraft7 && draft7[field]) || names[field] || field.replace(/_$/, '') // `else` is a word of Alloy's
  }

  function plain(field, value, place) {
    if (field === 'ref' || typeof value === 'number') return value
    if (field === 'required') return [value]
    if (field === 'defs') return { d: schema(value, `${place}/d`) }
    if (value instanceof Map) {
      const parts = [...value].sort(([one], [other]) => (one < other ? -1 : 1))
      if (field !== 'prefixItems')
        return Object.fromEntries(parts.map(([key, part]) => [key, schema(part, `${place}/${key}`)]))
      value = parts.map(([, part]) => part)
    }
    if (value instanceof Set) value = [...value]
    return Array.isArray(value) ? value.map((part, index) => schema(part, `${place}/${index}`)) : schema(value, place)
  }

  const json = schema(root, '#')
  for (const [keywords, target] of references) keywords.$ref = places.get(target)
  return json
}

const isEmpty = (value) => value == null || value.length === 0 || value.size === 0

/** The JSON of a value, as text. */
export function textOf({ $type, text, items, members }) {
  if ($type === 'Scalar') return text
  if ($type === 'Array') return `[${items.map(textOf).join()}]`
  return `{${[...members].map(([key, part]) => `"${key}":${textOf(part)}`).join()}}`
}

/** 3 and -1 are 0.3, 3 and 1 are 30. */
export function decimal({ digit, exponent }) {
  return exponent < 0 ? `0.${'0'.repeat(-exponent - 1)}${digit}` : `${digit}${'0'.repeat(exponent)}`
}

/** A schema of dynamic.als: resources have absolute identifiers, and definitions are numbered. */
export function withResources(root) {
  const [uris, places, resources] = [new Map(), new Map(), new Map()]
  const parts = ({ not_, defs }) => [
    ...(not_ ? [['not', not_]] : []),
    ...[...defs].map((part, number) => [`$defs/${number}`, part]),
  ]

  function visit(schema, place, resource) {
    if (schema.id) {
      ;[place, resource] = ['#', schema]
      uris.set(schema, `https://example.org/${uris.size}`)
    }
    places.set(schema, place)
    resources.set(schema, resource)
    for (const [keyword, part] of parts(schema)) visit(part, `${place}/${keyword}`, resource)
  }

  function jsonOf(schema) {
    const { dynamicAnchor, dynamicRef, const: value, ref, not_, defs } = schema
    const target = () => (resources.get(ref) === resources.get(schema) ? places.get(ref) : uris.get(ref))
    return {
      ...(uris.has(schema) && { $id: uris.get(schema) }),
      ...(dynamicAnchor && { $dynamicAnchor: 'n' }),
      ...(dynamicRef && { $dynamicRef: '#n' }),
      ...(value != null && { const: value }),
      ...(ref && { $ref: target() }),
      ...(not_ && { not: jsonOf(not_) }),
      ...(defs.size && { $defs: Object.fromEntries([...defs].map((part, number) => [number, jsonOf(part)])) }),
    }
  }

  visit(root, '#', root)
  return jsonOf(root)
}
