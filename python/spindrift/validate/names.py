"""Named numbers, computed on first use, so that they may be in any order."""
from .formulas import Formula, Lookup, number
from .mistakes import Mistake, unknown_name


class Names:
    def __init__(self, formulas: dict[str, Formula], values: dict[str, float]) -> None:
        self.formulas = {"e": Formula("exp(1)")} | formulas
        self.values = dict(values)
        self.under_way: set[str] = set()

    def known(self) -> list[str]:
        return [*self.values, *self.formulas]

    def value(self, name: str, place: str) -> float:
        if name in self.values:
            return self.values[name]
        if name not in self.formulas:
            raise unknown_name(place, name, self.known())
        if name in self.under_way:
            raise Mistake(self.formulas[name].place, f"'{name}' depends on itself")
        self.under_way.add(name)
        self.values[name] = self.compute(name)
        self.under_way.remove(name)
        return self.values[name]

    def compute(self, name: str) -> float:
        return self.number(self.formulas[name])

    def lookup(self, place: str) -> Lookup:
        return lambda name: self.value(name, place)

    def number(self, formula: Formula) -> float:
        return number(formula, self.lookup(formula.place))
