"""The site's pages are made from what is there: games, rules, sheets, notebooks, modules. No page is built here."""

import json
import os
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from lite.prune import prune

import rulebooks
from rulebook_widgets import Table
from rulebooks.core.cards import load_sheet
from web import recording, slim, stage
from web.links import ROOT, Site, relink

WEB = ROOT / "docs" / "web"
TOCTREE = re.compile(r"^```\{toctree\}\n(.*?)^```", re.M | re.S)


@cache
def made() -> dict[str, str]:
    """Every page's source, by name."""
    return stage.pages()[0]


# What there is ------------------------------------------------------------------------
@pytest.mark.parametrize("name", rulebooks.GAMES)
def test_a_game_has_a_page_its_rules_its_cards_and_its_rulings(name: str) -> None:
    page = made()[f"games/{name}.md"]
    for place in (f"../rules/{name}.md", f"../sheets/{name}.md", f"../rulings/{name}.html", "../not_modelled.html#"):
        assert place in page
    assert {f"rules/{name}.md", f"sheets/{name}.md", f"rulings/{name}.md"} <= made().keys()


@pytest.mark.parametrize("name", rulebooks.GAMES)
def test_each_rule_stands_beside_its_code_and_leads_to_its_tests(name: str) -> None:
    page = made()[f"rules/{name}.md"]
    parts = dict(zip(*[iter(re.split(r'<a id="(.+?)">', page)[1:])] * 2, strict=True))
    for rule in rulebooks.game(name).rule:
        assert rule.code.rstrip() in parts[rule.id]
        assert parts[rule.id].count("#test_") >= len(rule.tests) > 0, f"a test of {rule.cite} has no place to lead to"


@pytest.mark.parametrize("name", rulebooks.GAMES)
def test_each_value_on_a_sheet_says_where_it_comes_from(name: str) -> None:
    page, sheet = made()[f"sheets/{name}.md"], load_sheet(name)
    kinds = {source.kind for source in sheet.sources.values()}
    rows = re.findall(r"<tr id=.*?</tr>", page)
    assert len(rows) == len(sheet.cards)
    cells = [cell for row in rows for cell in re.findall(r"<t[hd][ >](?:(?!</t).)*", row)]
    assert [c for c in cells if not c.endswith("<td>") and not any(f'class="from {k}"' in c for k in kinds)] == []


def test_each_ruling_stands_on_its_games_page_once() -> None:
    for name in rulebooks.GAMES:
        rulings = rulebooks.game(name).rule.outline.rulings
        assert re.findall(r'<a id="(.+?)">', made()[f"rulings/{name}.md"]) == list(rulings)


def test_each_page_hangs_from_the_start_page() -> None:
    seen, waiting = set[str](), ["index"]
    while waiting:
        page = waiting.pop()
        if page in seen:
            continue
        seen.add(page)
        for block in TOCTREE.findall(made().get(f"{page}.md", "")):
            for line in block.strip().splitlines():
                entry = (re.findall(r"<(.+)>", line) or [line])[0].strip()
                if entry and not entry.startswith(":"):
                    waiting.append(os.path.normpath(os.path.join(os.path.dirname(page), entry)))
    assert seen == {name.rpartition(".")[0] for name in made()}


def test_each_notebook_leads_to_the_same_notebook_in_the_browser() -> None:
    for file in stage.game_pages.notebooks():
        book = json.loads(made()[file])
        assert f"lite/notebooks/index.html?path={file.removeprefix('notebooks/')}" in "".join(
            book["cells"][1]["source"]
        )
        assert [c for c in book["cells"] if c.get("outputs")] == []  # they are run anew
        assert book["cells"][-1]["metadata"] == {"tags": ["remove-cell"]}


def test_each_module_is_in_the_reference() -> None:
    reference = "".join(text for name, text in made().items() if name.startswith("api/"))
    for root, package in (
        (ROOT / "rulebooks", "rulebooks"),
        (ROOT / "widgets" / "rulebook_widgets", "rulebook_widgets"),
    ):
        for file in root.rglob("*.py"):
            parts = [package, *file.relative_to(root).with_suffix("").parts]
            module = ".".join(part for part in parts if part != "__init__")
            assert file.stem == "__main__" or f".. automodule:: {module}\n" in reference


# Links --------------------------------------------------------------------------------
def relinked(text: str) -> str:
    """A text of docs/here.md on the page "here" of a small site."""
    names = {"docs/here.md": "here", "docs/rules/karen.md": "rules/karen", "README.md": "project"}
    return relink(Site(names, dict.fromkeys(names, '<a id="3.5"></a>')), text, "docs/here.md", "here")


@pytest.mark.parametrize(
    "text, expected",
    [
        ("[read](../README.md)", "[read](project.md)"),
        ("[rule](rules/karen.md#3.5)", '<a class="reference internal" href="rules/karen.html#3.5">rule</a>'),
        ("[`x`](../rulebooks/lantern.py)", "code/rulebooks/lantern.py.html"),
        ("[`rulebooks.lantern:lost`](../rulebooks/lantern.py)", 'code/rulebooks/lantern.py.html#lost"'),
        ("[without oil none can be spent](../tests/test_lantern.py)", "#test_without_oil_none_can_be_spent"),
        ("![drawing](pictures/architecture.svg)", "![drawing](pictures/architecture.svg)"),
        ("```md\n[as it is](nowhere.md)\n```", "[as it is](nowhere.md)"),
    ],
)
def test_a_link_of_a_page_becomes_a_link_of_the_site(text: str, expected: str) -> None:
    assert expected in relinked(text)


def test_a_link_that_leads_nowhere_is_named() -> None:
    with pytest.raises(ValueError, match=r"docs/here\.md: the link to away\.md leads nowhere"):
        relinked("[gone](away.md)")


# Answers without Python ----------------------------------------------------------------
def value(data: dict[str, Any], place: int) -> Any:
    """A value of a recording, put together from its parts as the page does it."""
    kept = data["pool"][place]
    if "v" in kept:
        return kept["v"]
    if "a" in kept:
        return [value(data, p) for p in kept["a"]]
    return {name: value(data, p) for name, p in kept["o"].items()}


@pytest.mark.skipif(not hasattr(os, "fork"), reason="widgets are recorded in forked processes")
def test_what_a_table_answers_is_recorded_and_the_table_stays_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(recording.LIMITS, "Table", 12)
    table = Table("lantern", seed=7)
    before = recording.state_of(table)
    data = recording.recorded(table, "Table").data()
    assert recording.state_of(table) == before

    there = data["ways"][data["start"]][recording.key_of({"roll": True, "turn": 3})]
    table.roll()
    assert {trait: value(data, place) for trait, place in data["states"][there].items()} == recording.state_of(table)


def test_what_counts_requests_is_no_part_of_what_is_looked_up() -> None:
    assert recording.key_of({"turn": 5, "do": 2}) == recording.key_of({"do": 2, "token": "a"}) == '{"do":2}'


# What is made smaller ----------------------------------------------------------------
def test_the_code_of_a_widget_is_kept_once_for_all_pages(tmp_path: Path) -> None:
    state = {"state": {str(n): {"state": {"_esm": "export default 1", "_css": "", "view": n}} for n in range(2)}}
    kind = "application/vnd.jupyter.widget-state+json"
    page = slim.shared(f'<script type="{kind}">{json.dumps(state)}</script>', tmp_path, "../")
    (file,) = tmp_path.iterdir()
    assert "export default 1" in file.read_text(encoding="utf-8")
    assert "export default 1" not in page
    assert page.count(f'<script src="../_static/code/{file.name}">') == 1
    assert page.count(f"{slim.KEPT}{file.stem}") == 2


def test_a_listing_loses_only_the_marks_that_have_no_colour_of_their_own() -> None:
    listing = '<div class="highlight"><pre><span class="k">def</span> <span class="n">draw</span></pre></div>'
    less = slim.LISTING.sub(slim.plain, f'{listing}<span class="n">elsewhere</span>')
    assert '<span class="k">def</span> draw</pre>' in less
    assert '<span class="n">elsewhere</span>' in less


def test_a_script_of_lite_goes_only_if_diagrams_and_charts_alone_need_it(tmp_path: Path) -> None:
    share = '{name:"vega",version:"5",factory:()=>Promise.all([e.e(3)]).then(e)}'
    files = {
        "jlab_core.aa": "o.e(1);o.e(2)",
        "1.aa": 'r.e(4);r.e(5);"UnknownDiagramError"',
        "2.aa": "r.e(4)",
        "3.aa": "",
        "4.aa": "",
        "5.aa": "",
    }
    for name, text in files.items():
        (tmp_path / f"{name}.js").write_text(text, encoding="utf-8")
    (tmp_path / "lab").mkdir()
    (tmp_path / "lab" / "bundle.js").write_text(share, encoding="utf-8")
    prune(tmp_path)
    assert sorted(p.stem for p in tmp_path.glob("*.js")) == ["2.aa", "4.aa", "jlab_core.aa"]


# What comes from elsewhere ----------------------------------------------------------------
def test_the_scripts_from_elsewhere_are_pinned_and_name_no_host() -> None:
    wanted = json.loads((WEB / "package.json").read_text(encoding="utf-8"))["dependencies"]
    lock = (WEB / "package-lock.json").read_text(encoding="utf-8")
    packages = json.loads(lock)["packages"]
    assert {n.removeprefix("node_modules/"): p["version"] for n, p in packages.items() if n} == wanted
    assert all("integrity" in p for n, p in packages.items() if n)
    assert "resolved" not in lock


def test_the_drawing_names_modules_that_exist() -> None:
    drawing = (ROOT / "docs" / "pictures" / "architecture.svg").read_text(encoding="utf-8")
    names = re.findall(r'class="code"[^>]*>(\w+\.py)<', drawing)
    assert len(names) > 8
    homes = (ROOT / "rulebooks" / "core", ROOT / "widgets" / "rulebook_widgets")
    assert [n for n in names if not any(Path(home / n).is_file() for home in homes)] == []
