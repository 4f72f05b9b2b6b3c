"""Tasks and what each needs: the order in which they can be done, or the tasks that can never be."""


def order(needs):
    """All tasks, each after all that it needs; among those that are ready, the smallest name first. None if there is a cycle."""
    left = {task: set(others) for task, others in needs.items()}
    for others in needs.values():
        for other in others:
            left.setdefault(other, set())
    done = []
    while left:
        ready = [task for task, others in left.items() if not others]
        if not ready:
            return None
        task = min(ready)
        del left[task]
        done.append(task)
        for others in left.values():
            others.discard(task)
    return done


def stuck(needs):
    """The tasks that can never be done: those on a cycle, and those that need one of these, however far."""
    never = set(needs) | {other for others in needs.values() for other in others}
    changed = True
    while changed:
        changed = False
        for task in sorted(never):
            if not never & set(needs.get(task, ())):
                never.discard(task)
                changed = True
    return never
