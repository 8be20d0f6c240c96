"""Kabula 10: personalities: what their Tags unlock, and what a Hero is who is trending."""

from __future__ import annotations

from rulebooks.kabula.book import rule
from rulebooks.kabula.contents import KabulaCard, Verb, traits_of
from rulebooks.kabula.printed import bonuses
from rulebooks.kabula.table import (
    FAMILIO,
    GUARDIAN,
    Hero,
    LetGo,
    State,
    Tag,
    did,
    figure,
    first,
    is_familio,
    is_hero,
    seat_of,
    with_hero,
)

MOST_TAGS = 3


# Personality Cards
@rule("10.1", "Personalities")
def personalities(s: State, seat: int) -> tuple[KabulaCard, ...]:
    """A Hero has three personality cards, each with two of the seven traits."""
    return s.setup.owned("personality", s.heroes[seat].hero.id)


@rule("10.2", "A Tag")
def tag(s: State, seat: int, place: int) -> State:
    """A trait that a personality shows puts a Tag on it; of two the player picks one (BR-62). The third is trending."""
    tags = tuple(min(MOST_TAGS, n + (i == place)) for i, n in enumerate(s.heroes[seat].tags))
    return with_hero(did(s), seat, tags=tags)


def tag_places(s: State, seat: int, trait: str) -> tuple[Tag, ...]:
    """The personalities that a trait's Tag may go to; none where none shows it (BR-61), or when trending (BR-63)."""
    h = s.heroes[seat]
    if trending(h) or h.automa:
        return ()
    return tuple(Tag(i, p.name) for i, p in enumerate(personalities(s, seat)) if trait in traits_of(p))


@rule("10.5", "What a Tag unlocks")
def unlocked(s: State, seat: int) -> tuple[KabulaCard, ...]:
    """A personality's own action or bonus counts from its first Tag on, until one of them is trending (BR-96)."""
    h = s.heroes[seat]
    if h.automa or trending(h):
        return ()
    return tuple(p for p, n in zip(personalities(s, seat), h.tags, strict=True) if n)


@rule("10.5a", "A Tag by one's own card")
def moment(s: State, seat: int, what: str) -> State:
    """A personality that is unlocked may bring its Tag at the moment that it names."""
    told = [p for p in unlocked(s, seat) if p.when == what]
    return first(s, seat, *(Verb("may tag", 1, p.gives or "") for p in told)) if told else s


def may_tag(s: State, seat: int, verb: Verb) -> tuple[Tag | LetGo, ...]:
    """Whether the Tag of one's own card is taken."""
    there = tag_places(s, seat, verb.arg)
    return (*there, LetGo("tag")) if there else ()


# Trending
@rule("10.3", "Trending")
def trending(h: Hero) -> bool:
    """The third Tag on a personality turns it: the Hero is trending, gets no more Tags and stays so (BR-63)."""
    return h.flipped if h.automa else MOST_TAGS in h.tags


@rule("10.6", "The trending side")
def trend(s: State, seat: int) -> KabulaCard | None:
    """What the trending side of a personality lets a Hero do, in place of all that the others did."""
    h = s.heroes[seat]
    if h.automa or not trending(h):
        return None
    return s.setup.owned("trend", personalities(s, seat)[h.tags.index(MOST_TAGS)].id)[0]


def own_actions(s: State, seat: int) -> tuple[KabulaCard, ...]:
    """Actions of a Hero's personalities."""
    side = trend(s, seat)
    return tuple(c for c in (*unlocked(s, seat), *([side] if side else [])) if c.does)


@rule("2.4b", "Bonus effects")
def bonus(s: State, f: int, what: str) -> int:
    """A bonus is no action: it costs nothing and is on as long as its card counts (BR-101)."""
    return sum(n for c in bonus_cards(s, f) for name, n in bonuses(c.id, c.bonus) if name == what)


def bonus_cards(s: State, f: int) -> list[KabulaCard]:
    """The cards whose bonus counts for a figure."""
    if figure(s, f) is None:
        return []
    if f == GUARDIAN:
        return [s.guardian.card, *token_rows(s)] if s.guardian else []
    seat = seat_of(f)
    if is_familio(f):
        pet = s.heroes[seat].familio
        return [*s.setup.owned("familio", pet.card.id), *pet.gear.kinds] if pet else []
    if not is_hero(f):
        return []
    h = s.heroes[seat]
    if h.automa:
        return [h.automa]
    side = trend(s, seat)
    items = [c for c in h.items.kinds if c.type in ("weapon", "snack") or c in h.worn]
    return [*items, *unlocked(s, seat), *([side] if side else [])]


@rule("13.10a", "What the token shows")
def token_rows(s: State) -> tuple[KabulaCard, ...]:
    """The side of a token that lies up on a Guardian's mat is part of the mat: its actions and its bonus count."""
    if s.guardian is None:
        return ()
    side = "asleep" if s.guardian.asleep else "awake"
    return tuple(r for r in s.setup.owned("behaviour", s.guardian.card.id) if r.side == side)


def encounters_seen(s: State, seat: int) -> int:
    """How many encounter cards a Hero draws, to choose one: the own bonus and that of the Familio."""
    return 1 + bonus(s, seat, "encounters") + bonus(s, FAMILIO + seat, "encounters")


__all__ = ["bonus", "moment", "own_actions", "tag", "tag_places", "trend", "trending", "unlocked"]
