"""A set of whole numbers, kept as a sorted list of disjoint intervals that do not touch: [(1, 3), (5, 5)] is {1, 2, 3, 5}."""


class Intervals:
    def __init__(self, spans=()):
        self.spans = list(spans)

    def add(self, low, high):
        """Adds all numbers from low to high, both included."""
        kept, merged = [], (low, high)
        for a, b in self.spans:
            if b + 1 < merged[0] or merged[1] + 1 < a:
                kept.append((a, b))
            else:
                merged = (min(a, merged[0]), max(b, merged[1]))
        self.spans = sorted(kept + [merged])

    def remove(self, low, high):
        """Takes all numbers from low to high away."""
        kept = []
        for a, b in self.spans:
            if b < low or high < a:
                kept.append((a, b))
                continue
            if a < low:
                kept.append((a, low - 1))
            if high < b:
                kept.append((high + 1, b))
        self.spans = kept

    def __contains__(self, number):
        return any(a <= number <= b for a, b in self.spans)
