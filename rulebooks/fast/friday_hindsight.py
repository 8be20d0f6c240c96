"""What no way to play a Friday fight is worth more than: everything but when to stop is chosen in hindsight.

Let D be the cards that have left the top of the stack, drawn or looked at: the first ``|D|`` cards of the shuffle,
whatever was done, until the stack runs out. Two plays that saw the same D know the same about the rest.
``payoff(D)`` is at least what any play that saw just D can end with:

* it pays only for those of D that free cards, "+cards", exchanges, "below the stack" (one card each) and sorts
  (three) leave over, even where such an ability came after the payment;
* a card destroyed, exchanged, buried or sorted away is a card of D whose value and harm do not count. As many are
  left out as those abilities could take, and the worst ones: the total never falls when a card below 0 or a harm
  leaves, nor when a value rises (without the highest value it is the least of sums; doubling takes the greatest);
* every double and "step −1" counts, a copy for whatever helps most, and "stop" does not stop.

So no play is worth more than ending this process at its best moment. The second stack, after the shuffle, is taken
to be the discard pile and the aging card. What was put away in the fight may come from it too, or from
below the first one: such a card already counts among D, so all it adds is one more use, and it costs
a draw. Each of them was put away by one use of an exchange, a burial, or a copy of these; where each use
puts away one card, a card that comes again and puts away another wins nothing, so no more than all such
uses at first hand can be gained (``redraws``). With an "exchange 2" beside others there is no such number: only what
was put away before the shuffle is reckoned, and beyond the second stack (and with a burial beyond the
first) the fight counts as won, or as ended with the most life. A card that was sorted away was never used, so it
adds nothing. Beyond the second stack "life" still pays for each draw that no ability can pay for.
"""

from __future__ import annotations

from rulebooks.core.chance import deal
from rulebooks.fast.friday_process import DRAWN, Process
from rulebooks.friday.contents import EXCHANGES, HARM, LIFE
from rulebooks.friday.fights import Fighting, one_drawn

AWAY = {**EXCHANGES, "below the stack": 1}  # cards of the table it can put where they may be drawn again
TAKEN = {**EXCHANGES, "below the stack": 1, "sort 3": 3, "destroy": 1}  # cards it can take off the table


class Hindsight(Process):
    """The player decides everything but when to stop after he has seen the cards."""

    idle = ("stop",)

    def __init__(self, f: Fighting, goal: str) -> None:
        super().__init__(f, goal)
        self.read = f.setup.options.highest_zero == "before doubling"
        here = [*f.stack, *f.discard, *(deal(f.aging) if len(f.aging) else ()), *(c.card for c in f.cards)]
        o = f.setup.options
        abilities = [c.ability or "" for c in here]
        copies = abilities.count("copy")
        away = [AWAY[a] for a in abilities if a in AWAY]
        away += [1] * copies if away else []
        self.redraws = sum(away)
        self.bounded = 2 not in away or len(away) == 1
        self.recycles = bool(away) or "sort 3" in abilities or self.c.pirate_rule is not None
        self.unknown = (not self.bounded and "below the stack" in abilities) or (
            o.aging_exhausted != "lose" or o.draw_from_nothing or not o.discard_first or o.copy_of_copy
        )
        gains = [LIFE.get(a, 0) for a in abilities]
        most = max((DRAWN.get(a, 0) for a in abilities), default=0)
        more = self.redraws if self.bounded else 0
        self.at_no_cost = f.free + sum(DRAWN.get(a, 0) for a in abilities) + (copies + more) * most
        self.ceiling = self.gained = self.most - self.c.life
        if (self.bounded and not self.unknown) or not any(LIFE.get(c.ability or "", 0) for c in (*here, *f.aging)):
            self.gained = sum(gains) + (copies + more) * max(gains, default=0) - self.before
            self.ceiling = min(self.ceiling, self.gained)
        self.laid = len(f.cards)  # lying from the start, used and face-down ones too
        self.spent = [c.card.ability for c in f.cards if c.used and not c.down and c.card.ability]
        self.fresh = sum(self.on_table(self.lying(c)) for c in f.cards)
        self.start = self.fresh + self.part(0)
        self.through = [0]  # cards drawn when an era is over
        for n in (*map(len, self.parts), self.again):
            self.through.append(self.through[-1] + n)
        self.can_stop = one_drawn(f)
        self.optimistic = 1 if self.wins else self.ceiling

    def drawn(self, s: int) -> int:
        """How many cards left the top of the stack."""
        return self.through[self.get(s, "era") + 1] - self.get(s, "left")

    def unseen(self, s: int) -> int | None:
        return self.at_best(s)

    def at_best(self, s: int) -> int:
        """The most that going on can end with: life there is to gain, less what cannot but be paid."""
        if self.wins or not self.bounded or self.unknown:
            return self.optimistic
        paid = max(0, self.drawn(s) + 1 - self.at_no_cost)
        # a gain that finds no room at first finds it once life was paid
        return max(self.lost, min(self.ceiling, self.gained - self.price * paid))

    def stop(self, s: int) -> int | None:
        if s == self.start and not self.can_stop:
            return None
        found = self.payoffs.get(s)
        if found is None:
            found = self.payoffs[s] = self.payoff(s)
        return found

    def means(self, s: int) -> tuple[int, int, int, int, int]:
        """Free cards in all, life to gain, copies, and the most that one copy can draw, or gain."""
        draws, life, copies, most, gain = self.f.free, 0, 0, 0, 0
        for a in self.spent:
            most, gain = max(most, DRAWN.get(a, 0)), max(gain, LIFE.get(a, 0))
        for _, a, n in self.table(s):
            if a in DRAWN:
                draws, most = draws + DRAWN[a] * n, max(most, DRAWN[a])
            elif a in LIFE:
                life, gain = life + LIFE[a] * n, max(gain, LIFE[a])
            elif a == "copy":
                copies += n
        again = self.redrawn(s, copies)
        return draws + again * max(0, most - 1), life + again * gain, copies, most, gain

    def redrawn(self, s: int, copies: int) -> int:
        """How many cards that were put away may have come again after the shuffle, each to be used once more."""
        # buried cards lie under the stack; others come after a shuffle, perhaps before any card that is new
        if not self.redraws or self.get(s, "era") + (not self.get(s, "left")) < self.last:
            return 0
        if self.bounded:
            return self.redraws
        there = [(AWAY.get(a, 0), n) for _, a, n in self.table(s)]
        most = max([k for k, _ in there] + [AWAY.get(a, 0) for a in self.spent], default=0)
        return sum(k * n for k, n in there) + copies * most

    def payable(self, life: int) -> int:
        """How many cards so much life can pay for."""
        return min(self.cap, (self.f.life + life) // self.price)

    def go_on(self, s: int) -> tuple[int, int] | None:
        draws, life, copies, most, gain = self.means(s)
        if not self.wins:  # nothing better can come
            here = self.stop(s)
            if here is not None and here >= self.at_best(s):
                return None
        elif self.ample:
            return (0, s)
        able = max(draws + x * most + self.payable(life + (copies - x) * gain) for x in range(copies + 1))
        return (0, s) if self.drawn(s) < able else None

    def run_out(self, s: int) -> list[tuple[int, int]] | int | None:
        era = self.get(s, "era")
        if era + 1 < self.last:
            return [(1, s + self.part(era + 1))]
        if self.unknown or (era == self.last and self.recycles):
            return self.at_best(s)
        if era == self.last or not (self.f.discard or self.recycles):
            return None
        if not len(self.f.aging):
            return None if self.wins else self.lost
        pile = sum(self.in_stack(self.see(c)) for c in self.f.discard) + self.field["era"]
        return [(w, s + pile + self.in_stack(self.see(c))) for c, w in deal(self.f.aging).items()]

    def payoff(self, s: int) -> int:
        """The most that any play which saw these cards can end with."""
        taken = doubles = steps = scared = 0
        take = most_taken = 0
        up: list[int] = []
        bad: list[int] = []
        hurts: list[int] = []
        doublers: list[int] = []
        table = self.table(s)
        for a in self.spent:
            most_taken = max(most_taken, TAKEN.get(a, 0))
        for v, a, n in table:
            if v > 0:
                up += [v] * n
            elif v < 0:
                bad += [v] * n
            if a in TAKEN:
                taken, most_taken = taken + TAKEN[a] * n, max(most_taken, TAKEN[a])
            elif a == "double":
                doubles, doublers = doubles + n, [*doublers, v]
            elif a == "step -1":
                steps += n
            elif a == "highest = 0":
                scared += n
            elif a in HARM:
                hurts += [HARM[a]] * n
        up.sort(reverse=True)
        bad.sort()
        hurts.sort(reverse=True)
        draws, life, copies, most, gain = self.means(s)
        again = self.redrawn(s, copies)
        taken += again * most_taken
        # a fight against a pirate can be lost on purpose, where winning it would cost more
        drawn, best = self.drawn(s), self.lost if self.c.pirate and not self.wins else self.worst
        can_double = doubles > 0 or "double" in self.spent
        can_step = steps > 0 or "step -1" in self.spent
        lone = doublers[0] if doubles == 1 and not self.spent and not again else None
        doubles += again * can_double
        steps += again * can_step
        needs, total = self.c.needs, sum(up) + sum(bad)
        if not self.read:
            scared = 0
        for x in range(copies + 1):  # copies that draw or take
            for y in range(copies - x + 1 if gain else 1):  # that gain life
                gains = life + y * gain
                paid = 0 if self.ample else max(0, drawn - draws - x * most)
                if paid > self.payable(gains):
                    continue
                for z in range(copies - x - y + 1 if can_step else 1):
                    rest = copies - x - y - z if can_double else 0
                    need = needs[min(steps + z, len(needs) - 1)]
                    take = taken + x * most_taken
                    for zap in (0, scared) if 0 < scared <= take else (0,):
                        for b in range(min(len(hurts), take - zap) + 1):
                            points = total - sum(bad[: take - zap - b])
                            points += bonus(up, doubles + rest, scared > zap, lone)
                            points = self.pirate_points(points, up, doubles + rest, drawn)
                            end = self.f.life + gains - self.price * paid - sum(hurts[b:])
                            best = max(best, self.worth(points - need, min(end, self.most)))
        return best

    @property
    def worst(self) -> int:
        """What nothing counts."""
        return 0 if self.wins else -(10**6)

    def pirate_points(self, points: int, up: list[int], doubles: int, drawn: int) -> int:
        """The total against a pirate with a rule of its own."""
        if self.c.pirate_rule == "each_card_plus_1":
            return points + self.laid + drawn
        if self.c.pirate_rule == "half_count":
            return sum(up[: (self.laid + drawn + 1) // 2]) + sum(up[:doubles])
        return points

    def worth(self, over: int, life: int) -> int:
        """What a fight is worth that ends so far over the value, with so much life."""
        if self.wins:
            return int(over >= 0 and life >= 0)
        if self.c.pirate and over < 0:
            return self.lost
        return life + min(0, over) - self.c.life


def bonus(up: list[int], doubles: int, scared: bool, lone: int | None) -> int:
    """What doubling adds, less what "highest = 0" takes; ``lone``: the value of the only card that doubles."""
    if not up:
        return 0
    gone = up[0] if scared else 0
    if not doubles:
        return -gone
    if doubles > 1 or lone is None:
        return sum(up[1 : doubles + 1] if scared else up[:doubles]) - gone
    others = list(up)
    if lone > 0:
        others.remove(lone)
    if scared and lone < up[0]:
        others.pop(0)
    return (others[0] if others else 0) - gone
