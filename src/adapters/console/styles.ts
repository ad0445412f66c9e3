/**
 * The style sheet of the tools. Lengths are in pixels, because `rem` depends on the page. What the page sets on the element
 * `reqsim-console` overrides `:host`, such as its place or its `color-scheme`.
 */
export const STYLES: string = `
:host {
  all: initial;
  color-scheme: light dark;
  display: block;
  font: 14px/1.45 system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif;
  color: light-dark(#171c28, #e7eaf2);
  --surface: light-dark(#fff, #161b25);
  --raised: light-dark(#edeff5, #212836);
  --line: light-dark(#d8dce6, #343d4d);
  --muted: light-dark(#525c70, #a5afc1);
  --accent: light-dark(#3b4cca, #9dacff);
  --accent-text: light-dark(#fff, #12183d);
  --warn: light-dark(#7a4d00, #f3c66b);
  --warn-ground: light-dark(#fdeecb, #3a2c0c);
  --bad: light-dark(#a51c23, #ff9a9e);
  --bad-ground: light-dark(#fde3e4, #45191c);
}
:host(.drawer) { position: fixed; inset: auto 16px 16px auto; z-index: 2147483647; }
@media print { :host(.drawer) { display: none; } }
:host([hidden]) { display: none; }
* { box-sizing: border-box; }
h2, p, ul, ol { margin: 0; padding: 0; list-style: none; }
h2 { font-size: 14px; font-weight: 600; }
[hidden] { display: none !important; }
.tools { display: flex; flex-direction: column; align-items: flex-end; gap: 8px; }
.drawer-panel {
  order: -1;
  width: min(420px, calc(100vw - 32px));
  max-height: min(800px, calc(100vh - 80px));
  overflow: auto;
  overscroll-behavior: contain;
  border: 1px solid var(--line);
  border-radius: 8px;
  box-shadow: 0 8px 24px rgb(0 0 0 / 25%);
}
.panel { background: var(--surface); align-self: stretch; }
.head {
  position: sticky;
  top: 0;
  padding: 8px 12px;
  background: var(--surface);
  border-bottom: 1px solid var(--line);
}
.group { display: grid; gap: 8px; padding: 10px 12px; border-bottom: 1px solid var(--line); }
.group:last-child { border-bottom: 0; }
.row { display: flex; flex-wrap: wrap; gap: 4px; align-items: center; }
.grow { flex: 1; min-width: 0; overflow-wrap: anywhere; }
.muted { color: var(--muted); }
.status { overflow-wrap: anywhere; }
.status:not(:empty) { margin-top: 4px; }
.status.bad { color: var(--bad); }
li { display: flex; gap: 8px; align-items: baseline; padding: 6px 0; border-top: 1px solid var(--line); }
li:first-child { border-top: 0; }
.note { display: block; color: var(--warn); }
time { font-weight: 600; font-variant-numeric: tabular-nums; }
.badge {
  flex: none;
  padding: 0 6px;
  border-radius: 4px;
  background: var(--raised);
  font-size: 13px;
  font-variant-numeric: tabular-nums;
}
.warn { color: var(--warn); background: var(--warn-ground); }
.badge.bad { color: var(--bad); background: var(--bad-ground); }
button, select, input {
  min-height: 28px;
  padding: 1px 7px;
  border: 1px solid var(--line);
  border-radius: 4px;
  background: var(--raised);
  color: inherit;
  font: inherit;
}
input { width: 72px; background: var(--surface); }
input::placeholder { color: var(--muted); opacity: 1; }
button { cursor: pointer; }
button:hover { border-color: var(--accent); }
.toggle {
  display: flex;
  gap: 6px;
  align-items: center;
  min-height: 36px;
  padding: 4px 14px;
  border-radius: 999px;
  border-color: var(--accent);
  background: var(--accent);
  color: var(--accent-text);
  font-weight: 600;
  box-shadow: 0 2px 8px rgb(0 0 0 / 25%);
}
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
`
