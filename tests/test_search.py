"""Search finds a rule by its number, its words, or nearly its words."""

from __future__ import annotations

from typing import Any

import pytest

import rulebooks
from rulebooks.core.search import Hit, Hits, search, stem

LANTERN = "lantern"


def first(query: str) -> tuple[str, str]:
    hit = search(query, LANTERN)[0]
    return hit.kind, hit.id


@pytest.mark.parametrize(
    "query, found",
    [
        ("3.2", ("rule", "3.2")),
        ("rule 3.2", ("rule", "3.2")),
        ("lantern 4.1", ("rule", "4.1")),
        ("spend oil", ("rule", "3.5")),
        ("spending oils", ("rule", "3.5")),
        ("SPEND OIL", ("rule", "3.5")),
        ("spned oil", ("rule", "3.5")),
        ("an empty deck", ("rule", "3.3")),
        ("emtpy dekc", ("rule", "3.3")),
        ("shuffle the discard pile", ("rule", "3.3")),
        ("campaign", ("passage", "5")),
        ("campaing", ("passage", "5")),
        ("step-2", ("card", "step-2")),
        ("Step 2", ("card", "step-2")),
        ("weary", ("card", "weary")),
        ("wery", ("card", "weary")),
        ("dawn", ("rule", "4.2")),
    ],
)
def test_the_best_hit_comes_first(query: str, found: tuple[str, str]) -> None:
    assert first(query) == found


def test_a_number_alone_finds_that_rule_and_nothing_else() -> None:
    assert [hit.id for hit in search("3.2", LANTERN)] == ["3.2"]


def test_the_number_of_a_chapter_finds_its_rules_in_order() -> None:
    assert [hit.id for hit in search("lantern 3", LANTERN)][:6] == ["3.1", "3.2", "3.3", "3.4", "3.5", "3.6"]


def test_a_games_name_beside_a_number_means_that_games_rule() -> None:
    assert search("lantern 3.2")[0].game == "lantern"


def test_a_games_name_alone_lists_that_game() -> None:
    assert {hit.game for hit in search("lantern", limit=5)} == {"lantern"}


def test_a_title_outweighs_a_text() -> None:
    hits = [hit.id for hit in search("oil", LANTERN)]
    assert hits.index("3.5") < hits.index("3.6")


def test_a_passage_that_is_not_modelled_says_so_and_why() -> None:
    hit = search("campaign", LANTERN)[0]
    assert hit.snippet.startswith("Not modelled: ")


def test_a_card_shows_what_is_on_it_and_is_found_by_it() -> None:
    hits = {hit.id: hit.snippet for hit in search("light", LANTERN) if hit.kind == "card"}
    assert hits["step-0"] == "kind step, light 0"


def test_nothing_found_is_an_empty_list_that_says_so() -> None:
    hits = search("xylophone", LANTERN)
    assert hits == []
    assert repr(hits) == "nothing found"
    assert "nothing found" in hits._repr_html_()


def test_the_same_query_gives_the_same_list_with_the_best_score_first() -> None:
    hits = search("storm light oil", LANTERN)
    assert hits == search("storm light oil", LANTERN)
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)


def test_the_limit_cuts_the_list_at_its_end() -> None:
    assert search("storm", LANTERN, 2) == search("storm", LANTERN)[:2]


def test_all_games_are_searched_and_one_can_be_asked_for() -> None:
    assert {hit.game for hit in search("cards", limit=1000)} <= set(rulebooks.GAMES)
    assert {hit.game for hit in search("cards", LANTERN)} == {LANTERN}


def test_hits_read_as_lines() -> None:
    assert repr(search("campaign", LANTERN)).startswith("lantern 5  Campaign (passage): Not modelled: ")


def test_hits_are_shown_as_text_never_as_markup() -> None:
    html = Hits([Hit("g", "card", "<i>", "<script>alert(1)</script>", "a & <b>", 1.0)])._repr_html_()
    assert "<script>" not in html
    assert "&lt;script&gt;" in html
    assert "a &amp; &lt;b&gt;" in html


@pytest.mark.parametrize("query", ["", "   ", "?!", None, 3, ["oil"], "x" * 201])
def test_a_query_must_be_some_text(query: Any) -> None:
    with pytest.raises(ValueError, match="1 to 200 characters"):
        search(query)


@pytest.mark.parametrize("game", ["", "chess", 3, "Lantern"])
def test_an_unknown_game_is_refused_with_the_shelf(game: Any) -> None:
    with pytest.raises(ValueError, match=r"no game is called .*; the shelf has lantern"):
        search("oil", game)


@pytest.mark.parametrize("limit", [0, -1, 1.5, True, None])
def test_the_limit_is_a_whole_number(limit: Any) -> None:
    with pytest.raises(ValueError, match="whole number from 1 up"):
        search("oil", LANTERN, limit)


@pytest.mark.parametrize("query", ["' OR 1=1", "(((", "*", "[a-z", "\\", "oil\x00", "ö", "🏮 oil", "__"])
def test_odd_signs_are_only_text(query: str) -> None:
    if any(c.isalnum() or c == "_" for c in query):
        assert isinstance(search(query), list)
    else:
        with pytest.raises(ValueError, match="with a letter or a digit"):
            search(query)


@pytest.mark.parametrize(
    "same",
    [
        ["card", "cards"],
        ["draw", "draws", "drawing"],
        ["double", "doubles", "doubled", "doubling"],
        ["story", "stories"],
        ["stop", "stops", "stopped", "stopping"],
        ["use", "uses"],
        ["remove", "removes", "removed", "removing"],
        ["process", "processed", "processing"],
    ],
)
def test_endings_do_not_matter(same: list[str]) -> None:
    assert len({stem(word) for word in same}) == 1
