-- A trie: a map of words that says which of its words begin with a word, and which is the longest that a word begins with.
sig Letter {}
sig Word {
  start: lone Word, -- the word without its last letter; the empty word has none
  last: lone Letter
}
one sig Trie {
  var words: set Word,
  var below: Word -> Word, -- the words that begin with this one
  var longest: Word -> lone Word -- the longest one that this one begins with
}

fact words {
  one w: Word | no w.start and all other: Word | w in other.*start
  all w: Word | some w.last iff some w.start
  all disj w, other: Word | w.start != other.start or w.last != other.last
}

fact init { no words }

pred insert[w: Word, result: lone Word] {
  result = w & Trie.words
  Trie.words' = Trie.words + w
}

pred remove[w: Word, result: lone Word] {
  result = w & Trie.words
  Trie.words' = Trie.words - w
}

-- All words that begin with this one.
pred removeBelow[w: Word] { Trie.words' = Trie.words - { other: Word | w in other.*start } }

fact steps { always some w: Word | insert[w, w & Trie.words] or remove[w, w & Trie.words] or removeBelow[w] }

fact questions {
  always Trie.below = { w: Word, held: Trie.words | w in held.*start }
  always Trie.longest = { w: Word, held: Trie.words & w.*start | Trie.words & w.*start in held.*start }
}

run behaviours {} for exactly 3 Word, 2 Letter, 5 steps
-- More words, and fewer calls.
run longer {} for exactly 4 Word, 2 Letter, 4 steps
run longest {} for exactly 5 Word, 2 Letter, 3 steps
