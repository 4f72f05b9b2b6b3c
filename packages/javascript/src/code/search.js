/**
 * Korat's search (Boyapati, Khurshid, Marinov 2002), size by size.
 *
 * A field gets its value when the predicate first reads it. Where the predicate says no, all heaps with the same values in
 * the fields that were read are excluded; where it says yes, what it did not read is filled in every way. A field takes a
 * value, an object met before, or one new one: objects come in the order in which they are met, so that no two heaps are
 * isomorphic, except where sets hide that order, and there texts decide.
 *
 * Sizes: one more object is never taken on the spot. The choices up to there go to the queue of that size, as a text of
 * one character each. Such a prefix is entered by running the predicate with its choices forced. So no candidate is run
 * twice, smaller heaps come first, and the search is over when the queues are empty.
 *
 * Invariant: `trace` holds what was chosen, in order; undoing its entries from the last to the first leaves no choice.
 */
import { Collection, Dictionary, List } from './kinds.js'
import { Prefixes } from './prefixes.js'
import { makePool, typeOf, UNREAD } from './watched.js'

const NONE = []

/** No value is left for a field within the bounds. */
class Cut extends Error {}

export class Search {
  /** The choices of judged roots, and of the others. */
  args = []
  trace = []
  /** What a run has written. */
  journal = []
  /** The size of the heap: its objects, and the entries of its containers. */
  total = 0
  /** The choices that are forced, and how many of them are. */
  script = ''
  at = 0
  isCut = false
  /** Why the predicate cannot be used. */
  reason = null
  candidates = 0
  cuts = 0
  queues = new Map()
  /** Changes when other objects come into use: kinds keep their groups as long as it is the same. */
  version = 1

  constructor({ types, roots }, judged, most) {
    Object.assign(this, { types, roots, judged, most })
    for (const type of types) {
      type.used = 0
      type.pool = makePool(this, type)
    }
    this.args = roots.map(() => UNREAD)
    this.kinds = [...roots.map(({ kind }) => kind), ...types.flatMap(({ fields }) => Object.values(fields))]
  }

  /** Ends a run, and the search, also where the predicate catches everything. */
  refuse(reason) {
    this.reason ??= reason
    throw new Error(reason)
  }

  // Choosing

  choose(holder, key, kind, then = null) {
    if (this.isCut) throw new Cut()
    const groups = kind.groups(this)
    const chosen = this.at < this.script.length ? this.#forced(groups) : this.#first(groups)
    const { choices, at, offset, types, cost } = chosen
    const entry = { holder, key, kind, choices, at, offset, types, cost, then, next: then }
    this.trace.push(entry)
    this.#put(entry)
    return holder[key]
  }

  /** The groups of a kind, kept below a prefix, where no object is new. */
  keep(kind, made) {
    if (this.at === this.script.length) Object.assign(kind, { made, version: this.version })
    return made
  }

  #first(groups) {
    if (groups.length > 1) this.#queue(groups)
    if (groups[0].choices.length > 0) return { choices: groups[0].choices, at: 0, offset: 0, types: NONE, cost: 0 }
    this.isCut = true
    throw new Cut()
  }

  /** The next choice of the script: only the last one may be followed by others of its group. */
  #forced(groups) {
    let at = this.script.charCodeAt(this.at)
    let offset = 0
    for (const { choices, types, cost } of groups) {
      if (at - offset >= choices.length) {
        offset += choices.length
        continue
      }
      this.at++
      for (const type of types) type.used++
      this.total += cost
      at -= offset
      return this.at === this.script.length ? { choices, at, offset, types, cost } : { choices: [choices[at]], at: 0, offset: offset + at, types, cost }
    }
    this.refuse('it reads other fields when it is run again')
  }

  /** What adds objects or entries: later, with the heaps of that size. */
  #queue(groups) {
    const path = String.fromCharCode(...this.trace.map(({ offset, at }) => offset + at))
    let at = groups[0].choices.length
    for (const { choices, cost } of groups.slice(1)) {
      const size = this.total + cost
      if (choices.length > 0 && size <= this.most) {
        if (!this.queues.has(size)) this.queues.set(size, new Prefixes())
        this.queues.get(size).push(path + String.fromCharCode(at))
      }
      at += choices.length
    }
  }

  #put(entry) {
    const { holder, key, kind, then } = entry
    const choice = entry.choices[entry.at]
    if (kind.isPlain) holder[key] = choice
    else entry.next = kind.put(this, holder, key, choice, then)
    entry.next?.()
  }

  /** The next choice of the last entry that has one, and what follows it at once; false if there is none. */
  #back(floor) {
    const { trace } = this
    while (trace.length > floor) {
      const entry = trace[trace.length - 1]
      if (++entry.at < entry.choices.length) {
        if (entry.kind.isPlain && entry.then === null) {
          entry.holder[entry.key] = entry.choices[entry.at] // the commonest step
          return true
        }
        if (this.#uncut(() => this.#put(entry))) return true
      } else this.#drop()
    }
    return false
  }

  #drop() {
    const { holder, key, types, cost } = this.trace.pop()
    for (const type of types) type.used--
    this.total -= cost
    holder[key] = UNREAD
  }

  /** Whether there were values within the bounds. */
  #uncut(choose) {
    try {
      choose()
      return true
    } catch (error) {
      if (!(error instanceof Cut)) throw error
      this.isCut = false
      return false
    }
  }

  // The heaps

  /** Stands at each heap that the predicate accepts, and at pauses, which it asks for. */
  *heaps(predicate) {
    this.queues.set(0, new Prefixes())
    this.queues.get(0).push('')
    while (this.queues.size > 0) {
      this.size = Math.min(...this.queues.keys())
      const scripts = this.queues.get(this.size)
      this.queues.delete(this.size)
      for (const script of scripts) yield* this.#below(script, predicate)
    }
    predicate.end()
  }

  /** The heaps of one prefix. */
  *#below(script, predicate) {
    const { trace } = this
    const floor = Math.max(script.length - 1, 0)
    let more = this.#enter(script, floor)
    let accepted = 0 // as long as so many entries are there, so is a heap's core
    while (more) {
      if (accepted === 0) {
        this.candidates++
        if (predicate.isPause()) yield false
        let isRight = predicate.run(this.args)
        if (this.journal.length > 0) this.undo()
        if (this.reason !== null) throw predicate.refused(this.reason)
        if (this.isCut) {
          this.isCut = isRight = false // the prefix of such a run must not be queued again: it is not audited
          this.cuts++
        } else predicate.audit(isRight)
        if (!isRight) {
          if (this.at < this.script.length) throw predicate.refused('it reads other fields when it is run again')
          more = this.#back(floor)
          continue
        }
        accepted = Math.max(trace.length, script.length)
      }
      if (this.#uncut(() => this.#fill())) yield true
      more = this.#back(floor)
      if (trace.length <= accepted) accepted = 0
    }
  }

  /** Forces the choices of a prefix; what it shares with the one before stays. */
  #enter(script, floor) {
    let kept = 0
    while (kept < floor && kept < this.trace.length && this.script[kept] === script[kept]) kept++
    while (this.trace.length > kept) this.#drop()
    Object.assign(this, { script, at: kept, version: this.version + 1 })
    return this.#uncut(() => (kept === 0 ? this.#root(0) : this.trace.at(-1).next?.())) || this.#back(floor)
  }

  #root(place) {
    if (place < this.judged) this.choose(this.args, place, this.roots[place].kind, () => this.#root(place + 1))
  }

  /** Chooses what the predicate has not read, in the order in which objects are met. */
  #fill() {
    const met = new Set()
    const meet = (value, kind) => {
      if (kind.isFlat || value === null || value === undefined) return
      if (kind instanceof List) for (const one of value) meet(one, kind.item)
      else if (kind instanceof Collection) for (const one of value) meet(one, kind.item)
      else if (kind instanceof Dictionary) {
        for (const [at, one] of value) {
          meet(at, kind.keys.item)
          meet(one, kind.item)
        }
      } else if (typeOf(value) !== undefined) met.add(value)
    }
    const known = (holder, key, kind) => (holder[key] === UNREAD ? this.choose(holder, key, kind) : holder[key])
    this.roots.forEach(({ kind }, place) => meet(known(this.args, place, kind), kind))
    for (const one of met) {
      const { fields, slots } = typeOf(one)
      for (const name in fields) meet(known(one, slots[name], fields[name]), fields[name])
    }
  }

  /** Takes back what a run has written. */
  undo() {
    while (this.journal.length > 0) {
      const [holder, key, value] = this.journal.pop()
      holder[key] = value
    }
  }
}
