"""The rule book of Pirate Tales: chapters mark their rules with it."""

from rulebooks.core.rules import Rulebook

rule = Rulebook("pirate_tales", edition="English rulebook", title="Pirate Tales")
