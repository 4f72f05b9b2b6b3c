"""A binary heap, smallest key first, in an array: the children of place i are at 2i + 1 and 2i + 2."""


class Heap:
    def __init__(self, keys=()):
        self.keys = list(keys)

    def push(self, key):
        self.keys.append(key)
        self._up(len(self.keys) - 1)

    def remove(self, place):
        """Removes the key at a place, and returns it."""
        key, last = self.keys[place], self.keys.pop()
        if place < len(self.keys):
            self.keys[place] = last
            self._down(place)
            self._up(place)
        return key

    def change(self, place, key):
        """Gives the key at a place another value."""
        self.keys[place] = key
        self._down(place)
        self._up(place)

    def _up(self, place):
        while place > 0 and self.keys[place] < self.keys[(place - 1) // 2]:
            above = (place - 1) // 2
            self.keys[place], self.keys[above] = self.keys[above], self.keys[place]
            place = above

    def _down(self, place):
        while True:
            least = place
            for child in (2 * place + 1, 2 * place + 2):
                if child < len(self.keys) and self.keys[child] < self.keys[least]:
                    least = child
            if least == place:
                return
            self.keys[place], self.keys[least] = self.keys[least], self.keys[place]
            place = least
