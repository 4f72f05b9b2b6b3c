from py3crdt.orset import ORSet

its = ORSet(1)
its.remove("x")
its.add("x", "tag")
try:
    print(its.query("x"))
except TypeError as error:
    print(error)  # object of type 'NoneType' has no len()
