-- Partial orders.
--
-- Counts: OEIS A000112, 1 2 5 16 63 318 for 1..6 elements.

sig Element { below: set Element }

pred partialOrder[] {
  all e: Element | e in e.below
  below.below in below
  below & ~below in iden
}

four: run partialOrder for exactly 4 Element expect 16
six:  run partialOrder for exactly 6 Element expect 318
