-- The alternating bit protocol: items over a wire that loses, each taken once and in order.
--
-- K. A. Bartlett, R. A. Scantlebury, P. T. Wilkinson, A note on reliable full-duplex transmission
-- over half-duplex links (1969). The wire has room for one packet and one acknowledgement; what is
-- sent takes the place of what is there.
--
--   korrel find specs/alternating_bit.als moves --prefixes
--   korrel check specs/alternating_bit.als
--
-- Counts by a program of its own (tests/protocols): beginnings of 1, 2, … states, 1 2 5 14 40 117;
-- `expect N` counts infinite traces, an extension of Korrel's.
-- Faults: a receiver that does not look at the bit takes an item twice, and `in_order` breaks in 5
-- states; a sender that takes any acknowledgement for its own loses an item, in 12.

open util/ordering[Item]

sig Item {}
enum Bit { Zero, One }
one sig Sender { var item: lone Item, var bit: Bit }
one sig Receiver { var got: lone Item, var expected: Bit }
one sig Wire { var packet: Item -> Bit, var ack: lone Bit }

fact start {
  Sender.item = first and Sender.bit = Zero
  no got and Receiver.expected = Zero
  no packet and no ack
}
fact moves { always (stutter or send or receive or acknowledged or losePacket or loseAck) }

pred send[] {
  some Sender.item
  packet' = Wire->Sender.item->Sender.bit
  ack' = ack and item' = item and bit' = bit and got' = got and expected' = expected
}
pred receive[] {
  some packet
  no packet' and ack' = Wire->Wire.packet[Item]
  expectedArrives[] implies {
    Receiver.got' = Wire.packet.Bit and Receiver.expected' = Bit - Receiver.expected
  } else {
    got' = got and expected' = expected
  }
  item' = item and bit' = bit
}
pred acknowledged[] {
  some ack
  no ack' and packet' = packet
  isForThis[] implies {
    Sender.item' = Sender.item.next and Sender.bit' = Bit - Sender.bit
  } else {
    item' = item and bit' = bit
  }
  got' = got and expected' = expected
}
pred losePacket[] {
  some packet and no packet'
  ack' = ack and item' = item and bit' = bit and got' = got and expected' = expected
}
pred loseAck[] {
  some ack and no ack'
  packet' = packet and item' = item and bit' = bit and got' = got and expected' = expected
}
pred stutter { packet' = packet and ack' = ack and item' = item and bit' = bit and got' = got and expected' = expected }

pred expectedArrives[] { Wire.packet[Item] = Receiver.expected }
pred isForThis[] { Wire.ack = Sender.bit }

-- Who sends again and again is heard at last.
pred fair[] {
  always eventually (no Sender.item or send)
  (always eventually some packet) implies always eventually receive
  (always eventually some ack) implies always eventually acknowledged
}

runs:  run {} for exactly 2 Item, 4 steps expect 31
moves: run { always not stutter } for exactly 2 Item, 5 steps
-- Each item is taken once, in order.
in_order: check {
  always (Receiver.expected' != Receiver.expected implies
    Receiver.got' = (some Receiver.got implies Receiver.got.next else first))
} for exactly 4 Item, 12 steps
arrives: check { fair implies eventually Receiver.got = last } for exactly 2 Item, 8 steps
