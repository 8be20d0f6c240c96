"""What every fight of Friday promises, tried on random small fights with all abilities and all readings."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from friday_table import (
    COPY,
    DESTROY,
    DOUBLE,
    EXCHANGE,
    EXCHANGE_2,
    HUNGRY,
    MORONIC,
    SCARED,
    SHEET,
    STOP,
    STUPID,
    VERY_HUNGRY,
    actions,
    can,
    fighting,
    no,
)
from rulebooks import friday
from rulebooks.core.codec import from_plain, to_plain
from rulebooks.core.game import Chance, Decision, Terminal
from rulebooks.core.result import label
from rulebooks.core.rules import explain
from rulebooks.core.sampling import pick
from rulebooks.friday.abilities import best_total, use
from rulebooks.friday.contents import PIRATE_RULES, USEFUL

LONGEST = 400  # moves of one small fight
AGING = [SCARED, HUNGRY, STOP, STUPID, VERY_HUNGRY, MORONIC]
PLAIN = [friday.card(n) for n in (-1, 0, 2, 4)]
ABLE = [friday.card(n, ability) for ability in USEFUL for n in (0, 1)]

cards = st.sampled_from([*PLAIN, *ABLE, *ABLE, *AGING])
readings = st.builds(
    friday.Options,
    aging_exhausted=st.sampled_from(["lose", "reshuffle"]),
    highest_zero=st.sampled_from(["before doubling", "printed only", "after doubling"]),
    below_replaces=st.sampled_from(["may", "must", "later"]),
    below_limit=st.integers(0, 3),
    **{
        name: st.booleans()
        for name in (
            *("copy_of_copy", "copy_aging", "copy_hits_copied", "double_stays", "zero_each", "face_up_only"),
            *("recount_aging", "discard_first", "below_ages", "step_stacks", "sort_reshuffles", "free_first"),
            "draw_from_nothing",
        )
    },
)


def in_the_box(f: dict[str, Any]) -> bool:
    """Whether no aging card is named more often than there are."""
    named = [c for pile in ("left", "drawn_right", "stack", "discard", "aging") for c in f[pile] if c in AGING]
    return all(named.count(c) <= SHEET.copies[c] for c in named)


def several(most: int) -> Any:
    """Up to so many cards."""
    return st.lists(cards, max_size=most)


positions = st.fixed_dictionaries(
    {
        "value": st.sampled_from([(1, 3, 6), (0, 1, 3), (4, 7, 11)]),
        "step": st.sampled_from(["green", "yellow", "red"]),
        "left": several(4),
        "drawn_right": several(3),
        "stack": several(4),
        "discard": several(3),
        "aging": st.lists(st.sampled_from(AGING), max_size=3, unique=True),
        "free": st.integers(4, 6),
        "life": st.integers(0, 4),
        "pirate": st.sampled_from([None, None, "none", *PIRATE_RULES]),
        "options": st.one_of(st.just(friday.Options()), readings),
    }
).filter(in_the_box)


def walk(f: friday.Fighting, seed: int) -> list[tuple[Any, Any, Any]]:
    """(state, node, move) at every step of a random fight; the move is None at its end."""
    steps = []
    for n in range(LONGEST):
        node = friday.node(f)
        if isinstance(node, Terminal):
            return [*steps, (f, node, None)]
        weights = node.outcomes if isinstance(node, Chance) else dict.fromkeys(node.actions, 1)
        if isinstance(node, Decision) and seed % 2:  # every other player does not end what can go on
            ends = (friday.Compare, friday.Enough, friday.Settle)
            weights = {a: 1 for a in node.actions if not isinstance(a, ends)} or weights
        move = pick(weights, "fights", seed, n)
        steps.append((f, node, move))
        f = friday.step(f, move)
    raise AssertionError(f"the fight did not end within {LONGEST} moves")


@given(positions, st.integers(0, 9))
def test_every_fight_ends_by_a_rule_never_stalls_and_never_loses_a_card(position: dict[str, Any], seed: int) -> None:
    steps = walk(fighting(**position), seed)
    assert {tuple(friday.components(f).counts.items()) for f, _, _ in steps} == {
        tuple(friday.components(steps[0][0]).counts.items())
    }
    assert all(node.actions for _, node, _ in steps if isinstance(node, Decision))
    end, node, _ = steps[-1]
    assert node.ended_by in friday.rule
    assert friday.finished(end).won == (node.returns == (1,)) == (node.ended_by == "5.4")
    assert not any(c.down for c in end.cards)


@given(positions, st.integers(0, 9))
def test_all_actions_are_candidates_with_labels_of_their_own_and_refusals_name_a_rule(
    position: dict[str, Any], seed: int
) -> None:
    for f, node, _ in walk(fighting(**position), seed):
        known = friday.candidates(f)
        labels = [label(a) for a in known]
        assert len(set(labels)) == len(labels), labels
        if isinstance(node, Decision):
            assert set(node.actions) <= set(known)
            assert {a for a in known if no(f, a) == ""} == set(node.actions)
        else:
            assert known == ()


@given(positions, st.integers(0, 9))
def test_fights_survive_a_file_and_events_name_rules(position: dict[str, Any], seed: int) -> None:
    for f, _, move in walk(fighting(**position), seed):
        back = from_plain(json.loads(json.dumps(to_plain(f))), "friday")
        assert back == f
        assert hash(back) == hash(f)
        if move is not None:
            after, events = explain(friday, f, move)
            assert after == friday.step(f, move)
            assert all(e.rule.id in friday.rule for e in events)


@given(positions, st.integers(0, 9))
def test_life_never_rises_above_the_most_and_only_the_end_takes_it_below_0(position: dict[str, Any], seed: int) -> None:
    *way, (end, _, _) = walk(fighting(**position), seed)
    assert all(0 <= f.life <= 22 for f, _, _ in way if f.phase in ("fight", "comparing", "destroying"))
    assert (end.life < 0) == (end.result.lost_by == "7.1")
    assert friday.finished(end).life_lost <= position["life"] or end.result.lost_by


few = st.lists(
    st.sampled_from(
        [*PLAIN, friday.card(3), friday.card(4, aging=True), DOUBLE, friday.card(2, "double"), COPY, SCARED]
    ),
    min_size=1,
    max_size=7,
)


@given(
    few,
    st.lists(st.sampled_from([DOUBLE, COPY, friday.card(4)]), max_size=2),
    st.sampled_from(["none", "half_count", "each_card_plus_1"]),
    readings,
)
def test_the_best_doubling_is_the_best_of_all_orders(
    unused: list[Any], spent: list[Any], pirate: str, options: friday.Options
) -> None:
    left = [*unused, *map(friday.used, spent)]
    if unused.count(SCARED) > 2:
        return
    f = replace(fighting(99, left, pirate=pirate, options=options, life=0), phase="comparing")
    seen, waiting = {f}, [f]
    while waiting:
        g = waiting.pop()
        doubles = [a for a in actions(g) if isinstance(a, friday.Use) and a.ability == "double"]
        further = {use(g, a) for a in doubles} - seen
        seen |= further
        waiting += further
    assert best_total(f) == max(map(friday.total, seen))


@pytest.mark.parametrize("ability", [DESTROY, EXCHANGE, EXCHANGE_2])
def test_equal_targets_are_offered_once(ability: Any) -> None:
    f = fighting(9, [ability, 0, 0, 0], stack=[1])
    assert len([a for a in actions(f) if isinstance(a, friday.Use)]) == 1


@pytest.mark.rule("6.2", "3.7")
@pytest.mark.parametrize(
    "left, hits_copied, best",
    [
        ([can("double", 2)], True, 2),  # nothing doubles itself
        ([can("double", 2), can("double", 2)], True, 8),  # but twins double each other
        ([can("double", 2), can("copy", 3)], True, 10),  # the copy doubles the double, the double the copy
        ([can("double", 2), can("copy", 3)], False, 8),  # read otherwise the copy may double itself, never the double
        ([can("double", 2), can("double", 4), can("copy", 0)], False, 12),  # and picks one to copy
        ([friday.used(can("double", 2)), can("copy", 3)], True, 7),
        ([friday.used(can("double", 2)), can("copy", 3)], False, 8),
        ([can("copy", 3), 4], True, 7),  # nothing to copy
        ([friday.face_down(can("double", 2)), can("copy", 3), 4], True, 7),
        ([friday.used(can("double", 2)), friday.used(can("copy", 3))], True, 5),
    ],
)
def test_the_best_doubling_spares_what_the_doubler_spares(left: list[Any], hits_copied: bool, best: int) -> None:
    options = friday.Options(copy_hits_copied=hits_copied)
    assert best_total(fighting(99, left, pirate="none", options=options)) == best


@pytest.mark.rule("2.3")
def test_a_card_on_the_right_is_a_card_too() -> None:
    assert no(fighting(0, [], free=1, drawn_right=[1], stack=[1]), friday.Compare()) == ""


def test_a_use_says_what_is_done_with_which_card_and_to_which() -> None:
    said = {str(a) for a in actions(fighting(9, [can("below the stack"), COPY], drawn_right=[-1], stack=[0]))}
    assert {
        "compare now",
        "pay 1 life for a card",
        "use a 0 (below the stack), left: put below the stack a −1, right",
        "use a 0 (copy), left: copy a 0 (below the stack), left: put below the stack a −1, right",
    } <= said
    late = friday.step(fighting((1, 3, 6), [can("step -1")], step="red"), friday.Compare())
    assert {str(a) for a in actions(late)} == {"settle the fight", "use a 0 (step −1), left: step −1"}
