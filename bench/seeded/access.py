"""Who may read a file: folders in folders, groups in groups, rules that allow or deny. The rule on the nearest folder counts; there, deny beats allow; without a
rule nobody may."""


class Access:
    def __init__(self, parent, member, rules):
        self.parent = parent  # of a file or folder, unless it is a root
        self.member = member  # of a user or group: the groups in which it is directly
        self.rules = rules  # (folder or file, user or group, "allow" or "deny")

    def groups(self, user):
        """The user, and all groups in which the user is, however far. Groups may contain each other."""
        found, left = {user}, [user]
        while left:
            for group in self.member.get(left.pop(), ()):
                if group not in found:
                    found.add(group)
                    left.append(group)
        return found

    def may_read(self, user, place):
        subjects = self.groups(user)
        while place is not None:
            said = {effect for where, who, effect in self.rules if where == place and who in subjects}
            if "deny" in said:
                return False
            if "allow" in said:
                return True
            place = self.parent.get(place)
        return False

    def readers(self, users, place):
        """All of these users who may read it."""
        return {user for user in users if self.may_read(user, place)}
