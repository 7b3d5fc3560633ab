// Local history: snapshots of the three documents, kept in this browser and
// nowhere else (IndexedDB), so that a reload or a wrong paste loses nothing.
//
// A snapshot is made when somebody has edited and then pauses, at most one a
// minute (a newer one replaces it); what an example or a link brought is not
// kept. In a clean page (#blank) nothing is kept. When the browser has no room,
// the oldest snapshots go first; when it still has none, the dialog says so.
(() => {
  "use strict";
  const planproof = window.planproof;
  const limit = { count: 60, bytes: 24 << 20, gap: 60_000, pause: 1500 };
  const names = ["workflow", "policy", "tools"];
  const state = { off: "", saved: 0 };

  const texts = () => Object.fromEntries(names.map(n => [n, document.querySelector(`textarea[data-doc="${n}"]`).value]));
  const clean = () => location.hash.startsWith("#blank") || document.documentElement.dataset.embed !== undefined;

  // --- the store ---

  let opened = null;
  const open = () => opened ??= new Promise((resolve, reject) => {
    const r = indexedDB.open("planproof", 1);
    r.onupgradeneeded = () => r.result.createObjectStore("history", { keyPath: "id", autoIncrement: true });
    r.onsuccess = () => {
      r.result.onversionchange = () => { r.result.close(); opened = null; };
      resolve(r.result);
    };
    r.onerror = () => reject(r.error);
  });

  // transact runs a function on the store and waits until all of it is written.
  const transact = async (mode, work) => {
    const db = await open();
    return new Promise((resolve, reject) => {
      const t = db.transaction("history", mode);
      let result;
      t.oncomplete = () => resolve(result);
      t.onabort = t.onerror = () => reject(t.error);
      work(t.objectStore("history"), value => { result = value; });
    });
  };
  const all = () => transact("readonly", (store, done) => { store.getAll().onsuccess = e => done(e.target.result); });
  const put = snapshot => transact("readwrite", (store, done) => { store.put(snapshot).onsuccess = e => done(e.target.result); });
  const drop = ids => transact("readwrite", store => { for (const id of ids) store.delete(id); });
  const clear = () => transact("readwrite", store => { store.clear(); });

  const sizeOf = s => names.reduce((n, d) => n + 2 * s[d].length, 0);

  // trim drops the oldest snapshots beyond the limits.
  const trim = async (count, bytes) => {
    const list = (await all()).reverse();
    let sum = 0;
    await drop(list.filter((s, i) => (sum += sizeOf(s)) > bytes || i >= count).map(s => s.id));
  };

  // --- keeping ---

  let pending = null, timer = 0, last = null;   // last: the snapshot of this visit that may still be replaced

  const changed = () => {
    if (clean()) return;
    pending = { at: Date.now(), title: planproof.page?.context().title || "", ...texts() };
    clearTimeout(timer);
    timer = setTimeout(keep, limit.pause);
  };

  const keep = async () => {
    clearTimeout(timer);
    const s = pending;
    pending = null;
    if (!s || names.every(n => !s[n].trim()) || last && names.every(n => s[n] === last[n])) return;
    if (last && s.at - last.since < limit.gap) { s.id = last.id; s.since = last.since; } else s.since = s.at;
    try {
      s.id = await roomy(s);
      last = s;
      state.off = "";
      state.saved++;
      await trim(limit.count, limit.bytes);
    } catch (err) {
      state.off = err?.name === "QuotaExceededError" ? "The browser has no room left: nothing is kept at the moment." : "This browser keeps nothing for this page.";
    }
  };

  // roomy writes a snapshot; without room the older half goes first.
  const roomy = async s => {
    try {
      return await put(s);
    } catch (err) {
      if (err?.name !== "QuotaExceededError") throw err;
      const list = await all();
      await drop(list.slice(0, Math.ceil(list.length / 2)).map(x => x.id));
      delete s.id;
      return put(s);
    }
  };

  document.addEventListener("input", e => { if (e.target.dataset?.doc) changed(); });
  addEventListener("pagehide", () => { keep(); });
  document.addEventListener("visibilitychange", () => { if (document.hidden) keep(); });

  // --- the dialog ---

  const el = (tag, props, ...children) => {
    const node = Object.assign(document.createElement(tag), props);
    node.append(...children);
    return node;
  };

  // ago is a moment as people say it; the exact one is in its title.
  const ago = (at, now = Date.now()) => {
    const minutes = Math.round((now - at) / 60_000);
    if (minutes < 1) return "now";
    if (minutes < 60) return `${minutes} min ago`;
    const day = t => new Date(t).toDateString();
    const time = new Date(at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
    return day(at) === day(now) ? time : `${new Date(at).toLocaleDateString([], { day: "numeric", month: "short" })}, ${time}`;
  };

  // differs says what a snapshot has that the page has not.
  const differs = s => {
    const now = texts();
    const parts = names.filter(n => now[n] !== s[n]);
    return parts.length ? `differs in ${parts.join(", ")}` : "as it is now";
  };

  const row = s => {
    const button = el("button", { type: "button" },
      el("span", { className: "nm", textContent: s.title || "Untitled" }),
      el("time", { dateTime: new Date(s.at).toISOString(), title: new Date(s.at).toLocaleString(), textContent: ago(s.at) }),
      el("span", { className: "mo", textContent: `${names.filter(n => s[n]).map(n => `${n} ${s[n].split("\n").length} lines`).join(", ")}; ${differs(s)}` }));
    button.dataset.testid = "history-item";
    button.addEventListener("click", () => restore(s));
    return el("li", {}, button);
  };

  const restore = s => {
    document.getElementById("local-history").close();
    planproof.page.load({ workflow: s.workflow, policy: s.policy, tools: s.tools, title: s.title, origin: "history" });
  };

  const fill = async box => {
    let list = [], why = "";
    try { list = (await all()).reverse(); } catch { why = "This browser keeps nothing for this page."; }
    if (clean()) why = "This is a clean page: nothing of it is kept.";
    else why ||= state.off;
    box.replaceChildren(
      ...(why ? [el("p", { className: "note", textContent: why })] : []),
      list.length ? el("ul", {}, ...list.map(row)) : el("p", { className: "note", textContent: "Nothing is kept yet. What you edit will be here." }));
    document.querySelector("[data-history-clear]").disabled = list.length === 0;
  };

  const dialog = async () => {
    await keep();
    const d = document.getElementById("local-history");
    await fill(d.querySelector("[data-history-list]"));
    if (!d.open) d.showModal();
  };

  document.addEventListener("click", async e => {
    const button = e.target.closest?.("[data-history-clear],[data-history-close]");
    if (!button) return;
    const d = document.getElementById("local-history");
    if (button.dataset.historyClose !== undefined) d.close();
    else { last = null; await clear().catch(() => {}); await fill(d.querySelector("[data-history-list]")); d.querySelector("[data-history-close]").focus(); }
  });

  planproof.commands.history = dialog;
  planproof.history = { limit, state, all, keep, clear };
})();
