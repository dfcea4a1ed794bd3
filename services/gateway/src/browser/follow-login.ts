/**
 * The script of the login page: it follows the state of the login. As the state changes the page is loaded again, and once the wallet has
 * answered the login is completed. It uses server-sent events, and polls where these do not arrive.
 */

const main = document.querySelector('main');
const { follow = '', next = '', state = '' } = main?.dataset ?? {};
const OPEN = ['waiting', 'declined', 'not_accepted'];
let pause = 2000;
let done = false;

function told(text: string): void {
  const now = String(
    (JSON.parse(text) as { readonly reason?: string; readonly state: string }).reason ?? JSON.parse(text).state,
  );
  if (done || now === state) return;
  done = true;
  if (now === 'continue') location.replace(next);
  else location.reload();
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
    // No connection: asked again.
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
  const source = new EventSource(follow);
  const fallBack = (): void => {
    source.close();
    if (!done) poll();
  };
  const silence = setTimeout(fallBack, 5000);
  source.addEventListener('state', (event) => {
    clearTimeout(silence);
    told(event.data);
  });
  source.addEventListener('error', () => {
    clearTimeout(silence);
    if (source.readyState === EventSource.CLOSED) fallBack();
  });
}

if (state === 'continue') location.replace(next);
else if (OPEN.includes(state)) {
  listen();
  // Browsers suspend events and timers while the person is in the wallet.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void ask();
  });
  addEventListener('pageshow', (event) => {
    if (event.persisted) void ask();
  });
}

export {};
