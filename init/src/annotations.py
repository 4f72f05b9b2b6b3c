import ast
import json
import sys

aliases = {}

def hint(node):
    if isinstance(node, ast.Constant):
        if node.value is None:
            return {"name": "None"}
        if node.value is ...:
            return {"name": "..."}
        return hint(ast.parse(node.value, mode="eval").body) if isinstance(node.value, str) else {"name": "Any"}
    if isinstance(node, ast.Name):
        # Taken out while it is looked into, for it may name itself.
        alias = aliases.pop(node.id, None)
        found = {"name": node.id} if alias is None else hint(alias)
        if alias is not None:
            aliases[node.id] = alias
        return found
    if isinstance(node, ast.Attribute):
        return {"name": node.attr}
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        return {"name": "Union", "of": [hint(node.left), hint(node.right)]}
    if isinstance(node, ast.Subscript):
        name = hint(node.value)["name"]
        if name == "Literal":
            return {"name": name}
        of = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        return {"name": name, "of": [hint(item) for item in of]}
    return {"name": "Any"}

def fields(node):
    found = {}
    for item in ast.walk(node):
        if isinstance(item, ast.ClassDef) and item is not node:
            continue
        if isinstance(item, ast.AnnAssign):
            target, of = item.target, hint(item.annotation)
            own = isinstance(target, ast.Name) and item in node.body
            by_self = isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name) and target.value.id == "self"
            if (own or by_self) and of["name"] != "ClassVar":
                found.setdefault(target.id if own else target.attr, of)
    # `def __init__(self, left: Node): self.left = left`
    for init in node.body:
        if isinstance(init, ast.FunctionDef) and init.name == "__init__":
            hints = {a.arg: hint(a.annotation) for a in init.args.args + init.args.kwonlyargs if a.annotation}
            for item in ast.walk(init):
                if isinstance(item, ast.Assign) and isinstance(item.value, ast.Name) and item.value.id in hints:
                    for target in item.targets:
                        if isinstance(target, ast.Attribute):
                            found.setdefault(target.attr, hints[item.value.id])
    return [{"name": name, "type": of} for name, of in found.items()]

def described(node):
    bases = [hint(base)["name"] for base in node.bases]
    of = {"name": node.name, "bases": bases}
    if any(base in ("Enum", "IntEnum", "StrEnum", "Flag", "IntFlag") for base in bases):
        targets = [t for item in node.body if isinstance(item, ast.Assign) for t in item.targets]
        return {**of, "values": [t.id for t in targets if isinstance(t, ast.Name)]}
    return {**of, "abstract": bool({"ABC", "Protocol"} & set(bases)), "fields": fields(node)}

try:
    module = ast.parse(sys.stdin.buffer.read())
except (SyntaxError, ValueError) as error:
    json.dump({"error": str(error), "line": getattr(error, "lineno", None)}, sys.stdout)
else:
    for item in module.body:
        # `Info = Union[A, B]`
        if isinstance(item, ast.Assign) and len(item.targets) == 1 and isinstance(item.targets[0], ast.Name):
            if isinstance(item.value, (ast.Subscript, ast.BinOp)):
                aliases[item.targets[0].id] = item.value
    json.dump({"classes": [described(node) for node in ast.walk(module) if isinstance(node, ast.ClassDef)]}, sys.stdout)
