"""What a Friday fight is worth if no more cards are drawn, for ``friday_values.py``."""

from __future__ import annotations

from rulebooks.fast.friday_states import BITS, ONE, Slot
from rulebooks.friday.contents import HARM, LIFE


class Table:
    """The cards of a table that matter at the comparison, summed up."""

    def __init__(self, slots: list[Slot], table: int) -> None:
        self.up: list[int] = []  # values above 0, falling
        self.down: list[int] = []  # values below 0, rising
        self.doubles: list[int] = []
        self.copies: list[int] = []
        self.hurts: list[int] = []
        self.points = self.destroys = self.steps = self.scared = self.gain = 0
        self.to_destroy = self.to_double = self.to_step = False
        for v, a, lies in slots:
            n = table & ONE
            table >>= BITS
            if not n:
                continue
            if v > 0:
                self.points += v * n
                self.up += [v] * n
            elif v < 0:
                self.points += v * n
                self.down += [v] * n
            if a:
                self._ability(v, a, n, lies == "open")
        self.up.sort(reverse=True)
        self.down.sort()
        self.hurts.sort(reverse=True)

    def _ability(self, v: int, a: str, n: int, unused: bool) -> None:
        if a == "double":
            self.doubles += [v] * n * unused
            self.to_double = True
        elif a == "copy":
            self.copies += [v] * n
        elif a == "destroy":
            self.destroys += n * unused
            self.to_destroy = True
        elif a == "step -1":
            self.steps += n * unused
            self.to_step = True
        elif a == "highest = 0":
            self.scared += n
        elif a in HARM:
            self.hurts += [HARM[a]] * n
        elif a in LIFE:
            self.gain = max(self.gain, LIFE[a])

    def ends(self, needs: tuple[int, ...]) -> set[tuple[int, int, int]]:
        """(points short, life that aging costs, life from copies) of every way worth trying to use what lies there."""
        out, copies = set(), len(self.copies)
        for doubling in range(copies + 1 if self.to_double else 1):
            for destroying in range(copies - doubling + 1 if self.to_destroy else 1):
                for stepping in range(copies - doubling - destroying + 1 if self.to_step else 1):
                    gain = (copies - doubling - destroying - stepping) * self.gain
                    need = needs[min(self.steps + stepping, len(needs) - 1)]
                    d = self.destroys + destroying
                    for calmed in (0, self.scared) if 0 < self.scared <= d else (0,):
                        plus = self.points + self.doubled(len(self.doubles) + doubling, self.scared > calmed)
                        for healed in range(min(len(self.hurts), d - calmed) + 1):
                            total = plus - sum(self.down[: d - calmed - healed])
                            out.add((max(0, need - total), sum(self.hurts[healed:]), gain))
        return out

    def doubled(self, n: int, scared: bool) -> int:
        """What n doublings of different cards add at best, and "highest = 0" takes.

        Several doublings may hit each other's cards, a single one not its own. Of equal highest cards one not
        doubled counts 0, so doubling goes to the next ones.
        """
        up = self.up
        if not up:
            return 0
        lost = up[0] if scared else 0
        if n == 0:
            return -lost
        if n > 1:
            return sum(up[1 : n + 1] if scared else up[:n]) - lost
        own, others = min(self.doubles or self.copies), list(up)
        if own > 0:
            others.remove(own)
        if scared and own < up[0]:
            others.pop(0)
        return (others[0] if others else 0) - lost
