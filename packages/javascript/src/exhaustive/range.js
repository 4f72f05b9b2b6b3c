/**
 * The values of one draw, simplest first: the one closest to 0, then 1 and -1, 2 and -2, as far as the range goes.
 * Its places count from 0. Numbers and bigints are told apart by the bounds.
 */
export class Range {
  constructor(min, max) {
    const one = typeof min === 'bigint' ? 1n : 1
    const zero = one - one
    this.min = min
    this.max = max
    this.size = max - min + one
    this.simplest = min > zero ? min : max < zero ? max : zero
    // As long as both sides go on, the sides take turns.
    const below = this.simplest - min
    const above = max - this.simplest
    this.both = below < above ? below : above
    this.side = above > below ? one : -one
    this.one = one
  }

  /** The value at a place, from 0 to `size - 1`. */
  at(place) {
    const at = typeof this.one === 'bigint' ? BigInt(place) : place
    const two = this.one + this.one
    if (at > two * this.both) return this.simplest + this.side * (at - this.both)
    const far = (at + this.one) / two
    const whole = typeof far === 'bigint' ? far : Math.floor(far)
    return at % two === this.one ? this.simplest + whole : this.simplest - whole
  }
}
