// Saves the page with documents as one file that opens without a server. The
// file is the page itself: its HTML, with styles and scripts written into it,
// and everything that it would fetch packed into a block of text. Its policy
// allows these scripts by their hashes, and nothing from anywhere.
(() => {
  "use strict";
  const planproof = window.planproof;
  const binaries = ["app.wasm", "engine.wasm", ...planproof.lab.files];

  const get = async name => {
    const answer = await fetch(name);
    if (!answer.ok) throw new Error(`${name} can not be fetched (${answer.status}).`);
    return new Uint8Array(await answer.arrayBuffer());
  };
  const utf8 = bytes => new TextDecoder().decode(bytes);
  const bytesOf = text => new TextEncoder().encode(text);

  // --- what runs in the file; it refers to nothing outside itself ---

  // outset runs before all else. It gives what was packed to those who fetch
  // it, and makes workers from text.
  const outset = () => {
    const box = document.getElementById("planproof-files");
    const raw = Uint8Array.from(atob(box.textContent.trim()), c => c.charCodeAt(0));
    box.remove();
    // The block is a list of names and lengths, a line feed, and the files.
    const unpacked = new Response(new Blob([raw]).stream().pipeThrough(new DecompressionStream("deflate-raw"))).arrayBuffer().then(buffer => {
      const all = new Uint8Array(buffer), end = all.indexOf(10), files = new Map();
      let at = end + 1;
      for (const [name, type, length] of JSON.parse(new TextDecoder().decode(all.subarray(0, end)))) {
        files.set(name, { type, bytes: all.subarray(at, at + length) });
        at += length;
      }
      return files;
    });
    const folder = location.href.replace(/[?#].*$/, "").replace(/[^/]*$/, "");
    window.fetch = async what => {
      const name = decodeURIComponent(new URL(what, location.href).href.replace(/[?#].*$/, "").replace(folder, ""));
      const file = (await unpacked).get(name);
      if (!file) return new Response("", { status: 404 });
      return new Response(file.bytes, { headers: { "Content-Type": file.type } });
    };
    const script = document.getElementById("planproof-worker").textContent;
    const Original = window.Worker;
    window.Worker = function () {
      const url = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
      return new Original(url);
    };
    // The editor is a module; its text is in the file, and the policy knows its
    // hash.
    window.planproofEditor = async () => {
      const module = document.createElement("script");
      module.type = "module";
      module.textContent = document.getElementById("planproof-editor").textContent;
      document.head.append(module);
    };
  };

  // arrival runs last: it shows what was saved, at the same moment.
  const arrival = () => {
    const opening = JSON.parse(document.getElementById("planproof-opening").textContent);
    if (location.hash) return;
    const wait = setInterval(() => {
      if (!window.planproof?.page) return;
      clearInterval(wait);
      planproof.page.load(opening);
    }, 20);
  };

  // --- putting it together ---

  const sha256 = async text => {
    if (!crypto.subtle) throw new Error("this browser makes hashes only for pages that came over https.");
    return `'sha256-${planproof.lab.base64.from(new Uint8Array(await crypto.subtle.digest("SHA-256", bytesOf(text))))}'`;
  };
  // Nothing in a script or a style may end its element.
  const inert = text => text.replace(/<\/(script|style)/gi, "<\\/$1").replace(/<!--/g, "<\\!--");
  const json = value => JSON.stringify(value).replace(/</g, "\\u003c");

  // packed holds the page's own parts too, so that the file can be saved again.
  const packed = async own => {
    const list = JSON.parse(utf8(await get("examples/gallery.json")));
    const names = [...binaries, "index.html", "worker.js", "wasm_exec.js", "editor.js", ...own, "examples/gallery.json", ...list.map(e => `examples/${e.id}.json`)];
    const parts = [], index = [];
    for (const name of new Set(names)) {
      const bytes = await get(name);
      index.push([name, name.endsWith(".wasm") ? "application/wasm" : "text/plain", bytes.length]);
      parts.push(bytes);
    }
    const all = new Blob([JSON.stringify(index), "\n", ...parts]);
    return planproof.lab.base64.from(await planproof.deflate(new Uint8Array(await all.arrayBuffer())));
  };

  const build = async e => {
    const page = new DOMParser().parseFromString(utf8(await get("index.html")), "text/html");
    const scripts = [...page.querySelectorAll("script[src]")].filter(s => !/^register\./.test(s.getAttribute("src")));
    const sources = new Map();
    for (const s of scripts) sources.set(s, inert(utf8(await get(s.getAttribute("src")))));
    const sheets = [...page.querySelectorAll("link[rel=stylesheet]")].map(l => l.getAttribute("href"));
    const style = inert((await Promise.all(sheets.map(async name => utf8(await get(name))))).join("\n"));
    const own = [...sheets, ...scripts.map(s => s.getAttribute("src"))];
    const worker = inert(utf8(await get("wasm_exec.js")) + "\n" + utf8(await get("worker.js")).replace(/importScripts\([^)]*\);?/, ""));
    const editor = inert(utf8(await get("editor.js")));
    const first = inert(`(${outset})();`), last = inert(`(${arrival})();`);
    const hashes = await Promise.all([first, last, editor, ...sources.values()].map(sha256));
    const policy = `default-src 'none'; script-src ${hashes.join(" ")} 'wasm-unsafe-eval'; style-src ${await sha256(style)}; img-src data: blob:; ` +
      "worker-src blob:; base-uri 'none'; form-action 'none'";

    page.querySelector("meta[http-equiv=Content-Security-Policy]").setAttribute("content", policy);
    for (const el of page.querySelectorAll("link[rel=preload], link[rel=stylesheet], link[rel=modulepreload], script[src]")) el.remove();
    const add = (tag, text, attributes, to = page.body) => {
      const el = page.createElement(tag);
      for (const [k, v] of Object.entries(attributes || {})) el.setAttribute(k, v);
      el.textContent = text;
      to.append(el);
    };
    // A style in a parsed document falls under the policy of this page; the file's
    // is put where this stands.
    add("meta", "", { name: "planproof-style" }, page.head);
    page.title = e.title ? `${e.title} · planproof` : "planproof";
    for (const doc of ["workflow", "policy", "tools"]) page.querySelector(`textarea[data-doc=${doc}]`).textContent = e[doc];
    if (e.inside) page.querySelector("noscript").innerHTML = `<div class="noscript">${e.inside}</div>`;
    add("script", worker, { type: "text/plain", id: "planproof-worker" });
    add("script", editor, { type: "text/plain", id: "planproof-editor" });
    add("script", json({ workflow: e.workflow, policy: e.policy, tools: e.tools, title: e.title, origin: e.origin, example: e.example, at: e.at, view: e.view, strict: e.strict }),
      { type: "application/json", id: "planproof-opening" });
    add("script", await packed(own), { type: "text/plain", id: "planproof-files" });
    add("script", first);
    for (const text of sources.values()) add("script", text);
    add("script", last);
    const html = page.documentElement.outerHTML, mark = '<meta name="planproof-style">', at = html.indexOf(mark);
    return new Blob(["<!doctype html>\n", html.slice(0, at), "<style>", style, "</style>", html.slice(at + mark.length), "\n"], { type: "text/html" });
  };

  planproof.lab.effects.offline = async (e, room, host) => {
    let size = "", error = "";
    try {
      const file = await build(e);
      size = String(file.size);
      planproof.lab.download(e.name, file);
    } catch (err) {
      error = err.message || String(err);
    }
    return planproof.lab.again(room, host, e.then, size, error ? [["error", error]] : []);
  };
})();
