"""python-statemachine 3.2.2 leaves and enters a state that a transition lies inside of."""
from statemachine import HistoryState, State, StateChart


class Chart(StateChart):
    class a(State.Compound):
        class b(State.Compound):
            c = State(initial=True)

        h = HistoryState(type="deep")
        back = b.c.to(h)

    again = a.to(a)

    def on_enter_state(self, state):
        print("enters", state.id)

    def on_exit_state(self, state):
        print("leaves", state.id)


chart = Chart()
for event in ["again", "back"]:
    print(event)
    chart.send(event)
