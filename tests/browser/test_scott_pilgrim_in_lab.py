"""Scott Pilgrim in a real JupyterLab: whole games by click and by key, cards turned over, the swap, the cover, axe."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from browser.lab import Browser, screenshot
from browser.tables import AXE, TAGS, Lab, at_move, control, on, opened, press, sticks_out
from rulebook_widgets import Table
from rulebook_widgets import board as boards
from rulebooks import scott_pilgrim as pilgrim
from rulebooks.scott_pilgrim import Setup
from rulebooks.scott_pilgrim.policies import POLICIES

# What is clicked here does not hang on the odds: they give up early, so that nobody waits for them.
QUICK = (
    "from rulebook_widgets import Table, board\nfrom rulebooks import scott_pilgrim as pilgrim\nboard.ODDS_LIMIT = 50\n"
)
POSITION = QUICK + (
    "hand = ['Homework First', 'Secret Crush', 'Fan Club', 'Mixed Tape', 'Drama']\n"
    "one = {'character': 'knives', 'top': 'Scarf Whip', 'hand': hand, 'power_ups': ['Record Shop', 'Young Fan']}\n"
    "two = {'character': 'ramona', 'top': 'Clean Break', 'hand': ['Shortcut', 'Drama']}\n"
    "line = ['Joy', 'Morning Rush', 'Love Song', 'Heartfelt Chorus', 'Giant Robot', 'Stephen Stills']\n"
    "def start(phase, one=one, two=two, **more):\n"
    "    tops = ['Feuding Flatmates', 'Spoken Verse']\n"
    "    return pilgrim.table(players=[one, two], phase=phase, plotline=line, tops=tops, **more)\n"
)
BUYING = POSITION + (
    "pool = {'romance': 3, 'music': 1, 'work': 0}\n"
    "table = Table('scott_pilgrim', start=start('acquire', pool=pool), cover=False)\ntable"
)
FIGHTING = POSITION + (
    "table = Table('scott_pilgrim', start=start('fight', target='Giant Robot', needed=10), cover=False)\ntable"
)
SWAPPING = POSITION + (
    "table = Table('scott_pilgrim', start=start('swap', target='Giant Robot', revealed=['New Hair Colour']))\ntable"
)
STICKS_OUT = sticks_out(".card, .combo, .seat, .act, .log li")
ENDING = POSITION + (
    "one['power_ups'] += ['Roof Terrace']\ntwo['power_ups'] = ['Shared Flat', 'Barista', 'Buzz']\n"
    "start = start('eliminate')\n"
)
GAMES = [  # where each begins, and its seed; luck decides without a click
    pytest.param(ENDING, 5, id="two, near the end"),
    pytest.param(
        f"{QUICK}start = pilgrim.initial_state(pilgrim.Setup(2, 'first time'))\n", 3, id="two, the first time"
    ),
    pytest.param(f"{QUICK}start = pilgrim.initial_state(pilgrim.Setup(2))\n", 2, id="two"),
    pytest.param(f"{QUICK}start = pilgrim.initial_state(pilgrim.Setup(4, 'cooperative'))\n", 2, id="four together"),
]
CLICKED = [GAMES[0], *(pytest.param(*game.values, id=game.id, marks=pytest.mark.long) for game in GAMES[1:])]


def zone(table: Locator, title: str) -> Locator:
    """A place on the table."""
    return table.get_by_role("group", name=title, exact=True)


def chosen(twin: Table) -> int:
    """The place of the choice that a fighter makes."""
    move: Any = POLICIES["fighter"](pilgrim.information_state(twin.play.state, 0))
    return twin.play.actions.index(next(iter(move)) if isinstance(move, dict) else move)


@pytest.mark.parametrize(("source", "seed"), CLICKED)
def test_a_game_against_bots_is_clicked_to_its_end(
    browser: Browser, lab: Lab, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: str, seed: int
) -> None:
    monkeypatch.setattr(boards, "ODDS_LIMIT", 50)
    made = f"table = Table('scott_pilgrim', start=start, bots='thrifty', seed={seed}, rolls='everyone')"
    table = opened(browser, lab(tmp_path), tmp_path, f"{source}{made}\ntable")
    names: dict[str, Any] = {}
    exec(source + made, names)  # the same game, to ask a policy what to click
    twin: Table = names["table"]
    pictures, clicks = {"1.8", "4.4", "4.6", "5.4", "5.6", "6.4"}, 0
    while twin.view["over"] is None:
        place = chosen(twin)
        press(table, f"act:{place}")
        twin.handle({"do": place})
        clicks += 1
        at_move(table, twin.play.at)
        for rule in {e["rule"] for e in twin.view["log"]["moves"][-1]["events"]} & pictures:
            pictures.remove(rule)
            screenshot(browser.page, f"scott-pilgrim-{rule}")
    assert clicks >= 20
    expect(table.locator(".over")).to_contain_text(twin.view["over"]["result"])
    expect(table.locator(".seat")).to_have_count(twin.seats.count)
    screenshot(browser.page, "scott-pilgrim-end")
    control(table, "undo").click()
    expect(table.locator(".over")).to_have_count(0)
    assert browser.complaints() == []


def test_a_solo_game_is_played_to_its_end_by_keyboard_alone(
    browser: Browser, lab: Lab, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(boards, "ODDS_LIMIT", 50)
    setup = Setup(1, ex="Lucas Lee", characters=("ramona",))
    source = f"{QUICK}setup = pilgrim.Setup(1, ex='Lucas Lee', characters=('ramona',))\n"
    table = opened(browser, lab(tmp_path), tmp_path, f"{source}Table('scott_pilgrim', setup, seed=4, rolls='everyone')")
    page, twin = browser.page, Table("scott_pilgrim", setup, seed=4, rolls="everyone")
    control(table, "act:0").focus()
    while twin.view["over"] is None:
        place = chosen(twin)
        key = twin.view["actions"][place]["key"]
        if key:
            page.keyboard.press(key)
        else:  # folded under a heading: opened, and pressed
            folded = table.locator("details.group:not([open])", has=control(table, f"act:{place}"))
            if folded.count():
                folded.locator("summary").press("Enter")
            control(table, f"act:{place}").press("Enter")
        twin.handle({"do": place})
        at_move(table, twin.play.at)
        on(page, "act: again")
    expect(table.locator(".over")).to_contain_text("of 10 Victory Points.")
    expect(table.locator(".meta")).to_contain_text("solo")
    assert page.locator(".jp-Cell").count() == 1
    assert browser.complaints() == []


def test_cards_are_turned_over_to_look_and_clicked_to_be_played_and_acquired(
    browser: Browser, lab: Lab, tmp_path: Path
) -> None:
    table = opened(browser, lab(tmp_path), tmp_path, BUYING)
    hand, page = zone(table, "Your hand"), browser.page
    turn = hand.get_by_role("button", name="Look at the other side of Homework First")
    turn.click()
    expect(turn).to_have_attribute("aria-pressed", "true")
    expect(hand.locator(".card.over")).to_contain_text("Business Time")
    turn.press("Enter")
    expect(hand.locator(".card.over")).to_have_count(0)
    expect(zone(table, "Plotline").get_by_role("button", name="Look at")).to_have_count(0)  # backs nobody has seen
    hand.locator("button.card", has_text="Mixed Tape").click()
    bar = table.locator(".bar")
    expect(bar).to_contain_text("for 1 music")
    page.keyboard.press("g")
    at_move(table, 1)
    expect(table.locator(".sum")).to_have_text("To spend: 4 romance, 1 music.")
    expect(zone(table, "Played")).to_contain_text("Mixed Tape")
    zone(table, "Plotline").locator("button.card", has_text="Joy").click()
    bar.locator(".act", has_text="3 romance").first.click()
    at_move(table, 2)
    expect(zone(table, "Your Power Ups!")).to_contain_text("Joy")
    zone(table, "Evil Ex and main decks").locator("button.card", has_text="Feuding Flatmates").click()
    at_move(table, 3)
    control(table, "draw").click()
    new = zone(table, "New card for place 1: both its sides")
    expect(new.locator(".card")).to_have_count(2)
    screenshot(page, "scott-pilgrim-new-card")
    new.locator("button.card", has_text="Shared Flat").click()
    at_move(table, 5)
    expect(zone(table, "Plotline").get_by_role("button", name="Look at the other side of Shared Flat")).to_have_count(1)
    zone(table, "Plotline").locator("button.card", has_text="Love Song").click()
    bar.locator(".act", has_text="flip Love Song").click()
    at_move(table, 6)
    expect(zone(table, "Plotline")).to_contain_text("Heartfelt Chorus")
    assert browser.complaints() == []


def test_the_neighbours_swap_passes_the_screen_and_back_and_combos_light_up(
    browser: Browser, lab: Lab, tmp_path: Path
) -> None:
    table, page = opened(browser, lab(tmp_path), tmp_path, SWAPPING), browser.page
    private = ("Shortcut", "Fan Club", "Business Time", "Love Hurts")

    def told() -> set[str]:
        return {name for name in private if name in table.inner_html()}

    expect(table.locator(".cover")).to_contain_text("Hand over to player 2")
    assert told() == set()
    screenshot(page, "scott-pilgrim-cover")
    control(table, "ready").click()
    expect(zone(table, "Your hand")).to_contain_text("Shortcut")
    expect(zone(table, "Your hand")).not_to_contain_text("Love Hurts")
    zone(table, "Your hand").locator("button.card", has_text="Drama").click()
    zone(table, "VS Draw of player 2").locator("button.card").click()
    expect(table.locator(".bar")).to_contain_text("keep New Hair Colour, discard Drama")
    page.keyboard.press("g")
    expect(table.locator(".cover")).to_contain_text("Hand over to player 1")
    assert told() == set()
    on(page, "ready")
    page.keyboard.press("y")
    expect(zone(table, "Your hand")).to_contain_text("Love Hurts")
    expect(table.locator(".log")).to_contain_text("Player 2 keeps New Hair Colour and discards Drama.")
    combos = zone(table, "Your combos")
    expect(combos.locator(".ready")).to_have_count(2)
    expect(combos.locator(".ready").nth(1)).to_contain_text("can be made")
    for moves, name in enumerate(("Business Time", "Surprise!", "Harsh"), 2):
        zone(table, "Your hand").locator("button.card", has_text=name).click()
        table.locator(".bar .act").first.click()
        at_move(table, moves)
    expect(combos.locator(".made")).to_contain_text("Blur of Blades")
    expect(table.locator(".sum")).to_contain_text("Damage 5 of 9 (combo Blur of Blades): 4 short.")
    screenshot(page, "scott-pilgrim-combo")
    assert browser.complaints() == []


@pytest.mark.parametrize("dark", [pytest.param(False, marks=pytest.mark.long), True])
@pytest.mark.parametrize(
    "source", [pytest.param(BUYING, marks=pytest.mark.long, id="buying"), pytest.param(FIGHTING, id="fighting")]
)
def test_light_dark_and_twice_the_size_fit_and_axe_finds_nothing(
    browser: Browser, lab: Lab, tmp_path: Path, dark: bool, source: str
) -> None:
    if not AXE.exists():
        pytest.skip("axe-core is not installed: `make test` installs it with npm")
    table, page = opened(browser, lab(tmp_path), tmp_path, source), browser.page
    page.add_script_tag(path=AXE)
    page.evaluate("dark => { document.body.dataset.jpThemeLight = String(!dark); }", dark)

    def found() -> Any:
        return page.evaluate(
            "async tags => (await axe.run('.rb-table', { runOnly: tags })).violations"
            ".map(v => `${v.id}: ${v.nodes.map(n => n.html).join(' ').slice(0, 400)}`)",
            TAGS,
        )

    for width in (1300, 650):  # half the width is what twice the size leaves
        page.set_viewport_size({"width": width, "height": 2600})
        for turned in (True, False):
            zone(table, "Your hand").locator(".flip").first.click()
            expect(table.locator(".card.over")).to_have_count(int(turned))
            assert table.evaluate("e => e.scrollWidth <= e.clientWidth + 1")
            assert table.evaluate(STICKS_OUT) == []
            assert not turned or found() == []
        screenshot(page, f"scott-pilgrim-{'dark' if dark else 'light'}-{width}")
    press(table, "act:0")
    at_move(table, 1)
    assert found() == []
    assert browser.complaints() == []
