// The page's side of ui/lab: starts the workers that serve rooms when they are
// first needed, shows what they answer, and has the effects that only a page
// can have. Nothing here knows what a room does.
(() => {
  "use strict";
  const planproof = window.planproof;
  const binaries = { paste: "intake.wasm", guard: "guard.wasm" };                          // rooms with a binary of their own: room → file
  const binaryOf = room => binaries[room] || "lab.wasm";
  const workers = new Map();                      // by binary
  const shown = new WeakMap();                    // host → what it was last asked about

  // --- workers ---

  class Works {
    constructor(file) { this.file = file; this.waiting = new Map(); this.next = 1; this.start(); }

    start() {
      this.docs = null;
      this.worker = new Worker("worker.js");
      this.ready = new Promise((resolve, reject) => { this.resolve = resolve; this.reject = reject; });
      this.ready.catch(() => {});
      const worker = this.worker;
      worker.onmessage = e => worker === this.worker && this.hear(e.data);
      worker.onerror = e => { e.preventDefault(); if (worker === this.worker) this.ended(e.message); };
      this.module ??= WebAssembly.compileStreaming(fetch(this.file));
      this.module.then(module => worker.postMessage({ t: "boot", module }), err => { this.module = null; this.ended(String(err)); });
    }

    hear(m) {
      if (m.t === "ready") this.resolve();
      else if (m.t === "exit") this.ended(m.why);
      else if (m.t === "answer") {
        const w = this.waiting.get(m.id);
        this.waiting.delete(m.id);
        if (w) w.resolve(m);
      }
    }

    // A worker that stopped takes its rooms' memory with it. The next question
    // starts a fresh one.
    ended(why) {
      if (workers.get(this.file) === this) workers.delete(this.file);
      this.worker.terminate();
      const err = new Error(why);
      this.reject(err);
      for (const w of this.waiting.values()) w.reject(err);
      this.waiting.clear();
    }

    async ask(room, action, arg, form) {
      await this.ready;
      const id = this.next++;
      const context = planproof.page.context();
      const docs = { workflow: context.workflow, policy: context.policy, tools: context.tools };
      for (const k of ["workflow", "policy", "tools"]) delete context[k];
      if (!this.docs || this.docs.workflow !== docs.workflow || this.docs.policy !== docs.policy || this.docs.tools !== docs.tools) {
        this.docs = context.docs = docs;
      }
      return new Promise((resolve, reject) => {
        this.waiting.set(id, { resolve, reject });
        this.worker.postMessage({ t: "ask", id, room, do: action, arg: String(arg ?? ""), form: form || [], context });
      });
    }
  }

  const works = room => {
    const file = binaryOf(room);
    if (!workers.has(file)) workers.set(file, new Works(file));
    return workers.get(file);
  };

  // ask gives a room an Ask and carries out the effects of its Reply; for
  // scripts. It resolves to the last Reply with data where effects asked again,
  // and rejects when the worker ends.
  const ask = async (room, action, arg, form) => {
    let last = await works(room).ask(room, action, arg, form);
    for (const e of last.effects) {
      const reply = await carryOut(room, e);
      if (reply?.data) last = reply;
    }
    return last;
  };

  // --- hosts: elements with data-lab ---

  const formOf = host => [...host.querySelectorAll("[name]")]
    .filter(el => el.type !== "radio" || el.checked)
    .map(el => [el.name, el.type === "checkbox" ? (el.checked ? "on" : "") : el.value]);

  // show replaces the HTML of a host and keeps what the user is doing in it;
  // before is what its fields held when the question was asked.
  const show = (host, reply, before) => {
    if (reply.title) { const t = host.closest("dialog")?.querySelector("[data-lab-title]"); if (t) t.textContent = reply.title; }
    if (reply.say) document.querySelector("[data-lab-say]").textContent = reply.say;
    if (reply.same) return;
    const old = host.dataset.labState;
    delete host.dataset.labState;
    if (host.dataset.labHtml === undefined || shown.get(host)?.html !== reply.html || reply.fresh || old) {
      const active = host.contains(document.activeElement) ? document.activeElement : null;
      const kept = reply.fresh ? formState(host, before) : formState(host);
      const open = [...host.querySelectorAll("details[id]")].map(d => [d.id, d.open]);
      const scroll = [...host.querySelectorAll("[data-keep-scroll]")].map(el => [el.dataset.keepScroll, el.scrollTop]);
      const again = active && selectorOf(active);
      host.innerHTML = reply.html;
      host.dataset.labHtml = "";
      for (const [id, is] of open) { const d = host.querySelector(`#${CSS.escape(id)}`); if (d) d.open = is; }
      for (const [name, value, from, to] of kept) {
        const el = host.querySelector(`[name="${CSS.escape(name)}"]`);
        if (!el || el.type === "radio") continue;
        if (el.type === "checkbox") el.checked = value; else el.value = value;
        if (from !== null && el === host.querySelector(again)) el.setSelectionRange?.(from, to);
      }
      for (const [name, top] of scroll) { const el = host.querySelector(`[data-keep-scroll="${CSS.escape(name)}"]`); if (el) el.scrollTop = top; }
      if (again) host.querySelector(again)?.focus({ preventScroll: true });
      if (!again || reply.fresh) host.querySelector("[autofocus]")?.focus();
      host.querySelector("[data-lab-scroll]")?.scrollIntoView({ block: "nearest" });
    }
    const s = shown.get(host) || {};
    s.html = reply.html;
    shown.set(host, s);
  };

  // Only fields that the user changed keep their value: what they were given is
  // in defaultValue and defaultChecked. A select has its default in its options.
  // Of a fresh answer, only what was changed while it was on its way.
  const formState = (host, before) => [...host.querySelectorAll("[name]")].flatMap(el => {
    if (el.tagName === "SELECT" || el.type === "hidden") return [];
    const text = el.type !== "checkbox" && el.type !== "radio";
    const focused = el === document.activeElement;
    if (before && before.get(el.name) === (text ? el.value : el.checked)) return [];
    if ((before || !focused) && (text ? el.value === el.defaultValue : el.checked === el.defaultChecked)) return [];
    let from = null, to = null;
    try { if (text && focused) [from, to] = [el.selectionStart, el.selectionEnd]; } catch { /* no caret */ }
    return [[el.name, text ? el.value : el.checked, from, to]];
  });

  const fieldsOf = host => new Map([...host.querySelectorAll("[name]")].filter(el => el.type !== "radio")
    .map(el => [el.name, el.type === "checkbox" ? el.checked : el.value]));

  const selectorOf = el => {
    if (el.name) return `[name="${CSS.escape(el.name)}"]` + (el.type === "radio" ? `[value="${CSS.escape(el.value)}"]` : "");
    if (el.id) return `#${CSS.escape(el.id)}`;
    for (const key of ["lab-do", "do"]) {
      const v = el.getAttribute(`data-${key}`);
      if (v) return `[data-${key}="${CSS.escape(v)}"]` + (el.dataset[key === "do" ? "arg" : "labArg"] ? `[data-${key.replace("do", "arg")}="${CSS.escape(el.getAttribute(`data-${key.replace("do", "arg")}`))}"]` : "");
    }
    return null;
  };

  // act asks for a host and shows the reply. Slow answers are said to be slow
  // and can be stopped; a room that ended says why and can be opened again.
  const act = async (host, action, arg, extra) => {
    const room = host.dataset.lab;
    const before = fieldsOf(host);
    const slow = setTimeout(() => {
      host.dataset.labState = "slow";
      if (host.dataset.labHtml === undefined) host.innerHTML = `<p class="note">Working. <button class="btn" type="button" data-lab-stop>Stop</button></p>`;
      else if (!host.querySelector("[data-lab-stop]")) host.insertAdjacentHTML("afterbegin", `<p class="note lab-slow">Working. <button class="btn" type="button" data-lab-stop>Stop</button></p>`);
    }, 400);
    try {
      const reply = await works(room).ask(room, action, arg, [...formOf(host), ...(extra || [])]);
      clearTimeout(slow);
      host.querySelector(".lab-slow")?.remove();
      if (reply.same && host.dataset.labState) delete host.dataset.labState;
      // A worker answers in order, so that no answer is older than what is shown;
      // but the host may have got another room by now.
      if (host.dataset.lab === room) show(host, reply, before);
      for (const e of reply.effects) await carryOut(room, e, host);
    } catch (err) {
      clearTimeout(slow);
      failed(host, err);
    }
  };

  const failed = (host, err) => {
    host.dataset.labState = "failed";
    host.textContent = "";
    const p = document.createElement("div");
    p.className = "lab-failed";
    p.setAttribute("role", "alert");
    p.innerHTML = `<p><b>This part of the page stopped.</b> Your documents are untouched.</p><details><summary>What it said</summary><pre class="query"></pre></details><button class="btn" type="button" data-lab-again>Open it again</button>`;
    p.querySelector("pre").textContent = String(err.message || err);
    host.append(p);
  };

  const stop = host => works(host.dataset.lab).ended("stopped by you");

  // sync is called after every paint of the page while a room is on it.
  const key = c => [c.workflow, c.policy, c.tools, c.state, c.strict, c.cursor, c.event, c.open, c.title, c.dark].join("\u0001");
  const visible = host => host.dataset.lab && (host.checkVisibility ? host.checkVisibility() : host.offsetParent);
  const sync = () => {
    const hosts = [...document.querySelectorAll("[data-lab]")].filter(visible);
    if (!hosts.length) return;
    const now = key(planproof.page.context());
    for (const host of hosts) {
      const s = shown.get(host);
      if (s?.key === now && s.room === host.dataset.lab) continue;
      shown.set(host, { ...s, key: now, room: host.dataset.lab });
      act(host, "look", "");
    }
  };

  // --- effects ---

  const base64 = {
    to: s => Uint8Array.from(atob(s), c => c.charCodeAt(0)),
    from: bytes => { let s = ""; for (let i = 0; i < bytes.length; i += 32768) s += String.fromCharCode(...bytes.subarray(i, i + 32768)); return btoa(s); },
  };

  const again = (room, host, action, arg, form) => host && host.dataset.lab === room ? act(host, action, arg, form) : ask(room, action, arg, form);

  const effects = {
    load(e) { planproof.page.load(e); },
    command(e) { planproof.page.do(e.name, e.arg); },
    at(e) { planproof.page.at(e.cursor); },
    mark(e) { planproof.page.mark(e.doc, Number(e.start), Number(e.end)); },
    async copy(e) { await copy(e.text); },
    download(e) { download(e.name, new Blob([e.text], { type: e.type })); },
    address(e) { history.replaceState(null, "", e.fragment || location.pathname + location.search); },
    open(e) { dialog(e.room); },
    tell(e) { return again(e.room, hostIn(e.room), e.as, e.arg); },
    aside(e) { aside(e.mode); },
    keep(e) { try { localStorage.setItem(e.key, e.value); } catch { /* storage is off */ } },
    kept(e, room, host) {
      let value = "";
      try { value = localStorage.getItem(e.key) || ""; } catch { /* storage is off */ }
      return again(room, host, e.then, value);
    },
    close(e, room, host) { (host?.closest("dialog") || document.getElementById("lab")).close(); },
    async fetch(e, room, host) {
      let text = "", error = "";
      try { text = await planproof.ownFile(e.path, 8 << 20); } catch (err) { error = err.message; }
      return again(room, host, e.then, text, error ? [["error", error]] : []);
    },
    async model(e, room, host) {
      let text = "", error = "";
      try {
        text = await asked(e.messages, so => { const el = host?.querySelector("[data-lab-stream]"); if (el) el.textContent = so; });
      } catch (err) { error = err.name === "AbortError" ? "You stopped it." : err.message || String(err); }
      return again(room, host, e.then, text, error ? [["error", error]] : []);
    },
    async deflate(e, room, host) {
      const form = [];
      for (let i = 0; e[i] !== undefined; i++) form.push([String(i), base64.from(await planproof.deflate(base64.to(e[i])))]);
      return again(room, host, e.then, "", form);
    },
    async inflate(e, room, host) {
      let arg = "", error = "";
      try { arg = base64.from(await planproof.inflate(base64.to(e[0]), Number(e.limit))); } catch (err) { error = err.message || "damaged"; }
      return again(room, host, e.then, arg, error ? [["error", error]] : []);
    },
  };
  const carryOut = async (room, e, host) => effects[e.do](e, room, host);

  // --- the language model, where the page's own server forwards to one: then
  // index.html names it in a meta element, and nothing has to be tried ---

  const model = document.querySelector('meta[name="planproof-llm"]')?.content;
  if (model) document.documentElement.dataset.llm = model;
  let stopped = null;

  const asked = async (messages, onText) => {
    stopped = new AbortController();
    const r = await fetch("llm", { method: "POST", headers: { "Content-Type": "application/json" }, body: `{"messages":${messages}}`, signal: stopped.signal });
    if (!r.ok) throw new Error((await r.text()).trim().slice(0, 400) || `The server answers ${r.status}.`);
    if (!(r.headers.get("Content-Type") || "").startsWith("text/event-stream")) return contentOf(await r.json(), "message");
    const reader = r.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = "", rest = "";
    for (;;) {
      const { value, done } = await reader.read();
      const lines = (rest + (value || "")).split("\n");
      rest = done ? "" : lines.pop();
      for (const line of lines) {
        const data = line.startsWith("data:") ? line.slice(5).trim() : "";
        if (data && data !== "[DONE]") { text += contentOf(JSON.parse(data), "delta"); onText(text); }
      }
      if (done) return text;
    }
  };

  const contentOf = (answer, part) => {
    if (answer.error) throw new Error(answer.error.message || "The model's endpoint reports an error.");
    const choice = answer.choices?.[0];
    if (choice?.finish_reason === "length") throw new Error("The answer was cut off at the model's limit.");
    return choice?.[part]?.content || "";
  };

  const say = text => { document.querySelector("[data-lab-say]").textContent = text; };

  const copy = async text => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      const t = document.createElement("textarea");
      t.value = text;
      t.className = "sr";
      (document.querySelector("dialog[open]") || document.body).append(t);
      t.select();
      document.execCommand("copy");
      t.remove();
    }
    planproof.copied = text; // tests read it: the clipboard itself needs a permission
    say("Copied.");
  };

  const download = (name, blob) => {
    const a = document.createElement("a");
    a.href = URL.createObjectURL(blob);
    a.download = name;
    a.click();
    setTimeout(() => URL.revokeObjectURL(a.href), 10_000);
    planproof.saved = { name, blob };
    say(`Saved as ${name}.`);
  };

  // aside shows the room beside the documents: in their place (read), above
  // them (edit), or not at all.
  const aside = mode => {
    if (mode) document.documentElement.dataset.aside = mode;
    else delete document.documentElement.dataset.aside;
    sync();
  };
  const hostIn = room => document.querySelector(`[data-lab="${CSS.escape(room)}"]`);

  // dialog shows a room over the page, or beside the documents where it has its
  // place there.
  const dialog = room => {
    if (hostIn(room)?.dataset.labAside !== undefined) {
      document.querySelector("#lab[open]")?.close();
      planproof.page.do("pane", "text");
      aside(document.documentElement.dataset.aside || "read");
      return;
    }
    const d = document.getElementById("lab");
    const host = d.querySelector("[data-lab-host]");
    if (host.dataset.lab !== room || !d.open) { // what was chosen last time is over
      host.dataset.lab = room;
      host.textContent = "";
      delete host.dataset.labHtml;
      shown.delete(host);
    }
    d.dataset.room = room;
    if (!d.open) d.showModal();
    shown.set(host, { ...shown.get(host), key: null });
    sync();
  };

  // given is a text that was pasted into the page, or dropped on it.
  const given = text => {
    dialog("paste");
    act(document.querySelector("#lab [data-lab-host]"), "given", text);
  };
  document.addEventListener("paste", e => {
    const text = e.clipboardData?.getData("text/plain");
    if (!text || e.target.closest?.("input, textarea, [contenteditable]") || document.querySelector("dialog[open]")) return;
    e.preventDefault();
    given(text);
  });

  // --- what the user does in a host ---

  const edits = new WeakMap(); // fields whose edit is not told yet

  // What a dialog showed is gone with it; some other room may be in it already.
  document.getElementById("lab").addEventListener("close", e => {
    const host = e.currentTarget.querySelector("[data-lab-host]");
    if (e.currentTarget.open) return;
    host.textContent = "";
    delete host.dataset.lab;
    delete host.dataset.labHtml;
    shown.delete(host);
  });

  // A click beside a dialog closes it.
  document.getElementById("lab").addEventListener("click", e => {
    const d = e.currentTarget, r = d.getBoundingClientRect();
    if (e.target === d && (e.clientX < r.left || e.clientX > r.right || e.clientY < r.top || e.clientY > r.bottom)) d.close();
  });

  // Ctrl K and its sibling on a Mac open the commands from everywhere.
  document.addEventListener("keydown", e => {
    if ((e.ctrlKey || e.metaKey) && !e.altKey && !e.shiftKey && e.key.toLowerCase() === "k") {
      e.preventDefault();
      dialog("palette");
    }
  }, true);

  // A worker starts when the pointer or the focus comes near what opens a room.
  for (const type of ["pointerover", "focusin"]) {
    document.addEventListener(type, e => { if (e.target.closest?.("[data-lab-open]")) works(e.target.closest("[data-lab-open]").dataset.labOpen); });
  }

  const hostOf = el => el.closest?.("[data-lab]");
  document.addEventListener("keydown", e => {
    const host = hostOf(e.target);
    if (!host || !e.target.dataset.labKeys?.split(" ").includes(e.key) || e.isComposing) return;
    e.preventDefault();
    held = e.key;
    clearTimeout(edits.get(e.target));
    act(host, "key", e.key);
  });

  // A key that a room has taken is the room's until it is let go: the room may
  // close meanwhile, and the rest of the press would go to what has the focus
  // then, such as the button that opens it again.
  let held = "";
  for (const type of ["keydown", "keypress"]) {
    document.addEventListener(type, e => {
      if (e.key !== held || hostOf(e.target)) return;
      e.preventDefault();
      e.stopPropagation();
    }, true);
  }
  document.addEventListener("keyup", () => { held = ""; }, true);
  document.addEventListener("click", e => {
    const el = e.target.closest?.("[data-lab-do],[data-lab-stop],[data-lab-again],[data-lab-open],[data-lab-close],[data-lab-abort]");
    if (!el) return;
    if (el.dataset.labAbort !== undefined) { stopped?.abort(); return; }
    if (el.dataset.labClose !== undefined) { el.closest("dialog").close(); return; }
    if (el.dataset.labOpen) { e.preventDefault(); dialog(el.dataset.labOpen); return; }
    const host = hostOf(el);
    if (!host) return;
    if (el.tagName === "A") e.preventDefault();
    if (el.dataset.labStop !== undefined) stop(host);
    else if (el.dataset.labAgain !== undefined) { delete host.dataset.labHtml; host.textContent = ""; shown.delete(host); sync(); }
    else act(host, el.dataset.labDo, el.dataset.labArg);
  });
  document.addEventListener("change", e => {
    const host = hostOf(e.target);
    const name = e.target.dataset?.labChange;
    if (host && name) act(host, name, e.target.type === "checkbox" ? (e.target.checked ? "on" : "") : e.target.value);
  });
  document.addEventListener("toggle", e => { if (e.target.open && e.target.querySelector("[data-lab]")) sync(); }, true);
  document.addEventListener("keydown", e => {
    // Enter in a one-line field does what the button after it does.
    if (e.key !== "Enter" || e.target.tagName !== "INPUT" || !hostOf(e.target) || e.defaultPrevented) return;
    const button = e.target.parentElement.querySelector("[data-lab-do]");
    if (button) { e.preventDefault(); button.click(); }
  });
  document.addEventListener("input", e => {
    const host = hostOf(e.target);
    const name = e.target.dataset?.labInput;
    if (!host || !name) return;
    clearTimeout(edits.get(e.target));
    edits.set(e.target, setTimeout(() => act(host, name, e.target.value), Number(e.target.dataset.labWait ?? 120)));
  });

  planproof.lab = {
    ask, sync, dialog, given, copy, download, act, base64, say, effects, again,
    files: ["lab.wasm", ...Object.values(binaries)], // of rooms
    // open tells whether some room is shown beside those that are tabs.
    get open() { return !!document.querySelector("#lab[open], [data-aside] [data-lab-aside], details[open] > [data-lab]"); },
  };
})();
