"""Questions as players type them, slips of the pen included: the right rule is the first hit."""

from __future__ import annotations

import pytest

from rulebooks.core.search import search

KAREN = {
    "can i double a card twice": "5.3",
    "double the same card agian": "5.3",
    "what happens when the deck is empty": "6.1",
    "karen deck runs out": "6.1",
    "run out of hp": "7.2",
    "when do i lose": "7.2",
    "how do i win": "7.1",
    "do i have to fight": "2.2",
    "flee cost": "2.2",
    "how many hp does fleeing cost": "2.2",
    "use ability again": "3.8",
    "can an ability be used more than once": "3.8",
    "story price discount": "4.1",
    "how much does a story cost": "4.1",
    "draw when no cards left": "6.1",
    "pay life for another card": "3.9",
    "spend hp to draw a card": "3.9",
    "what if i fail a quest": "3.10",
    "where do cards go after the adventure": "3.11",
    "how many cards at the start of an adventrue": "3.1",
    "can i look at the discard pile": "5.1",
    "trash a card for good": "5.6",
    "copy a copy": "5.5",
    "how do i heal": "0.2",
    "only one event card left": "6.3",
    "no more event cards": "6.4",
    "how many points do i get": "8.1",
    "does a used card still count its power": "3.3",
    "courrage draw with last hp": "3.9a",
    "draw courage when power is enough": "3.9c",
    "do beaten quests go into my deck": "3.5",
    "does a tie beat the quest": "3.4",
}
LANTERN = {
    "what happens when the deck is empty": "3.3",
    "deck runs out of cards": "3.3",
    "when do i reshuffle": "3.3",
    "no oil left": "3.4",
    "can i draw without oil": "3.4",
    "how do i win": "4.2",
    "when am i dead": "4.1",
    "pay for another card": "3.5",
    "how many cards do i see for free": "3.2",
    "not enough light agianst the storm": "3.6",
    "how much oil do i have at the begining": "2.1",
    "campain": "5",
    "which cards are there": "1.1",
}
ANY = {
    "courage": ("karen", "3.9"),
    "karen 3.2": ("karen", "3.2"),
    "lantern 3.2": ("lantern", "3.2"),
    "storm comes": ("lantern", "3.1"),
}


@pytest.mark.parametrize("query, id", KAREN.items())
def test_karen(query: str, id: str) -> None:
    assert next((h.kind, h.id) for h in search(query, "karen", 3)) == ("rule", id)


@pytest.mark.parametrize("query, id", LANTERN.items())
def test_lantern(query: str, id: str) -> None:
    assert search(query, "lantern", 3)[0].id == id


@pytest.mark.parametrize("query, found", ANY.items())
def test_over_all_games(query: str, found: tuple[str, str]) -> None:
    hit = search(query, limit=3)[0]
    assert (hit.game, hit.id) == found


@pytest.mark.parametrize("query, id", KAREN.items())
def test_a_game_named_in_the_question_is_the_one_meant(query: str, id: str) -> None:
    hit = search(f"karen: {query}", limit=3)[0]
    assert (hit.game, hit.id) == ("karen", id)
