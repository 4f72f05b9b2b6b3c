-- What "Shapes" draws: each shape by a sig of its own, so that a command has no other objects.
open korrel/shapes

sig Task { needs: set Task }
sig Folder { sub: set Folder }
sig Stop { next: lone Stop }
sig Entry { behind: lone Entry, key: Int }
sig Guest { seat: Seat }
sig Seat {}
sig Group { members: set Person }
sig Person {}
sig Level { up: set Level }
sig Branch { left, right: lone Branch }
sig Page { links, backlinks: set Page }

run dag { dag[needs, Task] } for 0 but exactly 4 Task expect 31
run forest { forest[sub, Folder] } for 0 but exactly 5 Folder expect 20
run tree { tree[sub, Folder] } for 0 but exactly 5 Folder expect 9
run list { list[next, Stop] } for 0 but exactly 4 Stop expect = 1
run ring { ring[next, Stop] } for 0 but exactly 4 Stop expect = 1
run sorted { list[behind, Entry] and sorted[behind, key] } for 0 but exactly 3 Entry, 1..3 Int expect 10
run injective { injective[seat, Guest] } for 0 but exactly 2 Guest, exactly 3 Seat expect = 1
run bijective { bijective[seat, Guest, Seat] } for 0 but exactly 3 Guest, exactly 3 Seat expect = 1
run partition { partition[members, Group, Person] } for 0 but 5 Group, exactly 5 Person expect 7
run covers { covers[members, Group, Person] } for 0 but exactly 2 Group, exactly 3 Person expect 5
run lattice {
  lattice[Level <: *up, Level]
  all l: Level | no l.up & l.up.^up
} for 0 but exactly 5 Level expect 5
run balanced {
  tree[left + right, Branch] and no left & right
  balanced[left, right]
} for 0 but exactly 6 Branch expect 4
run inverse { inverse[links, backlinks] } for 0 but exactly 2 Page expect 10
