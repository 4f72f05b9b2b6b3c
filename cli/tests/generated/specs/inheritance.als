-- An abstract sig, fields on three levels, and keywords of every language for names.
abstract sig Object { from, parent: lone Dir }
sig Dir extends Object { class: set Object, default: one Object }
sig File extends Object { type: Int, self: lone Link }
sig Link extends File { def: one Object }
sig String_ {}
run {} for 3 but exactly 2 Object, 0..0 Int, 1 String_
