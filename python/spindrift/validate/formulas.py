"""Formulas, with the syntax and the functions of those in scenes. `0/0` stands for a value that does not exist."""
import ast
import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from .mistakes import Mistake, nearest

Value = float | np.ndarray
Lookup = Callable[[str], Value]


@dataclass(frozen=True)
class Formula:
    text: str
    place: str = ""


class Wrong(Exception):
    """The formula cannot be understood."""


def libm(name: str, limit: np.ufunc) -> Callable[..., np.ndarray]:
    """A function of libm, one number at a time: the last bits of NumPy's own functions depend on the processor.

    `limit` has the results that Python refuses to give, infinity and NaN."""
    function = getattr(math, name)

    def value(*numbers: float) -> float:
        try:
            return function(*numbers)
        except (ValueError, OverflowError):
            return float(limit(*numbers))

    return np.vectorize(value, otypes=[float])


COSH, POWER = libm("cosh", np.cosh), libm("pow", np.power)
FUNCTIONS: dict[str, tuple[int, Callable[..., Value]]] = {  # with the number of arguments
    "sin": (1, libm("sin", np.sin)), "cos": (1, libm("cos", np.cos)), "tan": (1, libm("tan", np.tan)),
    "sinh": (1, libm("sinh", np.sinh)), "cosh": (1, COSH), "tanh": (1, libm("tanh", np.tanh)),
    "sech": (1, lambda x: 1 / COSH(x)), "exp": (1, libm("exp", np.exp)), "log": (1, libm("log", np.log)),
    "atan2": (2, libm("atan2", np.arctan2)), "sqrt": (1, np.sqrt), "abs": (1, np.abs), "floor": (1, np.floor),
    "min": (2, lambda a, b: np.where(b < a, b, a)), "max": (2, lambda a, b: np.where(b > a, b, a)),
    "if": (3, lambda condition, a, b: np.where(condition != 0, a, b)),
}
SIGNS = {
    ast.Add: np.add, ast.Sub: np.subtract, ast.Mult: np.multiply, ast.Div: np.divide, ast.Pow: POWER,
    ast.Lt: np.less, ast.LtE: np.less_equal, ast.Gt: np.greater, ast.GtE: np.greater_equal,
    ast.Eq: np.equal, ast.NotEq: np.not_equal,
}


@lru_cache(maxsize=None)
def parse(text: str) -> ast.expr:
    if "**" in text:
        raise Wrong("write ^ for a power")
    # `_` before each name: words of Python, such as `if`, are names here.
    python = re.sub(r"(?<![\w.])[A-Za-z_]\w*", r"_\g<0>", text.replace("^", "**"))
    try:
        return ast.parse(python.strip(), mode="eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError) as error:
        raise Wrong(getattr(error, "msg", None) or "the formula is nested too deeply") from None


def value_of(node: ast.expr, lookup: Lookup) -> Value:
    match node:
        case ast.Constant(value=int() | float() as number):
            return np.float64(number)
        case ast.Name(id="_pi"):
            return np.float64(math.pi)
        case ast.Name(id=name):
            return lookup(name[1:])
        case ast.UnaryOp(op=ast.USub() | ast.UAdd(), operand=operand):
            value = value_of(operand, lookup)
            return -value if isinstance(node.op, ast.USub) else value
        case ast.BinOp(left=left, op=sign, right=right) | ast.Compare(left=left, ops=[sign], comparators=[right]) if (
            type(sign) in SIGNS
        ):
            return SIGNS[type(sign)](value_of(left, lookup), value_of(right, lookup)) * np.float64(1)  # not a truth value
        case ast.Call(func=ast.Name(id=name), args=arguments, keywords=[]):
            if name[1:] not in FUNCTIONS:
                raise Wrong(f"unknown function '{name[1:]}'" + nearest(name[1:], FUNCTIONS))
            wanted, function = FUNCTIONS[name[1:]]
            if len(arguments) != wanted:
                raise Wrong(f"'{name[1:]}' takes {wanted} argument{'s' * (wanted > 1)}, found {len(arguments)}")
            return function(*(value_of(argument, lookup) for argument in arguments))
    raise Wrong("only numbers, names, operators, comparisons and functions may be in a formula")


def evaluate(formula: Formula, lookup: Lookup) -> Value:
    """A number, or an array where names stand for arrays. Division by zero gives infinity or NaN."""
    try:
        with np.errstate(all="ignore"):
            return value_of(parse(formula.text), lookup)
    except (Wrong, OverflowError, RecursionError) as wrong:
        raise Mistake(formula.place, f'{wrong}, in "{formula.text}"') from None


def number(formula: Formula, lookup: Lookup) -> float:
    return float(evaluate(formula, lookup))
