"""The quiz widget: questions that are refused, what the page gets, what it sends back, and its verdicts."""

import json
import shutil
import subprocess
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from games import given
from games.given import Choice as Chooses
from games.given import End
from rulebook_widgets import Drawn, Exact, MultipleChoice, Pick, Quiz, Table, drawn_position
from rulebook_widgets.assets import asset, script
from rulebook_widgets.selfcheck import number_in
from rulebooks import karen, lantern
from rulebooks.core.sampling import Luck

JS = Path(__file__).parent / "js"
JUDGE = Path(__file__).parents[1] / "widgets" / "rulebook_widgets" / "static" / "judge.mjs"
HOSTILE = "<script>alert(1)</script>\u202e" + "W" * 300
SIX = Exact("How likely is a sum of 6?", Fraction(5, 36), {"1/11": "Not equally likely."}, why="Five pairs of 36.")
WHO = MultipleChoice(
    "Who flees?", ["Karen", "the pirates", "nobody"], "Karen", {"nobody": "Look at 2.2."}, rule="karen 2.2"
)
LIT = lantern.position(oil=2, storm=2, shown=[0, 1], deck=[1, 2], storms=[1])
DARK = lantern.position(oil=0, storm=2, shown=[0, 1], deck=[1, 2], storms=[1])
BRIDGE = karen.position(hp=3, quest="Rope Bridge", laid=["Memento", 0, 1, 1], deck=[0, 0, 1, 2, 2])

needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")


def a_sum(luck: Luck) -> Exact:
    """How likely a sum of two dice is; which sum, luck decides."""
    n = luck.pick("a sum", dict.fromkeys(range(2, 8), 1))
    return Exact(f"A sum of {n}?", Fraction(n - 1, 36))


def told(quiz: Quiz, *answers: tuple[int, Any]) -> list[dict[str, str]]:
    """The page's verdicts on answers, each with the place of its question."""
    call = f"""
        import {{ judge }} from {json.dumps(JUDGE.as_uri())};
        const questions = {json.dumps(quiz.questions)};
        console.log(JSON.stringify({json.dumps(answers)}.map(([place, given]) => judge(questions[place], given))));"""
    run = subprocess.run(["node", "--input-type=module", "-e", call], capture_output=True, text=True, timeout=60)
    assert run.returncode == 0, run.stderr
    verdicts: list[dict[str, str]] = json.loads(run.stdout)
    return verdicts


# numbers ---------------------------------------------------------------------------
def test_python_reads_each_number_of_the_common_table_as_the_page_does() -> None:
    for text, value, rounded in json.loads((JS / "numbers.json").read_text(encoding="utf-8")):
        assert number_in(text) == (None if value is None else (Fraction(value), rounded)), repr(text)


@pytest.mark.parametrize("answer", [Fraction(5, 36), "5/36", "10/72", "0,25", 3, "-1/2"])
def test_an_answer_is_any_rational_number_and_travels_as_exact_text(answer: Any) -> None:
    plain = Exact("How likely?", answer).plain()
    assert Fraction(plain["answer"]) == number_in(answer)[0]  # type: ignore[index]
    json.dumps(plain)


@pytest.mark.parametrize(
    "answer, near", [("5/36", "1/200"), ("1/36", "1/500"), ("1/216", "1/5000"), ("3", "0"), ("17/5", "1/200")]
)
def test_the_tolerance_shrinks_with_small_answers_and_is_none_for_whole_ones(answer: str, near: str) -> None:
    assert Exact("How likely?", answer).plain()["near"] == near
    assert Exact("How likely?", answer, tolerance="0.01").plain()["near_text"] == "0.01"
    assert Exact("How likely?", answer, tolerance=0).plain()["near"] == "0"


def test_the_example_of_a_number_is_never_the_answer() -> None:
    assert Exact("How likely?", "5/36").plain()["example"].startswith("3/8")
    assert Exact("How likely?", "3/8").plain()["example"].startswith("5/36")


@needs_node
def test_the_page_judges_what_python_wrote() -> None:
    quiz = Quiz([SIX, WHO, Pick("Best?", LIT, "best"), Pick("Which card?", BRIDGE, "Memento", of="card")])
    answers = [(0, "10/72"), (0, "2/22"), (0, "13.9 %"), (0, "5/37"), (1, [2]), (1, [0]), (2, [0]), (2, [1])]
    kinds = [v["kind"] for v in told(quiz, *answers, (3, [1]), (3, [0]))]
    assert kinds == ["right", "no", "near", "no", "no", "right", "right", "right", "right", "no"]
    assert told(quiz, (0, "2/22"), (1, [2])) == [
        {"kind": "no", "text": "Not equally likely."},
        {"kind": "no", "text": "Look at 2.2."},
    ]


# questions that are refused -----------------------------------------------------------
@pytest.mark.parametrize(
    "make, message",
    [
        (lambda: Exact("", 1), "a question is a line of text"),
        (
            lambda: Exact("Q?", 0.139),
            "“Q?”: the answer is a rational number such as 5/36, not 0.139; write it as a Fraction",
        ),
        (lambda: Exact("Q?", "many"), "“Q?”: the answer is a rational number such as 5/36, not 'many'"),
        (lambda: Exact("Q?", True), "not True"),
        (lambda: Exact("Q?", "5/36", {"10/72": "x"}), "“Q?”: there is a hint for 10/72, which is the right answer"),
        (lambda: Exact("Q?", "5/36", {"1/2": "x", "0.5": "y"}), "a hint for 0.5, which is the same number as 1/2"),
        (lambda: Exact("Q?", "5/36", {"a half": "x"}), "a hint is bound to a rational number"),
        (lambda: Exact("Q?", "5/36", {"1/2": ""}), "the hint for 1/2 is no text"),
        (lambda: Exact("Q?", "5/36", ["1/2"]), "hints are a mapping"),  # type: ignore[arg-type]
        (lambda: Exact("Q?", "5/36", tolerance="-0.1"), "a tolerance is 0 or more"),
        (lambda: Exact("Q?", Fraction(1, 10**70), tolerance=0), "nobody can type an answer"),
        (lambda: Exact("Q?", 1, rule="3.9"), "a rule is cited as “karen 3.9”, not '3.9'"),
        (lambda: Exact("Q?", 1, rule="karen 99"), "karen has no rule 99"),
        (lambda: Exact("Q?", 1, rule="chess 1"), "no game is called 'chess'"),
        (lambda: MultipleChoice("Q?", ["a", "b", "a"], "b"), "“Q?”: the option “a” is there twice"),
        (lambda: MultipleChoice("Q?", ["a", "b"], "c"), "“Q?”: the answer “c” is none of the options: “a”, “b”"),
        (lambda: MultipleChoice("Q?", ["a", "b"], []), "there is no right answer"),
        (lambda: MultipleChoice("Q?", ["a"], "a"), "there are 2 to 100 options"),
        (lambda: MultipleChoice("Q?", ["a", " "], "a"), "none of them empty"),
        (lambda: MultipleChoice("Q?", "ab", "a"), "the options are a list"),
        (lambda: MultipleChoice("Q?", ["a", "b"], "a", {"a": "x"}), "a hint for “a”, which is right"),
        (lambda: MultipleChoice("Q?", ["a", "b"], "a", {"c": "x"}), "the hint for “c” is none of the options"),
        (lambda: Pick("Q?", LIT, "sleep"), "“Q?”: the answer “sleep” is none of the options: “stand”, “spend 1 oil”"),
        (lambda: Pick("Q?", LIT, "forbidden"), "“Q?”: nothing here is forbidden"),
        (lambda: Pick("Q?", LIT, "stand", {"stand": "x"}), "which is right"),
        (lambda: Pick("Q?", LIT, "best", of="die"), "one picks an action or a card, not 'die'"),
        (lambda: Pick("Q?", LIT, "best", goal="fame"), "no goal is called 'fame'; there are dawn"),
        (lambda: Pick("Q?", LIT, "best", of="card"), "the answer “best” is none of the options"),
        (lambda: Pick("Q?", lantern.initial_state(), "best"), "nobody chooses in this position; it waits for: draw"),
        (lambda: Pick("Q?", 7, "best", game="karen"), "a position is a state of Karen and the Pirate Island, not int"),
        (lambda: Pick("Q?", 7, "best"), "int does not tell its game: say game="),
        (lambda: Pick("Q?", LIT, "best", game="chess"), "no game is called 'chess'"),
        (lambda: Drawn("a sum"), "a drawn question needs a function"),  # type: ignore[arg-type]
        (lambda: Drawn(a_sum, seed="x"), "a seed is a whole number"),  # type: ignore[arg-type]
        (lambda: Quiz(Drawn(lambda luck: 7)), "made int, which is no Exact"),  # type: ignore[arg-type, return-value]
        (lambda: Quiz([]), "a quiz needs a question"),
        (lambda: Quiz([SIX, "who?"]), "question 2 is str; a quiz asks Exact, MultipleChoice, Pick, Drawn"),  # type: ignore[list-item]
        (lambda: Quiz(SIX, title=7), "a title is text, not 7"),  # type: ignore[arg-type]
        (lambda: Quiz(SIX, show_after=-1), "show_after is a number of tries"),
    ],
)
def test_a_wrong_question_is_refused_by_its_name(make: Callable[[], Any], message: str) -> None:
    with pytest.raises(ValueError) as no:
        make()
    assert message in str(no.value)


# picks ask the rules ------------------------------------------------------------------
def test_all_tied_best_actions_are_right_each_with_its_exact_value() -> None:
    plain = Pick("Best?", LIT, "best").plain()
    assert [o["text"] for o in plain["options"]] == ["stand", "spend 1 oil"]
    assert plain["right"] == [0, 1]
    assert not plain["every"]
    assert plain["aim"] == "the greatest chance to see the dawn"
    one = Pick("Best?", BRIDGE, "best", goal="clear").plain()
    assert one["shown"] == "use Memento: draw 1"
    assert one["options"][0]["note"] == "0 (never)"
    assert "Courage Draw for 1 HP is as good, but 0.600 behind in HP" in one["why"]


def test_legal_and_forbidden_come_from_the_rules_with_the_rule_that_says_no() -> None:
    legal, no = Pick("Legal?", DARK, "legal").plain(), Pick("Forbidden?", DARK, "forbidden").plain()
    assert (legal["shown"], legal["every"]) == ("stand", True)
    assert (no["shown"], no["every"]) == ("spend 1 oil", False)
    assert no["options"][1]["rule"]["cite"] == "3.4 No oil, no card"
    assert no["options"][0]["rule"] is None


def test_an_action_is_named_by_itself_its_label_a_list_or_a_function_of_the_state() -> None:
    names = [lantern.Action.STAND, "stand", ["stand"], lambda s: "stand", lambda s: [lantern.Action.STAND]]
    assert {Pick("What?", LIT, name).answer_text for name in names} == {"stand"}
    both = Pick("What?", LIT, ["stand", "spend 1 oil"], every=True).plain()
    assert (both["right"], both["every"]) == ([0, 1], True)


def test_a_table_is_a_position_too_and_what_happens_on_it_later_does_not_matter() -> None:
    table = Table("lantern", seed=7)
    for _ in range(3):
        table.roll()
    pick = Pick("Best?", table, "best")
    before = pick.plain()
    table.do("stand")
    assert pick.plain() == before
    assert before["board"]["words"].startswith("storm")


def test_equal_cards_are_all_right() -> None:
    plain = Pick("Which gives 1?", BRIDGE, "power 1", of="card").plain()
    assert [plain["options"][p]["text"] for p in plain["right"]] == ["power 1", "power 1"]
    assert plain["shown"] == "power 1"


def test_a_game_of_ones_own_can_be_asked_about() -> None:
    state = given.given(Chooses((1, 2)), End((0,)), End((1,)))
    assert Pick("Which?", state, "a", game=given).plain()["right"] == [0]
    with pytest.raises(ValueError, match="the odds cannot tell what is best"):
        Pick("Which?", state, "best", game=given)


# drawn questions -----------------------------------------------------------------------
def test_a_seed_draws_the_same_questions_again_and_another_one_is_drawn_on_demand() -> None:
    quiz, same = Quiz([SIX, Drawn(a_sum, seed=4)]), Drawn(a_sum, seed=4)
    seen = [quiz.questions[1]["question"]]
    for n in range(2, 6):
        quiz.handle({"another": 1, "after": n - 1})
        assert quiz.questions[1]["number"] == n
        seen.append(quiz.questions[1]["question"])
    assert seen == [same.draw(n).question for n in range(1, 6)]
    assert len(set(seen)) > 1
    assert quiz.questions[0] == Quiz([SIX]).questions[0]


def test_two_clicks_for_the_same_question_draw_one() -> None:
    quiz = Quiz(Drawn(a_sum))
    for _ in range(2):
        quiz.handle({"another": 0, "after": 1})
    assert quiz.questions[0]["number"] == 2


def test_what_cannot_be_drawn_is_said_and_the_next_one_can_be() -> None:
    def moody(luck: Luck) -> Exact:
        if luck.key[1] == 2:
            raise ValueError("no such position")
        return a_sum(luck)

    quiz = Quiz([SIX, Drawn(moody)])
    before = quiz.questions
    quiz.handle({"another": 1})
    assert quiz.status == {"n": 1, "place": 1, "text": "No question could be drawn: no such position"}
    assert quiz.questions == before


@pytest.mark.parametrize("content", [None, 7, {}, {"another": True}, {"another": 9}, {"another": 0}, {"solve": 1}])
def test_what_the_page_cannot_ask_for_is_said_and_changes_nothing(content: Any) -> None:
    quiz = Quiz([SIX, Drawn(a_sum)])
    before = quiz.questions
    quiz.handle(content)
    assert quiz.status["text"].startswith("No question could be drawn: ")
    assert quiz.questions == before


@pytest.mark.parametrize("game", ["lantern", "karen"])
def test_positions_are_drawn_by_playing_and_can_be_asked_about(game: str) -> None:
    states = [drawn_position(Luck(1, n), game) for n in range(4)]
    assert states == [drawn_position(Luck(1, n), game) for n in range(4)]
    assert len(set(states)) > 1
    for state in states:
        assert Pick("Best?", state, "best").plain()["right"]
    with pytest.raises(ValueError, match="no such position was met"):
        drawn_position(Luck(1), "lantern", where=lambda s: s.oil > 9)


# progress --------------------------------------------------------------------------------
def entry(**over: Any) -> dict[str, Any]:
    """An entry of ``progress`` as the page writes it."""
    return {"number": 1, "tries": 0, "solved": False, "shown": False, "given": None, "before": 0} | over


def test_progress_is_read_from_what_the_page_sends() -> None:
    quiz = Quiz([SIX, WHO, Drawn(a_sum)])
    assert (quiz.score, quiz.tries) == ("0 of 3", (0, 0, 0))
    quiz.progress = [entry(tries=3, solved=True, given="10/72"), entry(tries=1, given=[2]), entry(number=4, before=2)]
    assert (quiz.score, quiz.tries, quiz.solved) == ("2 of 3", (3, 1, 0), (True, False, True))


@pytest.mark.parametrize(
    "bad",
    [
        {},
        {"solved": True},
        entry(tries=-1),
        entry(solved=1),
        entry(given="x" * 999),
        entry(given=[None]),
        entry(more=1),
    ],
)
def test_progress_that_does_not_fit_is_left_out(bad: dict[str, Any]) -> None:
    quiz = Quiz([SIX, WHO])
    quiz.progress = [entry(tries=2), entry(tries=1)]
    quiz.progress = [bad, entry(tries=5)]
    assert quiz.tries == (2, 5)
    quiz.progress = [entry()]
    assert quiz.tries == (2, 5)


# in words ----------------------------------------------------------------------------------
def test_a_quiz_prints_its_questions_and_at_the_end_its_answers_the_same_every_time() -> None:
    quiz = Quiz([SIX, WHO, Pick("Which is\nforbidden?", DARK, "forbidden"), Drawn(a_sum, seed=4)], "Two dice")
    assert repr(quiz).splitlines() == [
        "Quiz(“Two dice”, 4 questions)",
        "1. How likely is a sum of 6?",
        "2. Who flees? (Karen | the pirates | nobody)",
        "3. Which is forbidden? [Lantern: storm 2, 0 oil; shown 0, 1] (stand | spend 1 oil)",
        "4. A sum of 6? (drawn with seed 4)",
        "Answers: 1. 5/36 (13.89 %) | 2. Karen | 3. spend 1 oil | 4. 5/36 (13.89 %)",
    ]
    assert repr(Quiz(SIX)).startswith("Quiz(1 question)\n1. How")


def test_the_state_of_a_quiz_is_plain_json_and_hostile_text_is_only_text() -> None:
    options = MultipleChoice(HOSTILE, [HOSTILE, "b"], HOSTILE, {"b": HOSTILE}, why=HOSTILE)
    quiz = Quiz([Exact(HOSTILE, 1, {2: HOSTILE}, why=HOSTILE), options], HOSTILE)
    json.dumps([quiz.questions, quiz.progress])
    assert len(repr(quiz)) < 2000
    for name in ("quiz.js", "judge.mjs", "rational.mjs"):
        for never in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "http:", "https:"):
            assert never not in asset(name)


def test_rules_are_given_as_a_text_or_as_themselves() -> None:
    by_text, itself = (Exact("Q?", 1, rule=r).plain()["rule"] for r in ("karen 3.9", karen.rule["3.9"]))
    assert by_text == itself
    assert by_text["cite"].startswith("3.9 ")
    assert Exact("Q?", 1).plain()["rule"] is None


@needs_node
def test_the_bundled_script_is_one_sound_module(tmp_path: Path) -> None:
    module = tmp_path / "quiz.mjs"
    module.write_text(str(Quiz._esm), encoding="utf-8")
    run = subprocess.run(["node", "--check", str(module)], capture_output=True, text=True, timeout=60)
    assert run.returncode == 0, run.stderr
    assert "import " not in script("rational.mjs", main="judge.mjs").split("export")[0]
