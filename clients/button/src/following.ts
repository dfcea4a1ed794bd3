/**
 * Follows a request's state through server-sent events, and polls if these do not arrive. It ends with the request's
 * final state, or by the clock if the server never responds.
 */
import { readState, type State } from './wire.ts';

/** The parts of a browser that are used. */
export interface Following {
  readonly fetch: typeof fetch;
  /** Undefined if the browser lacks it. */
  readonly EventSource: typeof EventSource | undefined;
  readonly setTimeout: (work: () => void, milliseconds: number) => number;
  readonly clearTimeout: (timer: number) => void;
  /** Milliseconds. */
  readonly now: () => number;
}

export interface Followed {
  /** Asks immediately, for example when the user comes back to the page. */
  readonly ask: () => void;
  readonly stop: () => void;
}

export interface FollowOptions {
  readonly address: string;
  /** Milliseconds until the request ends. */
  readonly left: number;
  readonly changed: (state: State) => void;
  /** Called while the server can't be reached. */
  readonly offline: () => void;
}

const FIRST_PAUSE = 2000;
const LONGEST_PAUSE = 10_000;
/** Milliseconds without a first event: a proxy holds events back. */
const SILENCE = 5000;
const LIMIT = 10_000;
/** Milliseconds after the end in which the server may still report the request's result. */
const GRACE = 15_000;

interface Run {
  readonly browser: Following;
  readonly options: FollowOptions;
  /** Milliseconds on the clock. */
  ends: number;
  done: boolean;
  asking: boolean;
  pause: number;
  timer: number;
  source: EventSource | undefined;
  readonly aborting: AbortController;
}

export function follow(browser: Following, options: FollowOptions): Followed {
  const run: Run = {
    browser,
    options,
    ends: browser.now() + options.left + GRACE,
    done: false,
    asking: false,
    pause: FIRST_PAUSE,
    timer: 0,
    source: undefined,
    aborting: new AbortController(),
  };
  if (browser.EventSource === undefined) poll(run);
  else listen(run, browser.EventSource);
  return {
    ask: () => {
      run.pause = FIRST_PAUSE;
      if (run.source === undefined) poll(run);
      else void ask(run);
    },
    stop: () => stop(run),
  };
}

function listen(run: Run, Source: typeof EventSource): void {
  const source = new Source(run.options.address);
  run.source = source;
  let lost = 0;
  const fallBack = (): void => {
    if (run.source !== source) return;
    source.close();
    run.source = undefined;
    poll(run);
  };
  const silence = run.browser.setTimeout(fallBack, SILENCE);
  source.addEventListener('state', (event) => {
    run.browser.clearTimeout(silence);
    lost = 0;
    read(run, event.data);
  });
  source.addEventListener('error', () => {
    if (run.done) return;
    lost += 1;
    // It reconnects automatically, except after a refusal.
    if (source.readyState === Source.CLOSED || lost > 2) fallBack();
    else void ask(run);
  });
}

function read(run: Run, text: string): void {
  try {
    told(run, readState(JSON.parse(text)));
  } catch {
    // Not ours: wait for the next one.
  }
}

function poll(run: Run): void {
  run.browser.clearTimeout(run.timer);
  if (run.done) return;
  void ask(run).then(() => {
    if (run.done || run.source !== undefined) return;
    run.browser.clearTimeout(run.timer);
    run.timer = run.browser.setTimeout(() => poll(run), run.pause);
    run.pause = Math.min(run.pause * 1.3, LONGEST_PAUSE);
  });
}

async function ask(run: Run): Promise<void> {
  if (run.asking || run.done) return;
  run.asking = true;
  const { browser, options, aborting } = run;
  const limit = new AbortController();
  const timer = browser.setTimeout(() => limit.abort(), LIMIT);
  try {
    const response = await browser.fetch(options.address, { ...plainCall, signal: anyOf(limit, aborting) });
    if (response.ok) told(run, readState(await response.json()));
    else if ([404, 410].includes(response.status)) told(run, { state: 'expired' });
    else throw new Error(String(response.status));
  } catch {
    if (run.done) return;
    if (browser.now() >= run.ends) told(run, { state: 'expired' });
    else options.offline();
  } finally {
    browser.clearTimeout(timer);
    run.asking = false;
  }
}

/** No cookie, no page address, and no redirect to another address. */
export const plainCall = {
  headers: { accept: 'application/json' },
  cache: 'no-store',
  credentials: 'omit',
  redirect: 'error',
  referrerPolicy: 'no-referrer',
} as const satisfies RequestInit;

/** `AbortSignal.any` is missing in browsers of 2023. */
function anyOf(limit: AbortController, other: AbortController): AbortSignal {
  other.signal.addEventListener('abort', () => limit.abort(), { once: true });
  return limit.signal;
}

function told(run: Run, state: State): void {
  if (run.done) return;
  // A response code may live longer than the request.
  if (state.secondsLeft !== undefined) run.ends = run.browser.now() + state.secondsLeft * 1000 + GRACE;
  if (state.state !== 'waiting') stop(run);
  run.options.changed(state);
}

function stop(run: Run): void {
  run.done = true;
  run.source?.close();
  run.source = undefined;
  run.browser.clearTimeout(run.timer);
  run.aborting.abort();
}
