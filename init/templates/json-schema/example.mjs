// A small library, to be replaced by yours: a validator of some keywords.

const types = { array: Array.isArray, integer: Number.isInteger }

export class Validator {
  constructor(schema) {
    this.schema = schema
  }

  isValid(value) {
    return accepts(this.schema, value)
  }
}

function accepts(schema, value) {
  if (typeof schema === 'boolean') return schema
  if ('type' in schema && !types[schema.type](value)) return false
  if (Array.isArray(value)) {
    if (!value.every((part) => accepts(schema.items ?? true, part))) return false
    if ('contains' in schema && !value.some((part) => accepts(schema.contains, part))) return false
  }
  if (!(schema.allOf ?? []).every((part) => accepts(part, value))) return false
  if ('anyOf' in schema && !schema.anyOf.some((part) => accepts(part, value))) return false
  return !('not' in schema && accepts(schema.not, value))
}
