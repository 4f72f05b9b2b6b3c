"""sismic 1.6.14 is in a parallel state, and in one of its two regions only."""
from sismic.interpreter import Interpreter
from sismic.io import import_from_yaml

chart = """
statechart:
  name: chart
  root state:
    name: root
    initial: p
    states:
      - name: p
        transitions: [{event: e, target: a}]
        parallel states: [{name: a}, {name: b}]
"""
interpreter = Interpreter(import_from_yaml(chart))
for event in ["start", "e"]:
    interpreter.queue(event).execute()
    print(event, *interpreter.configuration)
