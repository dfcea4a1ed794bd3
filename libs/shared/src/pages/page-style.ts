/**
 * Style of the pages. One column on a phone; on a wide screen the sheet is centred and the waiting page has two columns.
 * Light and dark scheme. Animations stop within five seconds (WCAG 2.2, 2.2.2).
 */
import { DARK_GROUND, isHexColor, LIGHT_GROUND, pageColors, readableText } from './page-colors.ts';

/** Default accent colour of a tenant. */
export const DEFAULT_ACCENT = '#0b57a4';

const BASE = `* { box-sizing: border-box; }
[hidden] { display: none !important; }
body { margin: 0; min-height: 100vh; display: flex; flex-direction: column; background: var(--ground); color: var(--text); font: 1.0625rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
body::before { content: ""; height: .375rem; background: var(--accent); }
header, main, footer { width: 100%; max-width: 60rem; margin: 0 auto; padding: 1rem; }
header { display: flex; align-items: center; gap: .75rem; color: var(--soft); font-weight: 600; }
header p { margin: 0; }
header img { display: block; height: 2.5rem; max-width: 10rem; padding: .125rem; border-radius: .375rem; background: #fff; object-fit: contain; }
footer { color: var(--soft); font-size: .9375rem; }
footer p { margin: 0; }
h1 { font-size: clamp(1.25rem, 6vw, 1.625rem); line-height: 1.25; margin: 0 0 1rem; hyphens: auto; }
h1:focus { outline: none; }
h2 { font-size: 1.125rem; line-height: 1.3; margin: 0 0 .5rem; }
p { margin: 0 0 1rem; }
a { color: var(--accent); }
.button { display: inline-block; min-height: 2.75rem; padding: .625rem 1.125rem; border: 2px solid transparent; border-radius: .5rem; background: var(--accent); color: var(--on-accent); font-weight: 600; text-decoration: none; }
.button:hover { text-decoration: underline; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px; }
.small { margin-bottom: .25rem; }
.small, details { color: var(--soft); font-size: .9375rem; }
details { margin: 1.5rem 0 0; }
summary { cursor: pointer; }
code { font: .875em/1.4 ui-monospace, monospace; }
.message { display: grid; grid-template-columns: auto 1fr; gap: 0 1rem; }
.message .mark { grid-row: span 3; }
.mark { width: 2.5rem; height: 2.5rem; border-radius: 50%; border: .25rem solid var(--accent); position: relative; flex: none; }
.mark::after { position: absolute; inset: 0; display: grid; place-items: center; font: 700 1.25rem/1 system-ui, sans-serif; color: var(--accent); content: "i"; }
.mark.alert { border-color: var(--alert); }
.mark.alert::after { color: var(--alert); content: "!"; }
.mark.done::after { content: "\\2713"; }
@media (min-width: 48rem) {
  header { padding: 1rem 2rem; }
  main { margin: auto; }
  main, .sheet { padding: 2rem; }
  .sheet { background: var(--sheet); border: 1px solid var(--line); border-radius: .75rem; }
  main.short { max-width: 42rem; }
}
@media (forced-colors: active) { .button { border-color: LinkText; } .mark { border-color: CanvasText; } }
`;

/**
 * A page's style.
 * @param accent the tenant's colour, `#rgb` or `#rrggbb`; anything else is ignored
 * @param own additional rules for this kind of page
 */
export function pageStyle(accent: string | undefined, own = ''): string {
  const { light, dark } = pageColors(isHexColor(accent) ? accent : DEFAULT_ACCENT);
  return `:root { color-scheme: light dark; --ground: ${LIGHT_GROUND}; --sheet: #fff; --text: #16191d; --soft: #4a525c; --line: #c9ced6; --alert: #a8210f; --accent: ${light.accent}; --on-accent: ${light.onAccent}; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #101317; --sheet: ${DARK_GROUND}; --text: #eef1f4; --soft: #b3bcc7; --line: #3b434e; --alert: #ffb3a6; --accent: ${dark.accent}; --on-accent: ${dark.onAccent}; }
}
${BASE}${own}`;
}

/** The rule that paints a credential's card in its own colours, readable; empty if it sets none. */
export function cardStyle(background: unknown, text: unknown): string {
  if (!isHexColor(background)) return '';
  return `.card { background: ${background}; color: ${readableText(background, isHexColor(text) ? text : undefined)}; border-color: transparent; }\n`;
}
