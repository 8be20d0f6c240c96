"""Kabula: six directions, and how hexes lie. Flat-top hexes in axial coordinates (q, r)."""

from __future__ import annotations

from collections.abc import Iterable

Space = tuple[int, int]  # (q, r): q counts columns to the east, r spaces to the south along a column
DIRECTIONS = ("N", "NE", "SE", "S", "SW", "NW")  # clockwise
OFFSETS: dict[str, Space] = {"N": (0, -1), "NE": (1, -1), "SE": (1, 0), "S": (0, 1), "SW": (-1, 1), "NW": (-1, 0)}


def neighbour(space: Space, direction: str) -> Space:
    """The hex that touches this one in a direction."""
    dq, dr = OFFSETS[direction]
    return space[0] + dq, space[1] + dr


def distance(a: Space, b: Space) -> int:
    """How many spaces apart two hexes are, whatever lies between them."""
    dq, dr = a[0] - b[0], a[1] - b[1]
    return (abs(dq) + abs(dr) + abs(dq + dr)) // 2


def direction_of(a: Space, b: Space) -> str:
    """The direction from a hex to one that touches it. ValueError where they do not touch."""
    for name in DIRECTIONS:
        if neighbour(a, name) == b:
            return name
    raise ValueError(f"{name_of(a)} and {name_of(b)} do not touch")


def clockwise_from(direction: str) -> tuple[str, ...]:
    """All six directions, clockwise, this one first."""
    i = DIRECTIONS.index(direction)
    return DIRECTIONS[i:] + DIRECTIONS[:i]


def most_clockwise(directions: Iterable[str]) -> str:
    """Of several directions the one that lies furthest clockwise (BR-11).

    It is the one after which, going clockwise, the longest way follows without another of them; where that does not
    decide, the first clockwise from north.

    >>> most_clockwise(["N", "NW"])
    'N'
    """
    held = sorted({DIRECTIONS.index(d) for d in directions})
    if not held:
        raise ValueError("no direction to choose from")
    gaps = {i: (min((j - i - 1) % 6 for j in held if j != i) if len(held) > 1 else 6) for i in held}
    return DIRECTIONS[max(held, key=lambda i: (gaps[i], -i))]


def bearing(a: Space, b: Space) -> tuple[int, int]:
    """Where a hex lies, seen from another: the sector clockwise from north (0 to 5), and how far into it (0: straight).

    Two hexes equally far away compare as they come when one turns clockwise from north.
    """
    n = distance(a, b)
    if not n:
        return 0, 0
    for i, name in enumerate(DIRECTIONS):
        corner = (a[0] + n * OFFSETS[name][0], a[1] + n * OFFSETS[name][1])
        along = OFFSETS[DIRECTIONS[(i + 2) % 6]]
        for k in range(n):
            if (corner[0] + k * along[0], corner[1] + k * along[1]) == b:
                return i, k
    raise AssertionError("every hex lies on a ring")


def name_of(space: Space) -> str:
    """A space as it is written: "(0, −1)"."""
    return f"({space[0]}, {space[1]})".replace("-", "\N{MINUS SIGN}")
