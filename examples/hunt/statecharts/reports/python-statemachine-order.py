"""python-statemachine 3.2.2: a state of one region is left between two of the other region."""
from statemachine import State, StateChart


class Chart(StateChart):
    class p(State.Parallel):
        class a(State.Compound):
            a1 = State(initial=True)

        class b(State.Compound):
            b1 = State(initial=True)

    again = p.to(p)

    def on_exit_state(self, state):
        print("leaves", state.id)


Chart().send("again")
