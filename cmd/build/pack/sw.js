// Answers without a network what the page needs. Files whose name has a hash
// never change and come from the store; the others come from the network, and
// from the store when there is none. All of a store is of one build.
"use strict";
const store = "planproof-__VERSION__";
const files = __FILES__;
const scope = new URL("./", self.location);
const known = new Set(files);
const fixed = name => /\.[0-9a-f]{10}\.[a-z]+$/.test(name);

self.addEventListener("install", e => e.waitUntil((async () => {
  const kept = await caches.open(store);
  await Promise.all(files.map(async name => {
    const answer = await fetch(new Request(new URL(name, scope), { cache: fixed(name) ? "default" : "no-cache" }));
    if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
    // Some hosts redirect page.html to page. What was redirected may not
    // answer a navigation, its content may.
    await kept.put(new URL(name, scope), answer.redirected ? new Response(answer.body, { headers: answer.headers }) : answer);
  }));
  self.skipWaiting();
})()));

self.addEventListener("activate", e => e.waitUntil((async () => {
  for (const name of await caches.keys()) {
    if (name.startsWith("planproof-") && name !== store) await caches.delete(name);
  }
  await self.clients.claim();
})()));

// The name of a kept file, "" for everything that is not ours.
function nameOf(request) {
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== scope.origin || !url.pathname.startsWith(scope.pathname)) return "";
  const name = url.pathname.slice(scope.pathname.length) || "index.html";
  if (known.has(name)) return name;
  return known.has(name + ".html") ? name + ".html" : "";
}

self.addEventListener("fetch", e => {
  const name = nameOf(e.request);
  if (name) e.respondWith(fixed(name) ? fromStore(name, e.request) : fromNetwork(name, e.request));
});

async function kept(name) { return (await caches.open(store)).match(new URL(name, scope)); }

async function fromStore(name, request) { return (await kept(name)) ?? fetch(request); }

async function fromNetwork(name, request) {
  try {
    const answer = await fetch(request);
    if (answer.ok || answer.type === "opaqueredirect") return answer;
    return (await kept(name)) ?? answer;
  } catch (err) {
    const answer = await kept(name);
    if (answer) return answer;
    throw err;
  }
}
