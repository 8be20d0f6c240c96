// Compile pure-Python wheels to bytecode with Pyodide's own interpreter, under node, with no network.
//
//     node precompile.mjs CORE  MODE IN OUT  [MODE IN OUT ...]
//
// CORE is the folder of Pyodide's core. MODE is "bytecode" (each .py becomes a .pyc: third-party wheels and the
// standard library, which otherwise costs seconds at every start) or "both" (the sources stay, so that
// tracebacks and `??` show them, and their bytecode lies beside them in __pycache__).
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [core, ...jobs] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(resolve(core, "pyodide.mjs")));
const py = await loadPyodide({ indexURL: resolve(core) + "/" });
await py.runPythonAsync(`
import base64, hashlib, importlib.util, io, py_compile, re, zipfile

TESTS = re.compile(r"(^|/)(tests?|testing/tests|benchmarks)/")
# Stubs of libraries that no page has, and what another front end would need.
NEEDLESS = re.compile(r"jedi/third_party/(typeshed/stubs|django-stubs)/|anywidget/(lab|nb)extension/|anywidget-[^/]*[.]data/")
UNCHECKED = py_compile.PycInvalidationMode.UNCHECKED_HASH      # a file's date means nothing inside a wheel

def compiled(source, name):
    "The bytecode of one module; None where its text is no Python of this version (a template, say)."
    with open("/tmp/m.py", "wb") as f:
        f.write(source)
    try:
        py_compile.compile("/tmp/m.py", "/tmp/m.pyc", dfile=name, doraise=True, optimize=0, invalidation_mode=UNCHECKED)
    except py_compile.PyCompileError:
        return None
    with open("/tmp/m.pyc", "rb") as f:
        return f.read()

def squeeze(data, both):
    old, packed, rows = zipfile.ZipFile(io.BytesIO(bytes(data))), io.BytesIO(), []
    record = next((n for n in old.namelist() if n.endswith(".dist-info/RECORD")), None)
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as new:
        def put(name, blob):
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            new.writestr(entry, blob)
            digest = base64.urlsafe_b64encode(hashlib.sha256(blob).digest()).rstrip(b"=").decode()
            rows.append(f"{name},sha256={digest},{len(blob)}")
        for name in old.namelist():
            if name.endswith("/") or name == record or (not both and (TESTS.search(name) or NEEDLESS.search(name))):
                continue
            blob = old.read(name)
            code = compiled(blob, name) if name.endswith(".py") and ".data/" not in name else None
            if both or code is None:
                put(name, blob)
            if code is not None:
                put(importlib.util.cache_from_source(name) if both else name + "c", code)
        if record is not None:                                  # the standard library's archive has none
            put(record, ("\\n".join([*rows, record + ",,"]) + "\\n").encode())
    return packed.getvalue()
`);
const squeeze = py.globals.get("squeeze");
let before = 0, after = 0;
for (let i = 0; i < jobs.length; i += 3) {
  const [mode, from, to] = jobs.slice(i, i + 3);
  const data = readFileSync(from);
  const made = squeeze(py.toPy(new Uint8Array(data)), mode === "both");
  const bytes = made.toJs();
  made.destroy();
  writeFileSync(to, bytes);
  before += data.length;
  after += bytes.length;
}
const mib = n => (n / 2 ** 20).toFixed(1);
console.log(`compiled ${jobs.length / 3} archives: ${mib(before)} -> ${mib(after)} MiB`);
