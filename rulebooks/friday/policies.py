"""Ways to play Friday: at random, by a rule of thumb, and carefully, by prices and a look ahead.

A policy is a function of what the player knows (``information_state``); it returns a legal
action or weights over them. It draws nothing itself: the same luck can be played by all of
them (``odds.sample``). Measured side by side in ``docs/friday-strength.md``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Any

from rulebooks import friday
from rulebooks.core.rules import watching
from rulebooks.friday.abilities import Use
from rulebooks.friday.contents import CARDS, EXCHANGES, HARM, LIFE, FridayCard
from rulebooks.friday.fights import Destroy, Fighting, Lying, harm, need, stop_on_the_left, total
from rulebooks.friday.island import Face, Phase, Skip, State, face, pirate_numbers
from rulebooks.friday.outlook import (
    POINT,
    PRICES,
    Prices,
    average,
    copy_kept_for,
    means,
    needed,
    outlook,
    reached,
    riddance,
    strength,
)
from rulebooks.friday.turns import Compare, Discard, DrawFree, Enough, Exchange, More, Pay, PutBack, Settle

Action = Any
Actions = tuple[Action, ...]


# At random --------------------------------------------------------------------------
def at_random(s: State | Fighting) -> dict[Action, int]:
    """Every legal action is as likely as any other."""
    return dict.fromkeys(_actions(s), 1)


# Rule of thumb: what a player does without a pencil ----------------------------------------
KEPT, SHORT = 3, 3  # life points that no card is paid from; points short for which a card is still paid
LEARNING = (2, 3)  # free cards of the hazards met in the green step: cards to lose are seen, and little life is lost …
LOW = 6  # … with more life than this


def thumb(s: State | Fighting) -> Action:
    """Meet the easier hazard, draw all free cards, pay only when nearly there, and lose the worst cards with a loss."""
    actions = _actions(s)
    if isinstance(s, State) and s.phase is not Phase.FIGHT:
        learning = [a for a in actions if isinstance(a, Face) and a.card.free in LEARNING]
        if s.phase is Phase.CHOOSE and s.stage == 0 and s.life > LOW and learning:
            return max(learning, key=lambda a: a.card.free or 0)
        return _easiest(s, actions)
    f = _fight(s)
    if f.pending or f.phase != "fight":
        return _thumb_goes_on(f, actions)
    gifts = [u for u in _uses(actions, LIFE) if f.life < f.setup.most_life]
    if gifts:
        return gifts[0]
    short = need(f) - total(f)
    if short > 0:
        drawing = [DrawFree(), *_uses(actions, CARDS), *_low(_uses(actions, EXCHANGES))]
        if ready := [a for a in drawing if a in actions]:
            return ready[0]
        worth_it = short <= SHORT and f.life > KEPT and average(f) >= 10
        if (f.challenge.pirate or worth_it) and (paying := [a for a in actions if isinstance(a, Pay)]):
            return paying[0]
    rid = [u for u in _uses(actions, ("destroy",)) if u.target and u.target.value <= 0 and _idle(u.target.card)]
    if rid:
        return min(rid, key=lambda u: u.target.value if u.target else 0)
    return Compare() if Compare() in actions else actions[0]


def _low(uses: list[Use]) -> list[Use]:
    """Exchanges of a card below 1, the lowest first."""
    return sorted((u for u in uses if u.target and u.target.value < 1), key=lambda u: u.target.value if u.target else 0)


def _easiest(s: State, actions: Actions) -> Action:
    """The hazard or pirate that average cards come nearest to, counted in the whole of Robinson's cards."""
    own = [c.value or 0 for c in (*s.stack, *s.discard)]

    def short(a: Action) -> int:
        if isinstance(a, Skip):
            return 0
        value, free = pirate_numbers(s, a.card) if a.card.kind == "pirate" else (a.card.needs[s.stage], a.card.free)
        return value * len(own) - free * sum(own)

    return min(actions, key=short)


def _thumb_goes_on(f: Fighting, actions: Actions) -> Action:
    """Second cards and replacements only while short; after a loss aging cards go first, then those below 1."""
    if f.phase == "destroying":
        bad = [a for a in actions if isinstance(a, Destroy) and a.card.value <= 0 and _idle(a.card.card)]
        return min(bad, key=lambda a: (not a.card.card.aging, a.card.value)) if bad else Enough()
    if f.phase == "comparing":
        help_ = [u for u in actions if isinstance(u, Use)]
        best = max(help_, key=_points, default=None)
        return best if best and _points(best) > 0 and total(f) < need(f) else Settle()
    if f.pending[-1].kind == "exchange":
        low = [a for a in actions if isinstance(a, Exchange) and a.target.value < 0]
        return min(low, key=lambda a: a.target.value) if low and total(f) < need(f) else Enough()
    if f.pending[-1].kind == "sort":
        return _sorted(f, actions)
    more = [a for a in actions if isinstance(a, More)]
    return more[0] if more and (total(f) < need(f) or Enough() not in actions) else Enough()


def _idle(card: FridayCard) -> bool:
    """Whether a card can do nothing useful."""
    return card.aging or not card.ability


def _points(u: Use) -> int:
    """What a help at the comparison brings: "step -1" most, then the double of the highest card."""
    return 99 if u.ability == "step -1" else u.target.value if u.target else 0


# Careful: prices and a look ahead ---------------------------------------------------------
def careful(s: State | Fighting) -> Action:
    """The hazard, the draws and the cards to lose that are worth most by the prices of ``outlook``."""
    return play(s, PRICES)


def play(s: State | Fighting, p: Prices) -> Action:
    """The action of greatest worth, as far as prices and a look ahead tell."""
    actions = _actions(s)
    if len(actions) == 1:
        return actions[0]
    if isinstance(s, State) and s.phase is Phase.CHOOSE:
        return max(actions, key=lambda a: _worth_of(s, a, p))
    if isinstance(s, State) and s.phase is Phase.PIRATE:
        return min(actions, key=lambda a: _hardness(s, a.card))
    f = _fight(s)
    if f.pending:
        return _goes_on(f, actions, p)
    if f.phase == "destroying":
        return _rid_of(f, actions, p)
    if f.phase == "comparing":
        return _helped(f, actions, p)
    if gifts := [u for u in _kept(f, _uses(actions, LIFE)) if f.life + _gain(u) <= f.setup.most_life]:
        return gifts[0]
    act = _against_pirate(f, actions, p) if f.challenge.pirate else outlook(f, _prize(s, p), p).act
    return _done(f, actions, act, p)


def _worth_of(s: State, a: Action, p: Prices) -> int:
    """What a choice of hazard is worth: its fight looked ahead; to leave the last one costs and brings nothing."""
    if isinstance(a, Skip):
        return p.life(s.life)
    with watching():  # a look ahead is no event
        there = face(s, a.card).fight
    assert there is not None
    return outlook(there, p.beaten(a.card, s.stage), p).worth


def _hardness(s: State, pirate: FridayCard) -> int:
    """How far a pirate's value is above what its free cards bring, in tenths: the easier one is met first."""
    value, free = pirate_numbers(s, pirate)
    special = {"extra_card_costs_2": 30, "each_card_plus_1": -100}
    return 10 * value - 15 * free + special.get(pirate.pirate_rule or "", 0)


def _prize(s: State | Fighting, p: Prices) -> int:
    if isinstance(s, State):
        return p.beaten(s.facing, s.stage)
    return p.beaten(None, len(s.challenge.needs) - 1)


def _against_pirate(f: Fighting, actions: Actions, p: Prices) -> str:
    """What costs nothing comes first: free cards, "+1 card", exchanges of cards below the average; then life."""
    if reached(f, p) and (f.cards or not f.free):
        return "compare"
    if DrawFree() in actions:
        return "free"
    m, lowest = means(f), _lowest(f.cards)
    if m.cards:
        return "cards"
    if lowest is not None:
        low = 10 * (lowest.value - 3 * (lowest.ability == "highest = 0")) + 3
        if m.exchanges and low < average(f):
            return "exchange"
        if m.below and lowest.value < 0:
            return "below"
    if f.free and stop_on_the_left(f) and m.destroys:
        return "stop away"
    return "pay"


def _done(f: Fighting, actions: Actions, act: str, p: Prices) -> Action:
    """The action that does it; where there is none, the next best thing."""
    sight = _uses(actions, ("sort 3",))
    if sight and act in ("free", "cards", "pay") and len(f.cards) > 1 and len(f.stack) > 1 and _worth_sorting(f, act):
        return _kept(f, sight)[0] if _kept(f, sight) else sight[0]
    wanted: list[Action] = []
    if act == "cards":
        wanted = _kept(f, _uses(actions, CARDS))
    elif act in ("exchange", "below"):
        uses = _kept(f, _uses(actions, EXCHANGES if act == "exchange" else ("below the stack",)))
        wanted = sorted(uses, key=lambda u: _keeping(u.target))
    elif act == "pay":
        wanted = [a for a in actions if isinstance(a, Pay)]
    elif act == "free":
        wanted = [DrawFree()]
    elif act == "stop away":
        wanted = [u for u in _uses(actions, ("destroy",)) if u.target and u.target.ability == "stop"]
    return next((a for a in wanted if a in actions), None) or _at_last(f, actions, p)


def _at_last(f: Fighting, actions: Actions, p: Prices) -> Action:
    """Before the comparison: life and "destroy" that are still unused. A pirate may ask to draw on."""
    spare = copy_kept_for(f) not in ("double", "step -1")
    uses = [u for u in actions if isinstance(u, Use) and (spare or u.copied is None)]
    rid = [u for u in uses if u.ability == "destroy" and u.target and riddance(f, u.target, p) > 0]
    if rid:
        return max(rid, key=lambda u: riddance(f, u.target, p) if u.target else 0)
    if f.life < f.setup.most_life and (gifts := _uses(tuple(uses), LIFE)):
        return gifts[0]
    order = (Compare, DrawFree, Pay)
    rest = [a for kind in order for a in actions if isinstance(a, kind)]
    return rest[0] if rest else actions[0]


def _worth_sorting(f: Fighting, act: str) -> bool:
    """Sorting pays where a known card can be drawn soon; what is known already need not be looked at."""
    known = f.stack.layers and not isinstance(f.stack.layers[0], friday.Bag)
    soon = f.challenge.pirate or act == "pay" or f.free + (act == "cards") > 1
    return bool(soon) and not known


# Careful, in the midst of things ------------------------------------------------------------
def _goes_on(f: Fighting, actions: Actions, p: Prices) -> Action:
    """What to do with an ability under way."""
    kind = f.pending[-1].kind
    if kind == "sort":
        return _sorted(f, actions)
    if kind == "exchange":
        by = f.pending[-1].by
        others = {a.target: a for a in actions if isinstance(a, Exchange)}
        lowest = min(others, key=_keeping, default=None)
        short = f.challenge.pirate or strength(f, list(f.cards), means(f).doubles) < needed(f, means(f))
        if by is None or lowest is None or not short or 10 * lowest.value + 3 >= average(f):
            return Enough()
        return others[lowest]
    more = [a for a in actions if isinstance(a, More)]
    return Enough() if not more or (kind == "cards" and reached(f, p)) else more[0]


def _sorted(f: Fighting, actions: Actions) -> Action:
    """Look at three cards, but not beyond the end of the stack; a bad one is discarded, the best come first."""
    looking = [a for a in actions if isinstance(a, More)]
    if looking and f.stack:
        return looking[0]
    worst = min((a for a in actions if isinstance(a, PutBack | Discard)), key=lambda a: _use_of(f, a.card))
    discard = Discard(worst.card)
    return discard if discard in actions and _use_of(f, worst.card) < 5 else PutBack(worst.card)


def _use_of(f: Fighting, card: FridayCard) -> int:
    """About what a card brings to a fight, in tenths of a point."""
    a = card.ability or ""
    extra = {"double": 20, "highest = 0": -30, "stop": -10, "step -1": 20 * (len(f.challenge.needs) > 1)}
    more = 8 * CARDS.get(a, 0) + 6 * EXCHANGES.get(a, 0) + 5 * (a in LIFE) - 20 * HARM.get(a, 0)
    return 10 * (card.value or 0) + extra.get(a, 0) + more


def _rid_of(f: Fighting, actions: Actions, p: Prices) -> Action:
    """After a loss: what one is gladdest to lose, for each point it costs."""
    step = len(f.challenge.needs) - 1

    def glad(a: Destroy) -> int:
        return -p.of(a.card.card, step) // (a.card.card.destroy_cost or 1)

    bad = [a for a in actions if isinstance(a, Destroy) and p.of(a.card.card, step) < 0]
    return max(bad, key=glad) if bad else Enough()


def _helped(f: Fighting, actions: Actions, p: Prices) -> Action:
    """Doubles and "step -1" are used when they win; in a loss, when the points are not worth more than the life."""
    now, short = total(f), need(f) - total(f)
    uses = [u for u in actions if isinstance(u, Use)]
    if short <= 0 or not uses:
        return Settle()
    m = means(f)
    then = needed(f, m) - strength(f, list(f.cards), m.doubles)
    if then > 0 and not f.challenge.pirate and _after_loss(f, short, p) >= _after_loss(f, then, p):
        return Settle()
    step = [u for u in uses if u.ability == "step -1"]
    if step:
        return step[0]
    with watching():  # a look ahead is no event
        best = max(uses, key=lambda u: total(friday.step(f, u)))
        return best if total(friday.step(f, best)) > now else Settle()


def _after_loss(f: Fighting, short: int, p: Prices) -> int:
    """What a loss by so many points is worth."""
    left = f.life - short - harm(f)
    if left < 0:
        return p.life(left) - 1000 * POINT
    step, points, gain = len(f.challenge.needs) - 1, short, 0
    bad = [c for c in f.cards if not c.down and p.of(c.card, step) < 0]
    for c in sorted(bad, key=lambda c: p.of(c.card, step) // (c.card.destroy_cost or 1)):
        if (c.card.destroy_cost or 1) <= points:
            points -= c.card.destroy_cost or 1
            gain -= p.of(c.card, step)
    return p.life(left) + gain


# Shared --------------------------------------------------------------------------------
def _actions(s: State | Fighting) -> Actions:
    node: Any = friday.node(s)
    return tuple(node.actions)


def _fight(s: State | Fighting) -> Fighting:
    f = friday.focus(s)
    assert f is not None
    return f


def _uses(actions: Actions, abilities: Collection[str]) -> list[Use]:
    """Uses of these abilities, those through a copy last."""
    uses = [a for a in actions if isinstance(a, Use) and (a.ability or "") in abilities]
    return sorted(uses, key=lambda u: u.copied is not None)


def _kept(f: Fighting, uses: list[Use]) -> list[Use]:
    """Without copies that are kept for something better."""
    kept = copy_kept_for(f)
    return [u for u in uses if u.copied is None or u.ability == kept]


def _gain(u: Use) -> int:
    return LIFE.get(u.ability or "", 0)


def _keeping(c: Lying | None) -> int:
    """How much one would like to keep a card that could be exchanged."""
    if c is None:
        return 0
    unused = not c.used and c.ability is not None and c.ability != "copy" and not c.card.aging
    return 2 * c.value + 2 * unused - 6 * (c.ability == "highest = 0") - 3 * ((c.ability or "") in HARM)


def _lowest(cards: Iterable[Lying]) -> Lying | None:
    return min((c for c in cards if not c.down), key=_keeping, default=None)


POLICIES: dict[str, Callable[[Any], Any]] = {"random": at_random, "thumb": thumb, "careful": careful}
"""Name -> policy."""

__all__ = ["POLICIES", "at_random", "careful", "thumb"]
