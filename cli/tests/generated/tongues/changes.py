for line in sys.stdin:
    vector = json.loads(line)
    heap = Heap.decode(vector["record"], vector.get("values"))
    change = vector["change"]
    integers = vector.get("values", {}).get("Int")
    made = dict(heap.objects)

    def value(json, now=None):
        if isinstance(json, list):
            items = [value(item, ()) for item in json]
            return items if now is None else type(now)(items)
        if isinstance(json, dict):
            return {value(key): value(item) for key, item in json.items()}
        if isinstance(json, str):
            return made[json] if json in made else _ENUM_VALUES.get(json, json)
        return integers[json] if integers and type(json) is int else json

    def assign(to, members):
        for name, json in members.items():
            if name != "$type":
                name = name.replace(".", "_")
                setattr(to, name, value(json, getattr(to, name)))

    objects = change.get("objects", {})
    made |= {name: _CLASSES[of["$type"]]() for name, of in objects.items() if name not in made}
    for name, of in objects.items():
        assign(made[name], of)
    for part in ("roots", "sets", "relations"):
        assign(getattr(heap, part), change.get(part, {}))
    print(heap.to_json())
