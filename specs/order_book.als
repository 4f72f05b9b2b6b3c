-- Order books: what buyers bid and what sellers ask, best price first.
--
-- Two queues in price-time priority: bids fall, asks rise, and at one price the earlier order comes
-- first. The book is not crossed: the best bid is less than the best ask, or they would have
-- traded.
--
--   korrel find specs/order_book.als
--   korrel count specs/order_book.als two_orders
--
-- Counts for n orders, with prices, quantities and distinct arrival times 1..m: the times are C(m,
-- n) sets, the quantities m^n lists, and sides and prices those lists of n where each bid is less
-- than each ask: 2m for 1 order, 24 for 2 orders and 3 prices, 84 for 3 and 3 (by brute force).
-- `expect N` and `1..m Int` are extensions of Korrel's.

one sig OrderBook { bids, asks: lone Order }
sig Order { price, quantity, arrival: Int, next: lone Order }

pred repOk[] {
  queues
  all o: Order | let n = o.next | some n and o.price = n.price implies o.arrival < n.arrival
  all o: OrderBook.bids.*next | some o.next implies o.price >= o.next.price
  all o: OrderBook.asks.*next | some o.next implies o.price <= o.next.price
  some OrderBook.bids and some OrderBook.asks implies OrderBook.bids.price < OrderBook.asks.price
}

pred queues[] {
  Order = OrderBook.(bids + asks).*next
  no OrderBook.bids.*next & OrderBook.asks.*next
  all o: Order | o !in o.^next and lone next.o
  all disj o, p: Order | o.arrival != p.arrival
}

run repOk for exactly 2 Order, 1..2 Int expect 40
no_order:   run repOk for exactly 0 Order, 1..2 Int expect = 1
one_order:  run repOk for exactly 1 Order, 1..3 Int expect 54 // 3 * 3 * 6
two_orders: run repOk for exactly 2 Order, 1..3 Int expect 648 // 3 * 9 * 24
three:      run repOk for exactly 3 Order, 1..3 Int expect 2268 // 1 * 27 * 84
-- Only the best ones need to be compared.
check never_crossed {
  repOk implies all b: OrderBook.bids.*next, a: OrderBook.asks.*next | b.price < a.price
} for 4 Order, 1..4 Int
