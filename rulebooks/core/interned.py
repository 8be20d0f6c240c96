"""Set-ups that are compared by identity: cheap to hash, and equal when they say the same."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

_made: dict[Any, Any] = {}
_names: dict[type, tuple[str, ...]] = {}  # of the fields of each class: asking dataclasses each time is dear


class Interned(type):
    """A class whose instances with equal fields are one and the same object.

    For frozen dataclasses with ``eq=False``: hash and comparison are by identity,
    so a state that carries one costs nothing to hash.
    """

    def __call__(cls, *args: Any, **values: Any) -> Any:
        new = super().__call__(*args, **values)
        names = _names.get(cls)
        if names is None:
            names = _names[cls] = tuple(f.name for f in fields(new))
        key = (cls, *(getattr(new, name) for name in names))
        return _made.setdefault(key, new)
