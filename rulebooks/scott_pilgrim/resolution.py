"""Scott Pilgrim 5 to 8 and 12: declaring a combat, what it brings, new hands, Victory Points, the end."""

from __future__ import annotations

from dataclasses import replace

from rulebooks.scott_pilgrim import fight as bouts
from rulebooks.scott_pilgrim.acquisition import acquisition, everybody, happen, power_up, vacate
from rulebooks.scott_pilgrim.book import rule
from rulebooks.scott_pilgrim.cards import BACK, FRONT, Effect, PilgrimCard, effects, fight_line, words
from rulebooks.scott_pilgrim.contents import HIPSTER, Setup, combos
from rulebooks.scott_pilgrim.fight import EX, GUARD, Bout, Fight, Target
from rulebooks.scott_pilgrim.piles import NONE, Deck, Lying, made_anew, put_away
from rulebooks.scott_pilgrim.table import (
    Frame,
    Phase,
    Resolve,
    State,
    Swap,
    abilities,
    due,
    has_trait,
    next_player,
    ups_of,
    with_seat,
)


# 5  Declaring --------------------------------------------------------------------------------
def foe(s: State, place: int) -> PilgrimCard:
    """The card that is fought."""
    if place == EX:
        return s.setup.evil_ex
    if place == GUARD:
        card: PilgrimCard = s.setup.sheet.find(HIPSTER)
        return card
    lying = s.plotline[place]
    assert lying is not None
    return lying.card


@rule("5.1", "Declare a target")
def declare(s: State, action: Target) -> State:
    """A combat begins by naming one Challenge of the Plotline, or the Evil Ex; only then cards are drawn (SR-3)."""
    s = replace(s, target=action.place, phase=Phase.FIGHT)
    return clash(s, bout_of(s, action.place))


def clash(s: State, bout: Bout) -> State:
    """The piles of the fighter and of the neighbour go into the combat."""
    theirs = s.seats[s.left].deck if s.left != s.active else None
    f = bouts.begin(lined(s, bout), s.seat.deck, hand_size(s), theirs, supply=s.drama, buddy=buddy_drama(s))
    f = replace(f, spent=s.matched)
    blank = Deck(NONE)
    s = with_seat(s, s.active, deck=blank)
    s = with_seat(s, s.left, deck=blank) if theirs is not None else s
    return replace(s, fight=f)


def before_combat(s: State, targets: tuple[Target, ...]) -> Fight:
    """The small state in which a target is chosen: what odds walk before a combat."""
    bouts_here = tuple((t, replace(lined(s, bout_of(s, t.place)), table=False)) for t in targets)
    nothing = Bout("nothing", 1, ("vs", 0, 0), (), s.setup)
    theirs = s.seats[s.left].deck if s.left != s.active else None
    n = hand_size(s)
    f = Fight(nothing, s.seat.deck, NONE, bouts.Stage.TARGET, n, 1, theirs, supply=s.drama, buddy=buddy_drama(s))
    return replace(f, spent=s.matched, choices=bouts_here)


def lined(s: State, bout: Bout) -> Bout:
    """The combat, with who draws for the Challenge when one plays alone."""
    if s.left != s.active or bout.line[0] != "vs":
        return bout
    return replace(bout, line=alone(s.setup, bout.line))


@rule("12.7", "Alone")
def alone(setup: Setup, line: tuple[str, int, int]) -> tuple[str, int, int]:
    """A lone player fights against the base damage, without a VS Draw: there is no neighbour (SR-16)."""
    return ("own", *line[1:]) if setup.options.solo_own_draws else ("vs", 0, 0)


@rule("5.1a", "With the Challenge side up")
def shows_challenge(s: State, action: Target) -> bool:
    """Only a card that shows its Challenge can be fought."""
    lying = s.plotline[action.place] if action.place >= 0 else None
    return action.place < 0 or (lying is not None and lying.card.kind == "plot" and lying.side == BACK)


@rule("8.5", "Guards first")
def not_guarded(s: State, action: Target) -> bool:
    """An Evil Ex cannot be fought while Challenges lie on it (SR-52)."""
    return action.place != EX or not s.guards


@rule("8.3", "Beaten once")
def still_there(s: State, action: Target) -> bool:
    """An Evil Ex that was defeated stays with the winner and is not fought again (SR-51)."""
    return action.place != EX or s.ex


@rule("5.2a", "Cards for a combat")
def hand_size(s: State) -> int:
    """Five cards, one more if nothing was acquired in this turn (SR-7, SR-8), and what Power Ups! add."""
    n = s.setup.number("combat_hand") + (0 if s.acquired else s.setup.number("extra"))
    return n + sum(e.n for e in abilities(s, s.active) if e.what == "combat hand")


def bout_of(s: State, place: int) -> Bout:
    """A combat as it stands on this table."""
    card, ups = foe(s, place), ups_of(s, s.active)
    friends = sum(has_trait(up, "friend") for up in ups)
    line = fight_line(card.fight)
    challenge = place != EX
    traits = words(card.challenge_traits if challenge else card.traits)
    bonus = help_of(abilities(s, s.active), traits)
    failure = sum(e.n for e in effects(card.failure, "failure") if e.what == "drama")
    return Bout(
        card.back or card.name,
        damage_value(s.setup, card, challenge),
        (line[0], *drawn_for(s.setup, line[1], line[2])),
        combos(s.setup, s.seat.character),
        s.setup,
        bonus,
        friends,
        failure,
        True,
    )


@rule("5.3", "Damage value")
def damage_value(setup: Setup, card: PilgrimCard, challenge: bool = True) -> int:
    """The printed damage; the Evil Ex adds to Challenges of the trait it names, but not to itself (SR-49)."""
    n, trait = setup.rules_of_ex().get("plus", (0, ""))
    return (card.damage or 0) + (n if challenge and trait in words(card.challenge_traits) else 0)


@rule("5.3a", "Power Ups! help")
def help_of(told: tuple[Effect, ...], traits: tuple[str, ...]) -> int:
    """Power Ups! of the fighter deal damage of their own, some against targets with a certain trait only."""
    return sum(e.n for e in told if e.what == "damage" and (not e.trait or e.trait in traits))


@rule("8.2", "Effects on the FIGHT line")
def drawn_for(setup: Setup, cards: int, drama: int) -> tuple[int, int]:
    """Some Evil Exes make a VS Draw reveal more cards, or each Drama count for more; no VS Draw stays none."""
    more = setup.rules_of_ex()
    if not cards:
        return 0, 0
    return cards + more.get("vs", (0, ""))[0], drama + more.get("drama value", (0, ""))[0]


@rule("9.8", "The Buddy's Drama")
def buddy_drama(s: State) -> int:
    """A fighter whose Buddy was handed away looks at how much Drama its holder, if still in the game, has in hand."""
    mine = s.seat.character
    holders = (seat for seat in s.seats if any(up.card.kind == "buddy" and up.card.owner == mine for up in seat.ups))
    return sum(seat.hand.count(s.setup.drama) for seat in holders if not seat.out)


# The neighbour's swap ---------------------------------------------------------------------------
def swap_or_go(s: State) -> State:
    """Once the VS Draw lies there, the neighbour may swap; then the fighter plays."""
    f = s.fight
    assert f is not None
    if not f.shown or f.bout.line[0] != "vs" or f.vs or f.stage is bouts.Stage.VS:
        return s
    return replace(s, phase=Phase.SWAP) if s.seats[s.left].hand else discard_shown(s, f)


@rule("5.5a", "The neighbour swaps")
def swap(s: State, action: Swap) -> State:
    """Who revealed the cards may put a hand card in the place of one of them; the damage needed stays (SR-9, SR-10)."""
    f, hand = s.fight, s.seats[s.left].hand
    assert f is not None
    f = replace(f, shown=f.shown.take(action.shown).add(action.own))
    s = with_seat(s, s.left, hand=hand.take(action.own).add(action.shown))
    return discard_shown(s, replace(f, buddy=buddy_drama(s)))


def discard_shown(s: State, f: Fight) -> State:
    """The cards of the VS Draw go to the neighbour's discard pile."""
    assert f.theirs is not None
    theirs = made_anew(put_away(f.theirs, f.shown))
    return replace(s, phase=Phase.FIGHT, fight=bouts.settled(replace(f, theirs=theirs, shown=NONE)))


# 6  Resolution ----------------------------------------------------------------------------------
@rule("6.1", "A new hand")
def new_hand(s: State, extra: int = 0) -> State:
    """Cards left are discarded and five drawn for the next turn, before anything is resolved (SR-5, SR-69)."""
    n = s.setup.number("hand") + extra + sum(e.n for e in abilities(s, s.active) if e.what == "hand")
    return due(replace(s, phase=Phase.RESOLVE), Frame("draw", n, who=s.active))


@rule("6.2", "Combat skipped")
def skip(s: State) -> State:
    """Who skips combat draws a sixth card for the next turn (SR-57)."""
    return new_hand(replace(s, due=()), s.setup.number("extra"))


@rule("6.3", "The combat is over")
def after_fight(s: State) -> State:
    """All cards of the combat are discarded; then come the new hand and what victory or defeat brings."""
    f = s.fight
    assert f is not None
    deck = made_anew(put_away(f.deck, [*f.hand, *f.played, *(f.shown if f.bout.line[0] == "own" else ())]))
    s = with_seat(s, s.active, deck=deck)
    if f.theirs is not None:
        s = with_seat(s, s.left, deck=f.theirs)
    s = replace(s, fight=None, drama=f.supply)
    s = victory(s, f) if bouts.won(f) else defeat(s)
    at_once = [e for e in s.due if e.what in ("win", "lose")]  # the game, won or lost when the combat is over
    return resolve(replace(s, phase=Phase.RESOLVE), Resolve(at_once[0])) if at_once else new_hand(s)


@rule("6.4", "Reward")
def victory(s: State, f: Fight) -> State:
    """The target's reward and what the cards played say on victory; the winner chooses the order (SR-46)."""
    gains = effects(foe(s, s.target).reward, "reward")
    if s.target == EX and "win" in s.setup.rules_of_ex():
        gains = (Effect("", "win", 1),)
    elif s.target == EX:
        s = claim(s)
    elif not any(e.what in ("keep", "points") for e in gains):
        gains = (*gains, Effect("", "away", 1))
    said = tuple(replace(e, when="") for e in f.victory)  # whoever says it, the same effect is one choice
    return replace(s, due=(*gains, *said))


@rule("6.5", "Failure")
def defeat(s: State) -> State:
    """What the Challenge says about failure; an Evil Ex says nothing unless it is on its card (SR-48)."""
    told = effects(foe(s, s.target).failure, "failure")
    lose = s.target == EX and "lose" in s.setup.rules_of_ex()
    return replace(s, due=(*told, *([Effect("", "lose", 1)] if lose else [])))


@rule("6.6", "One after the other")
def resolve(s: State, action: Resolve) -> State:
    """Each effect is resolved in turn, down to its last choice."""
    e = action.effect
    i = s.due.index(e)
    s = replace(s, due=(*s.due[:i], *s.due[i + 1 :]))
    match e.what:
        case "keep":
            return flip_and_keep(s)
        case "points" | "away":
            return keep_points(s) if e.what == "points" else beaten_and_gone(s)
        case "win":
            return win(s)
        case "lose":
            return drop_out(s)
    return happen(s, [e])


def off_the_line(s: State) -> State:
    """The table without the card that was fought; its place is refilled."""
    return replace(s, guards=s.guards - 1) if s.target == GUARD else vacate(s, s.target)


@rule("6.7", "Flip and keep")
def flip_and_keep(s: State) -> State:
    """The Challenge is turned over and kept: its Power Up! is acquired, with what it does on acquisition."""
    card = foe(s, s.target)
    s = happen(power_up(s, Lying(card, FRONT)), effects(card.acquired, "acquired"))
    return off_the_line(s)


@rule("6.8", "Keep the points")
def keep_points(s: State) -> State:
    """A Challenge that gives Victory Points is kept as it is with the Power Ups! and counts like them (SR-68)."""
    kept = Lying(foe(s, s.target), BACK, everybody(s))
    return off_the_line(with_seat(s, s.active, ups=(*s.seat.ups, kept)))


@rule("6.10", "Beaten and gone", kind="house")
def beaten_and_gone(s: State) -> State:
    """A defeated Challenge that its reward does not let one keep is out of the game (SR-71)."""
    return off_the_line(replace(s, gone=s.gone.add(foe(s, s.target))))


@rule("8.1", "Claim the Evil Ex")
def claim(s: State) -> State:
    """Who defeats the Evil Ex keeps it with its points; its effects and the points to win stay as they were (SR-51)."""
    return with_seat(replace(s, ex=False), s.active, ups=(*s.seat.ups, Lying(s.setup.evil_ex, FRONT, everybody(s))))


# 7  Ending the game ---------------------------------------------------------------------------------
@rule("7.1", "Victory Points")
def points(s: State, player: int) -> int:
    """Points of Power Ups!, kept Challenges and Exes; and of cards played, while the phase lasts (SR-32, SR-68)."""
    return sum(worth(s.setup, up) for up in s.seats[player].ups) + (
        sum(c.points or 0 for c in s.played) if player == s.active else 0
    )


def worth(setup: Setup, up: Lying) -> int:
    """The points a card in front of a player is worth."""
    if up.card.kind == "ex":
        return ex_worth(setup)
    return (up.card.points if up.side == FRONT else up.card.worth) or 0


@rule("12.1", "Twice as much together")
def ex_worth(setup: Setup) -> int:
    """A team needs twice the points of the Evil Ex, and gets twice the points for defeating it (SR-15)."""
    return (setup.evil_ex.points or 0) * (2 if setup.together else 1)


@rule("7.2", "Points that win")
def goal(setup: Setup) -> int:
    """The Evil Ex tells how many Victory Points win the game; for a team it is twice that number."""
    return (setup.evil_ex.to_win or 0) * (2 if setup.together else 1)


@rule("12.2", "Points together")
def team_points(s: State) -> int:
    """A team counts all its points together, those of its Housing too; Power Ups! act for their own player only."""
    return sum(points(s, p) for p in range(len(s.seats))) + (worth(s.setup, s.shared) if s.shared else 0)


def reached(s: State) -> State | None:
    """The game that is won, if anybody has the points; the active player comes first."""
    if s.setup.together:
        return enough_together(s) if team_points(s) >= goal(s.setup) else None
    order = [(s.active + i) % len(s.seats) for i in range(len(s.seats))]
    there = [p for p in order if not s.seats[p].out and points(s, p) >= goal(s.setup)]
    return enough(s, there[0]) if there else None


@rule("7.3", "The moment it is reached")
def enough(s: State, player: int) -> State:
    """The game ends at once when a player has the points; of several the active player wins (SR-59)."""
    return replace(s, phase=Phase.OVER, won=(player,), ended_by="7.3", pending=())


@rule("12.3", "Won together")
def enough_together(s: State) -> State:
    """A team wins with the points, or by the Evil Ex's own way to win, within its turns (SR-14)."""
    return replace(s, phase=Phase.OVER, won=everybody(s), ended_by="12.3", pending=())


@rule("8.6", "Win at once")
def win(s: State) -> State:
    """Who defeats Gideon Graves wins the game, whatever the points."""
    if s.setup.together:
        return enough_together(s)
    return replace(s, phase=Phase.OVER, won=(s.active,), ended_by="8.6", pending=())


@rule("8.7", "Out of the game")
def drop_out(s: State) -> State:
    """Who fails against Gideon is out; the last one left wins, and a team or a lone player loses (SR-50)."""
    s = with_seat(s, s.active, out=True)
    left = [p for p in everybody(s) if not s.seats[p].out]
    if s.setup.together or s.setup.options.lost_ends_all or not left:
        return replace(s, phase=Phase.OVER, won=(), ended_by="8.7", pending=())
    if len(left) == 1:
        return replace(s, phase=Phase.OVER, won=(left[0],), ended_by="8.7", pending=())
    return s


# The turn ---------------------------------------------------------------------------------------------
@rule("6.11", "The next player")
def end_turn(s: State) -> State:
    """The turn is over; the next player to the left takes the next one."""
    s = with_seat(s, s.active, turns=s.seat.turns + 1)
    s = replace(s, active=next_player(s, s.active), due=(), target=0)
    over = out_of_turns(s) or out_of_rounds(s)
    return over or begin_turn(s)


def begin_turn(s: State) -> State:
    """A turn begins with the elimination phase; the first time, and where nothing can be eliminated, without it."""
    s = replace(s, removed=(), acquired=False, matched=0, due=())
    if s.setup.first_time:
        return no_elimination(s)
    none = not any(s.tops) and not (s.setup.together and s.shared)
    return acquisition(s) if none else replace(s, phase=Phase.ELIMINATE)


@rule("11.3", "No elimination phase")
def no_elimination(s: State) -> State:
    """The first time nothing is eliminated from the main decks."""
    return acquisition(s)


@rule("12.6", "Turns to win in")
def turns_to_win(setup: Setup) -> int:
    """A table tells how many turns each player has, by the number of players and the points that win (SR-13)."""
    return setup.number(f"turns_{setup.players}_{setup.evil_ex.to_win}")


def out_of_turns(s: State) -> State | None:
    """The end of a team or a lone player that has used up its turns."""
    if s.setup.mode not in ("cooperative", "solo") or s.seat.turns < turns_to_win(s.setup):
        return None
    return too_late(s)


@rule("12.8", "Too late")
def too_late(s: State) -> State:
    """When the last turn is over and the points are not there, all lose."""
    return replace(s, phase=Phase.OVER, won=(), ended_by="12.8", pending=())


def out_of_rounds(s: State) -> State | None:
    """The end of a game that nobody wins."""
    return rounds_over(s) if s.seat.turns >= s.setup.number("rounds") else None


@rule("7.4", "A last round", kind="house")
def rounds_over(s: State) -> State:
    """The rulebook sets no last round; so that every game ends, after 30 of them the most points win (SR-72)."""
    left = [p for p in everybody(s) if not s.seats[p].out]
    most = max(points(s, p) for p in left)
    return replace(s, phase=Phase.OVER, won=tuple(p for p in left if points(s, p) == most), ended_by="7.4", pending=())
