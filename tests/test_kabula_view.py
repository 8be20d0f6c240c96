"""Kabula on the table: the island, mats, the card in play, shops, attacks; moves name their pieces, words read well."""

import json
import re
from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from rulebook_widgets import AttackPreview, Table
from rulebook_widgets import board as boards
from rulebook_widgets.before_after import differences, marked
from rulebook_widgets.views import kabula as look
from rulebook_widgets.views import kabula_words as words
from rulebook_widgets.views.kabula_fight import forecast
from rulebook_widgets.views.kabula_words import does_words, payment_words
from rulebooks import kabula
from rulebooks.core.chance import Bag
from rulebooks.core.game import Decision
from rulebooks.kabula import printed, strikes
from rulebooks.kabula.parts import Payment
from rulebooks.kabula.table import Pay

UNREAD = re.compile(r"Bag\(|\bNone\b|<|object at|KabulaCard|Verb\(|\bTrue\b|Payment|\{")


@pytest.fixture(autouse=True)
def few_odds(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is drawn does not depend on the odds, so that they need not be waited for."""
    monkeypatch.setattr(boards, "ODDS_LIMIT", 50)


def at_table(*heroes: dict[str, Any], **more: Any) -> Table:
    """A table in a position set up by hand; luck waits to be chosen."""
    return Table("kabula", start=kabula.table(heroes=list(heroes), **more), rolls="nobody")


def zones(table: Table) -> dict[str, list[dict[str, Any]]]:
    """What lies where."""
    return {z["title"]: z["items"] for z in table.view["zones"]}


def island(table: Table) -> dict[str, Any]:
    """The map."""
    return zones(table)["Island"][0]


def space(table: Table, q: int, r: int) -> dict[str, Any]:
    """One hex of the map."""
    return next(h for h in island(table)["picture"]["hexes"] if (h["q"], h["r"]) == (q, r))


def rows(table: Table, hero: str) -> dict[str, list[str]]:
    """What lies on a Hero's mat, place by place."""
    mats = [i for z in table.view["zones"] for i in z["items"] if i["is"] == "mat"]
    mat = next(m for m in mats if m["name"] == hero)
    return {row["title"]: [c["words"] for c in row["chips"]] for row in mat["rows"]}


def labels(table: Table) -> list[str]:
    """What may be chosen."""
    return [a["label"] for a in table.view["actions"]]


def said(table: Table) -> str:
    """The line that sums the position up."""
    return "".join(piece["text"] for piece in table.view["summary"])


def events(table: Table) -> list[tuple[str, str]]:
    """What the last move brought, with the rules that did it."""
    return [(e["rule"], e["text"]) for e in table.view["log"]["moves"][-1]["events"]]


def choose(table: Table, start: str) -> None:
    """Do the choice whose words begin like this."""
    table.handle({"do": next(i for i, text in enumerate(labels(table)) if text.startswith(start))})
    assert table.status["kind"] != "bad", table.status


def pressing(table: Table, key: str) -> None:
    """Do what a press on this piece does: the page sends the place of the move that takes it."""
    assert table.view["single"]
    table.handle({"do": next(i for i, a in enumerate(table.view["actions"]) if key in a["pieces"])})


def lying(view: dict[str, Any]) -> Counter[str]:
    """The keys of all pieces of the picture."""
    items = [i for z in view["zones"] for i in z["items"]]
    keys = [i["key"] for i in items if i.get("key")]
    keys += [c["key"] for i in items if i["is"] == "mat" for r in i["rows"] for c in r["chips"] if c["key"]]
    keys += [h["pick"] for i in items if i["is"] == "map" for h in i["picture"]["hexes"] if h.get("pick")]
    return Counter(keys)


# the island -----------------------------------------------------------------------------------
def test_the_map_shows_figures_pins_and_how_far_the_steps_reach() -> None:
    table = at_table({"steps": 3}, {"space": "Inverbluf"}, pins={(1, 0): "monster"})
    figures = [(f["name"], f["k"], f["sign"], f["kind"]) for f in island(table)["picture"]["figures"]]
    assert sorted(figures) == [
        ("Jessika", "3,1", "J", "hero"), ("Water King", "0,0", "G", "guardian"), ("Zack", "0,4", "Z", "hero"),
        ("the Kabula", "0,0", "K", "token"),
    ]  # fmt: skip
    assert [space(table, *at)["pin"] for at in ((1, 0), (1, 3), (4, -4), (0, 1))] == ["M", "E", "1", ""]
    assert [space(table, *at)["cost"] for at in ((3, 1), (2, 1), (0, 4), (0, 0))] == [0, 2, 3, None]
    assert "Jessika at Kabularbor (3, 1); Zack at Inverbluf (0, 4)" in table.text()
    assert "the Kabula at the Sanctuary (0, 0)" in table.text()


def test_a_space_beside_tells_what_the_walk_costs_and_why_it_is_not_to_be_had() -> None:
    table = at_table({"steps": 1}, {})
    assert space(table, 2, 1)["words"].endswith("north-west of Jessika, uphill: 2; not enough: 1 step left (3.7)")
    assert space(table, 2, 2)["words"].endswith("south-west of Jessika, level ground: 1; press to walk there")
    assert "pick" not in space(table, 0, 0)


def test_a_press_on_a_space_beside_walks_there() -> None:
    table = at_table({"steps": 3}, {})
    pressing(table, space(table, 2, 1)["pick"])
    assert table.play.state.hero.space == (2, 1)
    assert events(table) == [("3.5", "Jessika walks to (2, 1) for 2 steps; 1 left.")]
    assert island(table)["picture"]["start"] == "2,1"


def test_a_press_on_the_own_space_uses_its_pin_and_on_a_city_travels_there() -> None:
    table = at_table({"space": (1, 0)}, {})
    pressing(table, space(table, 1, 0)["pick"])
    assert table.view["chance"]["what"] == "an encounter"
    table = at_table({"space": "Ridgewick"}, {})
    pressing(table, "card:cable-car")
    choose(table, "pay 2 legs")
    assert space(table, 3, 1)["pick"] == "city:Kabularbor"
    pressing(table, "city:Kabularbor")
    assert events(table) == [("3.19", "Jessika travels to Kabularbor.")]


# mats --------------------------------------------------------------------------------------------
def test_a_mat_has_dials_boxes_tags_and_equipment_by_type_worn_or_not() -> None:
    table = at_table(
        {"hero": "Zack", "heart": 5, "nausea": 2, "parts": {"rage": "legs", "fresh": "teeth 2", "used": "guts"},
         "items": ["Winter Coat", "Slingshot", "Vegan Hot Dog"], "tags": [2, 0, 0], "worn": ["Iron Belly"]},
        {"hero": "Jessika"},
    )  # fmt: skip
    (mat,) = zones(table)["Zack"]
    assert mat["dials"] == [["Heart", "5 of 9"], ["Farz", "2"], ["Nausea", "2"], ["Steps left", "0"]]
    there = rows(table, "Zack")
    assert [there[box] for box in ("Rage", "Fresh", "Used")] == [["legs"], ["teeth", "teeth"], ["guts"]]
    assert there["Tags"][:2] == [
        "Hello World (#nature lover #violent · 2 of 3 · may bring a Tag (#nature lover) in a dungeon)",
        "Couch King (#lazy #generous · 0 of 3 · from the first Tag on: may bring a Tag (#lazy) after a rest)*",
    ]
    assert there["Armour"] == [
        "Iron Belly (worn · hit in the guts: blocks 1 Blade)*",
        "Winter Coat (not worn · hit in the guts: blocks 2 Blades)*",
    ]
    assert there["Snacks"] == ["Vegan Hot Dog (heal 2)*"]
    assert [title for title in rows(table, "Jessika") if title in ("Mat", "City", "Weapons")] == ["Weapons"]


def test_only_pieces_of_who_is_asked_can_be_picked_and_a_cost_may_be_paid_by_its_tokens() -> None:
    table = at_table({"parts": {"fresh": "teeth, legs 2", "rage": "brain"}}, {})
    choose(table, "Night Ferry")
    assert table.view["asked"] == "player 1: how to pay legs and any"
    pieces = {a["label"]: a["pieces"] for a in table.view["actions"]}
    assert pieces["pay legs and teeth"] == ["fresh:legs", "fresh:teeth"]
    assert pieces["pay legs and raging brain"] == ["rage:brain", "fresh:legs"]
    tokens = lying(table.view)
    assert tokens["fresh:legs"] == 2
    assert set(tokens) == {"fresh:teeth", "fresh:legs", "rage:brain"}
    assert table.view["single"] is False


def test_a_raging_part_that_pays_twice_is_chosen_from_the_list_alone() -> None:
    twice = Payment(raging=Bag(["brain"]), fresh=Bag(["brain"]))
    assert look.pieces_of(Pay(twice)) == ()
    assert payment_words(twice) == "brain and raging brain"
    assert payment_words(Payment(all_the_way=Bag(["guts"]))) == "raging guts, all the way"


@pytest.mark.rule("2.5")
def test_the_log_tells_a_payment_once_and_no_ways_that_were_only_looked_at() -> None:
    for _ in range(2):  # what was looked at before is remembered, and must not change the log
        table = at_table({"parts": "legs 2, guts"}, {})
        choose(table, "Walk")
        assert events(table) == [
            ("2.2", "To be done: pay legs; 2 steps."),
            ("2.5", "Legs moved to Used."),
            ("3.4", "Jessika has 2 steps."),
        ]
    table = at_table({"hero": "Zack", "parts": "guts"}, {"hero": "Jessika"})
    choose(table, "Kidney Bean Bullet")
    choose(table, "attack Jessika")
    assert "2.5" not in [rule for rule, _ in events(table)]


# choices ---------------------------------------------------------------------------------------------
def test_choices_are_gathered_by_what_they_use_and_ending_the_turn_stands_last() -> None:
    table = at_table({"steps": 1}, {"space": "Inverbluf"})
    groups: dict[str, list[str]] = {}
    for action in table.view["actions"]:
        groups.setdefault(action.get("group", ""), []).append(action.get("short", action["label"]))
    assert groups["walk"][0] == "north to (3, 0) (1 step)"
    assert groups["use an action of the mat"][:2] == ["Walk (legs): 2 steps", groups["use an action of the mat"][1]]
    assert (
        "Punch (teeth): attack (roll aim): 1 Blade, the turn ends, nobody in reach"
        in (groups["use an action of the mat"])
    )
    assert "Fish Market: discard any 2 Parts, get 3 Farz" in groups["use an action of this city"]
    assert [a["label"] for a in table.view["actions"] if a["last"]] == ["end the turn"]


def test_what_is_plainly_refused_is_told_only_to_who_asks_why_not() -> None:
    table = at_table({"parts": {"used": "legs 3"}}, {})
    openly = {f["label"]: f["rule"] for f in table.view["forbidden"] if not f.get("aside")}
    assert openly["Walk (legs): 2 steps"] == "2.3"
    aside = [f["rule"] for f in table.view["forbidden"] if f.get("aside")]
    assert {"2.4", "3.6", "3.7"} <= set(aside)


# the card in play, shops ---------------------------------------------------------------------------------
def test_an_encounter_shows_its_options_with_their_traits_and_a_tag_goes_to_a_personality() -> None:
    table = at_table({"space": (1, 0), "hero": "Zack"}, {"hero": "Jessika"}, encounters=["Hammock Contest"])
    pressing(table, "hex:here")
    table.roll()
    cards = zones(table)["Encounter: Hammock Contest"]
    assert [c["box"] for c in cards] == ["#lazy", "#violent"]
    assert all(c["house"] for c in cards)
    pressing(table, cards[1]["key"])
    assert ("10.2", "Hello World has 1 Tag of 3.") in events(table)


def test_a_shop_shows_prices_types_and_what_a_card_does_by_the_name_of_the_games_light() -> None:
    for light, name in (("green", "Pineapple Punch"), ("red", "Piña Colada")):
        table = at_table({"farz": 9}, {}, light=light, common=["Piña Colada", "Slingshot", "Bike Helmet", "Ginger Tea"])
        choose(table, "Harbour Stalls")
        for _ in range(5):
            table.roll()
        shop = {c["name"]: c for c in zones(table)["Shop"]}
        assert (shop[name]["number"], shop[name]["kind"], shop[name]["box"]) == (3, "Farz", "Familio gear")
        assert shop["Bike Helmet"]["text"] == "hit in the brain: blocks 1 Blade"
        pressing(table, shop[name]["key"])
        assert events(table)[0] == ("4.3", f"Jessika buys {name} for 3 Farz.")
        assert said(table) == "Jessika has 6 Farz; the shop shows 4 cards."
        assert [a["label"] for a in table.view["actions"] if a["last"]] == ["leave the shop"]


def test_a_dungeon_shows_its_level_and_attacks_without_anybody() -> None:
    table = at_table({"space": (4, -4), "hero": "Jessika"}, {"hero": "Zack"}, dungeons=["Good Boy"])
    pressing(table, "hex:here")
    table.roll()
    assert [(c["name"], c["box"]) for c in zones(table)["Dungeon: Good Boy"]] == [("Good Boy", "level 1")]
    assert said(table) == "Good Boy attacks Jessika, aimed at butt: 2 Blades against 9 Shields."
    assert [(c["name"], c["box"]) for c in zones(table)["Attack"]] == [
        ("Good Boy", "by a card"), ("Jessika", "target"), ("Leather Jacket", "defence"),
    ]  # fmt: skip


# attacks -------------------------------------------------------------------------------------------------
def fight(**target: Any) -> Table:
    """Zack attacks Jessika with the Kidney Bean Bullet, and is about to roll the aim."""
    table = at_table({"hero": "Zack"}, {"hero": "Jessika", **target})
    choose(table, "Kidney Bean Bullet")
    choose(table, "attack Jessika")
    return table


def test_before_the_aim_each_target_tells_what_it_would_lose() -> None:
    table = at_table({"hero": "Zack"}, {"hero": "Jessika", "parts": "brain"}, {"hero": "Isolde", "space": "Kabularbor"})
    choose(table, "Kidney Bean Bullet")
    cards = {c["name"]: c for c in zones(table)["Kidney Bean Bullet: whom"]}
    assert cards["Jessika"]["text"] == "loses 7/6 (1.17) Heart on average, defending alone as best it can"
    s = table.play.state
    words_ = s.todo[0][1].arg
    foe = kabula.target(8, passive={"butt": "Leather Jacket"})
    exact = kabula.attack_odds(words_, foe)
    assert forecast(s, 0, 1, words_) == (exact.marginal("heart_lost").mean, Fraction(0), exact.p(dead=True))
    assert cards["Isolde"]["text"] == (
        "loses 0 Heart and spends 2 Parts on average, defending alone as best it can"  # Duck, whatever the aim
    )
    pressing(table, "hero:1")
    assert table.view["chance"]["verb"] == "Roll"


def test_an_attack_under_way_tells_aim_blades_shields_and_who_may_defend() -> None:
    table = fight(items=["Umbrella"], nausea=1)
    assert said(table) == "Zack attacks Jessika with Kidney Bean Bullet; the aim is rolled next."
    table.choose("legs")
    assert events(table) == [("5.6", "The die shows legs.")]
    assert said(table) == "Zack attacks Jessika with Kidney Bean Bullet, aimed at legs: 2 Blades against 0 Shields."
    attack, target = zones(table)["Attack"]
    assert (attack["number"], attack["note"]) == (2, "aim: legs")
    assert (target["text"], target["note"]) == ("may defend: Jessika", "Nausea 1")
    assert [(s["title"], s["mark"]) for s in table.view["seats"]] == [("Zack", "attacks"), ("Jessika", "attacked")]
    choose(table, "Umbrella")
    assert ("5.18", "2 Blades blocked; Jessika lost no Heart.") in events(table)


def test_the_exact_worth_of_each_defence_stands_beside_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boards, "ODDS_LIMIT", 60_000)
    table = fight(items=["Umbrella"], parts="legs 2, butt", nausea=1)
    table.choose("legs")
    worth = dict(zip(labels(table), [r["value"] for r in table.view["odds"]["rows"]], strict=True))
    assert worth["do not defend"] == "-3"
    assert worth["Umbrella (blocks 2 Blades): pay butt"] == "0"
    assert [r["best"] for r in table.view["odds"]["rows"]].count(True) == 1


def test_while_an_attack_lasts_mats_tell_what_it_has_done_so_far() -> None:
    table = fight(heart=4, parts="brain")
    table.choose("legs")
    if labels(table)[:1] == ["do not defend"]:
        choose(table, "do not defend")
    jessika = next(i for z in table.view["zones"] for i in z["items"] if i["is"] == "mat" and i["name"] == "Jessika")
    assert dict(jessika["dials"])["Heart"] == "2 of 8"
    assert ("7.4", "Jessika may recharge.") in events(table)
    assert table.view["asked"] == "player 2: recharge a Part"
    assert [a["pieces"] for a in table.view["actions"]] == [["fresh:brain"]]


def test_who_has_no_heart_left_comes_back_in_the_sanctuary() -> None:
    table = fight(heart=2, parts="")
    table.choose("teeth")
    assert ("8.1", "Jessika dies, and comes back in the Sanctuary with Heart 8.") in events(table)


def test_an_attack_asked_about_alone_is_shown_with_its_odds() -> None:
    start = kabula.position("Kidney Bean Bullet", 5, active=["Duck"], parts="legs 2, teeth", aim="guts")
    table = Table("kabula", start=start)
    assert table.view["seats"] == []
    assert [i["name"] for i in zones(table)["Figures"]] == ["the attacker", "the target"]
    assert [c["box"] for c in zones(table)["Attack"]] == ["attack", "target"]
    assert said(table) == (
        "The attacker attacks the target with Kidney Bean Bullet, aimed at guts: 1 Blade against 0 Shields."
    )
    choose(table, "do not defend")
    choose(table, "recharge legs from Fresh to Rage")
    assert table.view["over"]["result"] == "the target: lost 1 Heart, 0 Parts spent."


# several at one table, whole games ----------------------------------------------------------------------------
def test_nothing_is_hidden_so_that_nobody_hands_the_screen_over_and_the_log_tells_all() -> None:
    table = Table("kabula", seed=2, rolls="everyone")
    while not isinstance(table.play.node, Decision) or table.play.state.strike or table.play.state.todo:
        choose(table, labels(table)[0])
    assert table.view["cover"] is None
    first = table.play.node.player
    choose(table, "end the turn")
    assert table.view["cover"] is None
    assert table.view["asked"].startswith(f"player {2 - first}: ")
    assert "end the turn" in [m["label"] for m in table.view["log"]["moves"]]
    assert [s["number"] for s in table.view["seats"]] == list(table.play.state.ron)


def test_bots_play_their_seats() -> None:
    def waits(s: Any) -> dict[Any, int]:
        node = kabula.node(s)
        assert isinstance(node, Decision)
        return {a: 1 for a in node.actions if str(a) in ("Wait", "do not defend")} or dict.fromkeys(node.actions, 1)

    table = Table("kabula", bots={1: waits}, seed=1, rolls="everyone")
    assert [s["who"] for s in sorted(table.view["seats"], key=lambda s: s["number"])] == ["you", "bot: waits"]
    choose(table, "end the turn")
    assert table.view["asked"].startswith("player 1: ")
    assert table.play.state.round == 2


def anyhow(s: Any) -> dict[Any, int]:
    """Anything, but no turn is ended while something else can be done."""
    there = kabula.node(s)
    assert isinstance(there, Decision)
    few = [a for a in there.actions if str(a) not in ("Wait", "leave the shop")]
    return dict.fromkeys(few or there.actions, 1)


@pytest.mark.parametrize(
    "number", [0, pytest.param(1, marks=pytest.mark.long), pytest.param(2, marks=pytest.mark.long), 3]
)
def test_whole_games_are_told_without_a_word_out_of_place_and_moves_name_pieces_that_lie_there(number: int) -> None:
    setup = kabula.EXAMPLE_SETUPS[number]
    bots = dict.fromkeys(range(len(setup.heroes)), anyhow)
    table = Table("kabula", setup, bots=bots, seed=number + 3, rolls="everyone")
    for _ in range(400):
        if table.view["over"] is None:
            table.handle({"roll": True} if table.view["chance"] else {"go_on": True})
    assert table.view["over"] is not None
    table.handle({"log": True})
    moves = table.view["log"]["moves"]
    told = [m["label"] for m in moves] + [e["text"] for m in moves for e in m["events"]]
    assert [text for text in told if not text or UNREAD.search(text)] == []
    assert [e["text"] for m in moves for e in m["events"] if not e["text"].endswith(".")] == []
    for at in range(0, table.play.length, max(1, table.play.length // 25)):
        table.play.go_to(at)
        plain = table.board.plain(None)
        json.dumps(plain)
        there = lying(plain)
        assert [a["label"] for a in plain["actions"] if Counter(a["pieces"]) - there] == []
        assert not UNREAD.search(table.text())


def test_every_word_of_a_sheet_has_words_of_its_own() -> None:
    assert set(words.COUNTED) == set(printed.COUNTED)
    assert set(words.PLAIN) == set(printed.PLAIN)
    assert set(words.BONUS) == set(printed.BONUSES)
    assert set(words.WHEN) == set(printed.MOMENTS)
    assert {*words.HARMS, "nothing"} == set(strikes.HARMS)
    cards = {c.id: c for c in kabula.Setup().sheet.cards}
    assert does_words(cards["kidney-bean-bullet"]) == (
        "attack (within 3 spaces, roll aim): 1 Blade, 1 more Blade on teeth or legs, the turn ends"
    )
    assert does_words(cards["orc-family-b"]) == "keep the card until Dreary Abbey, then Heart+ goes up by 1, heal 3"
    assert does_words(cards["obscene-outrage"]) == "attack: spend 2 any of the attacker’s choice"
    assert does_words(cards["trading-blood"]) == "defence: first the attacker loses 2 Heart"


# before and after -------------------------------------------------------------------------------------------
def test_what_changed_on_mats_and_map_is_told_field_by_field() -> None:
    before = kabula.table(heroes=[{"steps": 1}, {}])
    after = kabula.step(before, next(a for a in kabula.node(before).actions if str(a) == "walk N"))  # type: ignore[union-attr]
    one, two = look.describe(before), look.describe(after)
    told = {row["what"]: (row["before"], row["after"]) for row in differences(one, two)}
    assert told["Jessika: Steps left"] == ("1", "0")
    assert told["Island: Jessika"] == ("at Kabularbor (3, 1)", "at (3, 0)")
    zones_ = {z["title"]: z for z in marked(two, one, "new")["zones"]}
    assert [zones_[name]["items"][0]["mark"] for name in ("Island", "Jessika", "Other Heroes")] == [
        "changed", "changed", "",
    ]  # fmt: skip


# an attack before it is made ----------------------------------------------------------------------------------
def test_a_preview_has_the_odds_of_attack_odds_and_every_answer_to_each_aim() -> None:
    foe = kabula.target(3, nausea=1, active=["Umbrella"], passive={"guts": "Iron Belly"}, parts="butt")
    preview = AttackPreview("Kidney Bean Bullet", foe)
    assert preview.odds == kabula.attack_odds("Kidney Bean Bullet", foe)
    told: Any = {aim.name: (aim.p, {a.name: (a.lost, a.dies) for a in aim.answers}) for aim in preview.aims}
    assert told["legs, teeth"] == (Fraction(1, 3), {"": (3, 1), "Umbrella": (0, 0)})
    assert told["guts"] == (Fraction(1, 6), {"": (0, 0), "Umbrella": (0, 0)})
    assert [a.best for aim in preview.aims for a in aim.answers if aim.name == "guts"] == [True, False]
    assert sum(aim.p for aim in preview.aims) == 1
    json.dumps(preview.preview)
    assert "Umbrella: no Heart lost, Parts −1  best" in repr(preview)


def test_the_answers_to_all_aims_add_up_to_the_odds() -> None:
    for attack in ("Kidney Bean Bullet", "Calf-Holer", "attack, aim, blade 2, nausea 1"):
        preview = AttackPreview(
            attack, kabula.target(5, active=["Duck"], parts="legs, teeth", passive={"legs": "shield 1"})
        )
        best = sum(aim.p * min(a.lost for a in aim.answers) for aim in preview.aims)
        assert best == preview.odds.marginal("heart_lost").mean


def test_a_preview_shows_only_what_may_change_and_names_by_its_light() -> None:
    plain = AttackPreview("Slingshot", 4).preview
    assert [c["name"] for c in plain["charts"]] == ["Heart lost"]
    assert [aim["name"] for aim in plain["aims"]] == ["any aim"]
    both = AttackPreview("Stinging Remark", kabula.target(8, parts="brain")).preview
    assert [c["name"] for c in both["charts"]] == ["Heart lost", "Parts spent"]
    assert not both["rolled"]
    assert [AttackPreview("Obscene Outrage", light=light).title for light in ("green", "red")] == [
        "Loud Outrage", "Obscene Outrage",
    ]  # fmt: skip


def test_a_preview_says_what_it_cannot_show() -> None:
    with pytest.raises(ValueError, match="no card with that is called"):
        AttackPreview("Umbrela")
    with pytest.raises(ValueError, match="heart"):
        AttackPreview("Punch", -1)
    with pytest.raises(ValueError, match="a title is a text"):
        AttackPreview("Punch", title=3)  # type: ignore[arg-type]
