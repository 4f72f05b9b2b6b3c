sig Job {}
one sig Worker { var job: lone Job }
var sig Failed in Job {}
pred start[j: Job] { no Worker.job and j not in Failed and Worker.job' = j and Failed' = Failed }
pred finish[j: Job] { j = Worker.job and no Worker.job' and Failed' = Failed }
pred fail[j: Job] { j = Worker.job and no Worker.job' and Failed' = Failed + j }
fact { no Worker.job and no Failed }
fact { always some j: Job | start[j] or finish[j] or fail[j] }
check { always no Worker.job & Failed } for 3 but 1.. steps
