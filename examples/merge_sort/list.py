"""A list that sorts itself by merging; `--fault NAME` seeds a fault.

`reversed` turns the comparison round, as TestEra has it; `loses` drops one of two equal elements."""

import sys

from pykorrel import driver

FAULT = sys.argv[sys.argv.index("--fault") + 1] if "--fault" in sys.argv else None


@driver.type
class List:
    def merge_sort(self):
        self.header = sort(self.header)


def sort(head):
    if head is None or head.next is None:
        return head
    middle, end = head, head.next
    while end is not None and end.next is not None:
        middle, end = middle.next, end.next.next
    second, middle.next = middle.next, None
    return merge(sort(head), sort(second))


def merge(m, n):
    if m is None or n is None:
        return m or n
    if FAULT == "loses" and m.elem == n.elem:
        return merge(m, n.next)
    first = m.elem >= n.elem if FAULT == "reversed" else m.elem <= n.elem
    if not first:
        m, n = n, m
    m.next = merge(m.next, n)
    return m


if __name__ == "__main__":
    driver.operation(List.merge_sort, name="mergeSort")
    driver.serve()
