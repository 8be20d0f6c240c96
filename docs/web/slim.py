"""Make the written pages smaller: what many pages repeat is kept once, and markup that nothing shows is left out.

`static/shared.js` puts the code of the widgets back in its place before they start.
"""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path
from typing import Any

STATE = re.compile(r'(<script type="application/vnd\.jupyter\.widget-state\+json">)(.*?)(</script>)', re.S)
CODE = ("_esm", "_css")  # of a widget: many times the size of what it shows
SIGNATURE = re.compile(r'<dt class="sig .*?</dt>', re.S)
LISTING = re.compile(r'<div class="highlight"><pre>.*?</pre>', re.S)
PRE = re.compile(r'<span class="pre">([^<]*)</span>')
# Names, signs and spaces: they have the colour of the text around them.
PLAIN = re.compile(r'<span class="(?:n|p|w|o|nn|default_value)">([^<]*)</span>')
KEPT = "rulebook-code:"  # and a name: here a widget's code belongs


def shared(text: str, folder: Path, up: str) -> str:
    """A page whose widgets have their code in files of their own, below a folder."""
    named: dict[str, str] = {}

    def without(match: re.Match[str]) -> str:
        told: dict[str, Any] = json.loads(match[2])
        for model in told["state"].values():
            for trait in CODE:
                code = model["state"].get(trait)
                if code:
                    name = hashlib.sha256(code.encode()).hexdigest()[:12]
                    named[name] = code
                    model["state"][trait] = KEPT + name
        state = json.dumps(told, ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/")
        scripts = "".join(f'<script src="{up}_static/code/{name}.js"></script>' for name in sorted(named))
        return scripts + match[1] + state + match[3]

    text = STATE.sub(without, text)
    for name, code in named.items():
        folder.mkdir(parents=True, exist_ok=True)
        script = f"(window.rulebookCode ||= {{}})[{json.dumps(name)}] = {json.dumps(code)};\n"
        (folder / f"{name}.js").write_text(script, encoding="utf-8")
    return text


def plain(match: re.Match[str]) -> str:
    """A listing or a signature without the marks that change nothing; they lie in each other, the inner ones first."""
    return PLAIN.sub(r"\1", PRE.sub(r"\1", match[0]))


def slim(made: Path) -> None:
    """Go through the pages that Sphinx wrote."""
    twice = {p.name for p in (made / "pictures").iterdir() if (made / "_images" / p.name).is_file()}
    for page in made.rglob("*.html"):
        text = before = page.read_text(encoding="utf-8")
        up = "../" * (len(page.relative_to(made).parts) - 1)
        text = shared(text, made / "_static" / "code", up)
        text = LISTING.sub(plain, SIGNATURE.sub(plain, text))
        text = re.sub(r"\b_images/([\w.-]+)", lambda m: f"pictures/{m[1]}" if m[1] in twice else m[0], text)
        if text != before:
            page.write_text(text, encoding="utf-8", newline="\n")
    for name in twice:
        (made / "_images" / name).unlink()
    for needless in made.glob("_static/**/*.map"):
        needless.unlink()
    for folder in (made / "_sources", made / "_images"):
        if folder.is_dir() and not any(folder.iterdir()):
            folder.rmdir()
