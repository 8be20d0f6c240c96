"""Policies and measures for Lantern that another process can import by name."""

from rulebooks.lantern import Action, State


def stand(s: State) -> Action:
    """Always stand."""
    return Action.STAND


def won(s: State) -> bool:
    """Whether the night was won."""
    return s.oil >= 0
