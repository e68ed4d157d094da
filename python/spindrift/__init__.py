"""Spindrift, a PIC/FLIP fluid simulator."""
