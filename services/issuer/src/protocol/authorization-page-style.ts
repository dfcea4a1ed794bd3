/**
 * Style of the authorization page: one column on a phone, two where there is room; light and dark. What moves stops
 * within five seconds (WCAG 2.2, 2.2.2).
 */
export const pageStyle = `:root {
  color-scheme: light dark;
  --ground: #f6f7f9;
  --sheet: #fff;
  --text: #16191d;
  --soft: #4a525c;
  --line: #c9ced6;
  --strong: #0b57a4;
  --on-strong: #fff;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #101317;
    --sheet: #191d23;
    --text: #eef1f4;
    --soft: #b3bcc7;
    --line: #3b434e;
    --strong: #8ec2ff;
    --on-strong: #0a1a2c;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text); font: 1.0625rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
header, main { max-width: 48rem; margin: 0 auto; padding: 1rem; }
header { padding-bottom: 0; color: var(--soft); font-weight: 600; }
header p { margin: 0; }
h1 { font-size: clamp(1.25rem, 6vw, 1.5rem); line-height: 1.25; margin: 0 0 1rem; hyphens: auto; }
h2 { font-size: 1.125rem; line-height: 1.3; margin: 0 0 .5rem; }
p { margin: 0 0 1rem; }
[hidden] { display: none !important; }
#state { background: var(--sheet); border: 1px solid var(--line); border-left: .25rem solid var(--strong); border-radius: .5rem; padding: .75rem 1rem; margin: 0 0 1.5rem; }
#state p:last-child { margin: 0; }
#state p:not(:last-child) { margin: 0 0 .75rem; }
main[data-state="expired"] #state, main[data-state="refused"] #state { border-left-style: double; border-left-width: .5rem; }
#ways { display: grid; gap: 1.5rem; }
@media (min-width: 40rem) { #ways { grid-template-columns: 1fr 1fr; } }
section { min-width: 0; }
.button { display: inline-block; min-height: 2.75rem; padding: .625rem 1.125rem; border: 2px solid transparent; border-radius: .5rem; background: var(--strong); color: var(--on-strong); font-weight: 600; text-decoration: none; }
.button:hover { text-decoration: underline; }
:focus-visible { outline: 3px solid var(--strong); outline-offset: 3px; }
h2:focus { outline: none; }
.code { max-width: 18rem; padding: .5rem; border: 1px solid var(--line); border-radius: .5rem; background: #fff; }
.code svg { display: block; width: 100%; height: auto; }
#until, noscript p { color: var(--soft); margin: 1rem 0 0; }
@media (prefers-reduced-motion: no-preference) {
  main[data-state="waiting"] #state { animation: wait 2.4s ease-in-out 2; }
  @keyframes wait { 50% { border-left-color: var(--line); } }
}
@media (forced-colors: active) { .button { border-color: LinkText; } .code { forced-color-adjust: none; } }
`;
