#!/usr/bin/env python3
"""Writes scenes/meshes/torus.obj to standard output: a ring of radius 1, thickness 0.3, axis along x."""
import math

AROUND, ACROSS = 32, 12  # segments along the ring and around its tube
RING, TUBE = 1.0, 0.3

print(f"# A closed ring: radius {RING:g}, tube {TUBE:g}, axis x, {2 * AROUND * ACROSS} triangles facing outwards.")
print("# Made by tools/make_torus.py.")
for i in range(AROUND):
    along = 2 * math.pi * i / AROUND
    for j in range(ACROSS):
        around = 2 * math.pi * j / ACROSS
        distance = RING + TUBE * math.cos(around)
        print(f"v {TUBE * math.sin(around):.6f} {distance * math.cos(along):.6f} {distance * math.sin(along):.6f}")


def vertex(i, j):
    return (i % AROUND) * ACROSS + j % ACROSS + 1  # OBJ counts from 1


for i in range(AROUND):
    for j in range(ACROSS):
        a, b, c, d = vertex(i, j), vertex(i + 1, j), vertex(i + 1, j + 1), vertex(i, j + 1)
        print(f"f {a} {b} {c}")
        print(f"f {a} {c} {d}")
