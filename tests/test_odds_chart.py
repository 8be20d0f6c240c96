"""The chart of odds: what the page is given to draw, what a reader without one gets, what it refuses."""

import json
import shutil
import subprocess
from collections import namedtuple
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebook_widgets import OddsChart, WhatIf
from rulebook_widgets.assets import script
from rulebook_widgets.odds_chart import HELPERS, MOST, chance_words, chart_data, exact, points, side_by_side, signed
from rulebooks import odds as questions
from rulebooks.core.result import How, Odds

TWO = Odds.of({0: 91, 1: 84, 2: 15})
STORM = Odds.of({0: 1, 1: 2, 3: 1})
HOSTILE = "<script>alert(1)</script>\u202e" + "W" * 300
numbers = st.dictionaries(st.integers(-5, 9), st.integers(0, 20), min_size=1).filter(lambda w: any(w.values()))


def rows(data: dict[str, Any], mode: str = "exactly") -> dict[str, dict[str, Any]]:
    """The rows of one way to count, by label."""
    (found,) = [m for m in data["modes"] if m["name"] == mode]
    return {row["label"]: row for row in found["rows"]}


# What is drawn ------------------------------------------------------------------
def test_each_outcome_has_its_fraction_percent_and_one_in_n() -> None:
    assert rows(OddsChart(TWO).chart)["1"] | {"p": None} == {
        "label": "1",
        "value": "42/95",
        "percent": "44.21 %",
        "one_in": "1 in 2.3",
        "p": None,
        "other": None,
        "change": "",
        "points": "",
    }
    assert OddsChart(TWO).chart["mean"] == ["Mean 3/5 (0.6)"]
    assert OddsChart(TWO).chart["how"] == ["exact"]


def test_certain_never_and_nearly_certain_are_said() -> None:
    sure = rows(chart_data(TWO), "at least")["≥ 0"]
    assert (sure["value"], sure["one_in"]) == ("1", "certain")
    assert rows(chart_data(TWO, STORM))["3"]["one_in"] == "never"
    assert rows(chart_data(Odds.of({1: 1, 2: 99})))["2"]["one_in"] == "all but 1 in 100"


def test_one_in_very_many_is_a_power_of_ten() -> None:
    assert chance_words(Fraction(1, 9_999_999)) == "1 in 9999999"
    assert chance_words(Fraction(2, 3 * 10**12)) == "1 in 1.5 · 10¹²"
    assert chance_words(1 - Fraction(1, 10**9)) == "all but 1 in 1.0 · 10⁹"
    assert chance_words(Fraction(1, 7**9000)) == "almost never"


@given(numbers)
def test_at_least_and_at_most_are_the_exact_sums(weights: dict[int, int]) -> None:
    odds = Odds.of(weights)
    data = chart_data(odds)
    for k in odds:
        sign = str(k).replace("-", "−")
        assert Fraction(rows(data, "at least")[f"≥ {sign}"]["value"]) == odds.at_least(k)
        assert Fraction(rows(data, "at most")[f"≤ {sign}"]["value"]) == odds.p(lambda o, k=k: o <= k)


@given(numbers, numbers)
def test_differences_are_exact_and_add_up_to_nothing(first: dict[int, int], second: dict[int, int]) -> None:
    a, b = Odds.of(first), Odds.of(second)
    found = chart_data(a, b)["modes"][0]["rows"]
    assert [r["label"].replace("−", "-") for r in found] == [str(o) for o in sorted({*a, *b})]
    changes = [Fraction(r["change"].replace("−", "-") or 0) for r in found]
    assert changes == [a.get(o, 0) - b.get(o, 0) for o in sorted({*a, *b})]
    assert sum(changes) == 0


def test_outcomes_that_are_no_numbers_are_counted_exactly_only_and_have_no_mean() -> None:
    Try = namedtuple("Try", "cleared hp_lost")
    for odds in (Odds.of({"a": 1, "b": 2}), Odds.of({True: 1, False: 2}), Odds.of({Try(True, 1): 1, 3: 1})):
        data = chart_data(odds)
        assert [m["name"] for m in data["modes"]] == ["exactly"]
        assert data["mean"] == []
    assert list(rows(chart_data(Odds.of({True: 1, False: 2})))) == ["no", "yes"]
    assert "cleared yes, hp lost 1" in rows(chart_data(Odds.of({Try(True, 1): 1, 3: 1})))


def test_two_distributions_stand_side_by_side_under_their_names() -> None:
    chart = OddsChart(TWO, STORM, "Hits", ("plain", "storm")).chart
    assert chart["names"] == ["plain", "storm"]
    assert chart["mean"] == ["Mean, plain: 3/5 (0.6)", "Mean, storm: 5/4 (1.25)"]
    three = rows(chart)["3"]
    assert (three["value"], three["other"]["value"], three["change"], three["points"]) == (
        "0",
        "1/4",
        "−1/4",
        "25.00 points",
    )
    assert OddsChart(TWO, STORM).chart["names"] == ["first", "second"]


def test_a_sample_says_so_and_carries_its_intervals() -> None:
    sampled = Odds.of({True: 30, False: 70}, How("sampled", n=100, seed=1))
    data = chart_data(sampled)
    assert data["how"] == ["sampled (100 games, seed 1)"]
    assert data["sampled"] is True
    yes = rows(data)["yes"]
    assert yes["interval"] == "21.89 % to 39.59 %"
    assert yes["low"] < yes["p"] < yes["high"]
    assert chart_data(sampled, TWO, names=("played", "reckoned"))["how"] == [
        "played: sampled (100 games, seed 1)",
        "reckoned: exact",
    ]


def test_more_outcomes_than_bars_are_added_up_in_sight() -> None:
    odds = Odds.of({n: 1000 if n < MOST else 1 for n in range(MOST + 50)})
    data = chart_data(odds)
    found = data["modes"][0]["rows"]
    assert len(found) == MOST + 1
    assert found[-1]["label"] == "… and 50 less likely outcomes, together"
    assert found[-1]["value"] == str(Fraction(50, 1000 * MOST + 50))
    assert sum(Fraction(r["value"]) for r in found) == 1
    assert data["rest"] == "… and 50 less likely outcomes"
    assert rows(data, "at least")["≥ 0"]["value"] == "1"
    assert rows(data, "at least")[f"≥ {MOST - 1}"]["value"] == str(Fraction(1050, 1000 * MOST + 50))


def test_the_picture_has_words() -> None:
    assert OddsChart(TWO, title="Hits").chart["words"] == "Hits: 0 with 91/190; 1 with 42/95; 2 with 3/38"
    assert "1 with 42/95 (plain) and 1 with 1/2 (storm)" in chart_data(TWO, STORM, names=("plain", "storm"))["words"]
    many = chart_data(Odds.of({n: 1 + n for n in range(30)}))["words"]
    assert many.endswith("29 with 2/31; and 18 more, see the table")


def test_a_formula_is_text_or_a_sympy_expression() -> None:
    assert OddsChart(TWO, formula="C(6, 2)").chart["formula"] == "C(6, 2)"
    drawn = OddsChart(TWO, formula=questions.hypergeometric(20, 6, 2, 1)).chart["formula"]
    assert drawn.splitlines()[0] == "⎛6⎞ ⎛14⎞"
    with pytest.raises(ValueError, match="a formula is a text or a sympy expression, not 3"):
        OddsChart(TWO, formula=3)


def test_numbers_of_thousands_of_digits_are_written_as_decimals() -> None:
    tiny = Fraction(1, 3**9000)
    assert exact(tiny) == "≈ 0.000000000"
    assert exact(Fraction(-1, 3)) == "-1/3"
    odds = Odds({0: tiny, 1: 1 - tiny})
    assert rows(chart_data(odds))["1"]["percent"] == "> 99.99 %"


def test_differences_in_words() -> None:
    assert (signed(Fraction(1, 36)), signed(Fraction(-1, 36)), signed(Fraction(0))) == ("+1/36", "−1/36", "")
    assert (points(Fraction(-1, 36)), points(Fraction(1, 10**9)), points(Fraction(0))) == (
        "2.78 points",
        "< 0.01 points",
        "",
    )


def test_hostile_labels_are_data() -> None:
    data = chart_data(Odds.of({HOSTILE: 1, "b": 1}), title=HOSTILE)
    assert HOSTILE in rows(data)
    assert data["title"] == HOSTILE
    assert json.loads(json.dumps(data)) == data


# Without a page -----------------------------------------------------------------
def test_the_text_form_is_title_and_table() -> None:
    assert repr(OddsChart(TWO, title="Hits")) == f"Hits\n{TWO}"
    assert repr(OddsChart(TWO)) == str(TWO)
    assert repr(OddsChart(TWO, STORM, "Hits", ("plain", "storm"))).splitlines() == [
        "Hits",
        "outcome   plain  percent  storm  percent  difference",
        "0        91/190  47.89 %    1/4  25.00 %     +87/380",
        "1         42/95  44.21 %    1/2  50.00 %     −11/190",
        "2          3/38   7.89 %      0   0.00 %       +3/38",
        "3             0   0.00 %    1/4  25.00 %        −1/4",
        "Mean, plain: 3/5 (0.6)",
        "Mean, storm: 5/4 (1.25)",
        "exact",
    ]
    assert side_by_side(TWO, TWO, ("a", "b")).splitlines()[1].endswith("47.89 %           0")


# What it refuses ----------------------------------------------------------------
@pytest.mark.parametrize("wrong", [None, {0: Fraction(1)}, 3, "odds", [TWO]])
def test_only_odds_are_charted(wrong: Any) -> None:
    with pytest.raises(ValueError, match="a chart shows Odds"):
        OddsChart(wrong)
    if wrong is not None:
        with pytest.raises(ValueError, match="a chart shows Odds"):
            OddsChart(TWO, wrong)


@pytest.mark.parametrize("names", ["ab", ("a",), ("a", 1)])
def test_names_are_two_texts(names: Any) -> None:
    with pytest.raises(ValueError, match="names are two texts"):
        OddsChart(TWO, TWO, names=names)


def test_a_title_is_a_text() -> None:
    with pytest.raises(ValueError, match="a title is a text, not 3"):
        OddsChart(TWO, title=3)  # type: ignore[arg-type]


# The page's side ----------------------------------------------------------------
@pytest.mark.parametrize("widget", [OddsChart, WhatIf])
def test_the_script_is_one_module_that_sets_text_and_asks_no_network(widget: Any) -> None:
    text = str(widget._esm)
    assert "import " not in text.replace("import {", "")
    assert text.count("export default") == 1
    for never in ("innerHTML", "outerHTML", "insertAdjacentHTML", "eval(", "http://", "https://", "fetch("):
        assert never not in text
    assert "@import" not in str(widget._css)
    assert "url(" not in str(widget._css)


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
@pytest.mark.parametrize("main", ["odds_chart.js", "what_if.js"])
def test_the_scripts_are_well_formed(main: str, tmp_path: Path) -> None:
    module = tmp_path / "module.mjs"
    module.write_text(script(*HELPERS, main=main), encoding="utf-8")
    run = subprocess.run(["node", "--check", str(module)], capture_output=True, text=True, timeout=60)
    assert run.returncode == 0, run.stderr
