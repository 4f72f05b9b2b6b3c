"""Disjoint teams of people, by a parent each (union by size); an undo takes the last merge back."""


class Teams:
    def __init__(self, people):
        self.parent = {person: person for person in people}
        self.size = {person: 1 for person in people}
        self.log = []

    def find(self, person):
        while self.parent[person] != person:
            person = self.parent[person]
        return person

    def merge(self, one, other):
        """Makes one team of two. A merge of a team with itself is logged, too."""
        one, other = self.find(one), self.find(other)
        if one == other:
            self.log.append(None)
            return
        if self.size[one] < self.size[other]:
            one, other = other, one
        self.parent[other] = one
        self.size[one] += self.size[other]
        self.log.append((one, other))

    def undo(self):
        """Takes the last merge back, if there is one."""
        if not self.log:
            return
        last = self.log.pop()
        if last is None:
            return
        one, other = last
        self.size[one] -= self.size[other]
        self.parent[other] = other
