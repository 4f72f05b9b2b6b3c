#!/usr/bin/pyton3
print("ready")
