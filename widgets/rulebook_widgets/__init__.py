"""Front ends for notebooks: tables, odds to look at, questions; drawn from the rules and never holding one."""

import sys

from rulebook_widgets.action_worth import Worth, worth
from rulebook_widgets.attack_preview import AttackPreview
from rulebook_widgets.card_list import CardList
from rulebook_widgets.decision_tree import DecisionTree
from rulebook_widgets.hex_map import HexMap
from rulebook_widgets.map_editor import MapEditor
from rulebook_widgets.odds_chart import OddsChart
from rulebook_widgets.picks import Drawn, Pick, drawn_position
from rulebook_widgets.policy_map import PolicyMap
from rulebook_widgets.questions import Exact, MultipleChoice
from rulebook_widgets.quiz import Quiz
from rulebook_widgets.rule_book import RuleBook
from rulebook_widgets.sheet_editor import SheetEditor
from rulebook_widgets.table import Table
from rulebook_widgets.tour import Tour
from rulebook_widgets.what_if import Choice, Dial, WhatIf

__all__ = [
    "AttackPreview",
    "CardList",
    "Choice",
    "DecisionTree",
    "Dial",
    "Drawn",
    "Exact",
    "HexMap",
    "MapEditor",
    "MultipleChoice",
    "OddsChart",
    "Pick",
    "PolicyMap",
    "Quiz",
    "RuleBook",
    "SheetEditor",
    "Table",
    "Tour",
    "WhatIf",
    "Worth",
    "drawn_position",
    "worth",
]

if sys.platform == "emscripten":
    from rulebook_widgets.browser_kernel import mend_this_kernel

    mend_this_kernel()
