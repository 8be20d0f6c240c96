"""Scott Pilgrim: from one choice to the next: frames that have to be finished first, chance, what goes on by itself.

It calls the rules of the chapters in their turn and holds none.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rulebooks.core.game import Chance
from rulebooks.scott_pilgrim import fight as bouts
from rulebooks.scott_pilgrim.acquisition import add_drama, draw_by_effect, gain, shrink
from rulebooks.scott_pilgrim.offers import frame_actions
from rulebooks.scott_pilgrim.opening import begin, deal_hands, dealt, first_two, see_top, share
from rulebooks.scott_pilgrim.piles import faces, made_anew, main_faces, next_cards, without
from rulebooks.scott_pilgrim.resolution import after_fight, begin_turn, end_turn, reached, resolve, swap_or_go
from rulebooks.scott_pilgrim.table import First, Frame, Pass, Phase, Resolve, State, done, due, with_seat


def chance_here(s: State) -> Chance | None:
    """What nature chooses, if it is nature's turn."""
    if s.phase is Phase.FIRST:
        return Chance("the first player", {First(i): 1 for i in range(len(s.seats))})
    if not s.pending:
        return None
    frame = s.pending[-1]
    if frame.kind in ("top", "deal"):
        what = "the side on top of a main deck" if frame.kind == "top" else "a card of the Plotline"
        return Chance(what, main_faces(s.main))
    if frame.kind == "draw":
        deck = s.seats[frame.who].deck
        if frame.n:
            return Chance(f"cards of player {frame.who + 1}", next_cards(deck, s.setup, frame.n))
        return Chance(f"the side on top of player {frame.who + 1}'s draw pile", faces(deck, s.setup))
    return None


def drawn(s: State, move: Any) -> State:
    """The table after what nature chose."""
    if s.phase is Phase.FIRST:
        return begin(s, move.player)
    frame = s.pending[-1]
    if frame.kind == "top":
        return see_top(s, frame.place, move)
    if frame.kind == "deal":
        return dealt(s, frame.place, move)
    seat = s.seats[frame.who]
    if not frame.n:
        return with_seat(done(s), frame.who, deck=replace(seat.deck, top=move))
    s = with_seat(done(s), frame.who, hand=seat.hand + move, deck=without(seat.deck, move))
    return due(s, Frame("draw", frame.n - len(move), who=frame.who))


def settled(s: State) -> State:
    """The table brought to its next choice, or its next chance of more than one outcome."""
    while s.phase is not Phase.OVER:
        won = reached(s)
        after = won if won is not None else onward(s)
        if after is s:
            return s
        s = after
    return s


def onward(s: State) -> State:
    """One step that nobody has to choose; the same table where there is none."""
    if s.pending:
        return frame_onward(s, s.pending[-1])
    if s.phase is Phase.FIGHT:
        assert s.fight is not None
        return after_fight(s) if s.fight.stage is bouts.Stage.OVER else swap_or_go(s)
    if s.phase is Phase.RESOLVE:
        if not s.due:
            return end_turn(s)
        return resolve(s, Resolve(s.due[0])) if len(set(s.due)) == 1 else s
    return s


def frame_onward(s: State, frame: Frame) -> State:
    """What a frame asks for, as far as nobody has to choose."""
    match frame.kind:
        case "go":
            return {"two": first_two, "turn": begin_turn, "hands": deal_hands}[frame.then](done(s))
        case "top":
            return top_onward(s, frame)
        case "draw more":
            return draw_by_effect(s, frame)
        case "draw":
            return draw_onward(s, frame)
        case "drama":
            return add_drama(done(s), frame.who, frame.n)
        case "replace":
            return s if any(s.tops) else shrink(s)
        case "discard" | "eliminate" | "flip" | "flip or eliminate" | "eliminate plotline":
            return s if frame_actions(s, frame) and not only_pass(s, frame) else done(s)
        case "romance" | "music" | "work":
            return gain(done(s), frame.kind, frame.n)
    return s


def only_pass(s: State, frame: Frame) -> bool:
    """Whether nothing is there to choose but leaving it."""
    return frame_actions(s, frame) == (Pass(),)


def top_onward(s: State, frame: Frame) -> State:
    """The top of a main deck: seen, shared out of the other deck, or not there."""
    if s.sizes[frame.place]:
        return s
    if s.setup.options.share_decks and s.sizes[1 - frame.place] > 1:
        return share(done(s))
    return done(s)


def draw_onward(s: State, frame: Frame) -> State:
    """Drawing goes on by itself where the pile is made anew, holds nothing, or one outcome only is there."""
    seat = s.seats[frame.who]
    if frame.n and not seat.deck.left:
        return done(s)
    if frame.n and not seat.deck.draw:
        return with_seat(s, frame.who, deck=made_anew(seat.deck))
    if not frame.n and (seat.deck.top is not None or not seat.deck.draw):
        return done(s)
    chance = chance_here(s)
    assert chance is not None
    return drawn(s, next(iter(chance.outcomes))) if len(chance.outcomes) == 1 else s
