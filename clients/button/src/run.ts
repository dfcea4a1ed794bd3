/** One request from its first call to its end: fetched before the click, shown after it, followed until it has ended. */
import type { Asked } from './asking.ts';
import { isReachable, type Mode, type Shown, shownWays } from './choice.ts';
import { type Followed, type Following, follow, plainCall } from './following.ts';
import type { ButtonTexts } from './texts.ts';
import { drawCode, say, type View } from './view.ts';
import { type DigitalEntry, readState, readWays, type State, type Ways } from './wire.ts';

export interface RunParts {
  readonly browser: Following;
  readonly view: View;
  readonly texts: () => ButtonTexts;
  readonly address: URL;
  readonly mode: Mode;
  readonly canAsk: boolean;
  readonly touch: boolean;
  readonly askWallets: (requests: readonly DigitalEntry[], signal: AbortSignal) => Promise<Asked>;
  /** Called once. */
  readonly ended: (state: Exclude<State['state'], 'waiting'>, reason: State['reason']) => void;
}

export interface Run {
  /** The user clicked. */
  readonly begin: () => void;
  readonly askAgain: () => void;
  readonly unfold: () => void;
  /** The page is visible again. */
  readonly look: () => void;
  readonly stop: () => void;
}

interface Progress {
  ways: Ways | undefined;
  shown: Shown | undefined;
  /** The click that came before the ways. */
  begun: boolean;
  ended: boolean;
  followed: Followed | undefined;
  readonly aborting: AbortController;
}

export function startRun(parts: RunParts): Run {
  const progress: Progress = {
    ways: undefined,
    shown: undefined,
    begun: false,
    ended: false,
    followed: undefined,
    aborting: new AbortController(),
  };
  void prepare(parts, progress);
  return {
    begin: () => begin(parts, progress),
    askAgain: () => void askWallets(parts, progress),
    unfold: () => {
      const { view } = parts;
      view.unfold.hidden = true;
      view.scan.hidden = false;
      view.code.hidden = false;
      view.status.focus();
    },
    look: () => progress.followed?.ask(),
    stop: () => {
      progress.ended = true;
      progress.followed?.stop();
      progress.aborting.abort();
    },
  };
}

/** The ways are there before the click: a browser shows its choice of wallets only right after one. */
async function prepare(parts: RunParts, progress: Progress): Promise<void> {
  const { browser, address, canAsk, mode } = parts;
  const digital = canAsk && (mode === 'auto' || mode === 'dc-api');
  try {
    const signal = progress.aborting.signal;
    const response = await browser.fetch(`${address}/request${digital ? '?digital=true' : ''}`, {
      ...plainCall,
      signal,
    });
    if (response.ok) {
      progress.ways = readWays(await response.json());
      if (progress.begun && !progress.ended) open(parts, progress, progress.ways);
      return;
    }
    // It has ended, or another page of this browser has continued it: the state shows the result.
    if (response.status !== 410) throw new Error(String(response.status));
    const followed = await browser.fetch(String(address), { ...plainCall, signal });
    changed(parts, progress, readState(await followed.json()));
  } catch {
    if (progress.ended) return;
    parts.view.panel.hidden = false;
    say(parts.view, parts.texts().failed);
  }
}

function begin(parts: RunParts, progress: Progress): void {
  const { view, texts } = parts;
  if (progress.ended || progress.begun) return;
  progress.begun = true;
  view.panel.hidden = false;
  view.main.setAttribute('aria-expanded', 'true');
  if (progress.ways !== undefined) open(parts, progress, progress.ways);
  else say(view, texts().loading);
}

function open(parts: RunParts, progress: Progress, ways: Ways): void {
  const { view, texts, browser, address } = parts;
  const shown = shownWays(parts.mode, ways, parts);
  progress.shown = shown;
  if (!isReachable(shown)) {
    say(view, texts().unsupported);
    return;
  }
  say(view, texts().waiting);
  show(view, shown, ways);
  progress.followed = follow(browser, {
    address: String(address),
    left: ways.secondsLeft * 1000,
    changed: (state) => changed(parts, progress, state),
    offline: () => say(view, texts().offline),
  });
  if (shown.ask) void askWallets(parts, progress);
}

function show(view: View, shown: Shown, ways: Ways): void {
  view.ask.hidden = !shown.ask;
  view.link.hidden = !shown.link;
  if (shown.link && ways.link !== undefined) view.link.href = ways.link;
  if (ways.qr !== undefined && shown.qr !== 'none') drawCode(view, ways.qr);
  view.unfold.hidden = shown.qr !== 'folded';
  view.scan.hidden = shown.qr !== 'shown';
  view.code.hidden = shown.qr !== 'shown';
}

/** The response goes to the server; its state shows the outcome. */
async function askWallets(parts: RunParts, progress: Progress): Promise<void> {
  const { view, texts, browser, address } = parts;
  const { ways, aborting } = progress;
  if (ways === undefined || progress.ended) return;
  const asked = await parts.askWallets(ways.requests, aborting.signal);
  if (progress.ended) return;
  if (asked.answer === undefined) {
    say(view, asked.why === 'busy' ? texts().busy : texts().noAnswer);
    return;
  }
  try {
    await browser.fetch(`${address}/request`, {
      ...plainCall,
      method: 'POST',
      headers: { ...plainCall.headers, 'content-type': 'application/json' },
      body: JSON.stringify(asked.answer),
      signal: aborting.signal,
    });
  } catch {
    if (!progress.ended) say(view, texts().offline);
  }
  progress.followed?.ask();
}

function changed(parts: RunParts, progress: Progress, { state, step, reason }: State): void {
  const { view, texts } = parts;
  if (progress.ended) return;
  const told = texts();
  if (state === 'waiting') {
    if (reason !== undefined) say(view, reason === 'declined' ? told.retryDeclined : told.retryNotAccepted);
    else if (step !== undefined) say(view, told[step]);
    return;
  }
  progress.ended = true;
  progress.followed?.stop();
  // Another way was first.
  progress.aborting.abort();
  end(view, endText(told, state, reason));
  parts.ended(state, reason);
}

function endText(texts: ButtonTexts, state: 'verified' | 'refused' | 'expired', reason: State['reason']): string {
  if (state === 'refused') return reason === 'declined' ? texts.declined : texts.notAccepted;
  return texts[state];
}

function end(view: View, text: string): void {
  const { panel, main, status } = view;
  const root = panel.getRootNode() as ShadowRoot;
  const hadFocus = root.activeElement !== null;
  panel.hidden = false;
  say(view, text);
  main.hidden = true;
  for (const each of [view.ask, view.link, view.unfold, view.scan, view.code]) each.hidden = true;
  // The focused element was removed: the keyboard continues at the result, not at the top of the page.
  if (hadFocus) status.focus();
}
