/**
 * What runs in the browser that shows the authorization page: it follows the session, tells how it stands, and goes on
 * to the wallet. Server-sent events first, questions at intervals where they do not come through.
 *
 * Compiled for browsers by the project of this folder. The functions are served as text, so they use nothing but each
 * other and what a browser has.
 */

interface Page {
  readonly main: HTMLElement;
  readonly follow: string;
  /** When the request ends, by `performance.now()`. */
  readonly ends: number;
  /** Name of the template that is shown. */
  shown: string;
  done: boolean;
  /** Undefined while the page asks at intervals instead. */
  source: EventSource | undefined;
  asking: boolean;
  timer: number;
  /** Milliseconds until the next question. */
  pause: number;
}

function begin(): void {
  const main = document.querySelector('main');
  const { follow, seconds } = main?.dataset ?? {};
  if (main === null || follow === undefined) return;
  const ends = performance.now() + Number(seconds) * 1000;
  const beginning = { shown: 'waiting', done: false, source: undefined, asking: false, timer: 0, pause: 2000 };
  const page: Page = { main, follow, ends, ...beginning };
  tellEnd(page);
  listen(page);
  // Events and timers stand still while the person is in the wallet app.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') askNow(page);
  });
  addEventListener('pageshow', (event) => {
    if (event.persisted) askNow(page);
  });
  addEventListener('online', () => askNow(page));
}

function tellEnd(page: Page): void {
  const told = document.getElementById('until');
  const { until = '', last = '' } = page.main.dataset;
  const left = page.ends - performance.now();
  if (told === null) return;
  const { lang } = document.documentElement;
  // As the person is used to it, in the language of the page.
  const locale = navigator.language.startsWith(lang) ? navigator.language : lang;
  const at = new Date(performance.timeOrigin + page.ends);
  const time = at.toLocaleTimeString(locale, { hour: '2-digit', minute: '2-digit' });
  const tellLast = (): void => {
    told.textContent = last;
  };
  if (left > 60_000) {
    told.textContent = until.replace('{time}', time);
    setTimeout(tellLast, left - 60_000);
  } else tellLast();
  // From here on a change is read out.
  told.setAttribute('role', 'status');
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
  // The first event comes at once, unless something on the way holds events back.
  const silence = setTimeout(fallBack, 5000);
  source.addEventListener('state', (event) => {
    clearTimeout(silence);
    lost = 0;
    answered(page, event.data);
  });
  source.addEventListener('error', () => {
    lost += 1;
    // It connects again by itself, but not where the server refused.
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
  const given = new AbortController();
  const limit = setTimeout(() => given.abort(), 10_000);
  try {
    const headers = { accept: 'application/json' };
    const response = await fetch(page.follow, { headers, cache: 'no-store', signal: given.signal });
    if (response.ok) answered(page, await response.text());
    // The server knows of no such session any more.
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

function answered(page: Page, text: string): void {
  if (page.done) return;
  const { state, reason, redirect } = JSON.parse(text);
  if (state === 'waiting') {
    show(page, reason === undefined ? 'waiting' : `waiting-${reason}`);
    lead(redirect);
  } else if (state === 'continue') goOn(page, String(redirect));
  else if (state === 'expired') end(page, 'expired', redirect);
  else if (state === 'refused') end(page, `refused-${reason ?? 'not_accepted'}`, redirect);
}

function goOn(page: Page, redirect: string): void {
  if (!canLead(redirect)) {
    end(page, 'refused-issuer', undefined);
    return;
  }
  // Some browsers open an app only where the person has asked for it.
  end(page, 'continue', redirect);
  location.replace(redirect);
}

/** The server has checked the address; content for this page it can't be in any case. */
function canLead(redirect: unknown): boolean {
  return (
    typeof redirect === 'string' &&
    !/^(javascript|data|vbscript|blob|file|filesystem|about|view-source):/i.test(redirect)
  );
}

/** Shows the end, with the link that leads to the redirect URI where there is one. */
function end(page: Page, name: string, redirect: unknown): void {
  finish(page, name);
  lead(redirect);
}

/** Gives the link of what is shown its address. */
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
  // The heading of the end takes the place of the page's own.
  document.getElementById('title')?.remove();
  const heading = state.querySelector('h1');
  document.title = `${heading?.textContent} – ${page.main.dataset.issuer}`;
  const hadFocus = request.contains(document.activeElement);
  request.hidden = true;
  page.main.classList.add('ended');
  // What had the focus is gone; the keyboard continues from the heading and not from the top.
  if (hadFocus) heading?.focus();
}

/** The script as text: a module without imports. */
export const followAuthorization: string = [
  ...[begin, tellEnd, listen, poll, askNow, ask, answered, goOn, canLead, end, lead, finish, show].map(String),
  'begin();\n',
].join('\n');
