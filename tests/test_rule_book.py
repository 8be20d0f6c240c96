"""The rule book in Python: pages, search, show me, compare, its words, and every message from the page."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest

import rulebooks
from rulebook_widgets import RuleBook, Table
from rulebook_widgets.before_after import differences, marked
from rulebook_widgets.rule_pages import sentence
from rulebook_widgets.view import CardFace, FlowStep, PileFace, Track, View, Zone
from rulebooks.core import concepts

RULES = [pytest.param(game, r.id, id=f"{game}-{r.id}") for game in rulebooks.GAMES for r in rulebooks.game(game).rule]
each_rule = pytest.mark.parametrize("game, id", RULES)


@pytest.fixture
def karen() -> RuleBook:
    return RuleBook("karen")


@pytest.fixture
def shelf() -> RuleBook:
    return RuleBook()


def said(book: RuleBook, message: Any) -> str:
    book.handle(message)
    return str(book.status["text"])


# Contents ------------------------------------------------------------------------------
@pytest.mark.parametrize("game", rulebooks.GAMES)
def test_the_contents_are_all_passages_in_rulebook_order(game: str) -> None:
    (listed,) = RuleBook(game).book["games"]
    passages = rulebooks.game(game).rule.outline.passages
    assert [e["id"] for group in listed["groups"] for e in group["entries"]] == list(passages)
    assert all(group["title"] for group in listed["groups"])


def test_what_is_not_modelled_stands_in_place_with_its_why(karen: RuleBook) -> None:
    entries = [e for group in karen.book["games"][0]["groups"] for e in group["entries"]]
    before, left_out, after = next(entries[n - 1 : n + 2] for n, e in enumerate(entries) if e["id"] == "4.0")
    assert (before["id"], left_out["left_out"], left_out["why"], after["id"]) == (
        "3.11", True, "theme text; it changes no rule", "4.1",
    )  # fmt: skip


def test_sections_are_named_as_in_print(karen: RuleBook) -> None:
    titles = [group["title"] for group in karen.book["games"][0]["groups"]]
    assert titles[:4] == ["Contents, Preparation", "① Activate Events", "② Determine Karen's Fate", "③ Adventures"]
    assert RuleBook("lantern").book["games"][0]["groups"][2]["title"] == "3 The night"


def test_a_book_of_the_shelf_has_all_games_and_ideas_to_compare(shelf: RuleBook) -> None:
    assert [g["game"] for g in shelf.book["games"]] == list(rulebooks.GAMES)
    assert "A deck runs out" in [c["name"] for c in shelf.book["concepts"]]
    assert RuleBook("lantern").book["concepts"] == []


def test_a_game_may_be_named_or_given_as_a_module() -> None:
    assert RuleBook(rulebooks.game("lantern")).games == RuleBook("lantern").games == ("lantern",)
    with pytest.raises(ValueError, match="no game is called 'chess'"):
        RuleBook("chess")


# A page ----------------------------------------------------------------------------------
@each_rule
def test_every_rule_has_a_page_that_survives_json_with_its_example(game: str, id: str) -> None:
    book, rule = RuleBook(game), rulebooks.game(game).rule[id]
    book.show_me(id)
    page = json.loads(json.dumps(book.page))
    assert (page["is"], page["title"], page["text"], page["kind"]) == ("rule", rule.title, rule.text, rule.kind)
    assert page["where"] == rule.where
    assert page["code"] == rule.code
    assert [t["name"] for t in page["tests"]] == list(rule.tests)
    assert [r["id"] for r in page["related"]] == [r.id for r in rule.related]
    assert [c["name"] for c in page["cards"]] == [c.name for c in rule.cards]
    shown = page["shown"]
    assert shown["scenes"] or shown["worked"]
    assert id in [e["id"] for e in shown["events"]] or shown["verdicts"] or shown["worked"] or shown["scenes"]


def test_a_ruling_gives_reason_mark_option_and_who_reads_it_otherwise(karen: RuleBook) -> None:
    karen.go("5.5a")
    (ruling,) = karen.page["rulings"]
    assert (ruling["id"], ruling["option"], ruling["usual"]) == ("KR-2", "copy_unused", "on")
    assert ruling["mark"] == "B: strongly implied"
    assert ruling["why"]
    assert ruling["otherwise"]


def test_cards_bear_their_house_marks(karen: RuleBook) -> None:
    karen.go("0.3")
    cards = {c["name"]: c for c in karen.page["cards"]}
    assert cards["Hunger Pang"] == {"id": "hunger-pang", "name": "Hunger Pang", "text": "power 0", "house": ["power"]}


def test_pages_lead_to_their_neighbours(karen: RuleBook) -> None:
    karen.go("3.11")
    assert karen.page["previous"] == {"id": "3.10", "title": "Failure"}
    assert karen.page["next"] == {"id": "4.0", "title": "Why memories matter"}
    karen.go("0.1")
    assert karen.page["previous"] is None
    karen.go("8.2")
    assert karen.page["next"] is None


def test_a_passage_that_is_not_modelled_has_a_page(karen: RuleBook) -> None:
    karen.go("4.0")
    assert (karen.page["is"], karen.page["status"]) == ("passage", "not modelled")
    assert "Why: theme text" in karen.text()


def test_a_card_has_a_page_with_the_source_of_each_value_and_its_rules(karen: RuleBook) -> None:
    assert said(karen, {"go": ["karen", "memento"]}) == ""
    values = {v["name"]: (v["value"], v["kind"]) for v in karen.page["values"]}
    assert values["name"] == ("Memento", "printed")
    assert values["power"] == ("0", "house")
    assert "3.7" in [r["id"] for r in karen.page["related"]]


@pytest.mark.parametrize(
    "where, says",
    [
        ("3.2", "several games have a rule 3.2: .*“karen 3.2”"),
        ("karen 99", "karen has no passage '99'"),
        ("karen 3.22", "karen has no passage '3.22'; did you mean 3.2"),
        ("chess 3.2", "a rule is named by its number"),
        ("karen lantern 3.2", "a rule is named by its number"),
        ("", "a rule is named by its number"),
        (None, "a rule is named by its number"),
    ],
)
def test_a_place_that_is_not_there_is_named_and_the_page_stays(shelf: RuleBook, where: Any, says: str) -> None:
    shelf.go("karen 5.2")
    with pytest.raises(ValueError, match=says):
        shelf.go(where)
    assert shelf.page["id"] == "5.2"


def test_a_number_that_only_one_game_has_needs_no_name(shelf: RuleBook) -> None:
    shelf.go("3.9d")
    assert (shelf.page["game"], shelf.page["id"]) == ("karen", "3.9d")


def test_tests_read_as_sentences() -> None:
    assert sentence("test_x.py::test_one_oil_shows_one_more_card") == "One oil shows one more card"


# Show me ---------------------------------------------------------------------------------
def test_show_me_steps_a_position_and_marks_what_changed(karen: RuleBook) -> None:
    karen.show_me("6.1")
    shown = karen.page["shown"]
    changes = {c["what"]: (c["before"], c["after"]) for c in shown["changes"]}
    assert changes["Karen Deck"] == ("1 card", "2 cards")
    assert changes["Karen Discard Pile"] == ("2 cards", "0 cards")
    before, after = (s["board"] for s in shown["scenes"])
    new = [i["name"] for z in after["zones"] for i in z["items"] if i["mark"] == "new"]
    assert new == ["Hunger Pang"]
    assert {i["name"] for z in before["zones"] for i in z["items"] if i["mark"] == "changed"} == {
        "Karen Deck", "Karen Discard Pile",
    }  # fmt: skip
    assert "6.1" in [e["id"] for e in shown["events"]]


def test_show_me_for_a_check_gives_what_it_refuses_and_what_it_lets_pass(karen: RuleBook) -> None:
    karen.show_me("5.3")
    no, yes = karen.page["shown"]["verdicts"]
    assert (no["ok"], no["cite"], yes["ok"]) == (False, "5.3 Doubled once at most", True)
    assert len(karen.page["shown"]["scenes"]) == 1  # both in the same position
    karen.show_me("3.9b")
    assert [s["title"] for s in karen.page["shown"]["scenes"]] == ["Refused in this position", "Allowed in this one"]


def test_show_me_says_which_option_it_needs(karen: RuleBook) -> None:
    karen.show_me("5.7")
    assert karen.page["shown"]["options"] == [{"name": "effectless_abilities", "on": False}]
    assert "With the option effectless_abilities off." in karen.text()


def test_show_me_for_what_reckons_gives_worked_inputs(karen: RuleBook) -> None:
    karen.show_me("8.2")
    assert karen.page["shown"]["scenes"] == []
    assert {"inputs": ["score 40"], "output": "40+: some of the pirates side with her"} in karen.page["shown"]["worked"]


def test_the_example_of_a_rule_can_be_played_on(karen: RuleBook) -> None:
    with pytest.raises(ValueError, match="open a rule first"):
        karen.table()
    karen.go("6.1")
    table = karen.table()
    assert isinstance(table, Table)
    table.choose("Hunger Pang")
    assert table.play.at == 1
    karen.go("8.2")
    with pytest.raises(ValueError, match="without a position"):
        karen.table()


def test_show_me_without_a_rule_says_so(karen: RuleBook) -> None:
    with pytest.raises(ValueError, match="open a rule first"):
        karen.show_me()
    karen.go("4.0")
    assert said(karen, {"show_me": True}).startswith("Open a rule first")


def test_the_example_is_put_away_again(karen: RuleBook) -> None:
    karen.go("6.1")
    karen.handle({"show_me": True})
    assert "shown" in karen.page
    karen.handle({"show_me": False})
    assert "shown" not in karen.page
    assert karen.page["id"] == "6.1"


# Before and after ---------------------------------------------------------------------------
A, B, USED = CardFace("A", 1, "power"), CardFace("B", 2, "power"), CardFace("A", 1, "power", used=True)


def view(*cards: CardFace, pile: int = 2, hp: int = 3, step: int = 0) -> View:
    known = (CardFace("X", count=pile),) if pile else ()
    zones = (Zone("Hand", cards), Zone("Deck", (PileFace("Deck", pile, cards=known),)))
    flow = (FlowStep("one", step == 0), FlowStep("two", step == 1))
    return View("w", flow, (Track("HP", hp, 5),), zones)


def rows(before: View, after: View) -> list[tuple[str, str, str]]:
    return [(r["what"], r["before"], r["after"]) for r in differences(before, after)]


def marks(one: View, other: View, sign: str) -> list[str]:
    return [i["mark"] for z in marked(one, other, sign)["zones"] for i in z["items"]]


def test_the_same_view_has_no_differences() -> None:
    assert rows(view(A, B), view(A, B)) == []
    assert marks(view(A, B), view(A, B), "new") == ["", "", ""]


def test_a_track_a_step_a_pile_and_a_card_that_differ_are_told() -> None:
    assert rows(view(A), view(A, B, pile=1, hp=-1, step=1)) == [
        ("HP", "3", "−1"),
        ("Step", "one", "two"),
        ("Hand", "—", "B (power 2)"),
        ("Deck", "2 cards", "1 card"),
    ]


def test_cards_are_marked_new_gone_or_changed() -> None:
    assert marks(view(A, B), view(B), "gone") == ["gone", "", ""]
    assert marks(view(B, B), view(B), "new") == ["new", "", ""]
    assert marks(view(USED), view(A), "new") == ["changed", ""]
    assert marks(view(USED, A), view(A), "new") == ["new", "", ""]
    assert marks(view(A, pile=0), view(A, pile=3), "gone") == ["", "changed"]


def test_a_place_that_is_only_on_one_side_is_told() -> None:
    other = View("w", zones=(Zone("Quest", (B,)),))
    assert ("Quest", "—", "B (power 2)") in rows(view(A), other)
    assert ("Hand", "A (power 1)", "—") in rows(view(A), other)
    assert ("Deck", "2 cards", "—") in rows(view(A), other)
    assert ("Deck", "—", "2 cards") in rows(other, view(A))
    assert marks(view(A), other, "new") == ["new", "changed"]


# Compare -------------------------------------------------------------------------------------
@pytest.mark.parametrize("id", list(concepts.concepts()))
def test_every_idea_is_laid_side_by_side_for_all_games(shelf: RuleBook, id: str) -> None:
    shelf.compare(id)
    assert [g["game"] for g in shelf.page["games"]] == list(rulebooks.GAMES)
    assert any(g["rules"] for g in shelf.page["games"])


@pytest.mark.parametrize("idea", ["A deck runs out", "deck-runs-out", " losing "])
def test_an_idea_goes_by_its_name_or_id(shelf: RuleBook, idea: str) -> None:
    shelf.compare(idea)
    assert shelf.page["is"] == "compare"


def test_a_rule_leads_to_the_ideas_it_is_part_of(shelf: RuleBook) -> None:
    shelf.go("karen 6.1")
    assert shelf.page["concepts"] == [{"id": "deck-runs-out", "name": "A deck runs out"}]
    alone = RuleBook("karen")
    alone.go("6.1")
    assert alone.page["concepts"] == []


def test_an_unknown_idea_or_a_book_of_one_game_is_refused(shelf: RuleBook, karen: RuleBook) -> None:
    with pytest.raises(ValueError, match="no concept is called 'loosing'; did you mean Losing"):
        shelf.compare("loosing")
    with pytest.raises(ValueError, match="nothing to compare"):
        karen.compare("losing")


ROW = '[[concept]]\nid = "a"\nname = "A"\nquestion = "?"\nrules = { lantern = ["3.1"] }\n'


@pytest.mark.parametrize(
    "text, says",
    [
        (ROW + ROW, "concept a: the id is used twice"),
        (ROW.replace("3.1", "9.9"), r"concept a: lantern has not all of the rules \['9.9'\]"),
        (ROW.replace("lantern", "chess"), "concept a: no game is called 'chess'"),
        (ROW.replace('name = "A"\n', ""), "concept a: fields are"),
        (ROW + "colour = 3", "concept a: fields are"),
    ],
)
def test_wrong_concepts_are_named(text: str, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        concepts.parsed(text)


# Search --------------------------------------------------------------------------------------
def test_what_is_typed_is_found_at_once_and_leads_to_a_page(karen: RuleBook) -> None:
    karen.handle({"find": "can i doubel a card twice"})
    hit = karen.found["hits"][0]
    assert (hit["kind"], hit["id"], hit["go"]) == ("rule", "5.3", ["karen", "5.3"])
    karen.handle({"go": hit["go"]})
    assert karen.page["id"] == "5.3"


def test_a_number_jumps(shelf: RuleBook) -> None:
    shelf.handle({"find": "karen 3.2"})
    assert shelf.found["hits"][0]["go"] == ["karen", "3.2"]


@pytest.mark.parametrize("typed", ["KR-18", "hunger", "memories matter", "flee"])
def test_every_kind_of_hit_leads_somewhere(karen: RuleBook, typed: str) -> None:
    karen.find(typed)
    for hit in karen.found["hits"]:
        assert said(karen, {"go": hit["go"]}) == ""


@pytest.mark.parametrize("typed", ["", "  ", "?!"])
def test_an_emptied_box_shows_the_contents_again(karen: RuleBook, typed: str) -> None:
    karen.find("flee")
    assert said(karen, {"find": typed}) == ""
    assert karen.found == {"query": typed, "hits": None}


def test_an_answer_comes_within_a_tenth_of_a_second(shelf: RuleBook) -> None:
    shelf.find("warm up")
    times = []
    for typed in ("wat hapens if teh dekc is emtpy", "c", "co", "courage draws"):
        begin = time.perf_counter()
        shelf.handle({"find": typed})
        times.append(time.perf_counter() - begin)
    assert sorted(times)[2] < 0.1


# In words -------------------------------------------------------------------------------------
def test_the_contents_read_as_text(karen: RuleBook) -> None:
    lines = repr(karen).splitlines()
    assert lines[0] == "RuleBook(karen: 41 rules; contents)"
    assert "  Ending the Game: 7.1 Victory; 7.2 Defeat" in lines
    assert "4.0 Why memories matter (not modelled)" in repr(karen)


def test_the_open_rule_reads_as_text(shelf: RuleBook) -> None:
    shelf.show_me("lantern 3.6")
    text = repr(shelf)
    rest = "; ".join(f"{name}: {len(rulebooks.game(name).rule)} rules" for name in rulebooks.GAMES[4:])
    assert text.startswith(
        "RuleBook(lantern: 10 rules; karen: 41 rules; friday: 86 rules; pirate_tales: 77 rules; "
        f"{rest}; open at lantern 3.6 Stand)\n"
        "Lantern · 3.6 Stand\n"
    )
    assert "  Oil: 2 → 0" in text
    assert "  3.6 Stand: Stood with light 1 against 3: oil 2 → 0." in text


def test_the_same_page_always_reads_the_same() -> None:
    first, second = RuleBook("karen"), RuleBook("karen")
    for book in (first, second):
        book.show_me("3.6")
    assert repr(first) == repr(second)
    first.contents()
    assert repr(first) == repr(RuleBook("karen"))


def test_a_comparison_reads_as_text(shelf: RuleBook) -> None:
    shelf.compare("once")
    assert "Lantern: no such rule" in shelf.text()
    assert "3.8 Once an adventure" in shelf.text()


# Messages ---------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "message, says",
    [
        (None, "The book knows one command at a time"),
        ("go", "The book knows one command at a time"),
        ({}, "The book knows one command at a time"),
        ({"go": ["karen", "3.1"], "find": "x"}, "The book knows one command at a time"),
        ({"dance": 1}, "The book knows one command at a time"),
        ({"go": "karen 3.1"}, "A page is named by a game and a number"),
        ({"go": ["karen", 3]}, "A page is named by a game and a number"),
        ({"go": ["lantern", "3.1"]}, "This book has no game 'lantern'"),
        ({"go": ["karen", "<b>"]}, "Karen has no passage and no card '<b>'"),
        ({"find": 7}, "Search for up to 200 characters"),
        ({"find": "x" * 201}, "Search for up to 200 characters"),
        ({"show_me": "yes"}, "Show me is switched by true or false"),
        ({"compare": "losing"}, "There is nothing to compare"),
    ],
)
def test_every_wrong_message_is_answered_and_changes_nothing(karen: RuleBook, message: Any, says: str) -> None:
    karen.go("5.2")
    page, found = karen.page, karen.found
    assert said(karen, message).startswith(says)
    assert (karen.page, karen.found) == (page, found)
    assert said(karen, {"go": ["karen", "5.1"]}) == ""


@pytest.mark.parametrize("idea", [3, None, ["losing"], "<b>"])
def test_a_wrong_idea_is_answered(shelf: RuleBook, idea: Any) -> None:
    assert said(shelf, {"compare": idea}).startswith("No concept is called")
