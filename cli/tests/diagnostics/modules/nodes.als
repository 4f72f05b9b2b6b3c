module modules/nodes
sig Node {}
