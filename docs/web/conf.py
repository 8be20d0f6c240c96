"""Sphinx's settings for the site; `docs/web/build.py` lays out the sources and calls Sphinx with them."""

import importlib
import inspect
import logging
import os
import re
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "docs"), str(ROOT), str(ROOT / "widgets")]

import rulebooks  # noqa: E402
from web.links import code_page, definitions  # noqa: E402

project = "Rulebook Lab"
author = "Rulebook Lab contributors"
copyright = "Rulebook Lab contributors, MIT licence"
release = version = rulebooks.__version__
language = "en_GB"

extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.linkcode", "web.code_pages", "web.mathml"]
suppress_warnings = ["myst.header", "misc.highlighting_failure", "ref.python"]
needs_sphinx = "9.0"

# Pages --------------------------------------------------------------------------------
myst_enable_extensions = ["attrs_inline", "deflist", "dollarmath"]
myst_heading_anchors = 3
myst_dmath_double_inline = False
html_theme = "furo"
html_title = "Rulebook Lab"
html_favicon = "static/favicon.svg"
html_static_path = ["static", os.environ.get("SITE_VENDORED", str(ROOT / "build" / "site" / "vendored"))]
html_css_files = ["site.css"]
html_js_files = [("site.js", {"defer": "defer"})]
html_copy_source = False
html_show_sphinx = False
html_use_index = False
html_domain_indices = False
html_last_updated_fmt = None
html_math_renderer = "mathml"
pygments_style = "a11y-high-contrast-light"
pygments_dark_style = "a11y-high-contrast-dark"

# The colours of the widgets (rulebook_widgets/static/base.css), for the pages around them.
FONT = 'system-ui, "Segoe UI", sans-serif'
html_theme_options = {
    "navigation_with_keys": False,
    "light_css_variables": {
        "font-stack": FONT,
        "color-background-primary": "#fbfaf7",
        "color-background-secondary": "#f4f2ec",
        "color-background-hover": "#eef1f5",
        "color-background-hover--transparent": "#eef1f500",
        "color-background-border": "#dcd8cf",
        "color-foreground-primary": "#22262b",
        "color-foreground-secondary": "#4d5560",
        "color-foreground-muted": "#5c6470",
        "color-foreground-border": "#8a8f98",
        "color-brand-primary": "#22262b",
        "color-brand-content": "#2563a8",
        "color-brand-visited": "#5b4a9c",
        "color-code-background": "#f4f2ec",
        "color-api-name": "#22262b",
        "color-api-pre-name": "#4d5560",
        "color-api-background": "#eef1f5",
        "color-api-background-hover": "#e6eaf0",
        "color-highlight-on-target": "#eef1f5",
    },
    "dark_css_variables": {
        "color-background-primary": "#1c1f24",
        "color-background-secondary": "#22262b",
        "color-background-hover": "#2e343c",
        "color-background-hover--transparent": "#2e343c00",
        "color-background-border": "#3a4049",
        "color-foreground-primary": "#e7e5df",
        "color-foreground-secondary": "#b9bfc8",
        "color-foreground-muted": "#a3abb7",
        "color-foreground-border": "#7d8590",
        "color-brand-primary": "#e7e5df",
        "color-brand-content": "#6aa9ea",
        "color-brand-visited": "#b3a2ec",
        "color-code-background": "#262b32",
        "color-api-name": "#e7e5df",
        "color-api-pre-name": "#b9bfc8",
        "color-api-background": "#2e343c",
        "color-api-background-hover": "#363d46",
        "color-highlight-on-target": "#2e343c",
    },
}

# Notebooks: nothing is asked from elsewhere ------------------------------------------------
nb_execution_mode = "off"  # they come with their outputs, see running.py
nb_merge_streams = True
nb_mime_priority_overrides = [("html", "application/vnd.jupyter.widget-view+json", 0)]
nb_ipywidgets_js: dict[str, dict[str, str]] = {
    "widgets/require.js": {},
    "paths.js": {},
    "shared.js": {},
    "widgets/embed-amd.js": {},
    "answers/index.js": {},
    "no_kernel.js": {},
}

# The reference of functions and classes ---------------------------------------------------
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_preserve_defaults = True
autodoc_typehints_format = "short"
default_role = "code"
add_module_names = False
toc_object_entries = False


def readable(*told: Any) -> tuple[str | None, str | None]:
    """A signature without what Sphinx cannot tidy itself, because defaults such as ``<factory>`` are no Python."""
    signature, back = told[-2:]
    if signature and "<" in signature:
        signature = re.sub(r"~(?:\w+\.)+", "", signature)
        signature = re.sub(r"<factory>", "…", re.sub(r"<(?:function|class) '?([\w.]+)[^>]*>", r"\1", signature))
    return signature, back


def levelled(app: Any, name: str, template: str, context: dict[str, Any], tree: Any) -> None:
    """The captions of the side bar are headings; a reader that is told so must be told of which level."""
    if "furo_navigation_tree" in context:
        known = 'role="heading"'
        context["furo_navigation_tree"] = context["furo_navigation_tree"].replace(known, f'{known} aria-level="2"')


def setup(app: Any) -> None:
    """Called by Sphinx."""
    app.connect("html-page-context", levelled, priority=900)  # after furo's own
    # A game may have a chapter and a function of one name (`kabula.island`); both are found on their page.
    twice = "duplicate object description of"
    for handler in logging.getLogger("sphinx").handlers:
        handler.filters.insert(0, lambda record: twice not in record.getMessage())
    app.connect("autodoc-process-signature", readable)


def linkcode_resolve(domain: str, info: dict[str, str]) -> str | None:
    """The place below code/ where a name of the reference is written; the reference's pages lie one folder down."""
    if domain != "py" or not info["module"]:
        return None
    source = inspect.getsourcefile(importlib.import_module(info["module"]))
    if source is None:
        return None
    file = Path(source).resolve().relative_to(ROOT).as_posix()
    return f"../{code_page(file)}.html#{info['fullname']}" if info["fullname"] in definitions(file) else None
