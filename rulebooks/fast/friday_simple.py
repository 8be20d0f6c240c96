"""What best play of a Friday fight is worth at least: two players with few ideas, all of them legal.

``Simple`` draws free cards, then "+cards", then exchanges the lowest plain card, then uses copies as "+cards" or
exchanges, then pays (before the exchanges where only winning counts). He may stop at any moment and picks the best. He
never sorts or buries, lets "stop" end his free cards, and stops when the shuffled pile runs out too. All this
is legal, so best play is worth at least as much. Where he is simplified it is to his harm: he gains no more life
than he had room for at the start, and minds all harm of his table. Where he would pay while a free card is left
in truth (a "stop" on the right), the free card is the same card for nothing.

``Plain`` uses no ability at all: few states, and with life to pay often as good.
"""

from __future__ import annotations

from math import factorial

from rulebooks.core.chance import deal
from rulebooks.fast.friday_hindsight import bonus
from rulebooks.fast.friday_process import BITS, FULL, Kind, Process, Unsuited
from rulebooks.friday.contents import CARDS, EXCHANGES, HARM, LIFE, USEFUL
from rulebooks.friday.fights import Fighting, one_drawn


class Simple(Process):
    """A player with few ideas, all of them legal: the order of the docstring, stopping when it is best."""

    fields = ("left", "era", "free", "extra", "life", "one", "two", "second", "copies")
    idle: tuple[str, ...] = ("sort 3", "below the stack")
    idle_if_ample = tuple(EXCHANGES)

    def __init__(self, f: Fighting, goal: str) -> None:
        super().__init__(f, goal)
        o = f.setup.options
        if self.c.pirate_rule == "half_count" or o.double_stays or not o.copy_hits_copied:
            raise Unsuited("a reading this player does not know")
        if o.highest_zero != "before doubling" or o.zero_each or any(c.doubled for c in f.cards):
            raise Unsuited("a reading this player does not know")
        if not o.free_first or o.face_up_only or o.recount_aging or not o.discard_first:
            raise Unsuited("a reading this player does not know")
        life = f.life if self.c.pay is None else min(f.life, self.cap * self.price)
        self.careful = f.life - life < self.harm and not self.ample
        self.room = max(0, self.most - f.life)
        self.can_stop, self.laid = one_drawn(f), len(f.cards)
        # cards that lie there already count and may be exchanged, their abilities are not used but for +cards and such
        self.start = (
            sum(self.on_table(self.lying(c)) + (0 if c.used or c.down else self.gain(self.lying(c))) for c in f.cards)
            + self.part(0)
            + f.free * self.field["free"]
            + (0 if self.ample else life) * self.field["life"]
        )
        if any(c.left and c.ability == "stop" for c in f.cards):
            self.start -= f.free * self.field["free"]
        stops = [i for i, (_, a) in enumerate(self.kinds) if a == "stop"]
        self.stops = {self.stack_at + BITS * i for i in stops}
        soft = [(v - 2 * (a != ""), v, i) for i, (v, a) in enumerate(self.kinds) if a in ("", "highest = 0", *HARM)]
        self.targets = [(v if rank == v else rank, i) for rank, v, i in sorted(soft)]
        self.worst = 0 if self.wins else -self.c.life - max(1, self.harm)
        every = [*f.stack, *f.discard, *(c.card for c in f.cards)]
        gains = [LIFE.get(c.ability or "", 0) for c in (*every, *f.aging)]
        copies = sum(c.ability == "copy" for c in every)
        self.ceiling = min(self.room, sum(gains) + copies * max(gains, default=0)) - self.before
        self.cards = sum(self.in_stack(self.see(c)) for c in every) - sum(
            self.in_stack(self.see(c.card)) for c in f.cards
        )
        self.cards += sum(self.in_stack(self.lying(c)) for c in f.cards)
        self.again = len(every) + 1

    def gain(self, kind: Kind) -> int:
        a = kind[1]
        if a in CARDS:
            return CARDS[a] * self.field["extra"]
        if a in LIFE and self.c.pay is None:
            return LIFE[a] * self.field["life"]
        return {"exchange": self.field["one"], "exchange 2": self.field["two"], "copy": self.field["copies"]}.get(a, 0)

    def kids(self, s: int) -> list[tuple[int, int]]:
        free = self.get(s, "free") * self.field["free"]
        if not free or not self.stops:
            return super().kids(s)
        return [(s >> sh & FULL, s + d - (free if sh in self.stops else 0)) for sh, d in self.draws if s >> sh & FULL]

    def go_on(self, s: int) -> tuple[int, int] | None:
        way = self.next_draw(s)
        if way is None or self.wins:
            return way
        here = self.stop(s)  # where nothing better can come, he stops
        return None if here is not None and here >= self.ceiling - way[0] else way

    def run_out(self, s: int) -> list[tuple[int, int]] | int | None:
        era = self.get(s, "era")
        if era + 1 < self.last:
            return [(1, s + self.part(era + 1))]
        if era == self.last or not len(self.f.aging):
            return None
        width = BITS * len(self.kinds)
        table = s >> self.table_at & (1 << width) - 1
        pile = (self.cards >> self.stack_at & (1 << width) - 1) - table
        size = self.get(self.cards, "left") - sum(n for _, _, n in self.table(s))
        if not size:
            return None
        more = factorial(self.again) // factorial(size + 1)
        s += self.field["era"] + (pile << self.stack_at) + size * self.field["left"]
        return [(w * more, s + self.in_stack(self.see(c))) for c, w in deal(self.f.aging).items()]

    def next_draw(self, s: int) -> tuple[int, int] | None:
        """The next card he draws: what it costs, and the state before it comes."""
        f, get = self.field, self.get
        if self.ample and not get(s, "second"):
            if get(s, "left") or get(s, "era") < self.last:
                return 0, s
            return None
        if get(s, "second"):
            s -= f["second"]
            t = self.exchange(s)
            if t is not None:
                return 0, t
        if get(s, "free"):
            return 0, s - f["free"]
        if get(s, "extra"):
            return 0, s - f["extra"]
        paying = get(s, "life") >= self.price
        if paying and self.wins:  # a win has no price
            return 0, s - self.price * f["life"]
        t = self.exchange(s)
        if t is not None:
            if get(s, "one"):
                return 0, t - f["one"]
            if get(s, "two"):
                return 0, t - f["two"] + f["second"]
        if get(s, "copies"):
            there = {a for _, a, _ in self.table(s)}
            cards = max((CARDS[a] for a in there if a in CARDS), default=0)
            if cards > 1 or (cards and t is None):
                return 0, s - f["copies"] + (cards - 1) * f["extra"]
            if t is not None and "exchange 2" in there:
                return 0, t - f["copies"] + f["second"]
            if t is not None and "exchange" in there:
                return 0, t - f["copies"]
            if cards:
                return 0, s - f["copies"] + (cards - 1) * f["extra"]
        return (self.price, s - self.price * f["life"]) if paying else None

    def exchange(self, s: int) -> int | None:
        """The state without the card he would exchange: the worst one, and for life no good one."""
        for value, i in self.targets:
            if s >> self.table_at + BITS * i & FULL:
                return s - (1 << self.table_at + BITS * i) if self.wins or value <= 0 else None
        return None

    def stop(self, s: int) -> int | None:
        if s == self.start and not self.can_stop:
            return None
        found = self.payoffs.get(s)
        if found is None:
            found = self.payoffs[s] = self.payoff(s)
        return found

    def payoff(self, s: int) -> int:
        """What he can really end with: doubling, destroying and "step −1", and copies of these, at their best."""
        doubles = steps = scared = life = gain = take = cards = 0
        up: list[int] = []
        bad: list[int] = []
        hurts: list[int] = []
        lone = None
        total = 0
        for v, a, n in self.table(s):
            cards, total = cards + n, total + v * n
            if v > 0:
                up += [v] * n
            elif v < 0 and a not in ("destroy", "copy"):
                bad += [v] * n
            if a == "destroy":
                take += n
            elif a == "double":
                doubles, lone = doubles + n, v
            elif a == "step -1":
                steps += n
            elif a == "highest = 0":
                scared += n
            elif a in HARM:
                hurts += [HARM[a]] * n
            elif a in LIFE:
                life, gain = life + LIFE[a] * n, max(gain, LIFE[a])
        up.sort(reverse=True)
        bad.sort()
        hurts.sort(reverse=True)
        total += cards if self.c.pirate_rule == "each_card_plus_1" else 0
        copies, needs, best = self.get(s, "copies"), self.c.needs, -(10**6)
        lone = lone if doubles == 1 else None
        top = len(needs) - 1 if self.f.setup.options.step_stacks else min(1, len(needs) - 1)
        for x in range(copies + 1 if doubles else 1):
            for y in range(copies - x + 1 if take else 1):
                for z in range(copies - x - y + 1 if steps else 1):
                    need, d = needs[min(steps + z, top)], take + y
                    gains = life + gain * (copies - x - y - z)
                    for zap in (0, scared) if 0 < scared <= d else (0,):
                        for b in range(min(len(hurts), d - zap) + 1):
                            points = total - sum(bad[: d - zap - b])
                            points += bonus(up, doubles + x, scared > zap, lone if not x else None)
                            best = max(best, self.worth(s, points - need, sum(hurts[b:]), gains))
        return best

    def worth(self, s: int, over: int, harm: int, gains: int) -> int:
        """What he ends with, life paid aside: so far over the value, so much harm, so much life gained."""
        if self.wins:
            return int(over >= 0 and (not self.careful or self.get(s, "life") >= harm))
        if self.c.pirate and over < 0:
            return self.worst
        return min(0, over) - harm + min(gains, self.room) - self.before


class Plain(Simple):
    """Poorer and quicker: he draws and pays, and uses no ability. Often that is all a win takes."""

    idle = USEFUL
