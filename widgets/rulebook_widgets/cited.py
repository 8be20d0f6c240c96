"""Rules as the page shows them when a citation is opened."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rulebooks.core.rules import Rule


def rule_data(rule: Rule) -> dict[str, Any]:
    """A rule in plain data: paraphrase, where it is printed, and the rulings it rests on."""
    known = rule.id in rule.book.outline.passages
    return {
        "id": rule.id,
        "cite": rule.cite,
        "title": rule.title,
        "text": rule.text,
        "kind": rule.kind,
        "where": rule.where if known else "",
        "edition": rule.book.edition,
        "rulings": [
            {
                "id": r.id, "text": r.text, "why": r.why, "mark": r.mark,
                "option": r.option, "otherwise": r.otherwise,
            }
            for r in rule.rulings
        ],
    }  # fmt: skip


def rules_data(rules: Iterable[Rule]) -> dict[str, dict[str, Any]]:
    """Rule id -> its data, each once."""
    return {rule.id: rule_data(rule) for rule in dict.fromkeys(rules)}
