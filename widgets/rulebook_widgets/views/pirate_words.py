"""Pirate Tales in words: moves, draws, what rules changed, and how it ended."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from rulebook_widgets.view import minus
from rulebooks import pirate_tales
from rulebooks.core.chance import Bag
from rulebooks.core.game import Node, Terminal
from rulebooks.core.result import label
from rulebooks.core.rules import Event
from rulebooks.pirate_tales import (
    Bet,
    Buy,
    Choose,
    Drop,
    GiveUp,
    Lose,
    PirateCard,
    Place,
    Play,
    SetAside,
    State,
    Take,
)
from rulebooks.pirate_tales.contents import COLOURS, symbols
from rulebooks.pirate_tales.course import Die, Sailing
from rulebooks.pirate_tales.landing import treasure

COUNTED = {
    "doubloon": ("{n} doubloon", "{n} doubloons"),
    "draw": ("draw {n} card", "draw {n} cards"),
    "ship": ("ship +{n}", "ship +{n}"),
    "pay": ("pay {n} doubloon", "pay {n} doubloons"),
    "set aside": ("set {n} die aside", "set {n} dice aside"),
    "ship back": ("ship −{n}", "ship −{n}"),
    "discard": ("discard {n} card", "discard {n} cards"),
}
PLAIN = {"roll again": "roll all free dice again"}


def plural(n: int, word: str) -> str:
    """A number and a word for it."""
    return f"{minus(n)} {word}" + ("" if n == 1 else "s")


def listed(words: Iterable[str]) -> str:
    """Words in a row, with "and" before the last."""
    *first, last = list(words) or ["nothing"]
    return f"{', '.join(first)} and {last}" if first else last


def gives(text: str | None, way: int | None = None) -> str:
    """Symbols as they are read: "re-roll or 1 doubloon". ``way``: of alternatives only this one."""
    ways = symbols(text) if way is None else (symbols(text)[way],)
    return " or ".join(" and ".join(_symbol(what, n) for what, n in one) for one in ways)


def _symbol(what: str, n: int) -> str:
    if what in COUNTED:
        return COUNTED[what][n != 1].format(n=n)
    return PLAIN.get(what, what)


def player(n: int) -> str:
    """A seat as it is called on the screen."""
    return f"player {n + 1}"


def dice(bag: Bag[Any]) -> str:
    """Dice in words: "white 1 ×2 and red 2"."""
    return listed(f"{die}{f' ×{n}' if n > 1 else ''}" for die, n in bag.counts.items())


def named(cards: Bag[PirateCard]) -> str:
    """Cards by their names alone."""
    return listed(f"{c.name}{f' ×{n}' if n > 1 else ''}" for c, n in cards.counts.items())


def skulls(cards: Bag[PirateCard]) -> str:
    """The skulls of hand cards that are added."""
    return plural(sum(c.flag or 0 for c in cards), "skull")


# moves --------------------------------------------------------------------------------------
def describe_move(move: Any, node: Node) -> str:
    """What is chosen or drawn."""
    match move:
        case Place(cards=cards):
            more = f" with {named(cards)} ({skulls(cards)})" if cards else ""
            return f"place {dice(move.dice)}{more}"
        case Play():
            return f"play {move.card.name}: {gives(move.card.reward, move.way)}"
        case Choose():
            return gives(move.text, move.way)
        case GiveUp():
            return "turn back: the voyage fails"
        case Take():
            return f"take {move.die} to roll it again"
        case Lose():
            return f"set {move.die} aside"
        case Bet() if move.player != getattr(node, "player", move.player):
            return f"{player(move.player)} bets {move.side}"
        case Bet():
            return f"bet {move.side}: the voyage will {'succeed' if move.side == 'aye' else 'fail'}"
        case Buy():
            return f"buy {plural(move.n, 'card')} for {plural(move.price, 'doubloon')}" if move.n else "buy no card"
        case Drop():
            return f"discard {move.card.name}"
        case PirateCard():
            return _card(move)
        case int():
            return f"a back with {move}"
        case Bag() if move and isinstance(next(iter(move)), PirateCard):
            return named(move)
        case Bag():
            return dice(move)
    return label(move)


def _card(c: PirateCard) -> str:
    match c.kind:
        case "kraken":
            return f"{c.name} ({c.timing}: {gives(c.effect)})"
        case "capsize":
            return f"{c.name} ({kept(c) if c.kept else gives(c.effect)})"
    needs = f"asks for {c.need}" if c.kind == "adventure" else f"level {c.need}"
    return f"{c.name} ({needs}{f'; {gives(c.reward)}' if c.reward else ''})"


def kept(c: PirateCard) -> str:
    """What a Capsize card that is kept will do."""
    return f"kept for the next voyage: {plural(c.flag, 'skull') if c.flag else gives(c.effect)}"


def group_move(move: Any) -> tuple[str, str]:
    """The heading a move stands under when there are several like it, and its short name there."""
    match move:
        case Place(cards=cards):
            more = f" with {named(cards)} ({skulls(cards)})" if cards else ""
            return f"place under the next card{more}", dice(move.dice)
        case SetAside():
            return "set a die aside, to roll others again", str(move.die)
        case Take():
            return "take a die to roll it again", str(move.die)
        case Lose():
            return "set a die aside", str(move.die)
        case Play():
            return f"play {move.card.name}", gives(move.card.reward, move.way)
        case Drop():
            return "discard a hand card", move.card.name
    return "", ""


def comes_last(move: Any) -> bool:
    """Whether a move ends much, so that it stands below the others."""
    return isinstance(move, GiveUp)


def pieces_of(move: Any) -> tuple[str, ...]:
    """The dice and cards of the picture that a move takes."""
    match move:
        case Place():
            return (*map(die_key, move.dice), *map(card_key, move.cards))
        case SetAside() | Take() | Lose():
            return (die_key(move.die),)
        case Play() | Drop():
            return (card_key(move.card),)
    return ()


def die_key(die: Die | str) -> str:
    """The name of a die in the picture."""
    return f"die:{die}"


def card_key(card: PirateCard) -> str:
    """The name of a hand card in the picture."""
    return f"card:{card.name}"


def describe_chance(what: str) -> tuple[str, str]:
    """What is done to let chance decide, and about what."""
    if found := re.fullmatch(r"the (.*) dice", what):
        return "Roll", f"{found[1]} {'die' if found[1] in [f'1 {c}' for c in COLOURS] else 'dice'}"
    return ("Turn over" if what in ("the kraken", "the island", "the back of the next kraken") else "Draw"), what


# what happened ----------------------------------------------------------------------------------
def describe_event(event: Event) -> str:
    """What a rule changed, in a few words; "" leaves the rule's own."""
    b, a = event.before, event.after
    text = _of_voyage(event.rule.id, b, a) if isinstance(a, Sailing) else _of_table(event.rule.id, b, a)
    return text[:1].upper() + text[1:]


def _of_voyage(rule: str, b: Sailing, a: Sailing) -> str:
    match rule:
        case "6.1":
            return f"rolled: {dice(a.free - b.free)}."
        case "6.2":
            return f"{dice(b.free - a.free)} was set aside."
        case "6.4":
            return f"{dice(b.free - a.free)} was taken to be rolled again."
        case "6.6":
            used = b.hand - a.hand
            with_cards = f" with {named(used)}" if used else ""
            what = "the island" if b.done + 1 == len(b.course.stops) else f"card {b.done + 1}"
            return f"{what} was fulfilled by {dice(b.free - a.free)}{with_cards}."
        case "6.10":
            return f"its reward: {gives(b.course.stops[b.filled[-1] - 1].reward)}." if b.filled else ""
        case "8.2":
            return "any number of free dice may be rolled again."
        case "6.12":
            return f"{named(b.hand - a.hand)} was played for its symbol."
        case "8.1":
            won = [f.dice for f in a.pending if f.kind == "roll"]
            return f"a {won[-1].kinds[0]} die was won, to be rolled." if won else ""
        case "8.3":
            return f"{plural(a.pending[-1].n, 'card')} to be drawn." if a.pending else ""
        case "8.3a":
            return f"{named(a.hand - b.hand)} went into the hand."
        case "8.4":
            by = a.gained.ship - b.gained.ship
            return f"the ship will sail {'on' if by > 0 else 'back'} by {abs(by)}."
        case "8.5":
            by = a.gained.doubloons - b.gained.doubloons
            return f"{plural(abs(by), 'doubloon')} {'gained' if by > 0 else 'paid'}."
        case "8.6":
            return "a blue gem was gained." if a.gained.blue > b.gained.blue else "a red gem was gained."
        case "5.3":
            return f"space {a.done} lies under the kraken and is passed."
        case "5.4":
            return f"{plural(a.pending[-1].n, 'die').replace('dies', 'dice')} must be set aside." if a.pending else ""
        case "5.5":
            return "all free dice are rolled again."
        case "6.11":
            return "the voyage turns back: it fails."
    return ""


def _of_table(rule: str, b: State, a: State) -> str:
    said = _of_planning(rule, b, a) or _of_money(rule, b, a)
    if said:
        return said
    seat = a.seats[b.active]
    match rule:
        case "6.13":
            return f"{player(b.active)}’s voyage ends, and the dice come back."
        case "7.1":
            return "the island was reached."
        case "7.4":
            return "the voyage failed: a Capsize card is drawn."
        case "7.3":
            return f"the island is {_card(_new(b.fulfilled, a.fulfilled))}." if a.fulfilled != b.fulfilled else ""
        case "7.5":
            card = _new(b.capsize_played + b.seat.kept, a.capsize_played + seat.kept)
            return f"capsized: {_card(card)}." if card else ""
        case "7.3a":
            return f"{named(seat.hand - b.seat.hand)} went into the hand."
        case "7.6":
            return f"{named(b.seat.hand - seat.hand)} was discarded."
        case "7.7":
            there = "the end of the Sea track" if seat.ship == a.end else f"space {seat.ship}"
            return f"{player(b.active)}’s ship sails to {there}." if seat.ship != b.seat.ship else ""
        case "7.13" | "7.15":
            change = ", ".join(
                f"{plus}{abs(n - m)} {c}"
                for c, m, n in zip(COLOURS, b.seat.dice, seat.dice, strict=True)
                if (plus := "+" if n > m else "−") and n != m
            )
            return f"{player(b.active)}’s dice: {change}."
        case "9.1":
            return f"{player(b.active)} has reached the end: a blue gem, and this round is the last."
        case "9.2":
            return f"{player(a.active)}’s turn begins." if a.active != b.active else ""
        case "9.4":
            sold = [
                f"{player(i)}’s for {plural(now.doubloons - then.doubloons, 'doubloon')}"
                for i, (then, now) in enumerate(zip(b.seats, a.seats, strict=True))
                if now.doubloons != then.doubloons
            ]
            return f"hand cards are exchanged: {listed(sold)}." if sold else "no hand card shows doubloons."
    return ""


def _of_planning(rule: str, b: State, a: State) -> str:
    seat = a.seats[b.active]
    match rule:
        case "0.7":
            return f"{player(a.active)} begins."
        case "0.8":
            return f"{player(b.number)} has {named(a.seats[b.number].hand)} in hand."
        case "1.1":
            paid = b.seat.doubloons - seat.doubloons
            return f"{player(b.active)} buys {plural(a.number, 'card')} for {paid}." if paid else "no card was bought."
        case "1.4":
            return f"{named(seat.hand - b.seat.hand)} went into the hand."
        case "2.1":
            return f"space {len(a.track)}: {_card(a.track[-1])}." if a.track else ""
        case "2.3":
            return f"an island of level {a.level}, face down, on space {len(a.track) + 1}."
        case "3.2":
            return "the voyage comes so far that a kraken lies in wait."
        case "3.4":
            return f"the kraken lies face down on space {a.covered}, on {a.track[a.covered - 1].name}."
        case "3.1":
            return f"the next kraken’s back shows {a.next_back}."
        case "4.1":
            return "all bets are shown: " + listed(f"{player(i)} {x}" for i, x in enumerate(a.bets) if x) + "."
        case "5.6":
            return f"the kraken is {_card(a.kraken)}." if a.kraken else ""
    return ""


def _of_money(rule: str, b: State, a: State) -> str:
    changes = [
        f"{player(i)} {'+' if now.doubloons > then.doubloons else '−'}{abs(now.doubloons - then.doubloons)}"
        for i, (then, now) in enumerate(zip(b.seats, a.seats, strict=True))
        if now.doubloons != then.doubloons
    ]
    money = f"{listed(changes)} {'doubloon' if changes and changes[0].endswith('1') else 'doubloons'}"
    match rule:
        case "7.2":
            return f"doubloon spaces: {money}." if changes else ""
        case "7.8":
            return f"bets are paid: {money}." if changes else "the bets change nothing."
        case "7.9":
            return f"a right bet: {money}." if changes else ""
        case "7.10":
            to_captain = len(changes) > 1  # the next line tells what was paid
            return f"a wrong bet: {money}." if changes and not to_captain else "a wrong bet."
        case "7.11":
            return f"{money}." if changes else ""
        case "8.7":
            then, now = b.seats[b.active], a.seats[b.active]
            have = f"{plural(now.doubloons, 'doubloon')}, {now.blue} blue and {now.red} red gems"
            return f"{player(b.active)} changed money: {have}." if then != now else ""
    return ""


def _new(b: Bag[PirateCard], a: Bag[PirateCard]) -> Any:
    """The first card that is more often in the second bag."""
    return next((x for x, n in a.counts.items() if b.count(x) < n), None)


def describe_end(s: State | Sailing, node: Terminal) -> str:
    """How it ended."""
    if isinstance(s, Sailing):
        end = pirate_tales.finished(s)
        won = "The island was reached" if end.success else "The voyage failed"
        cards, coins = plural(end.cards_done, "card"), plural(end.doubloons, "doubloon")
        left = "1 die" if end.dice_left == 1 else f"{end.dice_left} dice"
        return f"{won}: {cards} done, {coins}, {left} left."
    best = [i for i, won in enumerate(node.returns) if won]
    worth = [treasure(s.setup, seat.doubloons, seat.blue, seat.red) for seat in s.seats]
    all_of_them = listed(f"{n} for {player(i)}" for i, n in enumerate(worth))
    who = listed(player(i) for i in best)
    return f"{who[:1].upper()}{who[1:]} {'share the victory' if len(best) > 1 else 'wins'}. Treasure: {all_of_them}."
