"""python-statemachine 3.2.2: in one configuration, one event does this first and then that."""
from statemachine import State, StateChart


class Chart(StateChart):
    class p(State.Parallel):
        class r(State.Compound):
            a = State(initial=True)

        b = State(initial=True)

    e = p.r.a.to(p.r.a) | p.b.to(p)

    def on_exit_state(self, state):
        print("leaves", state.id)


chart = Chart()
for _ in range(2):
    print("e")
    chart.send("e")
