"""How fast the rule book is searched, over all games at once."""

from collections.abc import Callable

from rulebooks.core.search import search

Within = Callable[..., None]


def test_a_search_full_of_slips_answers_while_one_types(within: Within) -> None:
    slow = "shufle teh dicsard pile wiht one wery crad"
    search("warm up")
    within("search, six words mistyped", lambda: search(slow), 0.1)
