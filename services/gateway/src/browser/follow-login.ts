/**
 * The script of the login page: it follows the login's state. When the state changes it reloads the page, and once the
 * wallet has responded it completes the login. It uses server-sent events, and polls if these do not arrive. If the
 * browser has the Digital Credentials API, the page offers it first, with a button that is hidden without a script.
 */

const main = document.querySelector('main');
const { follow = '', state = '', wallet = '' } = main?.dataset ?? {};
const OPEN = ['waiting', 'declined', 'not_accepted'];
let pause = 2000;
let done = false;
let source: EventSource | undefined;

function told(text: string): void {
  const now = String(
    (JSON.parse(text) as { readonly reason?: string; readonly state: string }).reason ?? JSON.parse(text).state,
  );
  if (done || now === state) return;
  done = true;
  // While the next page loads, it would connect again, to a login that has ended.
  source?.close();
  if (now === 'continue') end();
  else location.reload();
}

/** Sends the form that completes the login, whose token a foreign page can't know. */
function end(): void {
  (document.getElementById('end') as HTMLFormElement | null)?.submit();
}

async function ask(): Promise<void> {
  try {
    const response = await fetch(follow, { headers: { accept: 'application/json' }, cache: 'no-store' });
    if (response.ok) told(await response.text());
    else if (response.status < 500 && response.status !== 429) {
      done = true;
      location.reload();
    }
  } catch {
    // No connection: poll again.
  }
}

function poll(): void {
  void ask().then(() => {
    pause = Math.min(pause * 1.3, 10_000);
    if (!done) setTimeout(poll, pause);
  });
}

function listen(): void {
  if (typeof EventSource === 'undefined') {
    poll();
    return;
  }
  const events = new EventSource(follow);
  source = events;
  const fallBack = (): void => {
    events.close();
    if (!done) poll();
  };
  const silence = setTimeout(fallBack, 5000);
  events.addEventListener('state', (event) => {
    clearTimeout(silence);
    told(event.data);
  });
  events.addEventListener('error', () => {
    clearTimeout(silence);
    if (events.readyState === EventSource.CLOSED) fallBack();
  });
}

/** An entry for the Digital Credentials API, and a response. */
interface DigitalMessage {
  readonly protocol: string;
  readonly data: unknown;
}

/** The request is there before the click: a browser shows its choice of wallets only right after one. */
async function offerWallets(): Promise<void> {
  const place = document.getElementById('ask');
  const button = place?.querySelector('button');
  if (!button || !('DigitalCredential' in globalThis) || !('credentials' in navigator)) return;
  try {
    const response = await fetch(wallet, { headers: { accept: 'application/json' }, cache: 'no-store' });
    if (!response.ok || done) return;
    const { requests } = (await response.json()) as { readonly requests: readonly DigitalMessage[] };
    if (requests.length === 0) return;
    let asking = false;
    button.addEventListener('click', () => {
      if (asking || done) return;
      asking = true;
      void askWallets(requests).finally(() => {
        asking = false;
      });
    });
    place?.removeAttribute('hidden');
  } catch {
    // No connection: link and code remain.
  }
}

async function askWallets(requests: readonly DigitalMessage[]): Promise<void> {
  let answer: DigitalMessage;
  try {
    const options = { digital: { requests } } as CredentialRequestOptions;
    const { protocol, data } = (await navigator.credentials.get(options)) as unknown as DigitalMessage;
    answer = { protocol, data };
  } catch {
    // The user cancelled, or has no such credential. Browsers don't tell which.
    say(document.getElementById('ask')?.dataset.none ?? '');
    return;
  }
  if (done) return;
  // This call's response completes the login. An event about the same response must not do it too.
  done = true;
  const headers = { accept: 'application/json', 'content-type': 'application/json' };
  try {
    const response = await fetch(wallet, { method: 'POST', headers, body: JSON.stringify(answer) });
    if (!response.ok) throw new Error(String(response.status));
    const { next: onward } = (await response.json()) as { readonly next: string };
    location.assign(onward);
  } catch {
    // The page shows the result.
    location.reload();
  }
}

/** In the place that screen readers announce. */
function say(text: string): void {
  const place = document.querySelector('#state p');
  if (place !== null) place.textContent = text;
}

if (state === 'continue') end();
else if (OPEN.includes(state)) {
  listen();
  void offerWallets();
  // Browsers suspend events and timers while the user is in the wallet.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void ask();
  });
  addEventListener('pageshow', (event) => {
    if (event.persisted) void ask();
  });
}

export {};
