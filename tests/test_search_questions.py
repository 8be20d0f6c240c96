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
FRIDAY = {
    "can i double a card twice": "3.9",
    "can an ability be used more than once": "3.2",
    "what happens when the deck is empty": "2.9",
    "when do i reshuffle": "2.9",
    "no aging cards left": "2.10",
    "aging cards exhausted": "2.10",
    "pay life for another card": "2.4",
    "must i draw at least one card": "2.3",
    "am i dead at 0 life": "7.1",
    "when do i die": "7.1",
    "how do i win the game": "7.2",
    "how many points do i get": "7.3",
    "final score": "7.3",
    "copy a copy": "3.11",
    "trash a card": "5.8",
    "destroy cards after losing": "5.8",
    "get rid of bad cards": "5.8",
    "what happens to the hazard i did not choose": "1.2",
    "do i have to fight the last hazard": "1.3",
    "hazard deck empty": "1.8",
    "yellow phase": "1.8",
    "next phase": "1.8",
    "phase -1": "3.13",
    "when are aging cards added": "2.9",
    "highest card = 0": "4.3",
    "stop card on the right": "4.2",
    "hungry lose life": "5.6",
    "maximum life": "0.3",
    "how much life do i start with": "0.2",
    "how many pirates": "0.7",
    "choose which pirate first": "6.1",
    "can i give up against a pirate": "6.2",
    "what if i cannot beat the pirate": "6.3",
    "half of the cards": "6.5",
    "does a tie beat the hazard": "5.4",
    "lose a fight": "5.5",
    "difference in life points": "5.5",
    "put a card under the deck": "3.18",
    "swap a card": "3.16",
    "replace a card": "3.16",
    "look at the top three cards": "3.15",
    "mulligan": "3.16",
    "knowledge card goes where": "1.6",
    "starting deck": "0.6",
    "infinite loop": "3.21",
}
PIRATES = {
    "bankrupt": "7.11",
    "what if I cannot pay the bet": "7.11",
    "buy cards": "1.1",
    "how much is a card": "1.1",
    "dice limit": "7.17",
    "eight dice": "7.17",
    "trade up": "7.13",
    "upgrading dice": "7.13",
    "set aside a die": "6.2",
    "give up": "6.11",
    "turn back": "6.11",
    "tie breaker": "9.6",
    "how many points": "9.5",
    "where does the kraken go": "3.4",
    "on reveal": "5.1",
    "on reaching": "5.2",
    "card under the kraken": "5.3",
    "doubloon spaces": "7.2",
    "place a bet": "4.1",
    "can the captain bet": "4.2",
    "shortest voyage": "2.4",
    "longest voyage": "2.2",
    "change money": "8.7",
    "trade gems": "8.7",
    "sold out": "0.2",
    "at least one die": "6.8",
    "who begins": "0.7",
    "last island": "9.3",
    "hand card symbol": "6.12",
}
PILGRIM = {
    "button mash": "5.9",
    "two combos in one fight": "5.9",
    "who draws the vs cards": "5.4",
    "does the neighbour swap a card": "5.5a",
    "can drama fight": "5.7",
    "match drama": "9.4",
    "how many times can drama be matched": "9.4",
    "double-sided": "10.11",
    "can i choose the side": "10.6",
    "how much drama does my opponent have": "10.12",
    "skip combat": "6.2",
    "draw pile runs out": "2.2",
    "main deck runs out": "11.4",
    "how do i win": "7.2",
    "flip and keep": "6.7",
    "what happens if i lose a fight": "6.5",
    "any resource": "4.7",
    "left over resources": "4.12",
    "give the buddy": "1.9",
    "trash a card": "10.2",
    "lose to gideon": "8.7",
    "demon hipster chicks": "8.4",
    "who can play wallace": "1.11",
    "tutorial": "11.2",
    "how many turns do we have": "12.6",
    "play alone": "12.7",
    "housing limit": "12.4",
    "how many cards in the plotline": "1.7",
    "buy a challenge": "4.9",
    "tell the story": "10.10",
}
KABULA = {
    "who goes first": "1.9",
    "how far can i move": "3.4",
    "how do i get parts back": "2.8",
    "too many parts": "2.7",
    "raging brain": "2.5a",
    "climb a mountain": "3.2",
    "swim through a river": "3.3",
    "what can i do in a city": "3.18",
    "fast travel": "3.19",
    "most farz": "4.1",
    "sell an item": "4.5",
    "two armors on the same part": "4.9",
    "eat a snack": "4.11",
    "line of sight": "5.3",
    "area attack": "5.4",
    "roll to hit": "5.6",
    "knocked back": "5.10",
    "fall off a cliff": "5.11",
    "poison": "5.8",
    "bodyguard": "5.19",
    "dodge an attack": "5.14",
    "killed": "8.1",
    "die in my own turn": "8.2",
    "revive": "8.1",
    "dungeon reward": "3.11",
    "keep the encounter card": "3.15",
    "a tag for a trait": "10.2",
    "attacker dies": "7.3",
}
ANY = {
    "courage": ("karen", "3.9"),
    "karen 3.2": ("karen", "3.2"),
    "lantern 3.2": ("lantern", "3.2"),
    "storm comes": ("lantern", "3.1"),
    "friday 3.2": ("friday", "3.2"),
    "two pirates": ("friday", "0.7"),
    "plotline": ("scott_pilgrim", "1.7"),
}


@pytest.mark.parametrize("query, id", KAREN.items())
def test_karen(query: str, id: str) -> None:
    assert next((h.kind, h.id) for h in search(query, "karen", 3)) == ("rule", id)


@pytest.mark.parametrize("query, id", LANTERN.items())
def test_lantern(query: str, id: str) -> None:
    assert search(query, "lantern", 3)[0].id == id


@pytest.mark.parametrize("query, id", FRIDAY.items())
def test_friday(query: str, id: str) -> None:
    assert next((h.kind, h.id) for h in search(query, "friday", 3)) == ("rule", id)


@pytest.mark.parametrize("query, id", PIRATES.items())
def test_pirate_tales(query: str, id: str) -> None:
    assert next((h.kind, h.id) for h in search(query, "pirate_tales", 3)) == ("rule", id)


@pytest.mark.parametrize("query, id", PILGRIM.items())
def test_scott_pilgrim(query: str, id: str) -> None:
    assert next((h.kind, h.id) for h in search(query, "scott_pilgrim", 3)) == ("rule", id)


@pytest.mark.parametrize("query, id", KABULA.items())
def test_kabula(query: str, id: str) -> None:
    assert next((h.kind, h.id) for h in search(query, "kabula", 3)) == ("rule", id)


@pytest.mark.parametrize("query, found", ANY.items())
def test_over_all_games(query: str, found: tuple[str, str]) -> None:
    hit = search(query, limit=3)[0]
    assert (hit.game, hit.id) == found


@pytest.mark.parametrize("query, id", KAREN.items())
def test_a_game_named_in_the_question_is_the_one_meant(query: str, id: str) -> None:
    hit = search(f"karen: {query}", limit=3)[0]
    assert (hit.game, hit.id) == ("karen", id)
