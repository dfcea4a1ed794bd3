/** Style of the page `/docs/api.html`: the colours and parts of the console, on top of the style of all pages. */
export const DOCS_STYLE = `:root { --raised: light-dark(#eceef2, #232931); --edge: light-dark(#767f8b, #7f8a97); --accent: light-dark(#0b57a4, #7cb5f2); --on-accent: light-dark(#fff, #0b1520); }
header, .layout { max-width: 84rem; }
.layout { width: 100%; margin: 0 auto; }
.layout main { margin: 0; max-width: none; min-width: 0; padding: 1rem; }
nav ul { display: flex; flex-wrap: wrap; list-style: none; margin: 0; padding: .5rem 1rem; border-top: 1px solid var(--line); }
nav a { display: block; padding: .375rem .75rem; border-radius: .375rem; color: inherit; text-decoration: none; }
nav a:hover, summary:hover { background: var(--raised); }
h1 { hyphens: manual; }
h2 { margin: 0 0 .25rem; scroll-margin-top: 1rem; }
h3, h5 { margin: 0; font: inherit; }
h4 { margin: 1rem 0 .25rem; font-size: 1rem; }
h5, small { color: var(--soft); font-size: .875rem; }
dl { margin: 0; }
dl > div { display: grid; gap: 0 1rem; padding: .375rem 0; border-top: 1px solid var(--line); }
dl > div:first-child { border-top: 0; }
dd { margin: 0; }
b { color: var(--text); }
pre { margin: 0; padding: .75rem; border-radius: .375rem; background: var(--raised); font: .8125rem/1.5 ui-monospace, monospace; white-space: pre-wrap; }
section { margin-top: 2.5rem; }
.facts dt { font-weight: 600; }
#tools { display: grid; gap: 1rem; margin: 0 0 1.5rem; padding: 1rem; border: 1px solid var(--line); border-radius: .625rem; background: var(--sheet); }
#tools p { margin: .25rem 0 0; }
label { display: block; font-weight: 600; font-size: .9375rem; }
input, select, textarea { width: 100%; min-height: 2.5rem; padding: .375rem .625rem; border: 1px solid var(--edge); border-radius: .375rem; background: var(--sheet); color: var(--text); font: inherit; }
textarea { font: .8125rem/1.5 ui-monospace, monospace; resize: vertical; }
button { min-height: 2.5rem; padding: .375rem .875rem; border: 1px solid var(--edge); border-radius: .5rem; background: var(--sheet); color: var(--text); font: inherit; font-weight: 600; cursor: pointer; }
button:hover { background: var(--raised); }
button.main { border-color: transparent; background: var(--accent); color: var(--on-accent); }
button.main:hover { text-decoration: underline; }
button.small { min-height: 1.75rem; margin: .25rem 0 0; padding: 0 .5rem; }
details.entry { margin: .5rem 0 0; border: 1px solid var(--line); border-radius: .625rem; background: var(--sheet); color: inherit; font-size: 1rem; scroll-margin-top: 1rem; }
summary { padding: .625rem 1rem; border-radius: .625rem; }
summary h3 { display: inline-grid; gap: 0 1rem; width: calc(100% - 1.25rem); vertical-align: top; }
.method { color: var(--soft); font: 600 .875rem/1.7 ui-monospace, monospace; }
.paths code { display: block; font-weight: 600; }
.inside { padding: 0 1rem 1rem; border-top: 1px solid var(--line); }
.inside > :first-child { margin-top: .75rem; }
.commands { display: grid; gap: .75rem; }
.languages { display: flex; flex-wrap: wrap; gap: .5rem; margin-bottom: .75rem; }
.languages [aria-pressed=true] { border-color: currentColor; font-weight: 600; }
.commands > *, .try > * { min-width: 0; }
.try { display: grid; gap: .75rem; justify-items: start; margin-top: 1rem; padding: 1rem; border: 1px solid var(--edge); border-radius: .625rem; }
.try h4, .try p { margin: 0; }
.try > div, .try pre { width: 100%; }
@media (min-width: 48rem) {
  .layout main { padding: 1rem 2rem 4rem; }
  #tools { grid-template-columns: 1fr 1fr; }
  summary h3 { grid-template-columns: 4rem minmax(0, 5fr) minmax(0, 6fr); }
  dl > div { grid-template-columns: minmax(0, 2fr) minmax(0, 3fr); }
  dl.facts > div { grid-template-columns: 9rem minmax(0, 1fr); }
}
@media (min-width: 64rem) {
  .layout { display: grid; grid-template-columns: 15rem minmax(0, 1fr); }
  nav { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow-y: auto; }
  nav ul { display: block; border-top: 0; }
  .commands { grid-template-columns: repeat(auto-fit, minmax(24rem, 1fr)); }
}
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
`;
