// In a page there is no Python behind a widget. What a widget would ask of it is answered from what was recorded when
// the site was built (docs/web/recording.py); where the recording ends, a line says so and leads to where Python runs.
(function () {
  "use strict";
  var script = document.currentScript.src;
  var recordings = new Map(); // model id -> promise of what was recorded, null where nothing was
  var places = new Map(); // model id -> the state that the page shows
  var COUNTERS = ["turn", "token", "n"];
  var QUIET = ["look", "about", "find", "log"]; // asked in passing: no line where these have no answer
  var counter = 1000000;

  // A command as it was recorded: without what counts requests, its names in order.
  function keyOf(command) {
    var sorted = function (value) {
      if (Array.isArray(value)) return value.map(sorted);
      if (value === null || typeof value !== "object") return value;
      return Object.fromEntries(Object.keys(value).sort().map(function (k) { return [k, sorted(value[k])]; }));
    };
    return JSON.stringify(sorted(Object.fromEntries(Object.entries(command).filter(function (e) { return !COUNTERS.includes(e[0]); }))));
  }

  // Recordings arrive as scripts, which a page may load from a folder as well as from a server.
  var arrivals = new Map();
  window.rulebookAnswers = function (id, packed) { arrivals.set(id, packed); };
  async function unpacked(text) {
    var bytes = Uint8Array.from(atob(text), function (c) { return c.charCodeAt(0); });
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).json();
  }
  function recording(id) {
    if (!(window.rulebookRecorded || []).includes(id)) return Promise.resolve(null);
    if (!recordings.has(id)) {
      recordings.set(id, new Promise(function (done) {
        var tag = document.createElement("script");
        tag.src = script.replace(/[^/]*$/, "answers/" + encodeURIComponent(id) + ".js");
        tag.onload = function () { unpacked(arrivals.get(id)).then(done, function () { done(null); }); };
        tag.onerror = function () { done(null); };
        document.head.append(tag);
      }));
    }
    return recordings.get(id);
  }

  // A value out of the pool, its parts put together.
  function valueOf(data, place) {
    var kept = data.pool[place];
    if ("v" in kept) return kept.v;
    var value = "a" in kept ? kept.a.map(function (p) { return valueOf(data, p); })
      : Object.fromEntries(Object.entries(kept.o).map(function (e) { return [e[0], valueOf(data, e[1])]; }));
    data.pool[place] = { v: value };
    return value;
  }

  function show(model, data, name, command) {
    var state = data.states[name], traits = {};
    counter += 1;
    for (var trait of Object.keys(state)) {
      var value = valueOf(data, state[trait]);
      if (value !== null && typeof value === "object" && !Array.isArray(value)) {
        value = Object.assign({}, value);
        if ("turn" in value) value.turn = counter;
        if ("n" in value) value.n = counter;
        if ("token" in value) value.token = command.token || "";
      }
      traits[trait] = value;
    }
    places.set(model.model_id, name);
    model.set(traits);
  }

  async function answer(model, command) {
    var data = await recording(model.model_id), key = keyOf(command);
    if (command.tour === "answer") { // a tour judges in the page; only what was answered is kept by Python
      model.set("tour", Object.assign({}, model.get("tour"), { given: command.value }));
      return;
    }
    if (data) {
      var here = places.get(model.model_id) || data.start;
      var there = (data.ways["*"] || {})[key] || (data.ways[here] || {})[key];
      if (there) {
        show(model, data, there, command);
        await note(model, false);
        return;
      }
    }
    if (command.token && model.get("status")) model.set("status", { n: (counter += 1), token: command.token, text: "Python works this out, and there is none behind this page." });
    if (!QUIET.some(function (name) { return name in command; })) await note(model, true);
  }

  function liteLink() {
    var known = document.querySelector(".static-note a.lite"), link = document.createElement("a");
    link.href = known ? known.href : script.replace(/_static\/[^/]*$/, "lite/notebooks/index.html");
    link.textContent = known ? "Open this notebook in your browser" : "Open the notebooks in your browser";
    return link;
  }

  // The line below a widget: there while its last question had no answer.
  async function note(model, shown) {
    for (var promised of Object.values(model.views || {})) {
      var view = await promised, root = view.el.querySelector(".rb") || view.el, line = view.el.querySelector(":scope .no-kernel");
      if (!line && shown) {
        line = document.createElement("p");
        line.className = "no-kernel";
        line.setAttribute("role", "status");
        root.after(line);
      }
      if (line) line.replaceChildren();
      if (line) line.hidden = !shown;
      if (shown) line.append("This page has no Python behind it, and what was recorded ends here. ", liteLink(), " to go on: there everything runs.");
    }
  }

  requirejs(["@jupyter-widgets/base"], function (base) {
    base.WidgetModel.prototype.send = function (content) {
      answer(this, content || {});
      return "";
    };
  });
})();
