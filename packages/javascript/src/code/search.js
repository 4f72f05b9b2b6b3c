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
import { Cut, Filling } from './filling.js'
import { List } from './kinds.js'
import { Prefixes } from './prefixes.js'
import { containers, makePool, mended, setElement, UNREAD } from './watched.js'

const NONE = []
/** Where the search may stand. */
const [HEAP, PAUSE, END] = ['heap', 'pause', 'end']

/** A choice: `holder[key]` is what `choices[at]` stands for, and others follow up to `end`. */
class Entry {
  holder = null
  key = null
  kind = null
  choices = NONE
  at = 0
  end = 0
  /** The number of choices in the groups before. */
  offset = 0
  types = NONE
  cost = 0
  /** What is to be chosen after it. */
  then = null
  next = null
  /** Of an element of an array: what was chosen there. */
  cells = null
  /** It has made an array. */
  isArray = false
  /** Where the walk of `Filling` stood. */
  mark = null
}

export class Search {
  /** The choices of judged roots, and of the others. */
  args = []
  trace = []
  /** Entries that are used again. */
  #spare = []
  /** What a run has written. */
  journal = []
  /** The arrays of the heap, and whether a run has written where nothing was read. */
  arrays = []
  isWritten = false
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
  #codes = []
  /** Of the prefix: how many of its choices stay, whether there is more below it, and what came last. */
  #floor = 0
  #more = false
  #last = null
  /** As long as so many entries are there, so is the core of an accepted heap. */
  #accepted = 0
  /** Changes when other objects come into use: kinds keep their groups as long as it is the same. */
  version = 1

  constructor({ types, roots }, judged, most) {
    Object.assign(this, { types, roots, judged, most, containers: containers(this) })
    for (const type of types) {
      type.used = 0
      type.pool = makePool(this, type)
    }
    this.args = roots.map(() => UNREAD)
    this.kinds = [...roots.map(({ kind }) => kind), ...types.flatMap(({ fields }) => Object.values(fields))]
    this.filling = new Filling(this)
  }

  /** Ends a run, and the search, also where the predicate catches everything. */
  refuse(reason) {
    this.reason ??= reason
    throw new Error(reason)
  }

  // Choosing

  choose(holder, key, kind, then = null, cells = null) {
    if (this.isCut) throw new Cut()
    const groups = kind.groups(this)
    const entry = this.#spare.pop() ?? new Entry()
    if (this.at < this.script.length) this.#forced(groups, entry)
    else this.#first(groups, entry)
    entry.holder = cells === null || kind.isPlain ? holder : cells // an array leaves what is no plain value to its accessors
    entry.key = key
    entry.kind = kind
    entry.then = entry.next = then
    entry.cells = kind.isPlain ? cells : null
    entry.mark = null
    this.trace.push(entry)
    if (entry.cells !== null) setElement(holder, key, entry.choices[entry.at])
    this.#put(entry)
    return entry.holder[key]
  }

  /** The groups of a kind, kept below a prefix, where no object is new. */
  keep(kind, made) {
    if (this.at === this.script.length) {
      kind.made = made
      kind.version = this.version
    }
    return made
  }

  #first(groups, entry) {
    if (groups.length > 1) this.#queue(groups)
    const { choices } = groups[0]
    if (choices.length === 0) {
      this.isCut = true
      throw new Cut()
    }
    entry.choices = choices
    entry.at = entry.offset = entry.cost = 0
    entry.end = choices.length
    entry.types = NONE
  }

  /** The next choice of the script: only the last one may be followed by others of its group. */
  #forced(groups, entry) {
    const code = this.script.charCodeAt(this.at)
    let offset = 0
    for (const { choices, types, cost } of groups) {
      if (code - offset >= choices.length) {
        offset += choices.length
        continue
      }
      this.at++
      for (const type of types) type.used++
      this.total += cost
      entry.choices = choices
      entry.at = code - offset
      entry.end = this.at === this.script.length ? choices.length : entry.at + 1
      entry.offset = offset
      entry.types = types
      entry.cost = cost
      return
    }
    this.refuse('it reads other fields when it is run again')
  }

  /** What adds objects or entries: later, with the heaps of that size. */
  #queue(groups) {
    const codes = this.#codes
    codes.length = this.trace.length
    for (let at = 0; at < codes.length; at++) codes[at] = this.trace[at].offset + this.trace[at].at
    const path = String.fromCharCode.apply(null, codes)
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
    if (kind.isPlain) {
      holder[key] = choice
      if (entry.cells !== null) entry.cells[key] = choice
    } else {
      if (entry.isArray) this.arrays.pop()
      entry.next = kind.put(this, holder, key, choice, then)
      entry.isArray = kind instanceof List && choice !== null
      if (entry.isArray) this.arrays.push(holder[key])
    }
    entry.next?.()
  }

  /** The next choice of the last entry that has one, and what follows it at once; false if there is none. */
  #back(floor) {
    const { trace } = this
    while (trace.length > floor) {
      const entry = trace[trace.length - 1]
      if (++entry.at < entry.end) {
        if (entry.kind.isPlain && entry.then === null) {
          const choice = entry.choices[entry.at] // the commonest step
          entry.holder[entry.key] = choice
          if (entry.cells !== null) entry.cells[entry.key] = choice
          return true
        }
        if (this.#uncut(() => this.#put(entry))) return true
      } else this.#drop()
    }
    return false
  }

  #drop() {
    const entry = this.trace.pop()
    for (const type of entry.types) type.used--
    this.total -= entry.cost
    if (entry.isArray) this.arrays.pop()
    entry.isArray = false
    if (entry.cells === null) entry.holder[entry.key] = UNREAD
    else {
      delete entry.holder[entry.key]
      entry.cells[entry.key] = UNREAD
    }
    this.#spare.push(entry)
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
      for (const script of scripts) {
        this.#begin(script)
        for (let found = this.#next(predicate); found !== END; found = this.#next(predicate)) yield found === HEAP
      }
    }
    predicate.end()
  }

  /** Comes to the heaps of one prefix. */
  #begin(script) {
    this.#floor = Math.max(script.length - 1, 0)
    this.#accepted = 0
    this.#last = END
    this.#more = this.#enter(script, this.#floor)
  }

  /** The next heap of a prefix, a pause, or their end. (A generator would not be compiled as well.) */
  #next(predicate) {
    const { trace } = this
    if (this.#last === HEAP) this.#leave()
    while (this.#more) {
      let isFilled
      if (this.#accepted === 0) {
        if (this.#last !== PAUSE && predicate.isPause()) return (this.#last = PAUSE)
        this.#last = END
        this.candidates++
        let isRight = predicate.run(this.args)
        if (this.journal.length > 0 || this.arrays.length > 0) this.undo()
        if (this.reason !== null) throw predicate.refused(this.reason)
        if (this.isCut) {
          this.isCut = isRight = false // the prefix of such a run must not be queued again: it is not audited
          this.cuts++
        } else predicate.audit(isRight)
        if (!isRight) {
          if (this.at < this.script.length) throw predicate.refused('it reads other fields when it is run again')
          this.#more = this.#back(this.#floor)
          continue
        }
        this.#accepted = Math.max(trace.length, this.script.length)
        isFilled = this.filling.begin()
      } else isFilled = this.filling.resume()
      if (isFilled) return (this.#last = HEAP)
      this.#leave()
    }
    return END
  }

  /** Goes on from a heap. */
  #leave() {
    this.#last = END
    this.#more = this.#back(this.#floor)
    if (this.trace.length <= this.#accepted) this.#accepted = 0
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

  /** Takes back what a run has written; whether that was anything. */
  undo() {
    let was = this.journal.length > 0
    while (this.journal.length > 0) {
      const [holder, key, value] = this.journal.pop()
      holder[key] = value
    }
    for (let at = 0; at < this.arrays.length; at++) {
      const is = mended(this.arrays[at], this.isWritten)
      if (is === null) this.reason ??= 'it changes its input (the length of an array: work on a copy)'
      was ||= is === true
    }
    this.isWritten = false
    return was
  }
}
