sig Job {}
var sig Done in Job {}
fact { no Done and always Done in Done' }
fact { eventually Done = Job }
run { some Job }
