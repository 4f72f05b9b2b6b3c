// What the target `heap` reads heaps of: every shape of field.
abstract sig Entry { hidden: Int, any: set univ }
sig Dir extends Entry {
    entries: set Entry,
    at: Int -> lone Entry,
    links: Entry -> Entry -> Int,
    first: lone entries,
    tone: Color -> one Int,
    mixed: (Int + Color) -> lone Entry
}
sig File extends Entry { owner: Dir + Color }
one sig Config { home: lone Dir }
abstract sig Color {}
one sig Red, Blue extends Color {}
sig Marked in Entry { weight: Int }
sig Warm in Color { degree: Color -> lone Int }

pred p[d: Dir, e: lone Entry, s: set Entry] { #links > 1 }
run p for 2 but 0..2 Int
