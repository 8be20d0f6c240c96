"""Kabula in a real JupyterLab: a walk, a fight of two Heroes, whole games by keyboard and by mouse, axe-core."""

import random
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.lab import Browser, screenshot
from browser.tables import AXE, TAGS, Lab, at_move, control, on, opened, press, sticks_out
from rulebooks import kabula
from rulebooks.core.game import Chance, Terminal
from rulebooks.core.play import Table as Play
from rulebooks.kabula.policies import purposeful

START = "from rulebook_widgets import Table\nfrom rulebooks import kabula\n"
WALK = START + (
    "start = kabula.table(heroes=[{'steps': 2, 'parts': 'legs, teeth 2, butt'}, {'space': 'Inverbluf'}])\n"
    "table = Table('kabula', start=start)\ntable"
)
FIGHT = START + (
    "start = kabula.table(heroes=[{'hero': 'Zack'}, {'hero': 'Jessika', 'heart': 3, 'items': ['Umbrella'],\n"
    "    'parts': 'butt, legs, teeth'}])\ntable = Table('kabula', start=start, rolls='nobody')\ntable"
)
SHOP = START + (
    "start = kabula.table(heroes=[{'farz': 9, 'items': ['Bike Helmet']}, {}])\n"
    "table = Table('kabula', start=start, rolls='everyone')\ntable.do('Harbour Stalls')\ntable"
)
ALONE = START + "table = Table('kabula', kabula.Setup(('zack',), ('jessika-on-air',)), seed={seed})\ntable"
CROWD = START + (
    "table = Table('kabula', kabula.EXAMPLE_SETUPS[2], seed=5, rolls='everyone',\n"
    "    bots=dict.fromkeys(range(1, 5), 'purposeful'))\ntable"
)
FAMILIO = START + (
    "pet = {'monster': 'Peeping Cobra', 'space': (1, 0), 'parts': {'rage': 'brain', 'fresh': 'legs 2, butt'}}\n"
    "start = kabula.table(heroes=[{'familio': pet, 'items': ['Pineapple Punch']}, {'automa': 'Zack Who Naps'}],\n"
    "    monsters=[{'monster': 'Aloe Wolf', 'space': (1, 0), 'before': 1}], omen='Undertow', turn='Peeping Cobra')\n"
    "table = Table('kabula', start=start)\ntable"
)
PROVOKED = START + (
    "start = kabula.table(heroes=[{'hero': 'Zack', 'space': (1, 0), 'farz': 4}, {'space': 'Holy City'}],\n"
    "    pins={(1, 0): 'monster'}, spotted={'Bluff': 'Peeping Cobra'})\n"
    "table = Table('kabula', start=start, rolls='nobody')\ntable.do('provoke a monster')\ntable.choose('tails')\n"
    "table.choose('NW')\ntable"
)
FIVE = START + "table = Table('kabula', kabula.EXAMPLE_SETUPS[2], seed=3, rolls='everyone')\ntable"
STICKS_OUT = sticks_out(".card, .mat, .seat, .act, .log li, .trail, .space")


def hexes(table: Locator) -> Locator:
    """The map."""
    return table.locator(".hexes")


def click_hex(table: Locator, k: str) -> None:
    """Click a space of the map."""
    table.locator(f'[data-hex="{k}"] .side').click(force=True)


def stands_at(table: Locator, k: str) -> None:
    """Wait until the map tells that the Hero stands on this space."""
    words = re.compile("Jessika stands here")
    expect(table.locator(f'[data-hex="{k}"]')).to_have_attribute("aria-label", words)


def chip(table: Locator, key: str) -> Locator:
    """A piece on a mat that can be picked."""
    return table.locator(f'button.chip[data-k^="pick:{key}"]')


def test_a_hero_walks_by_mouse_and_by_keyboard_and_two_heroes_fight(browser: Browser, lab: Lab, tmp_path: Path) -> None:
    both = f"{WALK}\nwalk = table\n{FIGHT}\nfrom IPython.display import display\ndisplay(walk)\ntable"
    walks(opened(browser, lab(tmp_path), tmp_path, both), browser.page)
    fights(browser.page.locator(".rb-table").nth(1), browser.page)
    assert browser.complaints() == []


def walks(table: Locator, page: Page) -> None:
    """Steps by clicks on the map and by its keys, the Pin on the own space, an action of the mat."""
    expect(table.locator(".hexes .goes")).to_have_count(4)
    click_hex(table, "0,0")  # too far: it is only told
    expect(table.locator(".below")).to_contain_text("the Sanctuary")
    click_hex(table, "2,2")
    at_move(table, 1)
    stands_at(table, "2,2")
    screenshot(page, "kabula-walk")
    hexes(table).focus()
    page.keyboard.press("q")  # north-west: a Mountain, and only one step left
    page.keyboard.press("Enter")
    expect(table.locator(".below")).to_contain_text("not enough: 1 step left (3.7)")
    page.keyboard.press("e")
    page.keyboard.press("s")
    page.keyboard.press("a")  # from there south-west of the Hero
    page.keyboard.press("Enter")
    at_move(table, 2)
    stands_at(table, "1,3")
    on(page, "hexes")  # the map keeps the focus
    page.keyboard.press("Enter")  # the Pin on the own space
    at_move(table, 3)
    expect(table.locator(".ask").first).to_contain_text("an encounter")
    control(table, "undo").click()
    at_move(table, 2)
    chip(table, "card:walk").click()  # on the mat
    at_move(table, 3)
    expect(table.locator(".dials").first).to_contain_text("Steps left2")


def fights(table: Locator, page: Page) -> None:
    """An attack: whom, the aim, a defence with its worth beside it, paid by the token picked."""
    chip(table, "card:kidney-bean-bullet").click()
    at_move(table, 1)
    target = table.get_by_role("group", name="Kidney Bean Bullet: whom", exact=True)
    expect(target).to_contain_text("loses 0 Heart and spends 5/6 (0.83) Parts on average")
    target.get_by_role("button", name=re.compile("Jessika")).click()
    at_move(table, 2)
    expect(table.locator(".flow [aria-current]")).to_have_text("Aim")
    table.locator(".outs .act", has_text=re.compile("legs", re.I)).click()
    at_move(table, 3)
    expect(table.locator(".sum")).to_contain_text("2 Blades against 0 Shields")
    expect(table.locator(".act.best")).to_contain_text("Umbrella")
    screenshot(page, "kabula-defend")
    chip(table, "fresh:butt").click()  # picked: what it pays for is offered
    page.keyboard.press("g")
    at_move(table, 4)
    expect(table.locator(".log")).to_contain_text("2 Blades blocked; Jessika lost no Heart")
    expect(table.locator(".ask").first).to_contain_text("player 1: recharge a Part", ignore_case=True)
    screenshot(page, "kabula-recharge")
    press(table, "act:0")
    at_move(table, 5)
    expect(table.locator(".seat.turn")).to_contain_text("Jessika")


# whole games ---------------------------------------------------------------------------------
IDLE = ("Wait", "do not defend", "let it go", "no Tag", "leave the shop", "no more Parts")


def played(seed: int, most: int, idle: bool) -> list[int]:
    """What a Hero does in a game with an Automa: places of actions, -1 for luck. [] unless it is worth a look.

    Worth a look: a Monster is provoked, somebody is attacked, and it takes no more moves than ``most``. ``idle``: from
    then on the Hero only waits; otherwise it goes on as it began, and has to win.
    """
    game = Play(kabula, kabula.Setup(("zack",), ("jessika-on-air",)), seed=seed)
    moves: list[int] = []
    met: set[str] = set()
    while len(moves) <= most:
        enough = {"provoke a monster", "At"} <= met
        if isinstance(game.node, Terminal):
            return moves if enough and (idle or game.node.returns[0]) else []
        if isinstance(game.node, Chance):
            moves.append(-1)
            game.roll()
            continue
        waits = [a for a in game.actions if str(a) in IDLE] if idle and enough else []
        move = waits[0] if waits else purposeful(game.state)
        met.update((str(move), type(move).__name__))
        moves.append(game.actions.index(move))
        game.do(move)
    return []


def by_keys(table: Locator, page: Page, place: int) -> None:
    """Do an action by its key; in a folded group, open the group and press Enter on it. -1: let luck decide."""
    if place < 0:
        page.keyboard.press("d")
        return
    act = control(table, f"act:{place}")
    key, folded = act.evaluate("e => [e.querySelector('kbd')?.textContent ?? '', !!e.closest('details:not([open])')]")
    if key:
        page.keyboard.press(key)
        return
    if folded:
        table.locator("details.group:not([open])", has=act).locator("summary").focus()
        page.keyboard.press("Enter")
    act.focus()
    page.keyboard.press("Enter")


def plays(table: Locator, page: Page, moves: list[int]) -> set[str]:
    """A game by its keys; the headings that were seen."""
    control(table, "draw").focus()
    seen: set[str] = set()
    there = "n => document.querySelector('.rb-table .meta').textContent.endsWith(`move ${n}`)"
    headings = "e => [...e.querySelectorAll('.zone h3')].map(h => h.textContent)"
    for n, place in enumerate(moves, 1):
        by_keys(table, page, place)
        page.wait_for_function(there, arg=n)
        seen.update(table.evaluate(headings))
    return seen


def test_a_solo_game_with_an_automa_from_set_up_to_its_end_by_keyboard(
    browser: Browser, lab: Lab, tmp_path: Path
) -> None:
    seed, moves = next((seed, found) for seed in (13, 154, *range(1, 300)) if (found := played(seed, 80, True)))
    table, page = opened(browser, lab(tmp_path), tmp_path, ALONE.format(seed=seed)), browser.page
    seen = plays(table, page, moves)
    assert {"What it did, line by line", "RON tracker", "Attack", "Spotted Monsters", "Monsters at large"} <= seen
    expect(table.locator("div.over .result")).to_have_text(re.compile("wins|won"))
    screenshot(page, "kabula-over")
    assert browser.complaints() == []


@pytest.mark.long
def test_a_solo_game_that_the_hero_wins_by_keyboard(browser: Browser, lab: Lab, tmp_path: Path) -> None:
    seed, moves = next((seed, found) for seed in (12, 23, *range(1, 300)) if (found := played(seed, 175, False)))
    table, page = opened(browser, lab(tmp_path), tmp_path, ALONE.format(seed=seed)), browser.page
    plays(table, page, moves)
    expect(table.locator("div.over .result")).to_contain_text(
        "Zack (player 1) has the Kabula, and the Guardian is dead"
    )
    expect(table.locator(".seat", has_text="Player 1")).to_contain_text("wins", ignore_case=True)
    screenshot(page, "kabula-won")
    assert browser.complaints() == []


@pytest.mark.long
def test_a_game_of_five_heroes_by_mouse(browser: Browser, lab: Lab, tmp_path: Path) -> None:
    table, page = opened(browser, lab(tmp_path), tmp_path, CROWD), browser.page
    luck, n = random.Random(1), -1
    for _ in range(400):
        expect(table.locator(".meta")).not_to_contain_text(re.compile(rf"move {n}$"), timeout=60_000)
        n = int(table.locator(".meta").inner_text().rsplit(" ", 1)[1])
        if table.locator("div.over").count():
            break
        acts = table.locator(".act[data-k^='act:']").count()
        press(table, f"act:{luck.randrange(acts)}")
    expect(table.locator("div.over .result")).to_have_text(re.compile("wins|won"))
    screenshot(page, "kabula-five-over")
    assert browser.complaints() == []


def faults(page: Page) -> Any:
    """What axe-core finds."""
    return page.evaluate(
        "async tags => (await axe.run('.rb-table', { runOnly: tags })).violations"
        ".map(v => `${v.id}: ${v.nodes.map(n => n.html).join(' ').slice(0, 400)}`)",
        TAGS,
    )


@pytest.mark.long
@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("name", ["walk", "shop", "five", "familio", "provoked"])
def test_light_dark_and_twice_the_size_fit_and_axe_finds_nothing(
    browser: Browser, lab: Lab, tmp_path: Path, name: str, dark: bool
) -> None:
    if not AXE.exists():
        pytest.skip("axe-core is not installed: `make test` installs it with npm")
    source = {"walk": WALK, "shop": SHOP, "five": FIVE, "familio": FAMILIO, "provoked": PROVOKED}[name]
    table, page = opened(browser, lab(tmp_path), tmp_path, source), browser.page
    page.add_script_tag(path=AXE)
    page.evaluate("dark => { document.body.dataset.jpThemeLight = String(!dark); }", dark)
    for width in (1300, 650):  # half the width is what twice the size leaves
        page.set_viewport_size({"width": width, "height": 3200})
        assert table.evaluate("e => e.scrollWidth <= e.clientWidth + 1")
        assert table.evaluate(STICKS_OUT) == []
        assert faults(page) == []
        start = table.locator(".hexes .from")
        if start.count():  # in a narrow window the map scrolls, and begins where the Hero stands
            page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
            box, dot = hexes(table).bounding_box(), start.bounding_box()
            inside = box is not None and dot is not None and box["x"] <= dot["x"] < box["x"] + box["width"]
            assert inside
        screenshot(page, f"kabula-{name}-{'dark' if dark else 'light'}-{width}")
    assert browser.complaints() == []
