"""The rule book of Scott Pilgrim's Precious Little Card Game: chapters mark their rules with it."""

from rulebooks.core.rules import Rulebook

rule = Rulebook("scott_pilgrim", edition="English rulebook", title="Scott Pilgrim's Precious Little Card Game")
