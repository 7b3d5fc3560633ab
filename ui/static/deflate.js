// What links need from the browser. Loaded before the wasm binary, which
// calls these functions by name.
(() => {
  "use strict";
  const planproof = globalThis.planproof ??= {};

  const through = (bytes, stream) => new Blob([bytes]).stream().pipeThrough(stream);

  // Raw deflate (RFC 1951); Promise of Uint8Array.
  planproof.deflate = async bytes =>
    new Uint8Array(await new Response(through(bytes, new CompressionStream("deflate-raw"))).arrayBuffer());

  // The inverse. It rejects what is damaged, and stops reading at the limit: a
  // short link may hold a very long text.
  planproof.inflate = async (bytes, limit) => {
    const reader = through(bytes, new DecompressionStream("deflate-raw")).getReader();
    const parts = [];
    let size = 0;
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      size += value.length;
      if (size > limit) {
        await reader.cancel();
        throw new RangeError("The documents of the link are too large.");
      }
      parts.push(value);
    }
    const all = new Uint8Array(size);
    let at = 0;
    for (const p of parts) { all.set(p, at); at += p.length; }
    return all;
  };

  // The text of a file on the page's own origin; everything else rejects.
  planproof.ownFile = async (path, limit) => {
    const url = new URL(path, location.href);
    if (url.origin !== location.origin) throw new TypeError("The file is on another site.");
    const answer = await fetch(url, { redirect: "error", credentials: "omit" });
    if (!answer.ok) throw new TypeError(`The file can not be fetched (${answer.status}).`);
    const text = await answer.text();
    if (text.length > limit) throw new RangeError("The file is too large.");
    return text;
  };
})();
