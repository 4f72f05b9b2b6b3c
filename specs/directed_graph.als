-- Directed graphs, with and without loops; connected ones; tournaments.
--
--   korrel find specs/directed_graph.als
--   korrel count specs/directed_graph.als loop_free_4
--
-- Counts, one of each isomorphism class, for 1, 2, ... nodes: any graph (binary relations) OEIS
-- A000595, 2 10 104 3044 291968; without loops A000273, 1 3 16 218 9608; weakly connected without
-- loops A003085, 1 2 13 199 9364; strongly connected without loops A035512, 1 1 5 83 5048;
-- tournaments A000568, 1 1 2 4 12 56 456. `expect N` counts instances, an extension of Korrel's.

open util/graph[Node]
open util/relation

sig Node { edges: set Node }

pred any[] {}
pred loop_free[] { irreflexive[edges] }
pred weakly_connected[] { loop_free and weaklyConnected[edges] }
pred strongly_connected[] { loop_free and stronglyConnected[edges] }
pred tournament[] { loop_free and antisymmetric[edges] and complete[edges + iden, Node] }

run any for exactly 3 Node expect 104
up_to_3:       run any for 3 Node expect 117 // 1 + 2 + 10 + 104
any_4:         run any for exactly 4 Node expect 3044
loop_free_3:   run loop_free for exactly 3 Node expect 16
loop_free_4:   run loop_free for exactly 4 Node expect 218
weakly_4:      run weakly_connected for exactly 4 Node expect 199
strongly_3:    run strongly_connected for exactly 3 Node expect 5
strongly_4:    run strongly_connected for exactly 4 Node expect 83
tournaments_4: run tournament for exactly 4 Node expect 4
tournaments_5: run tournament for exactly 5 Node expect 12
tournaments_6: run tournament for exactly 6 Node expect 56
-- Landau 1953: some player beats each other one, or beats one who does.
check tournaments_have_kings {
  tournament and some Node implies some king: Node | Node in king.(iden + edges + edges.edges)
} for 6 Node
