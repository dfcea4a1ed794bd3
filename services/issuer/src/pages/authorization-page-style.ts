/** Styles of the authorization page: request and explanation side by side on wide screens, stacked on a phone. */
export const authorizationPageStyle = `.columns { display: grid; gap: 1.5rem; }
.card { display: inline-block; min-width: min(100%, 17rem); padding: .875rem 1rem; margin: 0 0 1rem; border: 1px solid var(--line); border-radius: .625rem; font-weight: 600; }
.card span { display: block; font-size: .875rem; font-weight: 400; }
#here { margin-top: 1.5rem; }
button.button { font: inherit; font-weight: 600; cursor: pointer; }
dl { margin: 0 0 1rem; }
dt { color: var(--soft); font-size: .9375rem; }
dd { margin: 0; }
#state { border-left: .25rem solid var(--accent); padding: .25rem 0 .25rem .875rem; margin: 0 0 1.5rem; }
#state p:last-child { margin: 0; }
main[data-state="continue"] #state, main[data-state="expired"] #state, main[data-state="refused"] #state { border: 0; padding: 0; margin: 0; }
.code { max-width: 19rem; padding: .5rem; border: 1px solid var(--line); border-radius: .5rem; background: #fff; }
.code svg { display: block; width: 100%; height: auto; }
#until, noscript p { color: var(--soft); margin: 1rem 0 0; }
main.ended { max-width: 42rem; }
.decline { display: inline-block; padding: .625rem 0; }
@media (min-width: 48rem) { .columns { grid-template-columns: 1fr 19rem; gap: 3rem; } }
@media (prefers-reduced-motion: no-preference) {
  main[data-state="waiting"] #state { animation: wait 2.4s ease-in-out 2; }
  @keyframes wait { 50% { border-left-color: var(--line); } }
}
@media (forced-colors: active) { .code { forced-color-adjust: none; } }
`;
