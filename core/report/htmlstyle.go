package report

// pageStyle is the style of the static page: the product's tokens, the light
// ones and, by the reader's preference, the dark ones.
const pageStyle = `:root {
  color-scheme: light dark;
  --bg: #ffffff; --inset: #f6f7f8; --line: #e3e6e9; --ink: #14171b; --ink-2: #414852; --ink-3: #5f6772;
  --rejected: #b3152a; --possible: #875300; --incomplete: #6429ae; --proved: #0d6a44;
  --sans: -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", Arial, sans-serif;
  --serif: "Iowan Old Style", Charter, "Source Serif 4", "Noto Serif", "Liberation Serif", "Times New Roman", serif;
  --mono: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", "Liberation Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --bg: #14171b; --inset: #1a1e23; --line: #262b31; --ink: #eceef1; --ink-2: #bcc2ca; --ink-3: #9aa2ad;
    --rejected: #ff7a74; --possible: #e6ae4f; --incomplete: #c5a4ff; --proved: #62d09a;
  }
}
* { box-sizing: border-box; margin: 0; padding: 0; }
body { max-width: 60rem; margin: 0 auto; padding: 32px 16px 48px; font: 14px/20px var(--sans); color: var(--ink); background: var(--bg); }
h1 { font: 400 26px/34px var(--serif); margin: 12px 0 8px; }
h2 { font: 600 14px/20px var(--sans); margin: 32px 0 0; padding-top: 12px; border-top: 1px solid var(--line); }
h3 { font: 400 18px/26px var(--serif); margin: 24px 0 4px; overflow-wrap: anywhere; }
code, pre { font: 12px/20px var(--mono); overflow-wrap: anywhere; }
h3 code { font-size: 16px; }
pre { margin: 4px 0 12px; padding: 8px 12px; background: var(--inset); overflow-x: auto; overflow-wrap: normal; }
mark { color: inherit; background: none; font-weight: 600; border-bottom: 2px solid var(--ink); }
table { border-collapse: collapse; margin: 8px 0 12px; }
caption { text-align: left; font-weight: 600; white-space: nowrap; }
th, td { text-align: left; vertical-align: top; font-weight: 400; padding: 2px 16px 2px 0; border-bottom: 1px solid var(--line); }
.number { font: 600 14px/20px var(--sans); color: var(--ink-3); }
.place, .hint { margin-top: 8px; }
.muted { color: var(--ink-3); }
.rejected { color: var(--rejected); } .possible { color: var(--possible); }
.incomplete { color: var(--incomplete); } .proved { color: var(--proved); }
.wordmark { font: 600 14px/20px var(--sans); }
.tomb { display: inline-block; width: 8px; height: 12px; border: 1.5px solid var(--ink); vertical-align: -1px; }
.tomb.proved { background: var(--ink); } .tomb.incomplete { border-style: dashed; }
footer { margin-top: 32px; padding-top: 12px; border-top: 1px solid var(--line); color: var(--ink-2); }
@media print { body { max-width: none; } article { break-inside: avoid; } }
`
