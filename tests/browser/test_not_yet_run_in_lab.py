"""A notebook that was saved and is opened again: before anything runs, each widget stands there in words."""

from collections.abc import Callable
from pathlib import Path

import nbformat

from browser.lab import Browser, expect_output, open_lab
from browser.tables import KERNEL
from notebooks import refresh

# How a widget is made, and what is read of it while no kernel has drawn it.
CELLS = {
    'from rulebook_widgets import *\nfrom rulebooks import karen, lantern, odds\nTable("lantern", seed=7)': [
        "Table(lantern: 2 oil; 3 storms to come; draw: the storm)"
    ],
    'RuleBook("karen")': ["Ending the Game: 7.1 Victory; 7.2 Defeat"],
    'SheetEditor("karen")': ["SheetEditor(karen: 40 cards, in order)"],
    'tour = Tour("lantern", seed=3)\ntour': ["Tour(lantern: step 1 of 21)"],
    "print(tour.text())": ["You keep a lantern burning", "Rules: 3.6 Stand; 4.2 Dawn"],
    "night = lantern.position(oil=1, storm=2, shown=[0, 1], deck=[0, 1, 2], discard=[1], storms=[1, 3])\n"
    'DecisionTree("lantern", night)': ["└─ spend 1 oil: 1/21 (4.76 %)"],
    "place = lambda power, hp: karen.position(hp=hp, quest=7, laid=[power],"
    ' deck={0: 4, 1: 3, 2: 2, karen.card(1, "draw 1"): 1})\n'
    'PolicyMap("karen", place, ("power", range(9)), ("hp", range(1, 9)), "hearts")': [
        "C Courage Draw for 1 HP; D declare the result"
    ],
    "deck = lambda pangs: {'Hunger Pang': pangs, 'Attempt': 4, 'Memento': 1}\n"
    "answer = lambda pangs, difficulty, hp: karen.adventure_odds(deck(pangs), difficulty, hp=hp).marginal('hp_lost')\n"
    'WhatIf(answer, title="A first quest", pangs=Dial("Hunger Pangs", 0, 12, 5), hp=Dial("HP", 1, 20, 10),'
    ' difficulty=Dial("Difficulty", 0, 12, 4))': ["Hunger Pangs: 5; HP: 10; Difficulty: 4"],
    "from rulebooks.core.result import Odds\n"
    'OddsChart(Odds.of({0: 91, 1: 84, 2: 15}), Odds.of({0: 1, 1: 2, 3: 1}), "Hits", ("plain", "storm"))': [
        "Mean, storm: 5/4 (1.25)"
    ],
}


def test_a_notebook_that_has_not_run_yet_shows_every_widget_in_words(
    browser: Browser, lab: Callable[[Path], str], tmp_path: Path
) -> None:
    cells = [nbformat.v4.new_code_cell(source) for source in CELLS]
    nbformat.write(nbformat.v4.new_notebook(cells=cells, metadata=KERNEL), tmp_path / "saved.ipynb")
    refresh(tmp_path / "saved.ipynb")
    browser.page.set_viewport_size({"width": 1300, "height": 8_000})  # cells out of sight are not drawn
    open_lab(browser.page, lab(tmp_path), "saved.ipynb")
    for told in CELLS.values():
        for text in told:
            expect_output(browser.page, text)
    assert browser.page.locator(".rb").count() == 0
    assert browser.complaints() == []
