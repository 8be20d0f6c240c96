"""The page of the widgets is whole: each widget has its section, picture, example and every argument and trait."""

import inspect
import re
import struct
from pathlib import Path
from typing import Any

import anywidget
import pytest

import rulebook_widgets

DOCS = Path(__file__).resolve().parents[1] / "docs"
PAGE = (DOCS / "widgets.md").read_text(encoding="utf-8")
TOP, *PARTS = re.split(r"^## ", PAGE, flags=re.M)
SECTIONS = {part.partition("\n")[0]: part.partition("\n")[2].strip() for part in PARTS}
EXPORTED = {name: getattr(rulebook_widgets, name) for name in rulebook_widgets.__all__}
WIDGETS: dict[str, Any] = {
    name: found
    for name, found in EXPORTED.items()
    if isinstance(found, type) and issubclass(found, anywidget.AnyWidget)
}
ROW = re.compile(r"^\| (`.+`) \| ((?:argument|trait|property|method)(?:, (?:trait|property))?) \| .+ \|$", re.M)
MOST_BYTES = 250_000


def picture(name: str) -> str:
    """The address of a widget's picture, as the page writes it."""
    return f"pictures/widget_{name.lower()}.png"


def named(section: str) -> list[tuple[str, set[str]]]:
    """The names in a section's table, each with all that the table calls it."""
    return [(name, set(m[2].split(", "))) for m in ROW.finditer(section) for name in re.findall(r"`\**(\w+)`", m[1])]


def arguments(widget: Any) -> set[str]:
    """What can be given when a widget is made."""
    return set(inspect.signature(widget).parameters)


def traits(widget: Any) -> set[str]:
    """The traits of a widget's own that the page shares."""
    return set(widget.class_trait_names(sync=True)) - set(anywidget.AnyWidget.class_trait_names())


def faults(name: str, section: str) -> list[str]:
    """What a section's table says that is not so, or leaves out."""
    widget, rows = WIDGETS[name], named(section)
    is_so = {
        "argument": lambda n: n in arguments(widget),
        "trait": lambda n: n in traits(widget),
        "property": lambda n: isinstance(inspect.getattr_static(widget, n, None), property),
        "method": lambda n: inspect.isfunction(inspect.getattr_static(widget, n, None)),
    }
    wrong = [f"{n} is no {kind}" for n, kinds in rows for kind in sorted(kinds) if not is_so[kind](n)]
    for kind, needed in (("argument", arguments(widget)), ("trait", traits(widget))):
        wrong += [f"{n}, {kind}, is left out" for n in sorted(needed - {n for n, kinds in rows if kind in kinds})]
    return wrong


def test_each_widget_has_a_section_and_each_section_a_widget() -> None:
    assert len(WIDGETS) >= 9
    assert sorted(SECTIONS) == sorted(WIDGETS)


def test_the_gallery_shows_each_widget_in_the_order_of_the_sections_with_its_purpose_and_picture() -> None:
    rows = re.findall(r"^\| \[(\w+)\]\(#(\w+)\) \| (.+) \| <img src=\"(.+?)\" width=\"\d+\" alt=\"\"> \|$", TOP, re.M)
    assert rows == [(n, n.lower(), SECTIONS[n].partition("\n")[0], picture(n)) for n in SECTIONS]


@pytest.mark.parametrize("name", WIDGETS)
def test_each_section_has_purpose_picture_example_table_keys_and_words(name: str) -> None:
    section = SECTIONS[name]
    purpose, _, rest = section.partition("\n\n")
    assert re.fullmatch(r"[A-Z][^\n]+\.", purpose)
    assert [address for _, address in re.findall(r"!\[([^\]]{20,})\]\((.+?)\)", rest)] == [picture(name)]
    examples = re.findall(r"^```pycon\n(.*?)^```", rest, re.M | re.S)
    assert len(examples) == 1
    assert re.search(rf"^>>> .*\b{name}\(", examples[0], re.M)
    assert re.search(r"^(?!>>>|\.\.\.)\S", examples[0], re.M), "the example prints nothing"
    assert [word for word in ("**Keys:** ", "**Without a kernel:** ") if rest.count(word) != 1] == []


@pytest.mark.parametrize("name", WIDGETS)
def test_each_picture_is_a_png_that_is_small_and_wide_enough(name: str) -> None:
    data = (DOCS / picture(name)).read_bytes()
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    assert len(data) < MOST_BYTES
    width, height = struct.unpack(">II", data[16:24])
    assert width >= 500
    assert height >= 150


@pytest.mark.parametrize("name", WIDGETS)
def test_each_table_names_every_argument_and_trait_and_nothing_else(name: str) -> None:
    assert faults(name, SECTIONS[name]) == []


def test_a_name_that_is_wrong_or_left_out_is_found() -> None:
    table = SECTIONS["Table"]
    assert faults("Table", table.replace("`undo`", "`unmake`")) == ["unmake is no method"]
    assert faults("Table", table.replace("| `seed` |", "| `luck` |")) == [
        "luck is no argument",
        "seed, argument, is left out",
    ]
    assert faults("Table", re.sub(r"^\| `view`.+\n", "", table, flags=re.M)) == ["view, trait, is left out"]


def test_everything_else_that_is_exported_is_named_on_the_page() -> None:
    assert [name for name in EXPORTED if f"`{name}" not in PAGE and name not in SECTIONS] == []
