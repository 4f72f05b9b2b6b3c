-- A circuit breaker: after two failures in a row it lets no call through until it has rested; then one call is tried.
abstract sig State {}
one sig Closed, Open, HalfOpen extends State {}
abstract sig Rest {}
one sig Rested extends Rest {}
one sig Breaker {
  var state: State,
  var failures: Int,
  var rest: lone Rest,
  var reached: Int -- how often the last call has called the guarded function
}

fact init { Breaker.state = Closed and Breaker.failures = 0 and no rest and Breaker.reached = 0 }

pred lets_through { Breaker.state = Closed or Breaker.state = Open and some Breaker.rest }

-- A call of a function that works.
pred success {
  lets_through implies Breaker.reached' = 1 and Breaker.state' = Closed and Breaker.failures' = 0 and no rest'
  not lets_through implies refused
}

-- A call of a function that throws.
pred failure {
  lets_through implies Breaker.reached' = 1 and no rest'
  lets_through and (Breaker.state = Open or Breaker.failures = 1) implies Breaker.state' = Open
  Breaker.state = Closed and Breaker.failures = 0 implies Breaker.state' = Closed
  Breaker.state = Closed implies Breaker.failures' = plus[Breaker.failures, 1]
  not lets_through implies refused
}

pred refused { Breaker.reached' = 0 and state' = state and failures' = failures and rest' = rest }

-- As much time goes by as an open breaker rests.
pred tick {
  Breaker.state = Open and no Breaker.rest
  Breaker.rest' = Rested and Breaker.reached' = 0 and state' = state and failures' = failures
}

fact steps { always (success or failure or tick) }

run behaviours {} for 0..4 Int, 7 steps
