"""Runs cases with known answers through the program and scores them. docs/validation.md has the format of a case."""
