"""A cache of at most `room` keys. A key that is read or written is the newest one; a full cache forgets the oldest."""


class Cache:
    def __init__(self, room):
        self.room = room
        self.values = {}
        self.order = []  # oldest first

    def get(self, key):
        """The value of a key, or None."""
        if key not in self.values:
            return None
        self.order.remove(key)
        self.order.append(key)
        return self.values[key]

    def put(self, key, value):
        if key in self.values:
            self.order.remove(key)
        elif len(self.values) == self.room:
            oldest = self.order.pop(0)
            del self.values[oldest]
        self.values[key] = value
        self.order.append(key)

    def delete(self, key):
        if key in self.values:
            del self.values[key]
            self.order.remove(key)
