"""What holds for all Parts, islands and attacks of Kabula, on random ones."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import pairwise
from typing import Any

from hypothesis import assume, given
from hypothesis import strategies as st

from kabula_moves import hit, left_alone, onwards
from kabula_slow import every_payment, floyd_warshall
from rulebooks import kabula
from rulebooks.core.chance import Bag
from rulebooks.kabula.fights import Stage
from rulebooks.kabula.hexes import DIRECTIONS, distance, neighbour
from rulebooks.kabula.parts import PARTS, Boxes, get, pay, payments, recharge, recharges, rest, size_of

# Parts ---------------------------------------------------------------------------------------------
part = st.sampled_from(PARTS)
held = st.builds(
    lambda rage, fresh, used: Boxes(Bag(rage), Bag(fresh), Bag(used)),
    st.lists(part, max_size=3),
    st.lists(part, max_size=5),
    st.lists(part, max_size=3),
)
full = st.builds(
    lambda rage, fresh: Boxes(Bag(rage), Bag(fresh)),
    st.lists(part, min_size=1, max_size=2),
    st.lists(part, min_size=4, max_size=5),
)
price = st.lists(st.sampled_from([*PARTS, "any", "any", "raging teeth", "raging any"]), max_size=3).map(tuple)


def told(b: Boxes) -> tuple[tuple[str, ...], ...]:
    """The boxes as three sorted tuples."""
    return tuple(tuple(sorted(box)) for box in (b.rage, b.fresh, b.used))


def parts_of(b: Boxes) -> Counter[str]:
    """All Parts, wherever they lie."""
    return Counter([*b.rage, *b.fresh, *b.used])


@given(held, price)
def test_every_way_to_pay_is_listed_once_and_no_other(b: Boxes, price: tuple[str, ...]) -> None:
    ways = payments(b, price)
    assert len(set(ways)) == len(ways)
    if "raging any" not in price:  # which of two raging Parts goes all the way may not be seen in the end
        assert len({told(pay(b, way)) for way in ways}) == len(ways)
    by_hand = every_payment({"rage": b.rage, "fresh": b.fresh, "used": b.used}, price, 10)
    assert {told(pay(b, way)) for way in ways} == by_hand


@given(full, price)
def test_a_fresh_box_of_five_is_never_left_too_full(b: Boxes, price: tuple[str, ...]) -> None:
    ways = payments(b, price, 5)
    assert all(len(pay(b, way).fresh) <= 5 for way in ways)
    assert {told(pay(b, way)) for way in ways} == every_payment(
        {"rage": b.rage, "fresh": b.fresh, "used": ()}, price, 5
    )


@given(held, price)
def test_paying_makes_and_loses_no_part_and_pays_exactly_the_price(b: Boxes, price: tuple[str, ...]) -> None:
    for way in payments(b, price):
        left = pay(b, way)
        assert parts_of(left) == parts_of(b)
        assert size_of(way) == len(price)
        raging = sum(want.startswith("raging ") for want in price)
        assert len(way.all_the_way) == raging
        moves = {"rage": 2, "fresh": 1, "used": 0}
        before, after = (sum(n * len(getattr(x, name)) for name, n in moves.items()) for x in (b, left))
        assert before - after == len(price) + raging + len(way.down)


@given(held, st.lists(part, max_size=4), st.integers(0, 10))
def test_rest_recharge_and_get_keep_all_parts(b: Boxes, new: list[str], n: int) -> None:
    everything = parts_of(b)
    fresh = Bag(list(everything.elements())[:n])
    rested = rest(b, fresh)
    assert (parts_of(rested), rested.fresh, len(rested.rage)) == (everything, fresh, 0)
    for action in recharges(b, 10):
        assert parts_of(recharge(b, action)) == everything
    assert parts_of(get(b, new)) == everything + Counter(new)


# Islands --------------------------------------------------------------------------------------------------
ROUND = [(q, r) for q in range(-2, 3) for r in range(-2, 3) if abs(q + r) <= 2]
SIDES = [(a, b) for a in ROUND for b in ROUND if a < b and distance(a, b) == 1]


@st.composite
def islands(draw: Any) -> Any:
    """A round island of up to 19 spaces, some missing, with mountains and rivers."""
    missing = draw(st.sets(st.sampled_from([s for s in ROUND if s != (0, 0)]), max_size=5))
    cells = {s: draw(st.sampled_from(["plain", "plain", "mountain"])) for s in ROUND if s not in missing}
    rivers = draw(st.lists(st.sampled_from(SIDES), max_size=8, unique=True))
    return kabula.Island.from_cells(cells, [(a, b) for a, b in rivers if a in cells and b in cells], sanctuary=(0, 0))


space = st.sampled_from(ROUND)
direction = st.sampled_from(DIRECTIONS)


def cost_by_hand(island: Any, a: Any, b: Any) -> int | None:
    """What a step costs, told anew."""
    if distance(a, b) != 1:
        return None
    up = (island.cells[a], island.cells[b]) == ("plain", "mountain")
    return 1 + up + 2 * (frozenset((a, b)) in island.rivers)


@given(islands())
def test_steps_are_those_of_floyd_and_warshall_and_reach_is_what_they_allow(island: Any) -> None:
    slow = floyd_warshall(island.cells, lambda a, b: cost_by_hand(island, a, b))
    for a in island.cells:
        for n in (0, 2, 4):
            assert island.reach(a, n) == {b: slow[a, b] for b in sorted(island.cells) if slow.get((a, b), 99) <= n}
    assert {(a, b): n for b in island.cells for a, n in island.costs_to(b).items()} == slow


@given(islands(), space, space)
def test_a_path_touches_space_after_space_and_costs_the_steps(island: Any, a: Any, b: Any) -> None:
    assume(a in island.cells and b in island.cells and b in island.reach(a, 99))
    way = island.path(a, b)
    costs = [cost_by_hand(island, x, y) for x, y in pairwise(way)]
    assert (way[0], way[-1], None in costs) == (a, b, False)
    assert sum(n or 0 for n in costs) == island.steps(a, b)


@given(islands(), space, space, st.integers(0, 6), st.sampled_from(["steps", "spaces"]))
def test_moving_toward_a_target_never_leads_away_and_never_spends_too_much(
    island: Any, a: Any, b: Any, amount: int, unit: str
) -> None:
    assume(a in island.cells and b in island.cells and b in island.reach(a, 99))
    way = island.toward(a, b, amount, unit)
    costs = [cost_by_hand(island, x, y) if unit == "steps" else 1 for x, y in pairwise(way)]
    assert sum(n or 0 for n in costs) <= amount
    whole = [len(island.path(s, b, unit)) - 1 if unit == "spaces" else island.steps(s, b) for s in way]
    assert whole == sorted(whole, reverse=True)
    assert len(set(whole)) == len(whole)
    assert (way[-1] == b) >= (amount >= whole[0])


@given(islands(), space, st.integers(0, 6), st.sampled_from(["steps", "spaces"]))
def test_a_random_movement_stays_on_the_island_and_stops_only_when_nothing_is_free(
    island: Any, a: Any, amount: int, unit: str
) -> None:
    assume(a in island.cells)
    for d in DIRECTIONS:
        way = island.wander(a, amount, d, unit)
        costs = [cost_by_hand(island, x, y) if unit == "steps" else 1 for x, y in pairwise(way)]
        left = amount - sum(n or 0 for n in costs)
        assert set(way) <= set(island.cells)
        around = [neighbour(way[-1], there) for there in DIRECTIONS]
        cheapest = [cost_by_hand(island, way[-1], s) if unit == "steps" else 1 for s in around if s in island.cells]
        assert left == 0 or all((n or 0) > left for n in cheapest)


AROUND = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)]  # clockwise from north


def wandered(island: Any, a: Any, amount: int, turn: int, unit: str) -> Any:
    """Where a random movement ends that begins in one of six directions, told anew."""
    while amount:
        for more in range(6):
            dq, dr = AROUND[(turn + more) % 6]
            there = (a[0] + dq, a[1] + dr)
            price = 1 if unit == "spaces" or there not in island.cells else cost_by_hand(island, a, there) or 0
            if there in island.cells and price <= amount:
                a, amount, turn = there, amount - price, turn + more
                break
        else:
            return a
    return a


@given(islands(), space, st.integers(0, 6), st.sampled_from(["steps", "spaces"]))
def test_odds_of_a_random_movement_are_those_of_six_movements_told_anew(
    island: Any, a: Any, amount: int, unit: str
) -> None:
    assume(a in island.cells)
    ends = Counter(wandered(island, a, amount, turn, unit) for turn in range(6))
    assert dict(island.wander_odds(a, amount, unit)) == {s: Fraction(n, 6) for s, n in ends.items()}


@given(islands(), space, direction, st.integers(0, 3))
def test_a_push_is_what_cliff_rock_and_water_make_of_it(island: Any, a: Any, d: str, nausea: int) -> None:
    assume(a in island.cells)
    there = neighbour(a, d)
    if there not in island.cells:
        assert island.push(a, d, nausea) == (a, 0, 1)
        return
    wet = frozenset((a, there)) in island.rivers
    level = island.cells[a] == island.cells[there]
    moved = not wet and (level or island.cells[a] == "mountain")
    assert island.push(a, d, nausea) == (there if moved else a, 0 if level else 1 + nausea, int(wet))
    assert sum(island.push_odds(a, nausea).values()) == 1


# Attacks --------------------------------------------------------------------------------------------------
@given(st.integers(1, 9), st.integers(0, 6), st.integers(0, 6), st.integers(0, 3), st.integers(1, 20))
def test_a_loss_is_the_blades_above_the_shields_raised_once_by_nausea(
    blades: int, armour: int, shields: int, nausea: int, heart: int
) -> None:
    passive = {"butt": f"shield {armour}"} if armour else {}
    active = [("guts", f"shield {shields}")] if shields else []
    s = hit(
        f"attack, aim, blade {blades}", "butt", heart=heart, nausea=nausea, passive=passive, active=active, parts="guts"
    )
    through = blades - armour
    for defended in (False, True) if shields else (False,):
        lost = max(0, through - shields * defended)
        end = left_alone(kabula.step(s, kabula.candidates(s)[1]) if defended else s)
        assert end.fighters[1].heart == max(0, heart - (lost + nausea if lost else 0))


@given(st.lists(st.integers(1, 3), min_size=1, max_size=4), st.integers(0, 3))
def test_each_loss_of_an_attack_is_raised_by_the_nausea_one_has(losses: list[int], nausea: int) -> None:
    s = hit(", ".join(["attack", *(f"heart {n}" for n in losses)]), heart=99, nausea=nausea)
    assert 99 - s.fighters[1].heart == sum(losses) + nausea * len(losses)


harms = st.lists(
    st.sampled_from(["blade 2", "heart 1", "nausea 1", "push", "push, push self", "spend any or heart 1", "farz 1"]),
    min_size=1,
    max_size=3,
)
boxes = st.fixed_dictionaries({"fresh": st.lists(part, max_size=2), "used": st.lists(part, max_size=2)})


@given(harms, st.lists(boxes, min_size=1, max_size=2), st.booleans(), st.integers(0, 2))
def test_no_attack_makes_or_loses_parts_and_each_one_comes_to_an_end(
    words: list[str], others: list[Any], everybody: bool, nausea: int
) -> None:
    attack = ", ".join([f"attack{' all' * everybody}", *words])
    mine = {"parts": others[0], "farz": 3, "nausea": nausea}
    actives = [("any", "shield 1, before heart 1"), ("any", "after heart 1")]
    foes = [{"parts": b, "active": actives, "farz": 1} for b in others]
    s = hit(attack, own=mine, **foes[0], others=foes[1:])
    before, farz = [parts_of(f.boxes) for f in s.fighters], sum(f.farz for f in s.fighters)
    for n in range(200):
        if s.stage is Stage.OVER:
            break
        actions = kabula.candidates(s) if s.stage is not Stage.PUSH else ()
        s = kabula.step(s, actions[n % len(actions)]) if actions else onwards(s)
    assert s.stage is Stage.OVER
    assert [parts_of(f.boxes) for f in s.fighters] == before
    assert sum(f.farz for f in s.fighters) == farz
    assert all(f.heart >= 0 and f.space in s.island.cells for f in s.fighters)
