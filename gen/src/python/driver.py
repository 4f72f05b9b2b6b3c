

class Fail(Exception):
    """Raised by an operation that is not content; failures are grouped by cause."""

    def __init__(self, cause: str, message: str = "") -> None:
        super().__init__(message)
        self.cause = cause


class Skip(Exception):
    """Raised by an operation that is not applicable to its input."""


def reply(request: dict[str, Any], values: Values) -> dict[str, Any]:
    operation, roots = OPERATIONS[request["op"]]
    answer: dict[str, Any] = {"id": request["id"]}
    try:
        heap = Heap.decode(request, values, roots)
        heap.id = heap.key = None
        try:
            result = operation(heap.roots)
        except Fail as fail:
            return answer | {"fail": {"cause": fail.cause, "message": str(fail)}}
        writer = _Writer(heap)
        written = _result(writer, result)
        answer |= {**_changes(request, writer.record()), "result": written}
    except Skip as skip:
        answer["skip"] = str(skip)
    except Exception as error:
        answer["throw"] = {"type": type(error).__name__, "message": str(error)}
    return answer


def _changes(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    """What is not as it was: fields of objects, all of a new one, None for one that is gone, and what stands beside."""
    given, objects = before["objects"], after["objects"]
    changed: dict[str, Any] = {name: None for name in given if name not in objects}
    for name, fields in objects.items():
        was = given.get(name, {})
        if was.keys() != fields.keys():
            changed[name] = fields
        elif was != fields:
            changed[name] = _different(was, fields)
    beside = {part: _different(before.get(part, {}), after.get(part, {})) for part in ("roots", "sets", "relations")}
    return {"changed": changed, **{part: told for part, told in beside.items() if told}}


def _different(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in after.items() if name not in before or value != before[name]}


def _result(writer: _Writer, result: Any) -> Any:
    if isinstance(result, (list, tuple, set, frozenset)):
        return [_result(writer, item) for item in result]
    return writer.lone("univ", result)


def serve(values: Mapping[str, Any] | None = None) -> None:
    """Answers `korrel test` until there are no more inputs. What is printed goes to standard error."""
    replies, sys.stdout = sys.stdout, sys.stderr
    table = Values(values)
    sys.stdin.readline()
    print(json.dumps({"ready": True, "window": 64, "ops": list(OPERATIONS)}), file=replies, flush=True)
    for line in sys.stdin:
        print(json.dumps(reply(json.loads(line), table)), file=replies, flush=True)


if __name__ == "__main__":
    serve()
