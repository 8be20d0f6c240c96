"""Scott Pilgrim in words: what rules changed, as far as all may know it, and how it ended."""

from __future__ import annotations

from rulebook_widgets.views.pilgrim_cards import counted, listed, named, plural, told
from rulebook_widgets.views.pilgrim_words import player, shown
from rulebooks.core.chance import Bag
from rulebooks.core.game import Terminal
from rulebooks.core.rules import Event
from rulebooks.scott_pilgrim import BACK, Deck, Fight, Lying, Phase, PilgrimCard, State, finished, points
from rulebooks.scott_pilgrim.cards import SUITS, name_of
from rulebooks.scott_pilgrim.fight import dealt, won
from rulebooks.scott_pilgrim.resolution import foe, goal, team_points
from rulebooks.scott_pilgrim.table import DECKS


def describe_event(event: Event) -> str:
    """What a rule changed, in a few words; "" leaves the rule's own. Only what all may know is told."""
    b, a = event.before, event.after
    text = ""
    if isinstance(a, Fight):
        text = _of_fight(event.rule.id, b, a)
    elif isinstance(a, State):
        text = _of_table(event.rule.id, b, a)
    elif isinstance(a, Deck):
        text = f"a draw pile was made anew from {plural(len(a.draw), 'card')}."
    return text[:1].upper() + text[1:]


def more(a: Bag[PilgrimCard], b: Bag[PilgrimCard]) -> Bag[PilgrimCard]:
    """What is more often in the first bag."""
    return Bag({card: n - b.count(card) for card, n in a.counts.items() if n > b.count(card)})


def _of_fight(rule: str, b: Fight, a: Fight) -> str:
    match rule:
        case "5.2":
            return f"{counted(more(a.hand, b.hand))} drawn for the combat."
        case "5.4" | "5.4a":
            harder = f": the target needs {a.needed}" if a.needed > b.needed else ""
            return f"revealed: {named(more(a.shown, b.shown))}{harder}."
        case "5.5":
            kept = a.hand != b.hand
            return (
                "the revealed cards are discarded." if not kept else "a revealed card was kept; the rest is discarded."
            )
        case "5.6":
            laid = [c for c in more(a.played, b.played) if c.kind == "action"]
            return (
                f"{listed(name_of(c, BACK) for c in laid)} was laid: damage {dealt(a)} of {a.needed}." if laid else ""
            )
        case "5.8":
            return f"{a.extra - b.extra} damage more." if a.extra != b.extra else "no damage more."
        case "5.10":
            return f"{plural(a.due - b.due, 'card')} to draw."
        case "5.11":
            return f"the target is {'defeated' if won(a) else 'not defeated'}: damage {dealt(a)} of {a.needed}."
        case "9.4":
            return "a Drama card was put under it."
        case "9.6":
            return f"{a.drama - b.drama} Drama went to the discard pile." if a.drama != b.drama else "no Drama is left."
    return ""


def _of_table(rule: str, b: State, a: State) -> str:
    who, seat = player(b.active), b.seats[b.active]
    now = a.seats[b.active]
    match rule:
        case "1.2":
            return f"{player(a.active)} goes first."
        case "1.9":
            return (
                f"{player(a.active)} gives a Buddy away." if a.phase is Phase.BUDDY else "the Plotline is laid out now."
            )
        case "1.5" | "10.6":
            return _laid_down(b, a, who)
        case "10.5":
            there = [i for i, (new, old) in enumerate(zip(a.sizes, b.sizes, strict=True)) if new < old]
            return (
                f"the top of the {DECKS[there[0]]} main deck goes to place {b.pending[-1].place + 1}." if there else ""
            )
        case "10.8":
            fresh = [x for x, old in zip(a.tops, b.tops, strict=True) if x is not None and x != old]
            return f"on top of a main deck: {shown(fresh[0])}." if fresh else ""
        case "3.1":
            top = b.tops[a.removed[-1]] if a.removed else None
            return f"{who} eliminates {shown(top)} from a main deck." if top is not None else ""
        case "4.4" | "4.1" | "4.2":
            return _pool(b, a, who) or ("no Power Up! gives anything." if rule == "4.1" else "")
        case "4.6":
            left = _left_the_line(b, a)
            return f"{who} acquires {name_of(left[0].card, left[0].side)}." if left else ""
        case "4.11":
            return f"{named(more(a.gone, b.gone))} is eliminated at once."
        case "4.10" | "6.7":
            kept = [up for up in (*now.ups, *([a.shared] if a.shared else [])) if up not in (*seat.ups, b.shared)]
            return f"{kept[-1].card.name} lies before {who}." if kept else ""
        case "4.12":
            return f"{who} discards the hand; what was not spent is lost."
        case "5.1":
            return f"{who} fights {_target(a)}."
        case "5.5a":
            then, hand = b.seats[b.left].hand, a.seats[b.left].hand
            return f"{player(b.left)} keeps {named(more(hand, then))} and discards {named(more(then, hand))}."
    return _of_resolution(rule, b, a)


def _of_resolution(rule: str, b: State, a: State) -> str:
    who = player(b.active)
    match rule:
        case "6.1":
            n = a.pending[-1].n if a.pending else 0
            return f"{who} draws {plural(n, 'card')} for the next turn." if n else ""
        case "10.1":
            return f"{who} draws {plural(a.pending[-1].n, 'card')}." if a.pending else ""
        case "6.3":
            return "the combat is over, its cards are discarded."
        case "6.4":
            return f"victory over {_target(b)}."
        case "6.5":
            return f"{_target(b)} was too strong."
        case "6.6":
            done = [e for e in b.due if b.due.count(e) > a.due.count(e)]
            return f"now: {told(done[0])}." if done else ""
        case "6.8":
            return f"{_target(b)} is kept for its points."
        case "6.9":
            return f"{named(more(b.seats[b.active].hand, a.seats[b.active].hand))} was discarded."
        case "6.11":
            return f"{player(a.active)}’s turn begins."
        case "9.2":
            n = b.drama - a.drama
            return f"{n} Drama went to {who}’s discard pile." if n > 0 else ""
        case "10.2":
            left = _left_the_line(b, a)
            return f"{shown(left[0]) if left else named(more(a.gone, b.gone))} is out of the game."
        case "10.3":
            turned = [x for x, old in zip(a.plotline, b.plotline, strict=True) if x is not None and x != old]
            return f"{shown(turned[0])} lies up now." if turned else ""
        case "12.4":
            old = more(a.gone, b.gone)
            return f"{named(old)} makes room for the new Housing." if old else ""
        case "8.1":
            return f"{who} claims {a.setup.evil_ex.name}."
        case "8.7":
            return f"{who} is out of the game."
    return ""


def _left_the_line(b: State, a: State) -> list[Lying]:
    """Cards that left the Plotline."""
    return [old for old, new in zip(b.plotline, a.plotline, strict=True) if old is not None and new is None]


def _laid_down(b: State, a: State, who: str) -> str:
    fresh = [
        (i, x) for i, x in enumerate(a.plotline) if x is not None and (i >= len(b.plotline) or b.plotline[i] is None)
    ]
    return f"{who} lays {shown(fresh[0][1])} at place {fresh[0][0] + 1}." if fresh else ""


def _pool(b: State, a: State, who: str) -> str:
    gained = [f"{n - m} {suit}" for suit, m, n in zip(SUITS, b.pool, a.pool, strict=True) if n > m]
    return f"{who} has {listed(gained)} more to spend." if gained else ""


def _target(s: State) -> str:
    card = foe(s, s.target)
    return card.back or card.name


def describe_end(s: State | Fight, node: Terminal) -> str:
    """How it ended."""
    if isinstance(s, Fight):
        end = finished(s)
        added = f", {end.drama_added} Drama added" if end.drama_added else ""
        return f"{'Victory' if end.won else 'Defeat'}: damage {end.damage} of {s.needed}{added}."
    wanted = goal(s.setup)
    if s.setup.mode in ("cooperative", "solo"):
        n = team_points(s) if s.setup.together else points(s, 0)
        return f"{'Won' if s.won else 'Lost'} with {n} of {wanted} Victory Points."
    have = listed(f"{points(s, i)} for {player(i)}" for i in range(len(s.seats)))
    who = listed(player(i) for i in s.won)
    verb = "share the victory" if len(s.won) > 1 else "wins"
    start = f"{who[:1].upper()}{who[1:]} {verb}." if s.won else "Nobody wins."
    return f"{start} Victory Points: {have}; {wanted} were needed."


__all__ = ["describe_end", "describe_event"]
