"""The rule book of Kabula: chapters mark their rules with it."""

from rulebooks.core.rules import Rulebook

rule = Rulebook("kabula", edition="English rulebook", title="Kabula")
