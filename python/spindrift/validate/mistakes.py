"""Errors that the user can correct, and the nearest right word."""
import difflib
from collections.abc import Iterable


class Mistake(Exception):
    """In a case, a setting or a file. `place` is FILE or FILE:LINE, or empty."""

    def __init__(self, place: str, message: str) -> None:
        super().__init__(f"{place}: error: {message}" if place else f"error: {message}")
        self.place = place


def nearest(word: str, known: Iterable[str]) -> str:
    """The nearest known word as a hint for the end of a message, or nothing."""
    found = difflib.get_close_matches(word, list(known), 1)
    return f"; did you mean '{found[0]}'?" if found else ""


def unknown_name(place: str, name: str, known: Iterable[str]) -> Mistake:
    known = sorted(known)
    return Mistake(place, f"unknown name '{name}'" + (nearest(name, known) or f"; there are {', '.join(known)}"))
