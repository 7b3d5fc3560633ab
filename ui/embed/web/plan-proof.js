// <plan-proof>: a verified plan inside another page.
//
//   <script type="module" src="https://host/planproof/plan-proof.js"></script>
//   <plan-proof example="inbox-digest" view="loops" step="34" readonly>
//     what readers without JavaScript see
//   </plan-proof>
//
// example   id of an example                      } one of
// src       a bundle beside planproof, same host  } these
// link      what stands behind # in a link        } three
// view      verdict, state, lattice, automata, loops, contracts, run, guard, proof
// step      number of an event, as the page counts them, or a cursor
// theme     light, dark or auto
// readonly  without the documents
// title     of the frame, for screen readers
//
// The frame is loaded when it comes near the viewport. What is inside the
// element stays until the frame has something to show, and for good where it
// never has. The element has no styles that a strict policy would refuse; the
// host's policy needs script-src and frame-src for where this file is from.
const styles = new CSSStyleSheet();
styles.replaceSync(`
  :host { display: block; position: relative; min-height: 320px; margin: 1em 0; }
  :host([hidden]) { display: none; }
  iframe { display: block; width: 100%; height: 420px; border: 1px solid rgb(128 128 128 / .4); border-radius: 3px; box-sizing: border-box; background: transparent; }
  iframe:not(.ready) { position: absolute; inset: 0; visibility: hidden; }
  iframe.ready ~ slot { display: none; }
`);

const least = 320, most = 900;
const site = new URL(".", import.meta.url);

class PlanProof extends HTMLElement {
  static observedAttributes = ["example", "src", "link", "view", "step", "theme", "readonly", "title"];
  #frame;
  #due = false;
  #hear = e => this.#message(e);

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [styles];
    root.append(document.createElement("slot"));
  }

  connectedCallback() {
    addEventListener("message", this.#hear);
    this.#later();
  }

  disconnectedCallback() {
    removeEventListener("message", this.#hear);
    this.#frame?.remove();
    this.#frame = undefined;
  }

  attributeChangedCallback() { this.#later(); }

  // Several attributes that change together make one frame.
  #later() {
    if (this.#due) return;
    this.#due = true;
    queueMicrotask(() => {
      this.#due = false;
      if (this.isConnected) this.#show();
    });
  }

  // A fresh frame for a new address: setting src of the old one would add to
  // the history of the host page.
  #show() {
    const src = this.address("embed.html");
    if (this.#frame?.src === src) return;
    const frame = document.createElement("iframe");
    frame.loading = "lazy";
    frame.title = this.title || "A verified plan";
    frame.setAttribute("sandbox", "allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox");
    frame.src = src;
    if (this.#frame) this.#frame.replaceWith(frame);
    else this.shadowRoot.prepend(frame);
    this.#frame = frame;
  }

  /** The address of a page of planproof with what this element shows. */
  address(page) {
    const url = new URL(page, site);
    const get = name => this.getAttribute(name)?.trim() ?? "";
    const theme = get("theme");
    if (theme === "light" || theme === "dark") url.searchParams.set("theme", theme);
    const parts = [];
    if (get("link")) parts.push(get("link").replace(/^#/, ""));
    else if (get("src")) parts.push("url=" + encodeURIComponent(get("src")));
    else if (get("example")) parts.push("example=" + encodeURIComponent(get("example")));
    if (get("step")) parts.push("at=" + encodeURIComponent(get("step")));
    if (get("view")) parts.push("view=" + encodeURIComponent(get("view")));
    if (this.hasAttribute("readonly")) parts.push("readonly");
    url.hash = parts.join("&");
    return url.href;
  }

  // The frame says its height whenever that changes, from its first content
  // on. There is nothing to ask for and so nothing to wait for.
  #message(e) {
    const m = e.data;
    if (e.source !== this.#frame?.contentWindow || e.origin !== site.origin || m?.planproof !== "height" || !Number.isFinite(m.height)) return;
    this.#frame.style.height = Math.min(Math.max(m.height, least), most) + "px";
    this.#frame.classList.add("ready");
    this.dispatchEvent(new CustomEvent("plan-proof-ready", { bubbles: true }));
  }
}

customElements.get("plan-proof") ?? customElements.define("plan-proof", PlanProof);
