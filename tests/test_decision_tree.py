"""The decision tree: exact values and probabilities, what is grouped, what is refused, what is told in words."""

import json
import random
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest

from rulebook_widgets import DecisionTree, Table
from rulebook_widgets.branches import FEW, Branch
from rulebooks import karen, lantern, odds
from rulebooks.core.chance import Bag
from rulebooks.core.game import Chance, Decision
from rulebooks.core.graph import Goal

NIGHT = lantern.position(oil=1, storm=2, shown=[0, 1], deck=[0, 1, 2], discard=[1], storms=[1, 3])
own = karen.card
DECK = [0, 0, 0, 1, 1, 1, 2, 2, own(1, "draw 1"), own(0, "draw 2"), own(1, "double"), own(2, "copy")]
QUEST = karen.adventure(DECK, 7, hp=10)
TOLD = """\
DecisionTree(lantern: storm 2, 1 oil; shown 0, 1)
The greatest chance to see the dawn: 2/9 (22.22 %)
□ you choose
├─ * stand: 2/9 (22.22 %), best → ○ the storm
│  ├─ 1/2 (50.00 %) a storm of 1: 2/9 (22.22 %) → ○ the next card
│  └─ 1/2 (50.00 %) a storm of 3: 2/9 (22.22 %) → ○ the next card
└─ spend 1 oil: 1/21 (4.76 %) → ○ the next card
   ├─ 1/3 (33.33 %) a card of light 0: 0 (never) → □ you choose
   ├─ 1/3 (33.33 %) a card of light 1: 1/14 (7.14 %) → □ you choose
   └─ 1/3 (33.33 %) a card of light 2: 1/14 (7.14 %) → □ you choose"""


def every(branch: Branch) -> list[Branch]:
    """A branch and all open ones below it."""
    return [branch, *(b for kid in branch.seen() for b in every(kid))] if branch.opened else [branch]


def refused(tree: DecisionTree, message: Any) -> str:
    """What the tree says to a message that it cannot follow; nothing else changes."""
    view, about = tree.view, tree.about
    tree.handle(message)
    assert (tree.view, tree.about) == (view, about)
    text: str = tree.status["text"]
    assert text
    return text


# values -------------------------------------------------------------------------------
def test_the_tree_tells_choices_chances_and_exact_values_as_text() -> None:
    assert repr(DecisionTree("lantern", NIGHT)) == TOLD
    assert repr(DecisionTree(lantern, NIGHT)) == TOLD


def test_every_value_is_what_best_play_from_there_is_worth() -> None:
    tree = DecisionTree("lantern", depth=5)
    for branch in random.Random(1).sample(every(tree.root), 40):
        assert branch.values == odds.graph(lantern, branch.state).solve(lantern.GOALS["dawn"]).value()


def test_karens_values_come_from_the_fast_path_and_equal_the_walk() -> None:
    small = karen.adventure([0, 0, 1, 1, 2, own(1, "draw 1")], 4, hp=4, courage=2)
    for goal in karen.GOALS.values():
        tree = DecisionTree("karen", small, goal.name, depth=3)
        for branch in random.Random(2).sample(every(tree.root), 12):
            assert branch.values == odds.graph(karen, branch.state).solve(goal).value()


def test_a_chance_is_the_mean_of_its_branches_and_a_choice_the_best_of_them() -> None:
    for branch in every(DecisionTree("karen", QUEST, depth=3).root):
        if not branch.opened or not branch.values:
            continue
        first = [(k.p, k.values[0]) for k in branch.kids if k.values]
        if branch.kind == "chance":
            assert sum(p for p, _ in first if p is not None) == 1
            assert branch.values[0] == sum((p * v for p, v in first if p is not None), Fraction(0))
        else:
            assert branch.values == max(k.values for k in branch.kids if k.values)


def test_all_tied_best_choices_are_marked_and_those_as_good_say_where_they_fall_behind() -> None:
    tree = DecisionTree("karen", QUEST)
    hand = tree.unfold("power 0, power 1, power 1, double, power 2")
    marks = {k.label: (k.best, k.tied, k.falls_behind) for k in hand.kids}
    assert marks["Courage Draw for 1 HP"] == (True, True, "")
    assert marks["use power 1, double: double power 2"] == (True, True, "")
    assert marks["use power 1, double: double power 0"][2] == "as good, but 841/840 (1.001) HP behind"
    assert marks["declare the result"] == (False, False, "")


def test_an_expectation_is_shown_as_a_number_with_its_decimal() -> None:
    tree = DecisionTree("karen", karen.position(hp=3, quest=6, laid=[3], deck=[0, 1, 2]), "hearts")
    assert tree.view["headline"] == "The fewest HP lost on average: −5/2 (−2.5)"
    assert tree.view["root"]["value"] == {"value": "−5/2", "small": "−2.5", "p": 0.0}


def test_a_goal_of_ones_own_and_one_by_its_name() -> None:
    oil = Goal("oil", "the most oil left", (lambda s: max(0, s.oil),), unit="oil")
    assert DecisionTree("lantern", NIGHT, oil).root.values == odds.graph(lantern, NIGHT).solve(oil).value()
    assert DecisionTree("lantern", NIGHT, lambda s: s.oil).root.values is not None
    assert DecisionTree("karen", QUEST, "worth 3").goal is karen.worth(3)
    with pytest.raises(ValueError, match="lantern has no goal 'sunset'; it has dawn"):
        DecisionTree("lantern", NIGHT, "sunset")


# where no value is offered ------------------------------------------------------------
def test_a_position_too_large_says_so_with_the_number_and_shows_the_chances_alone() -> None:
    tree = DecisionTree("lantern", limit=500)
    assert tree.view["headline"].startswith("No exact answer within the limit of 500 states (")
    assert tree.view["root"]["value"] is None
    assert "1/3 (33.33 %) a storm of 1 → ○ the next card" in repr(tree)


def test_between_two_adventures_karen_offers_no_exact_answer() -> None:
    tree = DecisionTree("karen")
    assert tree.note == "No exact answer is offered here."
    assert all(b.values is None and not b.best for b in every(tree.root))
    assert "… and 429 more outcomes, together 143/145 (98.62 %)" in repr(tree)


def test_with_several_players_no_exact_answer_is_offered() -> None:
    two = SimpleNamespace(**vars(lantern), players=lambda s: 2)
    tree = DecisionTree(two, NIGHT)
    assert tree.note == "With several players no exact answer is offered here."
    assert "□ player 1 chooses\n├─ stand → ○ the storm" in repr(tree)


# branches -----------------------------------------------------------------------------
def test_a_table_brings_its_own_position_and_goal() -> None:
    table = Table("karen", start=QUEST, goal="hearts")
    tree = DecisionTree(table)
    assert (tree.root.state, tree.goal.name) == (QUEST, "hearts")
    assert DecisionTree(table.play).root.state == QUEST
    with pytest.raises(ValueError, match="brings its own position"):
        DecisionTree(table, QUEST)


def test_an_adventure_on_the_table_is_the_one_that_odds_walk() -> None:
    table = Table("karen", seed=3)
    while karen.focus(table.play.state) is None:
        node = table.play.node
        if isinstance(node, Decision):
            table.do(next((a for a in node.actions if "face" in str(a)), node.actions[0]))
        else:
            table.roll()
    assert DecisionTree(table).root.state == karen.focus(table.play.state)


def test_many_outcomes_are_grouped_and_shown_on_demand() -> None:
    tree = DecisionTree("karen", QUEST, depth=1)
    root = tree.view["root"]
    assert root["size"] == 95
    assert root["rest"] == "… and 89 less likely outcomes, together 43/55 (78.18 %)"
    first = [kid["chance"]["value"] for kid in root["kids"]]
    assert first == ["2/55"] * 6
    tree.handle({"more": ""})
    assert len(tree.view["root"]["kids"]) == 30
    for _ in range(4):
        tree.handle({"more": ""})
    assert (len(tree.view["root"]["kids"]), tree.view["root"]["rest"]) == (95, "")
    assert sum(k.p for k in tree.root.kids if k.p) == 1


def test_a_group_of_one_is_no_group_and_equal_chances_are_not_called_less_likely() -> None:
    deck = Bag(range(7))
    state = lantern.position(oil=1, storm=2, shown=[0, 1], deck=deck, storms=[1])
    many = DecisionTree("lantern", lantern.step(state, lantern.Action.SPEND), depth=1)
    assert len(many.root.seen()) == 7 <= FEW
    nine = lantern.position(oil=1, storm=2, shown=[0, 1], deck=range(9), storms=[1])
    tree = DecisionTree("lantern", lantern.step(nine, lantern.Action.SPEND), depth=1)
    assert tree.view["root"]["rest"] == "… and 3 more outcomes, together 1/3 (33.33 %)"
    tree.root.shown = 8
    assert len(tree.root.seen()) == 9


def test_many_choices_are_shown_best_first_and_the_rest_by_the_best_of_it() -> None:
    hand = karen.position(hp=5, quest=9, laid=[own(n, "double") for n in range(4)], deck=[0, 1])
    tree = DecisionTree("karen", hand, depth=1)
    assert tree.root.size > FEW
    kids = tree.root.kids
    assert [k.values for k in kids] == sorted((k.values for k in kids if k.values), reverse=True)
    assert kids[6].values
    assert tree.view["root"]["rest"].endswith(f"more choices, the best of them {kids[6].values[0]}")


def test_the_depth_opens_and_folds_and_never_too_many_at_once() -> None:
    tree = DecisionTree("lantern", NIGHT, depth=0)
    assert tree.view["root"]["kids"] == []
    tree.depth = 12
    assert not tree.view["cut"]
    assert any(b.kind == "end" for b in every(tree.root))
    big = DecisionTree("karen", QUEST, depth=12)
    assert "one by one" in big.view["cut"]
    assert len(every(big.root)) <= 601
    assert len(json.dumps(big.view)) < 500_000
    for wrong in (-1, 13, True, "2", 1.0):
        with pytest.raises(ValueError, match="a number of moves from 0 to 12"):
            big.depth = wrong  # type: ignore[assignment]


def test_a_branch_is_opened_by_its_moves() -> None:
    tree = DecisionTree("lantern", NIGHT, depth=0)
    branch = tree.unfold(lantern.Action.STAND, 3)
    assert branch.label == "a storm of 3"
    assert "a card of light 2: 1/3 (33.33 %)" in repr(tree)
    with pytest.raises(ValueError, match="there is no branch 'sleep' here; there are stand, spend 1 oil"):
        tree.unfold("sleep")


# the page -----------------------------------------------------------------------------
def test_what_the_page_asks_for_is_opened_told_and_reckoned_anew() -> None:
    tree = DecisionTree("lantern", NIGHT, depth=1)
    tree.handle({"open": "0.1"})
    tree.handle({"open": "0"})
    assert tree.view["root"]["kids"][0]["kids"][1]["open"]
    tree.handle({"about": "0"})
    assert (tree.about["title"], [r["id"] for r in tree.about["rules"]]) == ("stand", ["3.6"])
    assert tree.about["value"] == "the greatest chance to see the dawn: 2/9 (22.22 %)"
    tree.handle({"depth": 3})
    assert tree.depth == 3
    quest = DecisionTree("karen", QUEST)
    quest.handle({"goal": "hearts"})
    assert quest.view["headline"].startswith("The fewest HP lost on average: −")
    assert [g["name"] for g in quest.view["goals"]] == ["clear", "hearts", "survive", "power"]
    json.dumps([quest.view, quest.about])
    mine = DecisionTree("karen", QUEST, karen.worth(3), depth=1)
    mine.handle({"goal": "power"})
    mine.handle({"goal": "worth 3"})
    assert mine.goal is karen.worth(3)


@pytest.mark.parametrize(
    "message, reply",
    [
        ({"open": "7"}, "There is no branch '7'"),
        ({"open": "0.x"}, "There is no branch '0.x'"),
        ({"open": 3}, "A branch is named by its places, such as 0.2, not 3"),
        ({"more": "0.0.0.0.0.0.0.0.0.0.0.0.0"}, "There is no branch"),
        ({"about": "٣"}, "There is no branch"),
        ({"depth": 99}, "Depth is a number of moves from 0 to 12, not 99"),
        ({"goal": "sunset"}, "No goal is called 'sunset'; there are dawn"),
        ({"goal": ["dawn"]}, "No goal is called ['dawn']"),
        ({"sing": 1}, "The tree knows one command at a time"),
        ("open", "The tree knows one command at a time"),
        ({"open": "0", "more": "0"}, "The tree knows one command at a time"),
    ],
)
def test_a_message_that_makes_no_sense_is_said_and_changes_nothing(message: Any, reply: str) -> None:
    tree = DecisionTree("lantern", NIGHT)
    assert refused(tree, message).startswith(reply)
    tree.handle({"about": "1"})
    assert tree.status["text"] == ""


def test_a_position_that_is_over_and_one_where_chance_comes_next() -> None:
    dark = lantern.position(oil=0, storm=3, shown=[0, 0], deck=[1], storms=[])
    over = DecisionTree("lantern", lantern.step(dark, lantern.Action.STAND))
    assert repr(over).endswith("△ over: 4.1 The light goes out")
    assert isinstance(karen.node(QUEST), Chance)
    assert repr(DecisionTree("karen", QUEST, depth=0)).endswith("○ 4 cards of the Karen Deck")
