"""Scott Pilgrim 10: the story a player's Power Ups! tell, summed up.

Modelled: what came, in the order in which it came, in plain sentences that cite their rules. Not modelled: telling it
with imagination; that is left to the players.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from rulebooks.core.cards import short
from rulebooks.scott_pilgrim.book import rule
from rulebooks.scott_pilgrim.cards import BACK, words
from rulebooks.scott_pilgrim.piles import Lying
from rulebooks.scott_pilgrim.resolution import goal, points, team_points
from rulebooks.scott_pilgrim.table import Phase, State

# What one does with a Power Up! of a trait: "{a}" is its name with an article, "{name}" without.
DEEDS = {
    "friend": "met {name}",
    "job": "found work ({name})",
    "housing": "moved to {a}",
    "date": "had {a}",
    "band": "got the band {a}",
    "fame": "made a name with {a}",
    "hobby": "got hold of {a}",
    "": "found {name}",
}
KEPT, BEATEN, BUDDY = "got through {name}", "defeated {name}", "was joined by {name}"
IN_A_ROW = 4  # deeds in one sentence


class Sentence(NamedTuple):
    """One sentence, and the ids of the rules it rests on."""

    text: str
    rules: tuple[str, ...]


@dataclass(frozen=True)
class Story:
    """A player's story so far; as text its sentences in a row."""

    sentences: tuple[Sentence, ...]

    def __str__(self) -> str:
        return " ".join(sentence.text for sentence in self.sentences)


@rule("10.10", "Storytelling")
def story(s: State, player: int) -> Story:
    """What a player's Power Ups!, in the order they came, tell about the character; ``player`` counts from 0."""
    if type(player) is not int or not 0 <= player < len(s.seats):
        raise ValueError(f"there are players 0 to {len(s.seats) - 1}, not {short(player)} (10.10)")
    seat = s.seats[player]
    name = s.setup.sheet.find(seat.character).name
    deeds = [_deed(up) for up in seat.ups]
    told = [
        Sentence(_sentence(name, deeds[i : i + IN_A_ROW], later=i > 0), _rules(deeds[i : i + IN_A_ROW]))
        for i in range(0, len(deeds), IN_A_ROW)
    ]
    if not told:
        told = [Sentence(f"{name} has only just begun: no Power Up! yet.", ("4.10",))]
    if s.shared:
        told.append(Sentence(f"All live together in {_article(s.shared.card.name)}.", ("12.4",)))
    return Story((*told, _so_far(s, player, name)))


def _deed(up: Lying) -> Sentence:
    """What a card in front of a player tells, without who did it."""
    card = up.card
    if card.kind == "ex":
        return Sentence(BEATEN.format(name=card.name), ("8.1",))
    if card.kind == "buddy":
        return Sentence(BUDDY.format(name=card.name), ("1.9",))
    if up.side == BACK:
        return Sentence(KEPT.format(name=card.back), ("6.8",))
    trait = next((t for t in words(card.traits) if t in DEEDS), "")
    return Sentence(DEEDS[trait].format(name=card.name, a=_article(card.name)), ("4.10",))


def _article(name: str) -> str:
    """A name with the article it needs; what sounds like many needs none."""
    if name.endswith("s") and not name.endswith("ss"):
        return name
    return f"{'an' if name[:1] in 'AEIOU' else 'a'} {name}"


def _sentence(name: str, deeds: list[Sentence], later: bool) -> str:
    *most, last = [deed.text for deed in deeds]
    joined = f"{', '.join(most)} and {last}" if most else last
    return f"{'Then ' if later else ''}{name} {joined}."


def _rules(deeds: list[Sentence]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(id for deed in deeds for id in deed.rules))


def _so_far(s: State, player: int, name: str) -> Sentence:
    """How far it goes towards the points that win."""
    wanted = goal(s.setup)
    if s.phase is Phase.OVER and player in s.won:
        return Sentence(f"{'The team has' if s.setup.together else f'{name} has'} won.", (s.ended_by,))
    if s.setup.together:
        return Sentence(f"Together that makes {team_points(s)} of {wanted} Victory Points.", ("12.2",))
    return Sentence(f"That makes {points(s, player)} of {wanted} Victory Points.", ("7.1", "7.2"))


__all__ = ["Sentence", "Story", "story"]
