"""Two views of a table side by side: what differs is marked in both, and told field by field."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from rulebook_widgets.view import (
    CardFace,
    Combo,
    DieFace,
    MapFace,
    Mat,
    PileFace,
    Seat,
    Space,
    Trail,
    View,
    Zone,
    minus,
)

Row = dict[str, str]  # "what", "before", "after"
NOTHING = "—"
Face = CardFace | DieFace | Space | Combo


def differences(before: View, after: View) -> list[Row]:
    """What changed, a row a field: tracks, the step of the turn, places and piles."""
    rows = [*_tracks(before, after), *_step(before, after), *_seats(before, after)]
    for title in _titles(before, after):
        rows += _zone_rows(title, _zone(before, title), _zone(after, title))
    return rows


def marked(view: View, other: View, sign: str) -> dict[str, Any]:
    """A view as plain data in which every track, card and pile that the other lacks bears ``mark``: the sign.

    A card that lies there in another state on the other side, and a pile of another size, is "changed".
    """
    data = view.plain()
    values = {t.name: t.value for t in other.tracks}
    for track in data["tracks"]:
        track["mark"] = "changed" if values.get(track["name"], track["value"]) != track["value"] else ""
    for zone, plain in zip(view.zones, data["zones"], strict=True):
        marks = list(_marks(zone, _zone(other, zone.title), sign))
        for item, mark in zip(plain["items"], marks, strict=True):
            item["mark"] = mark
        plain["mark"] = "changed" if any(marks) or len(zone.items) != len(_zone(other, zone.title).items) else ""
    return data


def _zone(view: View, title: str) -> Zone:
    return next((z for z in view.zones if z.title == title), Zone(title))


def _titles(*views: View) -> Iterable[str]:
    return dict.fromkeys(z.title for view in views for z in view.zones)


def _tracks(before: View, after: View) -> Iterator[Row]:
    values = {t.name: t.value for t in after.tracks}
    for t in before.tracks:
        if t.name in values and values[t.name] != t.value:
            yield {"what": t.name, "before": minus(t.value), "after": minus(values[t.name])}


def _step(before: View, after: View) -> Iterator[Row]:
    then, now = (next((f.name for f in v.flow if f.active), NOTHING) for v in (before, after))
    if then != now:
        yield {"what": "Step", "before": then, "after": now}


def _seats(before: View, after: View) -> Iterator[Row]:
    for then, now in zip(before.seats, after.seats, strict=False):
        for what, old, new in _facts(then, now):
            if old != new:
                yield {"what": f"Player {then.number + 1}: {what}", "before": old or NOTHING, "after": new or NOTHING}


def _facts(then: Seat, now: Seat) -> Iterator[tuple[str, str, str]]:
    old, new = dict(then.facts), dict(now.facts)
    for what in dict.fromkeys([*old, *new]):
        yield what, old.get(what, ""), new.get(what, "")
    yield "dice", str(len(then.dice)), str(len(now.dice))
    yield "in front", then.mark, now.mark


def _told(zone: Zone) -> dict[str, dict[str, str]]:
    """What is told of each mat and map, field by field."""
    found: dict[str, dict[str, str]] = {}
    for item in zone.items:
        if isinstance(item, Mat):
            rows = {row.title: row.words.removeprefix(row.title).lstrip(": ") for row in item.rows}
            found[item.name] = dict(item.dials) | rows
        elif isinstance(item, MapFace):
            found[item.name] = dict(item.told)
    return found


def _told_rows(before: Zone, after: Zone) -> Iterator[Row]:
    then, now = _told(before), _told(after)
    for name in [n for n in then if n in now]:
        for what in dict.fromkeys([*then[name], *now[name]]):
            old, new = then[name].get(what, NOTHING), now[name].get(what, NOTHING)
            if old != new:
                yield {"what": f"{name}: {what}", "before": old, "after": new}


def _alone(zone: Zone, other: Zone) -> Counter[Face]:
    """The open cards that the other side has not, or has in another state."""
    return _faces(zone) - _faces(other)


def _faces(zone: Zone) -> Counter[Face]:
    faces: Counter[Face] = Counter()
    for item in zone.items:
        if not isinstance(item, PileFace | Mat | MapFace | Trail):
            faces[_one(item)] += _count(item)
    return faces


def _one(face: Face) -> Face:
    return replace(face, count=1) if isinstance(face, CardFace) else face


def _count(face: Face) -> int:
    return face.count if isinstance(face, CardFace) else 1


def _zone_rows(title: str, before: Zone, after: Zone) -> Iterator[Row]:
    gone, come = _alone(before, after), _alone(after, before)
    if gone or come:
        yield {"what": title, "before": _named(gone), "after": _named(come)}
    yield from _told_rows(before, after)
    for name, then, now in _piles(before, after):
        if _size(then) != _size(now):
            yield {"what": name, "before": _size(then), "after": _size(now)}
        elif _inside(then) != _inside(now):
            yield {"what": name, "before": _inside(then), "after": _inside(now)}


def _piles(before: Zone, after: Zone) -> Iterator[tuple[str, PileFace | None, PileFace | None]]:
    there = {p.name: p for p in before.items if isinstance(p, PileFace)}
    here = {p.name: p for p in after.items if isinstance(p, PileFace)}
    for name in dict.fromkeys([*there, *here]):
        yield name, there.get(name), here.get(name)


def _size(pile: PileFace | None) -> str:
    if pile is None:
        return NOTHING
    return f"{pile.count} card" + ("" if pile.count == 1 else "s")


def _inside(pile: PileFace | None) -> str:
    """What is in a pile, each kind of card with its count."""
    return NOTHING if pile is None else ", ".join(c.words for c in pile.cards)


def _named(faces: Counter[Face]) -> str:
    return ", ".join(_words(face, n) for face, n in faces.items()) or NOTHING


def _words(face: Face, n: int) -> str:
    if isinstance(face, CardFace):
        return replace(face, count=n).words
    return face.words + (f" ×{n}" if n > 1 else "")


def _marks(zone: Zone, other: Zone, sign: str) -> Iterator[str]:
    left, theirs = _alone(zone, other), Counter(face.name for face in _alone(other, zone).elements())
    piles = {name: (then, now) for name, then, now in _piles(other, zone)}
    told, others = _told(zone), _told(other)
    for item in zone.items:
        if isinstance(item, Mat | MapFace):
            yield "" if told[item.name] == others.get(item.name, told[item.name]) else "changed"
        elif isinstance(item, Trail):
            yield "" if item in other.items else sign
        elif isinstance(item, PileFace):
            then, now = piles[item.name]
            yield "" if (_size(then), _inside(then)) == (_size(now), _inside(now)) else "changed"
        elif left[face := _one(item)] > 0:
            left[face] -= _count(item)
            yield "changed" if theirs[item.name] > 0 else sign
            theirs[item.name] -= 1
        else:
            yield ""
