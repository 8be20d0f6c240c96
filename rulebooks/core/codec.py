"""States as plain data for JSON, and back: bags, enums, cards and frozen dataclasses.

Only classes of the game's own modules can come out of a file; nothing is evaluated.
"""

from __future__ import annotations

import json
import sys
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import lru_cache
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from rulebooks.core.cards import Card, Sheet, load_sheet, parse_sheet, schema_of
from rulebooks.core.chance import Bag, Pile, Seen

MOST = 10_000  # cards of one kind: no game has more, and a file must not make a bag that takes for ever


def to_plain(x: Any) -> Any:
    """Lists, dicts, strings and whole numbers that say the same as x."""
    match x:
        case Enum():
            return {"is": type(x).__name__, "name": x.name}
        case None | bool() | int() | str():
            return x
        case Bag():
            return {"bag": [[to_plain(item), n] for item, n in x.counts.items()]}
        case Pile():
            return {"pile": [to_plain(layer) for layer in x.layers]}
        case Seen():
            return {"seen": to_plain(x.face)}
        case Card():
            return {"card": dict(x.values)}
        case Sheet():
            return {"sheet": x.name} if x.shipped else {"sheet": x.name, "text": x.text}
        case tuple():
            return [to_plain(item) for item in x]
    if is_dataclass(x):
        return {"is": type(x).__name__, **{f.name: to_plain(getattr(x, f.name)) for f in fields(x)}}
    raise TypeError(f"{type(x).__name__} has no plain form")


@lru_cache(maxsize=1024)  # a class that was found stays; what was not found is looked for again
def _class(game: str, name: str) -> type:
    home = f"rulebooks.{game}"
    for module in (m for key, m in sys.modules.items() if f"{key}.".startswith(f"{home}.")):
        found = getattr(module, name, None)
        mine = isinstance(found, type) and f"{found.__module__}.".startswith(f"{home}.")
        if mine and (is_dataclass(found) or issubclass(found, Enum)):  # type: ignore[arg-type]
            return found  # type: ignore[return-value]
    raise ValueError(f"{game} has nothing called {name!r}")


def from_plain(data: Any, game: str) -> Any:
    """What ``to_plain`` wrote, rebuilt. ValueError names what does not fit."""
    match data:
        case None | bool() | int() | str():
            return data
        case list():
            return tuple(from_plain(item, game) for item in data)
        # what says of itself what it is comes first: a field of it may be called "card" or "bag"
        case {"is": kind, "name": name} if isinstance(name, str) and issubclass(_class(game, str(kind)), Enum):
            members = _class(game, str(kind)).__members__  # type: ignore[attr-defined]
            if name not in members:
                raise ValueError(f"{kind} has no {name!r}; it has {', '.join(members)}")
            return members[name]
        case {"is": kind, **parts}:
            return _built(_class(game, str(kind)), {str(k): from_plain(v, game) for k, v in parts.items()}, str(kind))
        case {"bag": list(pairs)}:
            if any(not isinstance(p, list) or len(p) != 2 for p in pairs):
                raise ValueError("a bag is a list of [item, count] pairs")
            if any(type(n) is not int or not 0 <= n <= MOST for _, n in pairs):
                raise ValueError(f"a bag holds whole numbers of cards, from 0 up to {MOST:,} of each")
            return Bag({from_plain(item, game): n for item, n in pairs})
        case {"pile": list(layers)}:
            return Pile(tuple(from_plain(layer, game) for layer in layers))
        case {"seen": face}:
            return Seen(from_plain(face, game))
        case {"card": dict(values)}:
            return _card(game, json.dumps(values, default=_no_value))
        case {"sheet": str(name), "text": str(text)}:
            return parse_sheet(game, text, name)
        case {"sheet": str()}:
            return load_sheet(game)
    raise ValueError(f"{type(data).__name__} data that means nothing here: {str(data)[:60]}")


@lru_cache(maxsize=4096)
def _card(game: str, values: str) -> Any:
    """A card from its values as a text: a table holds each card many times, and tables are read again and again."""
    return _built(schema_of(game).card, json.loads(values), "a card")


def _no_value(x: Any) -> Any:
    raise ValueError(f"{type(x).__name__} is no value of a card")


def _built(make: Any, values: dict[str, Any], what: str) -> Any:
    for name, hint in _hints(make).items():
        if name in values and not fits(values[name], hint):
            raise ValueError(f"{what}: {name} cannot be {str(values[name])[:60]!r}")
    try:
        return make(**values)
    except TypeError as no:
        raise ValueError(f"{what} does not fit its fields: {no}") from None


@lru_cache
def _hints(make: Any) -> dict[str, Any]:
    try:
        return get_type_hints(make) if isinstance(make, type) else {}
    except NameError:  # a name that only type checkers import
        return {}


def fits(value: Any, hint: Any) -> bool:
    """Whether a value is of the type a field asks for; what cannot be told is let through."""
    kind, args = get_origin(hint), get_args(hint)
    if kind in (Union, UnionType):
        return any(fits(value, one) for one in args)
    if kind is Literal:
        return value in args
    if hint is Any:
        return True
    if hint is int:
        return type(value) is int
    if hint is None or hint is type(None):
        return value is None
    if kind is tuple:
        every = args[:1] * len(value) if args[1:] == (...,) and isinstance(value, tuple) else args
        return isinstance(value, tuple) and len(value) == len(every) and all(map(fits, value, every))
    if kind is Bag:
        return isinstance(value, Bag) and all(fits(item, args[0]) for item in value.kinds)
    if kind is Pile:
        return isinstance(value, Pile) and all(fits(item, args[0]) for item in value)
    if isinstance(kind or hint, type):
        return isinstance(value, kind or hint)
    return True
