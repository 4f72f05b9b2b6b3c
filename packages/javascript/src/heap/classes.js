import { KorrelError } from '../error.js'

/**
 * Of which class the objects of each type are made: `{ Tree, Node }`, by the type's name.
 *
 * An object is made without calling a constructor, and each field becomes a property. A class with
 * fields of another form, private ones say, is given as `{ create, fill, read }`: `create()` makes an
 * object, `fill(object, fields)` gives it its fields once all objects are there, since they may lead
 * around in circles, and `read(object)` says the fields. Objects of a type without a class are plain
 * ones with `$type`; those of a type without fields have their name as `$id`.
 */
export class Classes {
  constructor(given = {}) {
    this.makers = new Map()
    this.types = new Map()
    for (const [type, of] of Object.entries(given)) this.add(type, of)
  }

  add(type, of) {
    const prototype = (typeof of === 'function' ? of : of.class)?.prototype
    this.makers.set(type, typeof of === 'function' ? { create: () => Object.create(prototype) } : checked(type, of))
    if (prototype !== undefined) this.types.set(prototype, type)
  }

  /** All of them must be types of the spec, for a slip of the pen would make plain objects of them. */
  check(schema) {
    const unknown = [...this.makers.keys()].find((type) => !schema.types.has(type))
    if (unknown === undefined) return
    throw new KorrelError(`classes: the spec has no type ${unknown}; it has ${[...schema.types.keys()].join(', ')}`, {
      code: 'CLASSES',
    })
  }

  create(type) {
    const maker = this.makers.get(type)
    return maker === undefined ? { $type: type } : maker.create()
  }

  /**
   * Nothing but its identity tells an object without fields from another one, and `deepEqual` of whatever
   * runner takes objects that look alike for one: so it carries its name. One of the caller's class does
   * if it has nothing else that could be compared.
   */
  tellApart(type, object, name) {
    const looksLikeOthers = !this.makers.has(type) || Object.keys(object).length === 0
    if (looksLikeOthers && Object.isExtensible(object)) object.$id = name
  }

  /** What gives objects of a type their fields, if that is more than to set properties. */
  fills(type) {
    return this.makers.get(type)?.fill
  }

  /** Whether the fields of objects of a type are given or read in another way than as their properties. */
  keepsElsewhere(type) {
    const maker = this.makers.get(type)
    return maker?.fill !== undefined || maker?.read !== undefined
  }

  /** The fields of an object, or what has them as properties. */
  read(type, object) {
    const read = this.makers.get(type)?.read
    return read === undefined ? object : read(object)
  }

  /** The type of an object that no heap has named. */
  typeOf(object) {
    const type = object.$type ?? this.types.get(Object.getPrototypeOf(object))
    if (type === undefined) {
      throw new KorrelError(`classes: no type has the class ${object.constructor?.name}`, { code: 'CLASSES' })
    }
    return type
  }
}

function checked(type, of) {
  if (typeof of?.create === 'function' || typeof of?.class === 'function') {
    const prototype = of.class?.prototype
    return { create: () => Object.create(prototype), ...of }
  }
  throw new KorrelError(`classes: ${type} is neither a class nor { create, fill, read }`, { code: 'CLASSES' })
}
