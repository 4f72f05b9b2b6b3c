sig File {}
var sig Trash extends File {}
run { eventually Trash != Trash' }
