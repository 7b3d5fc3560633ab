// Saves drawings. A drawing of the page has classes and gets its look from the
// stylesheet; a saved one has the look written into it, in light colors, so
// that it is the same in every viewer.
(() => {
  "use strict";
  const planproof = window.planproof;

  // What a viewer of SVG takes from an element and the page may have set.
  // Inherited properties are written where they differ from the parent.
  const inherited = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-dasharray", "stroke-linecap", "stroke-linejoin",
    "font-family", "font-size", "font-weight", "font-style", "letter-spacing", "text-anchor", "dominant-baseline", "paint-order", "visibility"];
  const own = { opacity: "1" };
  const outside = new Set(["data-k", "data-over", "data-node", "data-path", "data-testid", "data-do", "data-arg", "tabindex", "class"]);

  // write copies the look of an element that is on the page to its twin.
  const write = (el, twin, parent) => {
    const look = getComputedStyle(el);
    if (look.display === "none") { twin.remove(); return; }
    for (const p of inherited) {
      const value = look.getPropertyValue(p);
      if (!parent || value !== parent.getPropertyValue(p)) twin.setAttribute(p, value);
    }
    for (const [p, initial] of Object.entries(own)) {
      const value = look.getPropertyValue(p);
      if (value !== initial) twin.setAttribute(p, value);
    }
    const twins = [...twin.children];
    [...el.children].forEach((child, i) => { if (!(child instanceof SVGTitleElement)) write(child, twins[i], look); });
    for (const name of [...twin.getAttributeNames()]) if (outside.has(name)) twin.removeAttribute(name);
    if (twin.getAttribute("role") === "button") twin.removeAttribute("role");
  };

  // still is a drawing that needs nothing else; its size is in pixels.
  const still = drawing => {
    const stage = document.createElement("div");
    stage.className = "picture-stage";
    stage.innerHTML = drawing;
    document.body.append(stage);
    const svg = stage.querySelector("svg"), twin = svg.cloneNode(true);
    const { width, height } = svg.viewBox.baseVal;
    write(svg, twin, null);
    const ground = document.createElementNS(svg.namespaceURI, "rect");
    for (const [k, v] of Object.entries({ x: -8, y: -8, width: width + 16, height: height + 16, fill: getComputedStyle(stage).backgroundColor, stroke: "none" })) ground.setAttribute(k, v);
    twin.prepend(ground);
    twin.setAttribute("viewBox", `-8 -8 ${width + 16} ${height + 16}`);
    twin.setAttribute("width", width + 16);
    twin.setAttribute("height", height + 16);
    twin.setAttribute("xmlns", svg.namespaceURI);
    stage.remove();
    return { text: new XMLSerializer().serializeToString(twin), width: width + 16, height: height + 16 };
  };

  const png = async (picture, scale) => {
    const url = URL.createObjectURL(new Blob([picture.text], { type: "image/svg+xml" }));
    try {
      const img = new Image();
      img.src = url;
      await img.decode();
      const canvas = document.createElement("canvas");
      canvas.width = Math.ceil(picture.width * scale);
      canvas.height = Math.ceil(picture.height * scale);
      canvas.getContext("2d").drawImage(img, 0, 0, canvas.width, canvas.height);
      return await new Promise((resolve, reject) => canvas.toBlob(b => b ? resolve(b) : reject(new Error("The drawing is too large for a PNG.")), "image/png"));
    } finally {
      URL.revokeObjectURL(url);
    }
  };

  planproof.lab.effects.picture = async e => {
    const picture = still(e.svg), scale = Number(e.scale);
    try {
      const blob = scale > 0 ? await png(picture, scale) : new Blob([picture.text], { type: "image/svg+xml" });
      planproof.lab.download(e.name, blob);
    } catch (err) {
      planproof.lab.say(`Not saved: ${err.message}`);
    }
  };
})();
