// Run notebooks again in the browser's Python, under node, and compare every cell with the outputs that are saved.
//
//     node parity.mjs [--times] PYODIDE NOTEBOOK [NOTEBOOK ...]
//
// PYODIDE is `site/lite/static/pyodide`: the very files that the site serves. Each notebook gets a fresh interpreter;
// nothing is fetched. Compared are what was printed, the text of what was raised, and every text form of what was
// shown (plain, HTML, LaTeX, SVG): where nbval compares a notebook with one Python, this does so with another.
import { readFileSync } from "node:fs";
import { basename, resolve } from "node:path";
import { performance } from "node:perf_hooks";
import { pathToFileURL } from "node:url";

const words = process.argv.slice(2);
const times = words[0] === "--times" && words.shift();
const [core, ...books] = words;
if (!books.length) {
  console.error("usage: node parity.mjs [--times] PYODIDE NOTEBOOK [NOTEBOOK ...]");
  process.exit(2);
}

const SHELL = `
import json, sys
import pyodide_kernel
from IPython.utils.capture import capture_output

_shell = pyodide_kernel.ipython_shell
_shell.send_comm = lambda *a, **k: None          # there is no page: what widgets send goes nowhere
_shell.showtraceback = lambda *a, **k: None

def _told(source):
    "What a cell told, as JSON: each kind of text with its words."
    with capture_output() as caught:
        done = _shell.run_cell(source, store_history=True)
    shown = [dict(out.data) for out in caught.outputs]
    if done.result is not None and not source.rstrip().endswith(";"):
        shown.append(_shell.display_formatter.format(done.result)[0])
    told = {"stdout": caught.stdout, "stderr": caught.stderr}
    for data in shown:
        for kind, text in data.items():
            if kind.startswith("text/") or kind == "image/svg+xml":
                told[kind] = told.get(kind, "") + text
    error = done.error_before_exec or done.error_in_exec
    if error is not None:
        told["error"] = f"{type(error).__name__}: {error}"
    return json.dumps({kind: text for kind, text in told.items() if text})
_told
`;
const text = lines => [].concat(lines ?? []).join("");

// What a cell's saved outputs tell, in the same form.
function saved(cell) {
  const told = {};
  const add = (kind, words) => words && (told[kind] = (told[kind] ?? "") + words);
  for (const out of cell.outputs) {
    if (out.output_type === "stream") add(out.name, text(out.text));
    else if (out.output_type === "error") add("error", `${out.ename}: ${out.evalue}`);
    else for (const [kind, words] of Object.entries(out.data ?? {}))
      if (kind.startsWith("text/") || kind === "image/svg+xml") add(kind, text(words));
  }
  return told;
}

function differences(want, got) {
  const kinds = [...new Set([...Object.keys(want), ...Object.keys(got)])].sort();
  return kinds.filter(kind => want[kind] !== got[kind]);
}

const { loadPyodide } = await import(pathToFileURL(resolve(core, "pyodide.mjs")));
const quiet = { messageCallback: () => {} };
let good = 0, bad = 0;
for (const book of books) {
  const began = performance.now();
  const py = await loadPyodide({ indexURL: resolve(core) + "/" });
  await py.loadPackage(["ipython", "ipykernel", "comm", "pyodide-kernel"], quiet);
  const tell = await py.runPythonAsync(SHELL);
  const took = [];
  for (const [number, cell] of JSON.parse(readFileSync(book, "utf8")).cells.entries()) {
    if (cell.cell_type !== "code") continue;
    const source = text(cell.source), ignored = (cell.metadata?.tags ?? []).includes("nbval-ignore-output");
    await py.loadPackagesFromImports(source, quiet);
    const start = performance.now();
    const got = JSON.parse(tell(source)), want = saved(cell);
    took.push([performance.now() - start, number]);
    const wrong = ignored && !got.error ? [] : differences(want, got);
    if (!wrong.length) good++;
    else {
      bad++;
      for (const kind of wrong)
        console.log(`${book} cell ${number}, ${kind}\n  saved:   ${JSON.stringify(want[kind] ?? null)}\n  browser: ${JSON.stringify(got[kind] ?? null)}`);
    }
  }
  const seconds = ms => (ms / 1000).toFixed(1);
  const [slowest, which] = took.reduce((a, b) => (b[0] > a[0] ? b : a), [0, null]);
  console.log(`${basename(book)}: ${took.length} cells in ${seconds(performance.now() - began)} s, the slowest (cell ${which}) in ${seconds(slowest)} s`);
  if (times) for (const [ms, number] of took) console.log(`  cell ${number}: ${(ms / 1000).toFixed(3)} s`);
}
console.log(`${good} passed, ${bad} failed`);
process.exit(bad ? 1 : 0);
