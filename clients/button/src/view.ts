/** The element's nodes. Never markup, so that text from a server or page cannot become an element. */
import { css } from './style.ts';
import type { ButtonTexts } from './texts.ts';
import type { Ways } from './wire.ts';

export interface View {
  readonly main: HTMLButtonElement;
  readonly panel: HTMLElement;
  readonly status: HTMLElement;
  readonly ask: HTMLButtonElement;
  readonly link: HTMLAnchorElement;
  readonly scan: HTMLElement;
  readonly unfold: HTMLButtonElement;
  readonly code: HTMLElement;
}

const SVG = 'http://www.w3.org/2000/svg';

function made<K extends keyof HTMLElementTagNameMap>(tag: K, part: string): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  element.setAttribute('part', part);
  if (element instanceof HTMLButtonElement) element.type = 'button';
  return element;
}

/** Creates the nodes in the element's shadow. */
export function createView(host: HTMLElement): View {
  const shadow = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  shadow.adoptedStyleSheets = [sheet];
  const view: View = {
    main: made('button', 'button'),
    panel: made('div', 'panel'),
    status: made('p', 'status'),
    ask: made('button', 'ask'),
    link: made('a', 'link'),
    scan: made('p', 'scan'),
    unfold: made('button', 'other-device'),
    code: made('div', 'qr'),
  };
  const { main, panel, status, ask, link, scan, unfold, code } = view;
  main.className = 'main';
  main.setAttribute('aria-expanded', 'false');
  main.setAttribute('aria-controls', 'panel');
  panel.id = 'panel';
  panel.className = 'panel';
  panel.setAttribute('role', 'group');
  panel.hidden = true;
  status.setAttribute('role', 'status');
  status.tabIndex = -1;
  code.className = 'code';
  code.setAttribute('role', 'img');
  for (const each of [ask, link, scan, unfold, code]) each.hidden = true;
  panel.append(status, ask, link, unfold, scan, code);
  shadow.append(main, panel);
  return view;
}

export function showTexts({ main, panel, ask, link, scan, unfold, code }: View, texts: ButtonTexts): void {
  main.textContent = texts.label;
  panel.setAttribute('aria-label', texts.label);
  ask.textContent = texts.ask;
  link.textContent = texts.open;
  scan.textContent = texts.scan;
  unfold.textContent = texts.otherDevice;
  code.setAttribute('aria-label', texts.code);
}

/** The code: dark on white in a dark page too, because scanners need it. */
export function drawCode({ code }: View, { size, path }: NonNullable<Ways['qr']>): void {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', `0 0 ${size} ${size}`);
  svg.setAttribute('shape-rendering', 'crispEdges');
  svg.setAttribute('aria-hidden', 'true');
  const modules = document.createElementNS(SVG, 'path');
  modules.setAttribute('d', path);
  modules.setAttribute('fill', '#000');
  svg.append(modules);
  code.replaceChildren(svg);
}

/** Shows text that is also announced to screen readers. */
export function say({ status }: View, text: string): void {
  if (status.textContent !== text) status.textContent = text;
}
