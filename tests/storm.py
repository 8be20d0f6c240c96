"""The model checker Storm as an independent referee: the same state graph, solved by somebody else's exact code."""

import tempfile
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import stormpy

from rulebooks.core.graph import Graph


def storm_value(graph: Graph, term: Callable[[Any], int | Fraction], *, least: bool = False) -> Fraction:
    """The best (or least) expectation of a term of the end states, by Storm's exact rationals.

    Storm wants rewards of which none is below 0 and some are above: all are lifted for the question
    by the same number, and the answer is lowered by it.
    """
    ends = [s for s, kind in zip(graph.states, graph.kinds, strict=True) if kind == "end"]
    lift = 1 - min(Fraction(term(s)) for s in ends)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "graph.drn"
        path.write_text(graph.to_storm(lambda s: term(s) + lift), encoding="utf-8")
        model = stormpy.build_model_from_drn[stormpy.Rational](str(path))
    question = f'R{{"goal"}}{"min" if least else "max"}=? [F "done"]'
    answer = stormpy.model_checking(model, stormpy.parse_properties(question)[0])
    found = answer[model.initial_states[0]]
    if not isinstance(found.value, stormpy.Rational) or found.lower != found.upper:
        raise TypeError(f"Storm did not answer exactly: {found!r}")
    return Fraction(str(found.value)) - lift
