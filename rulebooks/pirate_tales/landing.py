"""Pirate Tales 6 to 9: what a voyage brings, the bets paid, dice upgraded, and the end of the game."""

from __future__ import annotations

from dataclasses import replace

from rulebooks.core.chance import Bag
from rulebooks.pirate_tales.book import rule
from rulebooks.pirate_tales.contents import COLOURS, LEVELS, PirateCard, Setup, symbols
from rulebooks.pirate_tales.course import NONE, Sailing, one_less
from rulebooks.pirate_tales.table import Phase, Return, Seat, State, Upgrade, off_the_deck, with_seat


# End of the voyage ------------------------------------------------------------------------------
@rule("6.13", "The voyage ends")
def land(s: State, v: Sailing) -> State:
    """Dice placed, set aside and won come back; money, gems and ship moves of the voyage count at once."""
    lying = Bag([d.colour for d in v.free]) + v.aside + v.placed
    waiting = Bag([c for f in v.pending if f.kind in ("roll", "re-roll") for c in f.dice])
    dice = tuple((lying + waiting).count(colour) for colour in COLOURS)
    hand = Bag({c: n for c, n in v.hand.counts.items() if c.kind == "adventure"})
    kept = v.hand - hand
    s = replace(s, voyage=None, filled=v.filled, deck=v.deck, discard=v.discard, supply=v.supply or s.supply)
    s = replace(s, capsize_played=s.capsize_played + v.used)
    s = with_seat(s, s.active, hand=hand, dice=dice, kept=kept, blue=s.seat.blue + v.gained.blue)
    s = with_seat(s, s.active, red=s.seat.red + v.gained.red)
    s = move_ship(earn(s, s.active, v.gained.doubloons), v.gained.ship)
    return succeed(s) if v.ended == "success" else fail(s)


@rule("7.1", "Aye: the island")
def succeed(s: State) -> State:
    """On success the doubloon spaces pay, and the island is turned over and gives its reward (PR-31)."""
    s = s if s.setup.options.island_before_doubloons else doubloon_spaces(s)
    return replace(s, phase=Phase.ISLAND)


@rule("7.2", "Doubloon spaces")
def doubloon_spaces(s: State) -> State:
    """Spaces 3, 6 and 7 pay their doubloons where a die with a success lies, won or lost."""
    return earn(s, s.active, s.setup.paid_over(s.filled))


@rule("7.3", "The island's reward")
def open_island(s: State, card: PirateCard) -> State:
    """All symbols of the island are gained; a die won here is not rolled any more (PR-16). It is out of the game."""
    at = LEVELS.index(s.level)
    islands = tuple(stack.take(card) if i == at else stack for i, stack in enumerate(s.islands))
    sizes = tuple(n - (i == at) for i, n in enumerate(s.sizes))
    s = replace(s, islands=islands, sizes=sizes, fulfilled=s.fulfilled.add(card))  # type: ignore[arg-type]
    gains = symbols(card.reward)[0] if card.reward else ()
    for what, n in gains:
        s = gain(s, what, n)
    if s.setup.options.island_before_doubloons:
        s = doubloon_spaces(s)
    due = min(sum(n for what, n in gains if what == "draw"), len(s.deck) + len(s.discard))
    return replace(s, number=due, phase=Phase.DRAW) if due else pay_bets(s, True)


@rule("7.3a", "Cards from the island", kind="house")
def draw_from_island(s: State, card: PirateCard) -> State:
    """Adventure cards that an island gives go into the hand before the bets are paid."""
    s = with_seat(off_the_deck(s, card), s.active, hand=s.seat.hand.add(card))
    return replace(s, number=s.number - 1) if s.number > 1 else pay_bets(replace(s, number=0), True)


@rule("7.4", "Ney: capsized")
def fail(s: State) -> State:
    """Without the island one draws a Capsize card; the island goes back unseen, the doubloon spaces pay (PR-30)."""
    s = doubloon_spaces(s) if s.setup.options.example_order else s
    return replace(s, phase=Phase.CAPSIZE) if s.capsize or s.capsize_played else after_capsize(s)


@rule("7.5", "A Capsize card")
def capsize(s: State, card: PirateCard) -> State:
    """What it says is done; some are kept for the next voyage (PR-52)."""
    deck, played = (s.capsize, s.capsize_played) if s.capsize else (s.capsize_played, NONE)
    s = replace(s, capsize=deck.take(card), capsize_played=played)
    if card.kept:
        return after_capsize(with_seat(s, s.active, kept=s.seat.kept.add(card)))
    s = replace(s, capsize_played=s.capsize_played.add(card))
    for what, n in symbols(card.effect)[0]:
        s = gain(s, what, n)
    return s if s.phase is Phase.DISCARD else after_capsize(s)


def after_capsize(s: State) -> State:
    """The doubloon spaces pay now, unless they did; then the bets."""
    return pay_bets(s if s.setup.options.example_order else doubloon_spaces(s), False)


@rule("7.6", "Discard", kind="house")
def drop(s: State, card: PirateCard) -> State:
    """Our Capsize cards may take hand cards; their owner chooses which."""
    s = with_seat(replace(s, discard=s.discard.add(card)), s.active, hand=s.seat.hand.take(card))
    return replace(s, number=s.number - 1) if s.number > 1 else after_capsize(replace(s, number=0))


def gain(s: State, what: str, n: int) -> State:
    """One symbol of an island or a Capsize card."""
    match what:
        case "white die" | "red die" | "black die":
            return win_die(s, what.removesuffix(" die"))
        case "doubloon" | "pay":
            return earn(s, s.active, n if what == "doubloon" else -n)
        case "ship" | "ship back":
            return move_ship(s, n if what == "ship" else -n)
        case "blue gem":
            return with_seat(s, s.active, blue=s.seat.blue + n)
        case "red gem":
            return with_seat(s, s.active, red=s.seat.red + n)
        case "discard":
            n = min(n, len(s.seat.hand))
            return replace(s, number=n, phase=Phase.DISCARD) if n else s
    return s


def win_die(s: State, colour: str) -> State:
    """A die of the supply, if one is left (PR-15)."""
    at = COLOURS.index(colour)
    if not s.supply[at]:
        return s
    dice = tuple(n + (i == at) for i, n in enumerate(s.seat.dice))
    return replace(with_seat(s, s.active, dice=dice), supply=one_less(s.supply, at))


def earn(s: State, player: int, n: int) -> State:
    """Doubloons gained, or paid as far as they go; the stock is unlimited (PR-47)."""
    return with_seat(s, player, doubloons=max(0, s.seats[player].doubloons + n)) if n else s


@rule("7.7", "The ship moves")
def move_ship(s: State, n: int) -> State:
    """The ship sails that many spaces and stops at the end of the track (PR-37)."""
    if not n:
        return s
    there = min(s.end, max(1, s.seat.ship + n))
    s = with_seat(s, s.active, ship=there)
    return reach_end(s) if there == s.end and not s.seat.home else s


@rule("9.1", "The end of the Sea track")
def reach_end(s: State) -> State:
    """A ship at the end takes a blue gem, and this round is the last."""
    return replace(with_seat(s, s.active, blue=s.seat.blue + 1, home=True), last_round=True)


# 7  Evaluate bets ----------------------------------------------------------------------------------
@rule("7.8", "Bets are paid")
def pay_bets(s: State, success: bool) -> State:
    """A right bet brings 1 doubloon; a wrong one costs 1: to the captain on success, to the stock on failure (PR-1)."""
    for player, side in enumerate(s.bets):
        if not side:
            continue
        right = (side == "aye") is success
        s = win_bet(s, player, success) if right else lose_bet(s, player, success)
    return come_home(s, success)


@rule("7.9", "A right bet")
def win_bet(s: State, player: int, success: bool) -> State:
    """1 doubloon from the stock."""
    if success and s.setup.options.bets_as_written:
        s = collect(s, player)
    return earn(s, player, 1)


@rule("7.10", "A wrong bet")
def lose_bet(s: State, player: int, success: bool) -> State:
    """1 doubloon is lost: to the captain on success, to the stock on failure."""
    if not success:
        return earn(break_gem(s, player), player, -1)
    return s if s.setup.options.bets_as_written else collect(s, player)


@rule("7.11", "A bettor without money")
def collect(s: State, player: int) -> State:
    """The bettor pays the captain 1 doubloon; who has nothing owes nothing, and the stock pays the captain (PR-2)."""
    s = break_gem(s, player)
    s = earn(s, player, -1)
    return earn(s, s.active, 1)


def break_gem(s: State, player: int) -> State:
    """Who has a gem but no doubloon changes it (PR-3)."""
    seat = s.seats[player]
    if seat.doubloons or not s.setup.options.gems_pay_bets or not (seat.blue or seat.red):
        return s
    if not seat.blue:
        s = with_seat(s, player, red=seat.red - 1, blue=s.setup.number("red_gem"))
        seat = s.seats[player]
    return with_seat(s, player, blue=seat.blue - 1, doubloons=s.setup.number("blue_gem"))


# 8  Return ---------------------------------------------------------------------------------------------
@rule("7.12", "Cards go back")
def come_home(s: State, success: bool) -> State:
    """Adventure cards laid out are discarded, the kraken goes to the played ones, the captain's dice are counted."""
    played = Bag([s.kraken]) if s.kraken else NONE
    s = replace(s, discard=s.discard + Bag(s.track), track=(), krakens_played=s.krakens_played + played)
    s = replace(s, level=0, kraken=None, covered=0, covers=0, filled=(), bets=())
    if success and not any(s.sizes):
        return last_island(s)
    return replace(s, phase=Phase.DICE)


@rule("7.13", "Two dice for a better one")
def upgrade(s: State, colour: str) -> State:
    """At the end of one's turn, 2 white dice for a red one, 2 red ones for a black one, as often as one likes."""
    at = COLOURS.index(colour)
    change = tuple(-2 if i == at else 1 if i == at + 1 else 0 for i in range(3))
    return dice_change(s, change)


@rule("7.14", "Dice to exchange")
def can_upgrade(s: State, action: Upgrade) -> bool:
    """Two dice of the colour are given, and the supply must hold one of the next."""
    at = COLOURS.index(action.colour)
    return s.seat.dice[at] >= 2 and s.supply[at + 1] >= 1


@rule("7.15", "Dice put back")
def put_back(s: State, colour: str) -> State:
    """Dice beyond seven go back into the supply; which ones is the player's choice (PR-40)."""
    at = COLOURS.index(colour)
    return dice_change(s, tuple(-(i == at) for i in range(3)))


@rule("7.16", "Only beyond seven", kind="house")
def too_many(s: State, action: Return) -> bool:
    """A die is put back only by who has more than seven."""
    return sum(s.seat.dice) > s.setup.number("most_dice") and s.seat.dice[COLOURS.index(action.colour)] > 0


@rule("7.17", "Seven dice at most")
def few_enough(s: State) -> bool:
    """At most 7 dice go into the next round."""
    return sum(s.seat.dice) <= s.setup.number("most_dice")


def dice_change(s: State, by: tuple[int, ...]) -> State:
    """Dice between the active player and the supply."""
    dice = tuple(a + b for a, b in zip(s.seat.dice, by, strict=True))
    stock = tuple(a - b for a, b in zip(s.supply, by, strict=True))
    return replace(with_seat(s, s.active, dice=dice), supply=stock)  # type: ignore[arg-type]


# 9  End of the game ---------------------------------------------------------------------------------------
@rule("9.2", "The next player")
def end_turn(s: State) -> State:
    """The next player's turn begins; once an end was reached, the round is played until the first player (PR-35)."""
    following = (s.active + 1) % len(s.seats)
    if s.last_round and following == s.first:
        return finish(s, "9.1")
    return replace(s, active=following, phase=Phase.BUY)


@rule("9.3", "The last island")
def last_island(s: State) -> State:
    """When the last island of all stacks is fulfilled, the game ends at once, its bets paid (PR-34)."""
    return finish(s, "9.3")


@rule("9.4", "Cards with doubloons")
def finish(s: State, by: str) -> State:
    """At the end every hand card that shows doubloons is exchanged for them (PR-48)."""
    for player, seat in enumerate(s.seats):
        worth = {c: doubloons_on(c) for c in seat.hand.kinds}
        sold = Bag({c: n for c, n in seat.hand.counts.items() if worth[c]})
        s = with_seat(s, player, hand=seat.hand - sold, doubloons=seat.doubloons + sum(worth[c] for c in sold))
        s = replace(s, discard=s.discard + sold)
    s = replace(s, phase=Phase.OVER, ended_by=by)
    return replace(s, won=winners(s))


def doubloons_on(card: PirateCard) -> int:
    """The doubloons a hand card shows, as one of its alternatives too."""
    return max((n for way in symbols(card.reward) for what, n in way if what == "doubloon"), default=0)


@rule("9.5", "Treasure")
def treasure(setup: Setup, doubloons: int, blue: int, red: int) -> int:
    """A doubloon counts 1, a blue gem 5, a red gem 10."""
    gem = setup.number("blue_gem")
    return doubloons + gem * (blue + setup.number("red_gem") * red)


@rule("9.6", "Who wins")
def winners(s: State) -> tuple[int, ...]:
    """The greatest treasure; of equals the ship farther on, more black dice, more red dice; else they share."""

    def rank(seat: Seat) -> tuple[int, ...]:
        return treasure(s.setup, seat.doubloons, seat.blue, seat.red), seat.ship, seat.dice[2], seat.dice[1]

    best = max(map(rank, s.seats))
    return tuple(i for i, seat in enumerate(s.seats) if rank(seat) == best)
