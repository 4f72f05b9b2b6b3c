"""The driver of the Python package: it makes the objects and tells what has changed; the spec judges."""

from linked import List, Node
from pykorrel import driver

driver.type(List)
driver.type(Node)
driver.operation(List.remove)
driver.serve()
