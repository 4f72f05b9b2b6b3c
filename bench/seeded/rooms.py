"""Bookings of rooms: from one hour to another, the second one not included. No two bookings of a room overlap."""


class Rooms:
    def __init__(self, names):
        self.bookings = {name: [] for name in names}  # (start, end, who), by start

    def free(self, room, start, end):
        return all(b <= start or end <= a for a, b, _ in self.bookings[room])

    def book(self, who, start, end):
        """Books the first room by name that is free, and returns its name, or None."""
        for room in sorted(self.bookings):
            if self.free(room, start, end):
                self.bookings[room].append((start, end, who))
                self.bookings[room].sort()
                return room
        return None

    def move(self, room, booking, start, end):
        """Moves a booking of a room to other hours, if the room is free then but for itself. Whether it was moved."""
        rest = [other for other in self.bookings[room] if other != booking]
        if any(a < end and start < b for a, b, _ in rest):
            return False
        self.bookings[room] = sorted(rest + [(start, end, booking[2])])
        return True

    def cancel(self, who):
        """Cancels all bookings of a person. How many there were."""
        count = 0
        for room, bookings in self.bookings.items():
            kept = [booking for booking in bookings if booking[2] != who]
            count += len(bookings) - len(kept)
            self.bookings[room] = kept
        return count
