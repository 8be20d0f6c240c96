"""Tours: the data is true and is refused when it is not; the widget guides, lets one leave and return, and lets go."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

import rulebooks
from rulebook_widgets import Tour
from rulebook_widgets.tour import OffTour
from rulebook_widgets.views import view_of
from rulebooks import karen
from rulebooks.core.game import Chance, IllegalMove
from rulebooks.core.play import Table
from rulebooks.core.tour_words import filled, rules_at, verify
from rulebooks.core.tours import HOLE, LONGEST, has_tour, load_tour, more_tours, read_tour

GAMES = [game for game in rulebooks.GAMES if has_tour(game)]
TOURS = [(game, which) for game in GAMES for which in ("", *more_tours(game))]
SMALL = """
game = "lantern"
title = "A storm"
minutes = 1
theme = "Storms. Light. Dawn."
now_you = "Now you."
[[chapter]]
title = "One"
[[chapter.step]]
say = "Draw."
then = "It asks for {=storm}."
draw = 2
rules = ["3.1"]
[[chapter.step]]
say = "Look: the next card is bright with chance {chance:2}."
"""
AT_A_CHOICE = '[[chapter]]\ntitle = "Two"\nstart = { call = "position", with = { oil = 1, storm = 2, shown = [1, 0], deck = [1, 2] } }\n'  # noqa: E501


def played(tour: Tour, upto: int | None = None) -> Tour:
    """The tour after the learner has done what it asked for, up to a step or to its end."""
    while tour.mode == "guided" and tour.step != upto:
        step = tour._step
        assert step is not None
        if step.kind == "look":
            tour.next()
        elif step.kind == "draw":
            tour.roll()
        else:
            tour.do(step.actions[-1])
    return tour


def line_of(tour: Tour) -> list[str]:
    """The labels of the moves that lie behind."""
    return [move.label for move in tour.play.history]


def rules_met(tour: Any) -> set[str]:
    """The rules that a tour cites where they really happen, or refuse something."""
    met = set[str]()
    for choices in tour.lines():
        for number, step in enumerate(tour.line(choices)):
            table = tour.table_before(number, choices)
            forbids = {rule.id for rule in table.forbidden.values()}
            met |= (forbids | rules_at(table, step, choices.get(step.place), tour)) & set(step.rules)
    return met


# The data ------------------------------------------------------------------------
def test_every_game_with_a_notebook_of_its_own_has_a_tour() -> None:
    assert {"friday", "karen", "lantern", "pirate_tales", "scott_pilgrim", "kabula"} <= set(GAMES)


@pytest.mark.parametrize("game, which", TOURS)
def test_every_caption_is_true(game: str, which: str) -> None:
    assert verify(load_tour(game, which)) == []


@pytest.mark.parametrize("game, which", TOURS)
def test_every_way_through_a_tour_is_played_to_a_table_of_ones_own(game: str, which: str) -> None:
    tour = load_tour(game, which)
    for choices in tour.lines():
        own = tour.table_before(len(tour.line(choices)), choices)
        assert own.at > 5
        assert own.node == own.game.node(own.state)
        assert not hasattr(own.node, "ended_by")  # there is something left to play


@pytest.mark.parametrize("game, which", TOURS)
def test_theme_and_aim_in_three_sentences_and_then_a_move_at_once(game: str, which: str) -> None:
    tour = load_tour(game, which)
    assert sum(tour.theme.count(end) for end in ".!?") == 3
    assert tour.steps[0].kind != "look"
    assert 10 <= tour.minutes <= 15


@pytest.mark.parametrize("game, which", TOURS)
def test_what_is_pointed_at_lies_on_the_table(game: str, which: str) -> None:
    tour = load_tour(game, which)
    for number, step in enumerate(tour.line()):
        table = tour.table_before(number)
        after = table.branch()
        tour.play(after, step)
        names = set()
        for state in (table.state, after.state):
            seen = view_of(game).describe(state)
            names |= {zone.title for zone in seen.zones} | {track.name for track in seen.tracks}
        assert set(step.point) <= names, step.say


def test_the_karen_tour_meets_what_a_first_game_should_meet() -> None:
    met = rules_met(load_tour("karen"))
    wanted = ["1.1", "1.2", "2.1", "2.2", "3.1", "3.2", "3.4", "3.5", "3.7", "3.8", "3.9", "3.10", "3.11", "4.1", "4.2"]
    assert {*wanted, "5.2", "5.4", "6.1", "7.1", "7.2", "8.1"} <= met


def test_the_lantern_tour_meets_every_rule_of_the_night() -> None:
    cited = {id for step in load_tour("lantern").steps for id in step.rules}
    assert {"3.1", "3.2", "3.3", "3.4", "3.5", "3.6", "4.1", "4.2"} <= cited


def test_the_friday_tour_wins_one_hazard_and_loses_one_on_purpose_with_what_it_refuses_on_the_way() -> None:
    tour = load_tour("friday")
    met = rules_met(tour)
    for choices in tour.lines():
        own = tour.table_before(len(tour.line(choices)), choices)
        assert (own.state.life, own.state.phase) == (20, "hazards are shown")
        assert "distracted −1" in map(str, own.state.removed)
    wanted = ["0.7", "1.1", "1.2", "1.4", "1.5", "1.6", "1.7", "2.1", "2.3", "2.6", "2.11", "3.1", "3.2", "3.3"]
    assert {*wanted, "5.1", "5.4", "5.5", "5.8"} <= met
    assert sum(bool(step.ask) for step in tour.steps) >= 4


def test_the_pirate_tour_sails_one_voyage_with_its_bets_a_die_set_aside_and_the_first_red_die() -> None:
    tour, met = load_tour("pirate_tales"), set[str]()
    for choices in tour.lines():
        for number, step in enumerate(tour.line(choices)):
            table = tour.table_before(number, choices)
            forbids = {rule.id for rule in table.forbidden.values()}
            met |= (forbids | rules_at(table, step, choices.get(step.place), tour)) & set(step.rules)
        own = tour.table_before(len(tour.line(choices)), choices).state
        captain = own.seats[0]
        assert (own.active, own.phase) == (1, "buy Adventure cards")
        assert (captain.dice, captain.ship) == ((4, 1, 0), 2)
        doubters = list(choices.values()).count("player 2 bets ney") + 1
        assert captain.doubloons == 3 - 1 + 2 + 1 + 2 + doubters
    wanted = ["1.1", "1.2", "1.4", "2.1", "2.3", "4.1", "4.2", "4.3", "6.1", "6.2", "6.4", "6.5", "6.6", "6.8", "6.10"]
    assert {*wanted, "6.12a", "6.13", "7.1", "7.2", "7.3", "7.7", "7.8", "7.12", "7.13", "7.14", "8.1", "9.2"} <= met


def test_the_scott_pilgrim_tour_flips_buys_denies_and_wins_a_challenge_with_a_combo_that_matched_drama_drew() -> None:
    tour = load_tour("scott_pilgrim")
    met = rules_met(tour)
    for choices in tour.lines():
        own = tour.table_before(len(tour.line(choices)), choices).state
        knives = own.seats[0]
        assert (own.active, own.phase, own.setup.mode) == (1, "acquisition", "first time")
        assert [up.card.name for up in knives.ups] == ["Guest Sofa", "First Gig"]
        assert "workin" in {card.id for card in own.gone}
        assert len(knives.hand) == 4
    wanted = ["2.1", "2.2", "4.4", "4.5", "4.6", "4.7", "4.10", "4.11", "4.12", "5.1", "5.2", "5.4", "5.5a", "5.6"]
    assert {
        *wanted,
        "5.7",
        "5.8",
        "5.10",
        "5.11",
        "6.3",
        "6.4",
        "6.6",
        "6.7",
        "8.5",
        "9.4",
        "9.7",
        "10.2",
        "10.3",
    } <= met
    assert {"10.5", "10.9", "11.5"} <= met
    assert sum(bool(step.ask) for step in tour.steps) >= 4


def test_the_card_that_the_scott_pilgrim_tour_asks_for_is_the_one_left_in_the_draw_pile() -> None:
    tour = load_tour("scott_pilgrim")
    number = next(n for n, step in enumerate(tour.line()) if "Homework First" in step.ask.get("options", ()))
    left = tour.table_before(number + 1).state.fight.deck.draw
    assert [card.name for card in left] == [tour.line()[number].ask["answer"]]


def test_the_kabula_tour_walks_over_a_hill_shoots_a_bean_and_has_an_encounter() -> None:
    tour = load_tour("kabula")
    ends = set()
    for choices in tour.lines():
        own = tour.table_before(len(tour.line(choices)), choices).state
        zack, jessika = own.heroes
        assert (own.round, own.ron, zack.space, jessika.tags) == (2, (0, 1), (1, 0), (0, 0, 1))
        ends.add((jessika.heart, len(jessika.boxes.rage), "guts" in zack.boxes.used))
    assert ends == {(6, 1, True), (8, 0, False)}
    wanted = ["2.1", "2.2", "2.5", "2.6", "3.4", "3.5", "3.6", "3.7", "3.8", "3.12", "3.13", "3.14"]
    assert {*wanted, "5.2", "5.3", "5.6", "5.7", "6.3", "10.2"} <= rules_met(tour)


def test_the_answers_typed_in_the_kabula_tour_are_what_the_ways_cost() -> None:
    tour, kabula = load_tour("kabula"), rulebooks.game("kabula")
    down, wet = (step.ask["answer"] for step in tour.steps if step.ask and step.ask["rule"] == "kabula 3.1")
    assert int(down) == kabula.island().steps((2, 1), (3, 1))
    bank = kabula.Island.from_cells({(0, 0): "plain", (0, 1): "mountain"}, rivers=[((0, 0), (0, 1))])
    assert int(wet) == bank.steps((0, 0), (0, 1))


def test_the_tour_of_a_monster_provokes_an_egg_defends_against_it_kills_it_and_tames_it() -> None:
    tour = load_tour("kabula", "monster")
    met = rules_met(tour)
    ends = set()
    for choices in tour.lines():
        assert 15 <= len(tour.line(choices)) <= 25
        own = tour.table_before(len(tour.line(choices)), choices).state
        zack = own.heroes[0]
        assert (own.round, own.monsters, zack.tags, zack.familio.card.name) == (3, (), (0, 0, 1), "ScoundrEgg")
        assert dict(own.pins)[1, 0] == "encounter"  # cleaned
        ends.add((zack.heart, zack.boxes.used.count("teeth")))
    assert ends == {(8, 2), (7, 2), (8, 1), (7, 1)}
    assert {"2.1b", "3.9", "9.1", "9.2", "9.3", "9.3a", "9.3b", "9.4", "9.7", "9.7a", "9.8", "9.11", "9.11b"} <= met
    assert {"9.12", "10.2", "11.1", "11.2", "11.4", "5.6", "5.7", "5.10", "5.12", "6.3"} <= met
    assert sum(bool(step.ask) for step in tour.steps) >= 4


def test_the_answers_typed_in_the_tour_of_a_monster_are_what_the_rules_reckon() -> None:
    tour, kabula = load_tour("kabula", "monster"), rulebooks.game("kabula")
    heart, where, whom, bean = (step.ask["answer"] for step in tour.steps if step.ask)
    line = tour.line()
    places = {step.ask["answer"]: n for n, step in enumerate(line) if step.ask}
    (egg,) = tour.table_before(places[heart] + 1).state.monsters
    assert int(heart) == egg.heart
    trace = tour.table_before(places[where] + 1).state.trace
    assert (where, trace.way[-2:], "NE is blocked" in trace.turned) == ("South", ((4, -3), (4, -2)), True)
    assert trace.way[-2] == kabula.island().space("Bonfire Beach")
    lines = tour.table_before(places[whom] + 1).state.trace.lines
    assert [line.partition(":")[2] for line in lines] == [" Zack, Clayton"] * 3 + [" Zack"]
    assert "next on the RON tracker" in lines[-1]
    hit = kabula.attack_odds("Kidney Bean Bullet", kabula.target(9))
    assert bean == str(hit.p(heart_lost=2))
    s = tour.table_before(next(n for n, step in enumerate(line) if step.choose)).state
    rocks = [d for d in ("N", "NE", "SE", "S", "SW", "NW") if kabula.island().push(s.heroes[0].space, d)[1]]
    assert len(rocks) == 3


def test_a_second_tour_is_asked_for_by_name_and_another_name_is_refused() -> None:
    assert more_tours("kabula") == ("monster",)
    assert more_tours("karen") == ()
    assert Tour("kabula", which="monster").tour["title"] != Tour("kabula").tour["title"]
    with pytest.raises(ValueError, match="kabula has no tour called 'monstre'; did you mean monster"):
        Tour("kabula", which="monstre")
    with pytest.raises(ValueError, match="karen has no tour called 'monster'; there is one only"):
        load_tour("karen", "monster")


def test_the_two_answers_typed_in_the_pirate_tour_are_what_the_rules_reckon() -> None:
    tour, pirates = load_tour("pirate_tales"), rulebooks.game("pirate_tales")
    line = tour.line()
    typed = {n: step.ask["answer"] for n, step in enumerate(line) if step.ask and step.ask["answer"].isdecimal()}
    planned, traded = sorted(typed)
    s = tour.table_before(planned + 1).state
    assert int(typed[planned]) == sum(card.need for card in s.track) + s.level
    assert int(typed[traded]) == pirates.roll_odds({"red": 1}).mean


def test_the_numbers_in_captions_come_from_the_rules() -> None:
    table = Table("lantern", start=rulebooks.game("lantern").position(oil=1, storm=2, shown=[1, 0], deck=[1, 2, 0]))
    text = "{odds:stand} {odds:spend 1 oil} {percent:spend 1 oil} {best} {=oil} {=#deck} {lost:stand|oil}"
    assert filled(text, table) == "1 2/3 67 % stand 1 3 1"
    assert filled("{chance:spend 1 oil>1|2} {card:Storm 3.light}", table) == "2/3 3"
    state = karen.position(hp=9, quest=3, laid=["Attempt"], deck=["Hunger Pang", "Driftwood Fire"])
    adventure = Table("karen", start=state)
    assert filled("{=power()} {cost:declare the result}", adventure, "hearts") == "1 2"
    for wrong in ("{odds:jump}", "{=petrol}", "{chance:2}", "{x:1}", "{}", "{before:oil}", "{lost:jump|oil}"):
        with pytest.raises(ValueError, match="cannot be filled in"):
            filled(wrong, table)


@pytest.mark.parametrize(
    "old, new, message",
    [
        ("draw = 2", "draw = 7", "step 1: 7 cannot come as the storm"),
        ("draw = 2", 'do = "stand"', "step 1: nobody chooses here; the table waits for: the storm"),
        ("draw = 2", 'draw = 2\ndo = "stand"', "one of do, choose, draw, not do and draw"),
        ("draw = 2", "draws = 2", "step 1: unknown key 'draws'"),
        ('"3.1"', '"3.9"', "step 1: unknown rule '3.9'"),
        ('"3.1"', "3.1", "step 1: rules is a list of texts"),
        ('say = "Draw."', f'say = "{"x" * (LONGEST + 1)}"', "a caption has at most 280 characters, not 281"),
        ("{chance:2}", "1/5", "the number 1 is typed; let the rules fill it in"),
        ("{chance:2}", "20 %", "the number 2 is typed"),
        ('say = "Draw."', "say = 5", "a caption is text, not 5"),
        ('say = "Draw."', 'goal = "clear"\nsay = "Draw."', "unknown goal 'clear'; there are dawn"),
        ('say = "Look', 'then = "x"\nsay = "Look', "step 2: nothing happens at a look"),
        ('say = "Look', 'only = "x"\nsay = "Look', None),
        ('say = "Look', 'ask = { question = "?" }\nsay = "Look', "step 2, ask: answer must be there"),
        ("minutes = 1", "", "minutes must be there"),
        ("minutes = 1", 'minutes = "long"', "minutes is a whole number"),
        ("minutes = 1", 'minutes = 1\nfree = "Two"', "free names a chapter"),
        ('game = "lantern"', 'game = "chess"', "chess"),
        ("[[chapter]]", "[chapter]", "there is no chapter"),
        ("title =", "title", "mine.toml: "),
    ],
)
def test_data_that_is_wrong_is_refused_and_the_message_names_the_step(old: str, new: str, message: str | None) -> None:
    text = SMALL.replace(old, new, 1)
    assert text != SMALL
    if message is None:
        assert len(read_tour(text, "mine.toml").line()) == 1
        return
    with pytest.raises(ValueError) as no:
        read_tour(text, "mine.toml")
    assert message in str(no.value)
    assert str(no.value).startswith("mine.toml")


def test_an_illegal_move_is_named_with_the_legal_ones() -> None:
    with pytest.raises(ValueError, match=r"step 3: illegal move “stay”.* legal here: stand, spend 1 oil"):
        read_tour(SMALL + AT_A_CHOICE + '[[chapter.step]]\nsay = "x"\ndo = "stay"', "mine.toml")


def test_another_table_is_set_up_only_after_a_look() -> None:
    text = SMALL.replace('[[chapter.step]]\nsay = "Look: the next card is bright with chance {chance:2}."', "")
    with pytest.raises(ValueError, match="step 2: before another table is set up, let the learner look"):
        read_tour(text + AT_A_CHOICE + '[[chapter.step]]\nsay = "x"\ndo = "stand"', "mine.toml")


def test_a_rule_that_does_not_happen_there_is_found() -> None:
    faults = verify(read_tour(SMALL.replace('"3.1"', '"3.1", "4.2"'), "mine.toml"))
    assert faults == ["mine.toml, step 1: rule 4.2 does not happen here; these do: 3.1"]
    assert "cannot be filled in" in verify(read_tour(SMALL.replace("{=storm}", "{=petrol}"), "mine.toml"))[0]


# The widget ------------------------------------------------------------------------
@pytest.mark.parametrize("game, which", TOURS)
def test_a_tour_is_done_to_its_end_and_lets_go(game: str, which: str) -> None:
    tour = played(Tour(game, which=which))
    assert (tour.mode, tour.step) == ("free", tour.steps)
    moves = tour.play.at
    tour.roll() if isinstance(tour.play.node, Chance) else tour.do(tour.play.actions[0])
    assert tour.play.at == moves + 1
    tour.undo()
    assert tour.play.at == moves


@pytest.mark.parametrize("game, which", TOURS)
def test_what_the_page_gets_at_each_step_is_plain_and_names_only_known_rules(game: str, which: str) -> None:
    tour = Tour(game, which=which)
    while tour.mode == "guided":
        data = tour.tour
        json.dumps(data)
        assert set(data["happened_rules"]) | set(data["say_rules"]) <= set(data["rules"])
        assert all(len(data[name]) <= LONGEST for name in ("say", "happened", "why"))
        assert not HOLE.search(data["say"] + data["happened"] + data["why"])
        assert bool(data["wanted"]) == (tour._step.kind != "look")  # type: ignore[union-attr]
        played(tour, tour.step + 1)


def test_other_actions_are_answered_politely_and_can_be_tried() -> None:
    tour = played(Tour("karen"), 2)
    before = line_of(tour)
    tour.handle({"do": 2, "turn": tour.view["turn"]})
    assert tour.tour["nudge"]["text"].startswith(f"Step 2 of {tour.steps} asks for: face Driftwood Fire.")
    assert tour.tour["nudge"]["label"] == "flee"
    assert (tour.step, line_of(tour)) == (2, before)
    tour.handle({"tour": "try", "value": 2, "turn": tour.tour["turn"]})
    assert tour.mode == "away"
    assert line_of(tour) == [*before, "flee"]
    tour.undo()
    tour.undo()
    tour.roll()
    tour.new_game(9)
    tour.handle({"tour": "return"})
    assert (tour.mode, tour.step, line_of(tour)) == ("guided", 2, before)
    assert tour.play.seed == 0


def test_an_arranged_draw_cannot_be_chosen_and_its_chance_is_told() -> None:
    tour = Tour("lantern")
    tour.handle({"choose": 0, "turn": tour.view["turn"]})
    assert "arranged" in tour.tour["nudge"]["text"]
    assert tour.tour["arranged"] == "The tour has arranged this draw. By luck it would come with chance 1/3 (33.3 %)."
    tour.choose(2)
    assert tour.step == 2
    with pytest.raises(OffTour):
        tour.choose(2)


def test_python_is_guided_as_the_page_is() -> None:
    tour = played(Tour("lantern"), 5)
    with pytest.raises(OffTour, match="asks for: stand"):
        tour.do("spend 1 oil")
    with pytest.raises(IllegalMove):
        tour.do("sleep")
    with pytest.raises(OffTour, match="asks for: stand"):
        tour.roll()
    with pytest.raises(OffTour, match="This step is a move of yours: stand"):
        tour.next()
    for leaves in (lambda: tour.new_game(3), lambda: tour.go_to(0), lambda: tour.load_json(tour.play.to_json())):
        with pytest.raises(OffTour, match="Not while the tour guides"):
            leaves()
    tour.do("stand")
    assert tour.step == 6


def test_back_forward_skip_and_restart() -> None:
    tour = played(Tour("karen"), 15)
    tour.handle({"undo": True})
    tour.back()
    assert (tour.step, tour.tour["can"]) == (13, {"back": True, "next": True})
    tour.handle({"redo": True})
    assert tour.step == 14
    tour.skip_to(tour.steps)
    assert tour.mode == "free"
    tour.roll()
    own = line_of(tour)
    tour.back()
    assert (tour.mode, tour.step) == ("guided", tour.steps - 1)
    tour.next()
    assert line_of(tour) == own  # the game of one's own was kept
    tour.restart()
    assert (tour.mode, tour.step, tour.answers, line_of(tour)) == ("guided", 1, {}, [])
    assert tour.tour["can"] == {"back": False, "next": False}
    for wrong in (0, 99, True, "2", None):
        with pytest.raises(ValueError, match="there is no step"):
            tour.skip_to(wrong)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="first step"):
        tour.back()


def test_a_free_choice_leads_another_way() -> None:
    tour = Tour("karen")
    tour.skip_to(24)
    first = tour.steps
    tour.do("use Driftwood Fire: double itself")
    assert tour.steps == first + 1
    assert "Doubled: power 6" in tour.tour["say"]
    tour.back()
    tour.do("declare the result")
    assert (tour.steps, tour.step) == (first, 25)


def test_questions_are_kept_with_their_numbers_filled_in() -> None:
    tour = played(Tour("karen"), 4)
    assert tour.tour["ask"]["options"][0]["text"] == "Karen loses 1 HP and learns nothing"
    tour.handle({"tour": "answer", "value": 2})
    tour.next()
    played(tour, 8)
    assert tour.tour["ask"]["answer"] == "3/5"
    tour.answer("0.6")
    assert tour.answers == {4: 2, 8: "0.6"}
    for wrong in (3, None, "x" * 101, ["3/5"]):
        tour.handle({"tour": "answer", "value": wrong})
        assert tour.tour["nudge"]["text"] == "An answer is text of at most 100 characters"
    assert tour.answers[8] == "0.6"


@pytest.mark.parametrize(
    "message",
    [None, 3, [], {}, {"tour": 1}, {"tour": ["next"]}, {"tour": "jump"}, {"tour": "skip", "value": [1]},
     {"do": "stand"}, {"do": -1}, {"do": True}, {"choose": 99}, {"save": "x"}, {"tour": "try", "value": 99},
     {"tour": "return"},
     {"tour": "answer", "value": 1}, {"tour": "try", "value": None}, {"load": "{}"}, {"do": 0, "roll": True}],
)  # fmt: skip
def test_a_message_that_makes_no_sense_changes_nothing(message: Any) -> None:
    tour = played(Tour("lantern"), 5)
    before = line_of(tour)
    tour.handle(message)
    assert (tour.mode, tour.step, line_of(tour)) == ("guided", 5, before)
    assert tour.tour["nudge"]["text"] != ""


def test_the_second_of_two_quick_presses_is_dropped() -> None:
    tour = Tour("lantern")
    turn = tour.view["turn"]
    assert tour.tour["turn"] == turn
    tour.handle({"roll": True, "turn": turn})
    tour.handle({"roll": True, "turn": turn})
    assert tour.step == 2
    played(tour, 4)
    turn = tour.tour["turn"]
    tour.handle({"tour": "next", "turn": turn})
    tour.handle({"tour": "next", "turn": turn})
    assert (tour.step, tour.tour["nudge"]["text"]) == (5, "")


def test_looking_things_up_stays_on_the_tour() -> None:
    tour = played(Tour("karen"), 8)
    tour.handle({"why": 0, "turn": tour.view["turn"]})
    assert "3.10" in tour.status["text"]
    tour.handle({"goal": "power"})
    assert tour.view["odds"]["goal"] == "power"
    assert tour.step == 8
    assert "-7/5" not in tour.tour["why"]
    assert "7/5" in tour.tour["why"]  # the caption keeps the goal it speaks of


@pytest.mark.parametrize("game, which", TOURS)
def test_it_tells_itself_in_words(game: str, which: str) -> None:
    tour, same = Tour(game, which=which), Tour(game, which=which)
    assert repr(tour) == repr(same)
    assert repr(tour).startswith(
        f"Tour({game}: step 1 of {tour.steps})\n{load_tour(game, which).steps[0].say}\n{game}: "
    )
    text = tour.text()
    assert text == same.text()
    assert "→ 1. " in text
    assert re.findall(r"^[→ ] (\d+)\. ", text, re.M) == [str(n) for n in range(1, tour.steps + 1)]
    assert text.rstrip().splitlines()[-1] != ""
    assert not HOLE.search(text)


def test_a_tour_of_ones_own(tmp_path: Path) -> None:
    place = tmp_path / "mine.toml"
    place.write_text(SMALL, encoding="utf-8")
    tour = played(Tour(place))
    assert (tour.mode, tour.steps, line_of(tour)) == ("free", 3, ["2"])
    place.write_text(SMALL.replace("A storm", "Another"), encoding="utf-8")
    assert Tour(str(place)).tour["title"] == "Another"
    for wrong in ("chess", "chess.toml"):
        with pytest.raises(ValueError, match="chess"):
            Tour(wrong)
