-- Size ranges of ordered sigs: each size, and the order of the atoms in use.

open util/ordering[A] as a
open util/ordering[Part] as p
open util/ordering[Last] as l
open util/ordering[Sub] as s

sig A {}
one sig X extends A {}
abstract sig Part {}
lone sig Few extends Part {}
sig Many extends Part {}
sig Top {}
sig Mid extends Top {}
sig Last extends Mid {}
sig All {}
sig Sub in All {}

-- X is at one place of one, of two, of three. Of nothing there is no order.
run each_place {} for 1..3 A, 0 Many, 1 Last, 1 Top, 1 All expect 6
run from_nothing {} for 0..3 A, 0 Many, 1 Last, 1 Top, 1 All expect 6
run of_nothing {} for 1 A, 0 Many, 1 Last, 1 Top, 0..0 All expect 0

-- A sum is exact if all is that it adds up: there is Few, at one place of two, of three.
run summed {} for 1 A, 1..2 Many, 1 Last, 1 Top, 1 All expect 5
run less { no Few } for 1 A, 1..2 Many, 1 Last, 1 Top, 1 All expect 0

-- An ordered sig in another one: its atoms are alike with none, those beside it are. With one of Last
-- 0 to 2 others in Mid or not, 1 + 2 + 3; with two of Last 0 or 1, 1 + 2.
run beside_it {} for 1 A, 0 Many, 1..2 Last, 3 Top, 1 All expect 9
run told_apart { some t: Top - Last | t not in Mid } for 1 A, 0 Many, 1..2 Last, 3 Top, 1 All
  expect 4

-- An ordered subset sig is all of what it lies in.
run all_of_it {} for 1 A, 0 Many, 1 Last, 1 Top, 1..3 All expect 3
run some_of_it { some All - Sub } for 1 A, 0 Many, 1 Last, 1 Top, 1..3 All expect 0
