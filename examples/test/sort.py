"""Tries a sort on each list, and judges it by Python's own."""
import json, sys

def merge_sort(keys):  # the code under test: the comparison is the wrong way round
    if len(keys) < 2:
        return keys
    left, right = merge_sort(keys[: len(keys) // 2]), merge_sort(keys[len(keys) // 2 :])
    merged = []
    while left and right:
        merged.append(left.pop(0) if left[0] >= right[0] else right.pop(0))
    return merged + left + right

sys.stdin.readline()  # the header: what types there are
print('{"ready":true}', flush=True)
for line in sys.stdin:
    request = json.loads(line)
    objects, keys = request["objects"], []
    node = objects[request["roots"]["this"]]["header"]
    while node:
        keys.append(objects[node]["elem"])
        node = objects[node]["next"]
    found = merge_sort(keys)
    verdict = {"pass": True} if found == sorted(keys) else {"fail": {"cause": "not sorted", "message": str(found)}}
    print(json.dumps({"id": request["id"], **verdict}), flush=True)
