"""Korrel finds test inputs: every instance of a spec within a bound, one of each isomorphism class."""
