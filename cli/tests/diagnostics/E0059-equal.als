sig Lamp, Candle {}
var sig Light = Lamp + Candle {}
run { eventually no Light }
