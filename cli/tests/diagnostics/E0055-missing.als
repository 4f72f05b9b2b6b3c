// the driver is no file
sig List {}
pred sort_pre[l: List] {}
run sort_pre for exactly 2 List
