"""sismic 1.6.14 enters a state that is active, and was not left; the region that the transition comes from is gone."""
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
        parallel states:
          - name: a
            transitions: [{event: e, target: b}]
          - name: b
"""
interpreter = Interpreter(import_from_yaml(chart))
interpreter.execute()
step = interpreter.queue("e").execute_once()
print("leaves", *step.exited_states, "enters", *step.entered_states, "is in", *interpreter.configuration)
