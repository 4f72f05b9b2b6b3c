"""Makes a driver of a class: a method for each call, and `state()`, the fields that may have changed."""
import json, sys


def serve(library):
    sys.stdin.readline()  # the header
    print('{"ready":true}', flush=True)
    program = None
    for line in sys.stdin:
        request = json.loads(line)
        reply = {"id": request["id"]}
        if request["kind"] == "reset":
            program = library(request["objects"])
        else:
            try:
                reply["result"] = getattr(program, request["op"])(**request["args"])
                reply["changed"] = program.state()
            except Exception as error:
                reply = {"id": request["id"], "throw": {"type": type(error).__name__, "message": str(error)}}
        print(json.dumps(reply), flush=True)
