/** The look of the element: a style sheet object, which no content security policy for styles concerns. */
export const css = `
:host {
  --accent: var(--countersign-accent, #1d4ed8);
  --on-accent: var(--countersign-on-accent, #fff);
  --text: var(--countersign-text, #1b1f24);
  --surface: var(--countersign-surface, #fff);
  --line: var(--countersign-line, #6b7280);
  display: block;
  max-width: 24rem;
  font: inherit;
  line-height: 1.5;
  color: var(--text);
}
@media (prefers-color-scheme: dark) {
  :host(:not([theme='light'])) {
    --accent: var(--countersign-accent-dark, #93c5fd);
    --on-accent: var(--countersign-on-accent-dark, #0b1220);
    --text: var(--countersign-text-dark, #e6e9ee);
    --surface: var(--countersign-surface-dark, #14181f);
    --line: var(--countersign-line-dark, #8b95a5);
  }
}
:host([theme='dark']) {
  --accent: var(--countersign-accent-dark, #93c5fd);
  --on-accent: var(--countersign-on-accent-dark, #0b1220);
  --text: var(--countersign-text-dark, #e6e9ee);
  --surface: var(--countersign-surface-dark, #14181f);
  --line: var(--countersign-line-dark, #8b95a5);
}
:host([hidden]), [hidden] { display: none !important; }
* { box-sizing: border-box; }
button, a {
  display: block;
  width: 100%;
  min-height: 2.75rem;
  padding: 0.6rem 1rem;
  border: 1px solid var(--accent);
  border-radius: 0.5rem;
  font: inherit;
  font-weight: 600;
  text-align: center;
  text-decoration: none;
  overflow-wrap: anywhere;
  cursor: pointer;
  color: var(--accent);
  background: var(--surface);
}
.main { color: var(--on-accent); background: var(--accent); }
button:disabled { opacity: 0.6; cursor: default; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.panel {
  display: grid;
  gap: 0.75rem;
  margin-top: 0.75rem;
  padding: 1rem;
  border: 1px solid var(--line);
  border-radius: 0.5rem;
  background: var(--surface);
}
p { margin: 0; overflow-wrap: anywhere; }
.code { margin: 0 auto; width: 100%; max-width: 18rem; border-radius: 0.5rem; background: #fff; }
svg { display: block; width: 100%; height: auto; }
@media (forced-colors: active) { svg { forced-color-adjust: none; } }
`;
