"""The rule book of Friday: chapters mark their rules with it."""

from rulebooks.core.rules import Rulebook

rule = Rulebook("friday", edition="English rules, with the designer's later ruling on aging", title="Friday")
