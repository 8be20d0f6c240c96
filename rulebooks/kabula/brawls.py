"""Kabula 5 to 8 at the table: figures as fighters, attacks begun and ended, who dies of them."""

from __future__ import annotations

from dataclasses import replace

from rulebooks.kabula import fights
from rulebooks.kabula.book import rule
from rulebooks.kabula.commerce import earn, equipped
from rulebooks.kabula.contents import KabulaCard, island_of, verbs
from rulebooks.kabula.deaths import die, share_the_pain
from rulebooks.kabula.fights import Fighter, Strike
from rulebooks.kabula.heroes import bonus, own_actions, token_rows
from rulebooks.kabula.numbers import marked
from rulebooks.kabula.parts import Boxes
from rulebooks.kabula.peels import pushed_onto
from rulebooks.kabula.strikes import Attack, Defence, attack, defence
from rulebooks.kabula.table import (
    FAMILIO,
    GUARDIAN,
    NOBODY,
    Familio,
    Guardian,
    Hero,
    Monster,
    Phase,
    State,
    boxes_of,
    called,
    did,
    figure,
    is_familio,
    is_hero,
    order,
    seat_of,
    the,
    with_boxes,
    with_figure,
)
from rulebooks.kabula.the_end import has_kabula, kabula_number, spend_kabula


def defence_cards(s: State, f: int) -> list[KabulaCard]:
    """The cards that may hold a figure's defences: those of the mat and what is equipped; what its own card prints."""
    me = the(s, f)
    if isinstance(me, Hero) and not me.automa:
        mat = s.setup.owned("mat", "")
        return [*mat, *equipped(me), *own_actions(s, f)]
    if isinstance(me, Familio):
        return [*s.setup.owned("familio", me.card.id), *me.gear.kinds]
    card = me.automa if isinstance(me, Hero) else me.card
    shown = token_rows(s) if isinstance(me, Guardian) else ()
    side = ("trending" if me.flipped else "front") if isinstance(me, Hero) else None
    rows = s.setup.owned("behaviour", card.id) if card else ()
    return [c for c in rows if c.part and (c.side in (None, side) or c in shown)]


def defences(s: State, f: int) -> tuple[tuple[Defence, ...], tuple[Defence, ...]]:
    """The passive and active defences of a figure. A Familio's or Monster's acts when its Part is hit."""
    passives, actives = [], []
    for card in defence_cards(s, f):
        for v in verbs(card.id, card.does):
            if v.what == "defend":
                made = defence(card.name, v.arg, card.cost, card.part or "")
                passives += [made] if card.part else []
                actives += [made] if card.cost else []
    return tuple(passives), tuple(actives)


def fighter(s: State, f: int, among: tuple[int, ...]) -> Fighter:
    """A figure as a fighter."""
    me = the(s, f)
    passives, actives = defences(s, f)
    told = Fighter(called(s, f), kind_of(me), me.space, me.heart, nausea=me.nausea, passives=passives, actives=actives)
    if isinstance(me, Monster):
        return replace(told, boxes=Boxes(fresh=me.parts))
    if isinstance(me, Guardian):
        return replace(told, shield=bonus(s, f, "shield"))
    twin = FAMILIO + f if isinstance(me, Hero) else seat_of(f)
    partner = among.index(twin) if twin in among else -1
    farz = me.farz if isinstance(me, Hero) else 0  # Familios cannot lose Farz (9.12c)
    boxes = boxes_of(s, f)
    wild = kabula_number(s) if has_kabula(s, f) else 0
    return replace(told, boxes=boxes, farz=farz, partner=partner, shield=bonus(s, f, "shield"), wild=wild)


def kind_of(me: Hero | Familio | Monster | Guardian) -> str:
    """What a figure is in a fight; only Heroes of players and Familios spend Parts."""
    if isinstance(me, Hero):
        return "automa" if me.automa else "hero"
    if isinstance(me, Monster):
        return "monster" if me.parts else "brood"
    return "familio" if isinstance(me, Familio) else "guardian"


def raised(a: Attack, more: int, what: tuple[str, ...]) -> Attack:
    """An attack with the first of its effects raised that is one of these; the same one where there is none."""
    chosen = next((i for i, h in enumerate(a.harms) if h.what in what), None)
    if not more or chosen is None:
        return a
    harms = tuple(h if i != chosen else replace(h, n=h.n + more) for i, h in enumerate(a.harms))
    return replace(a, harms=harms)


def attack_by(s: State, f: int, words: str, n: int = 1) -> Attack:
    """An attack as this figure makes it: with its bonus, and with the Kabula's number where that counts (12.4a)."""
    a = marked(attack(words, words), n, kabula_number(s) if n > 1 else 0)
    a = raised(a, bonus(s, f, "blade"), ("blade",)) if f != NOBODY else a
    by_itself = f == GUARDIAN or (is_hero(f) and s.heroes[f].automa is not None)
    return always_raised(a, kabula_number(s)) if by_itself and s.kabula.owner == f else a


@rule("12.4d", "An attack that is always raised", kind="house")
def always_raised(a: Attack, more: int) -> Attack:
    """Where nobody chooses which number the Kabula raises, it is the first that costs Heart, else the first of all."""
    hearts = [h.what for h in a.harms if h.what in ("blade", "heart")]
    return raised(a, more, (hearts[0],) if hearts else ("nausea", "farz"))


def begin(
    s: State,
    f: int,
    words: str,
    target: int | None,
    targets: tuple[int, ...] = (),
    n: int = 1,
    keep: bool = False,
) -> State:
    """An attack begins: all figures take part in RON order. ``n``: which number the Kabula raises (``marked``).

    ``f``: the attacker, NOBODY where a card or a token attacks; ``target``: None where all in reach are attacked, or
    those in ``targets``; ``keep``: whether the attack was not the next thing to do, which stays.
    """
    among = order(s)
    fighters = tuple(fighter(s, x, among) for x in among)
    a = attack_by(s, f, words, n)
    attacker = fights.NOBODY if f == NOBODY else among.index(f)
    queue = tuple(among.index(x) for x in targets)
    if not queue:
        queue = fights.all_targets(a, fighters, attacker) if target is None else (among.index(target),)
    s = s if keep else did(s)
    if not queue:
        return s
    read = s.setup.options
    other = (read.washed_down, read.each_miss)
    strike = fights.strike(a, fighters, attacker, queue, island_of(s.setup), s.setup.die, True, *other)
    return replace(s, phase=Phase.ATTACK, strike=strike, among=among)


@rule("3.20", "Attacked by a card")
def attacked(s: State, seat: int, words: str) -> State:
    """A dungeon's attack has no attacker; all else is as in any attack, defences too (BR-51)."""
    return begin(s, NOBODY, words, seat)


def after(s: State, strike: Strike) -> State:
    """The attack is over: what it did lies on the mats and cards, and who has no Heart left dies."""
    slid = {s.among[who]: direction for who, direction in strike.slid}
    for f, x in zip(s.among, strike.fighters, strict=True):
        s = write_back(s, f, x)
    slain = {s.among[who]: (s.among[by] if by != NOBODY else NOBODY, near) for who, by, near in strike.slain}
    s = replace(s, phase=Phase.TURN, strike=None, among=())
    todo = s.todo
    s = share_the_pain(s, strike.bruises)
    for f in sorted(order(s), key=lambda x: x != s.active):  # the own turn ends before others rest
        if figure(s, f) is not None and the(s, f).heart <= 0:
            s = die(s, f, *slain.get(f, (NOBODY, False)))
    return pushed_onto(s, todo, [(f, d) for f, d in slid.items() if f not in slain])


def write_back(s: State, f: int, x: Fighter) -> State:
    """What a fighter is after the attack, on the table."""
    me = the(s, f)
    if isinstance(me, Monster):
        changes = {"parts": x.boxes.fresh} if me.parts else {"life": x.heart}
        return with_figure(s, f, space=x.space, nausea=x.nausea, **changes)
    s = with_figure(s, f, space=x.space, heart=x.heart, nausea=x.nausea)
    if isinstance(me, Guardian):
        return s
    if x.spends:
        s = with_boxes(s, f, x.boxes)
    seat = seat_of(f)
    if is_familio(f):
        return to_master(s, seat, x.farz)
    s = spend_kabula(s) if has_kabula(s, f) and not x.wild else s
    return s if x.farz == s.heroes[seat].farz else earn(s, seat, x.farz - s.heroes[seat].farz)


@rule("9.12c", "A Familio and Farz")
def to_master(s: State, seat: int, n: int) -> State:
    """A Familio cannot lose Farz; those it gets are its Hero's."""
    return earn(s, seat, n) if n else s
