"""The chart as a document of SCXML, for the libraries that read one."""


def document(root):
    def element(state):
        if state.kind in ("Shallow", "Deep"):
            to = f'<transition target="{" ".join(state.default)}"/>'
            return f'<history id="{state.name}" type="{state.kind.lower()}">{to}</history>'
        tag = {"Root": "scxml", "Parallel": "parallel"}.get(state.kind, "state")
        head = 'version="1.0" xmlns="http://www.w3.org/2005/07/scxml"' if state.kind == "Root" else f'id="{state.name}"'
        if state.kind in ("Root", "Compound"):
            head += f' initial="{state.initial}"'
        body = "".join(f'<transition event="{e}" target="{to}"/>' for e, to in state.on.items())
        return f"<{tag} {head}>{body}{''.join(map(element, state.children))}</{tag}>"

    return element(root)
