import { KorrelError } from '../error.js'
import { inOneLine, stringify } from './text.js'

/**
 * Whether a record fits its header: nothing is taken for granted of what stands in a file. Each value is
 * asked only whether it fits; what is wrong with one that does not is found out then.
 */
export class Fit {
  constructor(schema) {
    this.schema = schema
    const parents = new Set(schema.parents.values())
    this.abstract = new Set(schema.header.abstract)
    this.types = [...schema.types.keys()].filter((type) => !(this.abstract.has(type) && parents.has(type)))
    this.tests = new Map() // by column
    this.sets = new Map([...schema.sets].map(([name, { shape }]) => [name, shape]))
    this.withFields = [...schema.sets].filter(([, { fields }]) => fields.size > 0)
  }

  /** Throws, with the path of what does not fit. */
  check(record) {
    if (!isRecord(record)) fail('record', `${shown(record)} is not an object`)
    const { schema } = this
    const objects = section(record, 'objects', true)
    const names = Object.keys(objects)
    const types = new Map(names.map((name) => [name, this.type(`objects.${name}`, objects[name])]))
    this.members('roots', section(record, 'roots', schema.roots.size > 0), schema.roots, types)
    const sets = section(record, 'sets', false)
    this.some('sets', sets, this.sets, types)
    for (const name of names) this.members(`objects.${name}`, objects[name], this.shapes(name, objects[name], sets), types)
    if (Object.hasOwn(record, 'relations')) this.members('relations', section(record, 'relations', true), schema.relations, types)
    this.some('witness', section(record, 'witness', false), schema.witness, types)
  }

  /** The same of values beside heaps, of objects of these types. */
  beside(path, given, shapes, types, isOptional = false) {
    if (!isRecord(given)) fail(path, `${shown(given)} is not an object`)
    if (isOptional) this.some(path, given, shapes, types)
    else this.members(path, given, shapes, types)
  }

  type(path, fields) {
    if (!isRecord(fields)) fail(path, `${shown(fields)} is not an object`)
    const type = fields.$type
    if (this.types.includes(type)) return type
    const there = `the types are ${this.types.map((type) => `\`${type}\``).join(', ')}`
    if (type === undefined) fail(`${path}.$type`, `missing; ${there}`)
    if (this.abstract.has(type)) fail(`${path}.$type`, `\`${type}\` is abstract: an object is of a type that extends it`)
    fail(`${path}.$type`, `there is no type ${shown(type)}; ${there}`)
  }

  /** The fields of an object's type, and of the subset sigs that it is in. */
  shapes(name, fields, sets) {
    const shapes = this.schema.types.get(fields.$type)
    const isIn = ([set, { fields: added }]) =>
      Object.hasOwn(sets, set) ? sets[set].includes(name) : [...added.keys()].some((field) => Object.hasOwn(fields, field))
    const found = this.withFields.filter(isIn)
    return found.length === 0 ? shapes : new Map([...shapes, ...found.flatMap(([, { fields: added }]) => [...added])])
  }

  /** Members that may be left out. */
  some(path, given, shapes, types) {
    this.members(path, given, new Map([...shapes].filter(([name]) => Object.hasOwn(given, name))), types)
  }

  members(path, given, shapes, types) {
    for (const [name, shape] of shapes) {
      if (!Object.hasOwn(given, name)) fail(`${path}.${name}`, `missing; it is declared \`${shape.text}\``)
      if (!this.fits(given[name], shape, types)) fail(...this.misfit(`${path}.${name}`, given[name], shape, types))
    }
    for (const name in given) {
      if (!shapes.has(name) && name !== '$type') fail(`${path}.${name}`, 'the spec declares nothing of this name')
    }
  }

  fits(value, { form, columns }, types) {
    const isA = this.test(columns.at(-1))
    if (form === 'one') return isA(value, types)
    if (form === 'lone') return value === null || isA(value, types)
    if (form === 'map') return isRecord(value) && Object.keys(value).every((key) => this.isKey(key, columns[0], types) && isA(value[key], types))
    if (form === 'rel') return Array.isArray(value) && value.every((row) => isRow(row, columns) && row.every((cell, at) => this.test(columns[at])(cell, types)))
    return Array.isArray(value) && value.every((item) => isA(item, types))
  }

  /** Where and why a value does not fit: the place that is met first. */
  misfit(path, value, { form, columns, text }, types) {
    const wrongForm = [path, `${shown(value)} has the wrong form; it is declared \`${text}\``]
    if (form === 'one' || form === 'lone') {
      const isOne = value === null || typeof value !== 'object'
      return isOne ? [path, this.no(value, columns[0], types)] : wrongForm
    }
    if (form === 'map' ? !isRecord(value) : !Array.isArray(value)) return wrongForm
    if (form === 'map') {
      const key = Object.keys(value).find((key) => !this.isKey(key, columns[0], types) || !this.test(columns[1])(value[key], types))
      const isItem = this.isKey(key, columns[0], types)
      return [`${path}.${key}`, isItem ? this.no(value[key], columns[1], types) : this.no(key, columns[0], types)]
    }
    if (form !== 'rel') return this.misfitIn(path, value, () => columns[0], types)
    const at = value.findIndex((row) => !isRow(row, columns) || !row.every((cell, place) => this.test(columns[place])(cell, types)))
    if (isRow(value[at], columns)) return this.misfitIn(`${path}[${at}]`, value[at], (place) => columns[place], types)
    return [`${path}[${at}]`, `${shown(value[at])} is not an array of ${columns.length} values`]
  }

  misfitIn(path, items, columnOf, types) {
    const at = items.findIndex((item, at) => !this.test(columnOf(at))(item, types))
    return [`${path}[${at}]`, this.no(items[at], columnOf(at), types)]
  }

  no(value, column, types) {
    if (Number.isInteger(value) && !Number.isSafeInteger(value)) return 'an integer beyond 2^53 cannot be kept exactly'
    if (types.has(value)) return `${shown(value)}, of type \`${types.get(value)}\`, is not a value of type \`${column.join('|')}\``
    const mayBeObject = column.some((type) => type === 'univ' || this.schema.types.has(type))
    if (typeof value === 'string' && mayBeObject) return `there is no object ${shown(value)}`
    return `${shown(value)} is not a value of type \`${column.join('|')}\``
  }

  /** What tells whether a value is one of a column's types. */
  test(column) {
    if (!this.tests.has(column)) this.tests.set(column, this.made(column))
    return this.tests.get(column)
  }

  made(column) {
    const { schema } = this
    const may = (type) => column.includes('univ') || column.includes(type)
    const objects = new Set([...schema.types.keys()].filter((type) => schema.line(type).some(may)))
    const names = new Set([...schema.enums].filter(([name]) => may(name)).flatMap(([, values]) => values))
    const [isInt, isBool, isText] = ['int', 'bool', 'string'].map(may)
    return (value, types) => {
      if (typeof value === 'number') return isInt && Number.isSafeInteger(value)
      if (typeof value === 'boolean') return isBool
      if (typeof value !== 'string') return false
      const type = types.get(value)
      if (type !== undefined) return objects.has(type)
      return names.has(value) || (isText && !(objects.size > 0 && this.isLikeAName(value)))
    }
  }

  /** The same of a map's key, which is a text in JSON, whatever it stands for. */
  isKey(key, column, types) {
    if (column[0] === 'int') return /^(0|-?[1-9]\d*)$/.test(key) && Number.isSafeInteger(Number(key))
    return column[0] === 'bool' ? key === 'true' || key === 'false' : this.test(column)(key, types)
  }

  /** Beside objects a text `Node$7` names one that nothing has. */
  isLikeAName(text) {
    const [, type] = /^(.*)\$\d+$/.exec(text) ?? []
    return type !== undefined && this.schema.types.has(type)
  }
}

/** Of a heap that does not fit its spec. */
export function fail(path, message) {
  throw new KorrelError(`${inOneLine(path)}: ${message}`, { code: 'E0028' })
}

function section(record, part, isNeeded) {
  if (!Object.hasOwn(record, part)) return isNeeded ? fail(part, 'missing') : {}
  return isRecord(record[part]) ? record[part] : fail(part, `${shown(record[part])} is not an object`)
}

function isRecord(value) {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}

function isRow(value, columns) {
  return Array.isArray(value) && value.length === columns.length
}

function shown(value) {
  const text = stringify(value)
  return text.length <= 80 ? text : `${text.slice(0, 79)}…`
}
