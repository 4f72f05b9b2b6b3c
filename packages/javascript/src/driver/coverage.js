const covered = new Set() // by the input at hand
let isCovering = false // whether the program has ever said what it covers

export function cover(what) {
  isCovering = true
  covered.add(what)
}

export function forget() {
  covered.clear()
}

/** A part of a reply. */
export function coverage() {
  return isCovering ? { cov: [...covered] } : {}
}
