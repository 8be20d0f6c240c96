"""Friday 3: what the starting and knowledge cards can do in a fight."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations_with_replacement

from rulebooks.core.chance import Bag
from rulebooks.core.interned import Interned
from rulebooks.core.rules import watching
from rulebooks.friday.book import rule
from rulebooks.friday.contents import CARDS, EXCHANGES, HARMFUL, LIFE, FridayCard, most_life
from rulebooks.friday.fights import (
    Fighting,
    Frame,
    Lying,
    can_draw,
    can_fill,
    draw,
    due,
    need,
    none_left,
    shuffle_alone,
    total,
)

AT_THE_END = ("double", "step -1")
AIMED = ("destroy", "double", "exchange", "exchange 2", "below the stack")


@dataclass(frozen=True, eq=False)
class Use(metaclass=Interned):
    """Use a card's ability: on a target, or (copy) as the ability of another card."""

    card: Lying
    target: Lying | None = None
    copied: Lying | None = None

    @property
    def ability(self) -> str | None:
        """What will be resolved."""
        return (self.copied or self.card).ability

    def __str__(self) -> str:
        through = f"copy {self.copied}: " if self.copied else ""
        what = {"below the stack": "put below the stack"}.get(self.ability or "", self.ability or "nothing")
        aim = f" {self.target}" if self.target else ""
        return f"use {self.card}: {through}{what}{aim}".replace("-", "−")


@rule("3.1", "In any order, one after the other")
def use(f: Fighting, action: Use) -> Fighting:
    """Abilities of drawn cards are used in any order; each is finished before the next begins."""
    card = action.card.now(used=True)
    f = replace(f, cards=f.cards.take(action.card).add(card))
    return copy_ability(f, action, card) if action.copied else resolve(f, action.ability, action.target, card)


@rule("3.2", "Once a fight")
def unused(f: Fighting, action: Use) -> bool:
    """A card's ability is used once; a card that left and is drawn again has it anew (FR-29)."""
    return not action.card.used


def resolve(f: Fighting, ability: str | None, target: Lying | None, by: Lying) -> Fighting:
    """The effect of an ability. ``by``: the card that it cannot hit."""
    match ability:
        case "+1 life" | "+2 life":
            return gain_life(f, LIFE[ability])
        case "+1 card" | "+2 cards":
            return extra_cards(f, CARDS[ability])
        case "step -1":
            return step_down(f)
        case "sort 3":
            return sort_cards(f)
    if target is None:
        return f
    match ability:
        case "destroy":
            return destroy(f, target)
        case "double":
            return double(f, target)
        case "below the stack":
            return below_the_stack(f, target)
    return exchange(f, target, by, EXCHANGES[ability or ""])


@rule("3.3", "+1 and +2 life")
def gain_life(f: Fighting, n: int) -> Fighting:
    """Take 1 or up to 2 life points, never beyond the most life Robinson can have."""
    return replace(f, life=min(max(f.life, most_life(f.setup)), f.life + n))


@rule("3.4", "+1 and +2 cards")
def extra_cards(f: Fighting, n: int) -> Fighting:
    """Draw 1 or up to 2 more cards for free and lay them on the right."""
    return draw(due(f, Frame("cards", n=n - 1)) if n > 1 else f, "right")


@rule("3.4a", "The second card")
def second_card(f: Fighting) -> Fighting:
    """The second of two cards is free too, and lies on the right; it may be left."""
    return draw(replace(f, pending=f.pending[:-1]), "right")


@rule("3.5", "Something to draw", kind="house")
def something_to_draw(f: Fighting, action: Use) -> bool:
    """An ability that draws needs a card to draw: with stack and discard pile empty it waits (FR-38)."""
    if action.ability in EXCHANGES:
        return bool(f.stack) or can_fill(f)
    return can_draw(f) or not (action.ability in CARDS or action.ability == "sort 3")


@rule("3.6", "Destroy")
def destroy(f: Fighting, target: Lying) -> Fighting:
    """Turn another drawn card face down: no ability, value 0, still a card; after the fight it leaves the game."""
    # used or not no longer matters: face-down cards are all alike
    return replace(f, cards=f.cards.take(target).add(target.now(down=True, used=False, doubled=False)))


@rule("3.7", "Another card, face up")
def has_target(f: Fighting, action: Use) -> bool:
    """Destroy, double, exchange and below the stack name another drawn card that lies face up."""
    return action.ability not in AIMED or action.target is not None


@rule("3.8", "Double")
def double(f: Fighting, target: Lying) -> Fighting:
    """Double the fighting value of another drawn card."""
    return replace(f, cards=f.cards.take(target).add(target.now(doubled=True)))


@rule("3.9", "Doubled once")
def not_doubled(f: Fighting, action: Use) -> bool:
    """A card is doubled once a fight; several doubles go to different cards."""
    return action.ability != "double" or action.target is None or not action.target.doubled


@rule("3.10", "At the comparison")
def when_compared(f: Fighting, action: Use) -> bool:
    """Double and "step -1" act when values are compared, so their card must still lie face up then (FR-8)."""
    late = action.ability in AT_THE_END
    early = late and action.ability == "double" and f.challenge.options.double_stays
    return late if f.phase == "comparing" else not late or early


@rule("3.11", "Copy")
def copy_ability(f: Fighting, action: Use, card: Lying) -> Fighting:
    """Use the ability of another drawn card once more, whether that card used it or not."""
    assert action.copied is not None
    if action.ability in HARMFUL:
        return replace(f, repeated=f.repeated.add(action.ability))
    return resolve(f, action.ability, action.target, card if f.challenge.options.copy_hits_copied else action.copied)


@rule("3.12", "What cannot be copied", kind="house")
def copyable(f: Fighting, action: Use) -> bool:
    """A copy does not copy a copy (FR-4), and not an aging card (FR-5); a face-down card has no ability."""
    if action.card.ability != "copy":
        return True
    options, ability = f.challenge.options, action.copied.ability if action.copied else None
    return (
        ability is not None
        and (ability != "copy" or options.copy_of_copy)
        and (ability not in HARMFUL or options.copy_aging)
    )


@rule("3.13", "Step -1")
def step_down(f: Fighting) -> Fighting:
    """Compare with the hazard value of the step before; no use in the green step and against pirates."""
    return replace(f, eased=f.eased + 1)


@rule("3.14", "A step to go down", kind="house")
def step_to_go(f: Fighting, action: Use) -> bool:
    """ "Step -1" is used only where it lowers the hazard value's step; twice leads from red to green (FR-30)."""
    most = len(f.challenge.needs) - 1
    return action.ability != "step -1" or f.eased < (most if f.challenge.options.step_stacks else min(1, most))


@rule("3.15", "Sort 3 cards")
def sort_cards(f: Fighting) -> Fighting:
    """Look at up to 3 cards of the stack, one after the other; discard up to 1 and put the rest back in any order."""
    return draw(due(f, Frame("sort", n=3)), "eyes")


@rule("3.15a", "A card is looked at")
def look(f: Fighting, card: FridayCard) -> Fighting:
    """The card is off the stack and seen, but lies nowhere yet."""
    *below, sorting, _ = f.pending
    seen = Frame("sort", n=sorting.n - 1, seen=sorting.seen.add(card))
    return replace(f, stack=f.stack.take(card), pending=(*below, seen))


@rule("3.15b", "Look on")
def more_to_see(f: Fighting) -> bool:
    """Up to 3 cards are looked at; where the stack ends, it is shuffled as for any draw (FR-32)."""
    return f.pending[-1].n > 0 and can_draw(f) and (bool(f.stack) or f.challenge.options.sort_reshuffles)


@rule("3.15f", "Another card to look at")
def look_on(f: Fighting) -> Fighting:
    """The second and the third card are looked at only if Robinson likes."""
    return draw(f, "eyes")


@rule("3.15c", "Discard one of them")
def discard_seen(f: Fighting, card: FridayCard) -> Fighting:
    """At most 1 of the cards looked at goes to the discard pile."""
    sorting = f.pending[-1]
    rest = Frame("sort", n=-1, seen=sorting.seen.take(card))
    return sorted_out(replace(f, discard=f.discard.add(card), pending=(*f.pending[:-1], rest)))


@rule("3.15d", "One at most")
def none_discarded(f: Fighting) -> bool:
    """Only 1 card is discarded, before the others are put back."""
    return f.pending[-1].n >= 0


@rule("3.15e", "Put back on top")
def put_back(f: Fighting, card: FridayCard) -> Fighting:
    """The cards go back on the stack in the order one likes: the one put back last is drawn first."""
    rest = Frame("sort", n=-1, seen=f.pending[-1].seen.take(card))
    return sorted_out(replace(f, stack=f.stack.on_top(card), pending=(*f.pending[:-1], rest)))


def sorted_out(f: Fighting) -> Fighting:
    """Sorting is over when no card is left in hand."""
    return f if f.pending[-1].seen else replace(f, pending=f.pending[:-1])


@rule("3.16", "Exchange")
def exchange(f: Fighting, target: Lying, by: Lying, n: int = 1) -> Fighting:
    """Another face-up card, used or not, goes to the discard pile; the card drawn for it takes its place."""
    f = replace(f, cards=f.cards.take(target))
    if n > 1:
        f = due(f, Frame("exchange", n=n - 1, by=by))
    if f.challenge.options.discard_first or f.stack or not can_draw(f):
        return draw(replace(f, discard=f.discard.add(target.card)), side(target))
    return draw_before_discard(f, target)


@rule("3.16a", "Shuffle first, then discard", kind="house")
def draw_before_discard(f: Fighting, target: Lying) -> Fighting:
    """Read otherwise, an empty stack is filled before the exchanged card is discarded (FR-25)."""
    return draw(due(f, Frame("discard", by=target)), side(target))


@rule("3.17", "A second exchange")
def exchange_on(f: Fighting, target: Lying) -> Fighting:
    """Exchange 2 finishes the first exchange, then may exchange any other card, the new one too."""
    frame = f.pending[-1]
    assert frame.by is not None
    return exchange(replace(f, pending=f.pending[:-1]), target, frame.by, frame.n)


@rule("3.18", "Below the stack")
def below_the_stack(f: Fighting, target: Lying) -> Fighting:
    """Put another face-up card under the stack; an empty stack is shuffled first."""
    if f.stack:
        return put_below(f, target)
    f = due(f, Frame("shuffle", by=target))
    if f.challenge.options.below_ages and f.aging:
        return f
    if f.challenge.options.below_ages and f.challenge.options.aging_exhausted == "lose":
        return none_left(f)
    return put_below(replace(shuffle_alone(f), pending=f.pending[:-1]), target)


@rule("3.19", "Under the last card")
def put_below(f: Fighting, target: Lying) -> Fighting:
    """The card lies under the stack, known to all; from the left a replacement may be drawn at once (FR-26)."""
    f = replace(f, cards=f.cards.take(target), stack=f.stack.below(target.card), buried=f.buried + 1)
    if not target.left:
        return f
    match f.challenge.options.below_replaces:
        case "may":
            return due(f, Frame("replace"))
        case "must":
            return draw(f, "left")
    return replace(f, free=f.free + 1)


@rule("3.19a", "The replacement")
def replacement(f: Fighting) -> Fighting:
    """The card that replaces one put below the stack is free, and lies on the left."""
    return draw(replace(f, pending=f.pending[:-1]), "left")


@rule("3.20", "One card in the stack")
def stack_to_go_below(f: Fighting, action: Use) -> bool:
    """Below the stack needs a card in the stack, or in the discard pile to make a stack of."""
    return action.ability != "below the stack" or bool(f.stack or f.discard)


@rule("3.21", "No endless loop", kind="house")
def below_bounded(f: Fighting, action: Use) -> bool:
    """Below the stack and copy could go round for ever; so 6 cards go below in one fight, no more (FR-37)."""
    return action.ability != "below the stack" or f.buried < f.challenge.options.below_limit


@rule("3.22", "Leave the rest")
def leave_the_rest(f: Fighting) -> Fighting:
    """What an ability still offers may be left: a second card, a second exchange, a replacement."""
    return replace(f, pending=f.pending[:-1])


def side(lying: Lying) -> str:
    """Where a card lies, as frames name it."""
    return "left" if lying.left else "right"


# What can be named --------------------------------------------------------------------
def uses(f: Fighting) -> Iterator[Use]:
    """Every use of an ability that the rules speak of, forbidden ones included."""
    for lying in f.cards.kinds:
        if lying.ability and lying.ability not in HARMFUL:
            yield from uses_of(f, lying)


def uses_of(f: Fighting, lying: Lying) -> Iterator[Use]:
    """The uses of one card: once for each target, and for a copy once for each ability it could repeat."""
    if lying.used:
        yield Use(lying)
        return
    if lying.ability != "copy":
        yield from aimed(f, lying, None)
        return
    sources = [c for c in f.cards.take(lying).kinds if c.ability and c.ability not in AT_THE_END]
    late = [c for c in f.cards.take(lying).kinds if c.ability in AT_THE_END]
    for source in sources + late:
        yield from [Use(lying, None, source)] if source.ability == "copy" else aimed(f, lying, source)
    if not sources + late:
        yield Use(lying)


def aimed(f: Fighting, lying: Lying, copied: Lying | None) -> Iterator[Use]:
    """A use of an ability, once for each card it can be aimed at."""
    ability = (copied or lying).ability
    now = f.phase == "comparing" if ability in AT_THE_END else f.phase == "fight"
    now = now or (ability == "double" and f.challenge.options.double_stays)
    targets = targets_of(f, lying, copied) if ability in AIMED and now else []
    for target in targets:
        yield Use(lying, target, copied)
    if not targets:
        yield Use(lying, None, copied)


def targets_of(f: Fighting, lying: Lying, copied: Lying | None) -> list[Lying]:
    """The face-up cards but the one that acts: the copy itself, or the copied card (FR-6)."""
    others = f.cards.take(lying)
    if copied is not None and not f.challenge.options.copy_hits_copied:
        others = others.take(copied).add(lying.now(used=True))  # the copy, as it lies by then
    return [c for c in others.kinds if not c.down]


@lru_cache(maxsize=4096)
def best_total(f: Fighting) -> int:
    """The greatest fighting value that doubling at the comparison could reach from here."""
    with watching():  # a look ahead is no event
        now = total(f)
        if now >= need(f):
            return now
        return max(total(replace(f, cards=cards)) for cards in _doubled(f))


def _doubled(f: Fighting) -> Iterator[Bag[Lying]]:
    """The cards once all that can still double has doubled, in every way that could be the best.

    Only cards above 0 are worth it, and equally worthy ones are tried once. Each doubler spares one card at
    most, so several doublers reach any cards but one that all of them spare.
    """
    spared = _spared_by(f)
    open_to = Bag({c: n for c, n in f.cards.counts.items() if c.value > 0 and not c.doubled})
    if spared and len(set(spared)) == 1 and spared[0] is not None:
        kind = f.cards.kinds[spared[0][0]]
        open_to = open_to.take(kind) if kind in open_to else open_to
    alike: dict[tuple[int, bool], list[Lying]] = {}
    for c in open_to:
        alike.setdefault((c.value, c.card.aging), []).append(c)
    for chosen in combinations_with_replacement(sorted(alike), min(len(spared), len(open_to))):
        counts = Counter(chosen)
        if all(n <= len(alike[k]) for k, n in counts.items()):
            targets = [c for k, n in counts.items() for c in alike[k][:n]]
            yield f.cards.take(*targets) + Bag([c.now(doubled=True) for c in targets])


def _spared_by(f: Fighting) -> list[tuple[int, int] | None]:
    """For each card that could still double, copies included: which card (its kind, which of them) it cannot hit."""
    each = [(c, (i, k)) for i, (c, n) in enumerate(f.cards.counts.items()) for k in range(n)]
    doubles = [(c, place) for c, place in each if c.ability == "double"]
    copies = [(c, place) for c, place in each if c.ability == "copy" and not c.used] if doubles else []
    own = [place for c, place in doubles if not c.used]
    if f.challenge.options.copy_hits_copied:
        return [*own, *(place for _, place in copies)]
    return [*own, *(doubles[0][1] if len(doubles) == 1 else None for _ in copies)]
