/**
 * The script of the authorization page: it follows the session, shows its state, and redirects to the wallet. It uses
 * server-sent events, and polls if these do not arrive.
 *
 * Compiled for browsers by this folder's project. The functions are served as text, so they may use only each other and
 * browser APIs.
 */

interface Page {
  readonly main: HTMLElement;
  readonly follow: string;
  /** End of the request on the clock of `performance.now()`, milliseconds. */
  readonly ends: number;
  /** Name of the shown template. */
  shown: string;
  done: boolean;
  /** Undefined while the page polls. */
  source: EventSource | undefined;
  asking: boolean;
  timer: number;
  /** Milliseconds until the next poll. */
  pause: number;
  /** Set while the browser asks its wallets. */
  choosing: AbortController | undefined;
}

/** An entry for the Digital Credentials API, and a response. */
interface DigitalMessage {
  readonly protocol: string;
  readonly data: unknown;
}

function begin(): void {
  const main = document.querySelector('main');
  const { follow, seconds } = main?.dataset ?? {};
  if (main === null || follow === undefined) return;
  const ends = performance.now() + Number(seconds) * 1000;
  const beginning = { shown: 'waiting', done: false, source: undefined, asking: false, timer: 0, pause: 2000 };
  const page: Page = { main, follow, ends, ...beginning, choosing: undefined };
  showDeadline(page);
  listen(page);
  void offerWallets(page);
  // Browsers suspend events and timers while the user is in the wallet app.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') askNow(page);
  });
  addEventListener('pageshow', (event) => {
    if (event.persisted) askNow(page);
  });
  addEventListener('online', () => askNow(page));
}

function showDeadline(page: Page): void {
  const notice = document.getElementById('until');
  const { until = '', last = '' } = page.main.dataset;
  const left = page.ends - performance.now();
  if (notice === null) return;
  const { lang } = document.documentElement;
  // The user's regional format, in the language of the page.
  const locale = navigator.language.startsWith(lang) ? navigator.language : lang;
  const at = new Date(performance.timeOrigin + page.ends);
  const time = at.toLocaleTimeString(locale, { hour: '2-digit', minute: '2-digit' });
  const showLastMinute = (): void => {
    notice.textContent = last;
  };
  if (left > 60_000) {
    notice.textContent = until.replace('{time}', time);
    setTimeout(showLastMinute, left - 60_000);
  } else showLastMinute();
  // Screen readers announce changes after this.
  notice.setAttribute('role', 'status');
  setTimeout(() => askNow(page), Math.max(0, left) + 500);
}

function listen(page: Page): void {
  if (typeof EventSource === 'undefined') {
    poll(page);
    return;
  }
  const source = new EventSource(page.follow);
  page.source = source;
  let lost = 0;
  const fallBack = (): void => {
    if (page.source !== source) return;
    source.close();
    page.source = undefined;
    poll(page);
  };
  // The first event arrives immediately, unless a proxy buffers events.
  const silence = setTimeout(fallBack, 5000);
  source.addEventListener('state', (event) => {
    clearTimeout(silence);
    lost = 0;
    answered(page, event.data);
  });
  source.addEventListener('error', () => {
    lost += 1;
    // EventSource reconnects automatically, except after the server refuses.
    if (source.readyState === EventSource.CLOSED || lost > 2) fallBack();
    else askNow(page);
  });
}

function poll(page: Page): void {
  clearTimeout(page.timer);
  void ask(page).then(() => {
    if (page.done || page.source !== undefined) return;
    page.timer = setTimeout(() => poll(page), page.pause);
    page.pause = Math.min(page.pause * 1.3, 10_000);
  });
}

function askNow(page: Page): void {
  if (page.done) return;
  page.pause = 2000;
  if (page.source === undefined) poll(page);
  else void ask(page);
}

async function ask(page: Page): Promise<void> {
  if (page.asking || page.done) return;
  page.asking = true;
  const controller = new AbortController();
  const limit = setTimeout(() => controller.abort(), 10_000);
  try {
    const headers = { accept: 'application/json' };
    const response = await fetch(page.follow, { headers, cache: 'no-store', signal: controller.signal });
    if (response.ok) answered(page, await response.text());
    // The session no longer exists.
    else if ([400, 404, 410].includes(response.status)) finish(page, 'expired');
    else throw new Error(String(response.status));
  } catch {
    if (performance.now() > page.ends) finish(page, 'expired');
    else if (!page.done) show(page, 'offline');
  } finally {
    clearTimeout(limit);
    page.asking = false;
  }
}

/**
 * Shows the button if the browser has the Digital Credentials API. The request is fetched before the click: a browser
 * shows its choice of wallets only right after one. Without the button the link and the code remain.
 */
async function offerWallets(page: Page): Promise<void> {
  const place = document.getElementById('ask');
  const button = place?.querySelector('button');
  const { wallet } = page.main.dataset;
  const kind = (globalThis as { DigitalCredential?: { userAgentAllowsProtocol?: (name: string) => boolean } })
    .DigitalCredential;
  if (!button || wallet === undefined || kind === undefined || !('credentials' in navigator)) return;
  try {
    const response = await fetch(wallet, { headers: { accept: 'application/json' }, cache: 'no-store' });
    if (!response.ok) return;
    const { requests } = (await response.json()) as { readonly requests: readonly DigitalMessage[] };
    const allowed = requests.filter(({ protocol }) => kind.userAgentAllowsProtocol?.(protocol) ?? true);
    if (allowed.length === 0 || page.done) return;
    button.addEventListener('click', () => void askWallets(page, wallet, allowed));
    place?.removeAttribute('hidden');
  } catch {
    // No connection: the state shows it.
  }
}

/** Runs after a click. Every wallet response goes to the server, whose state shows the result. */
async function askWallets(page: Page, wallet: string, requests: readonly DigitalMessage[]): Promise<void> {
  if (page.choosing !== undefined || page.done) return;
  const choosing = new AbortController();
  page.choosing = choosing;
  try {
    const options = { digital: { requests }, signal: choosing.signal } as CredentialRequestOptions;
    const credential = (await navigator.credentials.get(options)) as unknown as DigitalMessage;
    const { protocol, data } = credential;
    const headers = { accept: 'application/json', 'content-type': 'application/json' };
    await fetch(wallet, { method: 'POST', headers, body: JSON.stringify({ protocol, data }) });
    askNow(page);
  } catch {
    // The user cancelled, or has no such credential. Browsers don't tell which.
    if (!page.done) show(page, 'waiting-no_answer');
  } finally {
    page.choosing = undefined;
  }
}

function answered(page: Page, text: string): void {
  if (page.done) return;
  const { state, reason, redirect } = JSON.parse(text);
  if (state === 'waiting') {
    show(page, reason === undefined ? 'waiting' : `waiting-${reason}`);
    lead(redirect);
  } else if (state === 'continue') continueTo(page, String(redirect));
  else if (state === 'expired') end(page, 'expired', redirect);
  else if (state === 'refused') end(page, `refused-${reason ?? 'not_accepted'}`, redirect);
}

function continueTo(page: Page, redirect: string): void {
  if (!canLead(redirect)) {
    end(page, 'refused-issuer', undefined);
    return;
  }
  // Some browsers open an app only after a tap, so the link stays visible.
  end(page, 'continue', redirect);
  location.replace(redirect);
}

/** Refuses schemes that execute or load content in this page, although the server has checked the address. */
function canLead(redirect: unknown): boolean {
  return (
    typeof redirect === 'string' &&
    !/^(javascript|data|vbscript|blob|file|filesystem|about|view-source):/i.test(redirect)
  );
}

/** Shows the end, with the link to the redirect URI if there is one. */
function end(page: Page, name: string, redirect: unknown): void {
  finish(page, name);
  lead(redirect);
}

/** Sets the shown link's address. */
function lead(redirect: unknown): void {
  const link = document.querySelector('#state a');
  if (!(link instanceof HTMLAnchorElement) || !canLead(redirect)) return;
  link.setAttribute('href', String(redirect));
  link.parentElement?.removeAttribute('hidden');
}

function finish(page: Page, name: string): void {
  page.done = true;
  page.source?.close();
  page.source = undefined;
  // Another wallet was first.
  page.choosing?.abort();
  clearTimeout(page.timer);
  show(page, name);
}

function show(page: Page, name: string): void {
  if (page.shown === name) return;
  const state = document.getElementById('state');
  const template = document.getElementById(`state-${name}`);
  const request = document.getElementById('request');
  if (state === null || request === null || !(template instanceof HTMLTemplateElement)) return;
  page.shown = name;
  page.main.dataset.state = name.split('-', 1)[0];
  state.replaceChildren(template.content.cloneNode(true));
  if (!page.done) return;
  // The final heading replaces the page's heading.
  document.getElementById('title')?.remove();
  const heading = state.querySelector('h1');
  document.title = `${heading?.textContent} – ${page.main.dataset.issuer}`;
  const hadFocus = request.contains(document.activeElement);
  request.hidden = true;
  page.main.classList.add('ended');
  // The focused element is removed: keyboard navigation continues at the heading, not at the top.
  if (hadFocus) heading?.focus();
}

/** The script as text: a module without imports. */
export const followAuthorization: string = [
  ...[
    begin,
    showDeadline,
    listen,
    poll,
    askNow,
    ask,
    offerWallets,
    askWallets,
    answered,
    continueTo,
    canLead,
    end,
    lead,
    finish,
    show,
  ].map(String),
  'begin();\n',
].join('\n');
