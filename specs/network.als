-- Network topologies: switches, hosts and the links between them.
--
-- A host hangs on one switch. All devices reach each other; a network is resilient if its switches
-- still do so when any one of their links fails.
--
--   korrel find specs/network.als
--   korrel find specs/network.als resilient_4
--
-- Counts, one of each isomorphism class, by brute force: every graph of switches and every way to
-- hang on the hosts tested by a program of its own, modulo renaming. Trees of switches without
-- hosts are OEIS A000055. `expect N` counts instances, an extension of Korrel's.

abstract sig Device { links: set Device }
sig Switch, Host extends Device {}

pred topology[] {
  links = ~links
  no iden & links
  all d: Device | Device = d.*links
  all h: Host | one h.links and h.links in Switch
}

fun backbone: Switch -> Switch { links & Switch->Switch }

pred resilient[] {
  topology
  all s, t: Switch | s in t.links implies s in t.*(backbone - s->t - t->s)
}

-- As a spanning tree protocol leaves it: without each link, something is cut off.
pred loop_free[] {
  topology
  all s, t: Switch | s in t.links implies s !in t.*(backbone - s->t - t->s)
}

run topology for exactly 2 Switch, exactly 3 Host expect 2 // 0 + 3, 1 + 2
three_switches: run topology for exactly 3 Switch, exactly 2 Host expect 6
four_switches:  run topology for exactly 4 Switch, exactly 2 Host expect 27
resilient_4:    run resilient for exactly 4 Switch, exactly 1 Host expect 4
resilient_5:    run resilient for exactly 5 Switch, 0 Host expect 11
loop_free_4:    run loop_free for exactly 4 Switch, exactly 2 Host expect 10
loop_free_5:    run loop_free for exactly 5 Switch, 0 Host expect 3
