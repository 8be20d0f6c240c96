"""The rule book of Karen and the Pirate Island: chapters mark their rules with it."""

from rulebooks.core.rules import Rulebook

rule = Rulebook("karen", edition="English rulebook", title="Karen and the Pirate Island")
