/** The server's messages, read with distrust: anything unexpected is left out or refused. Pure. */

export interface DigitalEntry {
  readonly protocol: string;
  readonly data: unknown;
}

/** The ways to a wallet. */
export interface Ways {
  readonly secondsLeft: number;
  readonly link?: string;
  readonly qr?: { readonly size: number; readonly path: string };
  readonly requests: readonly DigitalEntry[];
}

export interface State {
  readonly state: 'waiting' | 'verified' | 'refused' | 'expired';
  readonly step?: 'opened' | 'returning';
  readonly reason?: 'declined' | 'not_accepted';
  readonly secondsLeft?: number;
}

/** Schemes that run or load something in the page, and the web without encryption. */
const FORBIDDEN = /^(javascript|data|vbscript|blob|file|filesystem|about|view-source|http|ws|wss):/i;

/** An address that a wallet's app may open. */
export function isWalletLink(link: unknown): link is string {
  return typeof link === 'string' && /^[a-z][a-z0-9+.-]*:/i.test(link) && !FORBIDDEN.test(link);
}

/**
 * A request's address, as received by the backend: https, or the same machine for trials.
 * @returns undefined for anything else
 */
export function requestAddress(text: string | null, base: string): URL | undefined {
  if (text === null || text === '' || !URL.canParse(text, base)) return undefined;
  const url = new URL(text, base);
  const local = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
  const secure = url.protocol === 'https:' || (url.protocol === 'http:' && local);
  const plain = url.username === '' && url.password === '' && url.search === '' && url.hash === '';
  return secure && plain ? url : undefined;
}

/** @throws TypeError for any other response */
export function readWays(value: unknown): Ways {
  const { secondsLeft, link, qr, requests } = objectOf(value);
  if (typeof secondsLeft !== 'number' || !Number.isFinite(secondsLeft)) throw new TypeError('secondsLeft');
  if (link !== undefined && !isWalletLink(link)) throw new TypeError('link');
  const code = qr === undefined ? undefined : readCode(qr);
  return {
    secondsLeft,
    ...(link === undefined ? {} : { link }),
    ...(code === undefined ? {} : { qr: code }),
    requests: Array.isArray(requests) ? requests.filter(isEntry) : [],
  };
}

/** @throws TypeError for any other response */
export function readState(value: unknown): State {
  const { state, step, reason, secondsLeft } = objectOf(value);
  if (state !== 'waiting' && state !== 'verified' && state !== 'refused' && state !== 'expired') {
    throw new TypeError('state');
  }
  return {
    state,
    ...(step === 'opened' || step === 'returning' ? { step } : {}),
    ...(reason === 'declined' || reason === 'not_accepted' ? { reason } : {}),
    ...(typeof secondsLeft === 'number' && Number.isFinite(secondsLeft) ? { secondsLeft } : {}),
  };
}

function readCode(value: unknown): { size: number; path: string } {
  const { size, path } = objectOf(value);
  const fits = typeof size === 'number' && size > 0 && size < 200;
  if (!fits || typeof path !== 'string' || !/^[Mhvz\d -]+$/.test(path)) throw new TypeError('qr');
  return { size, path };
}

function isEntry(value: unknown): value is DigitalEntry {
  return typeof value === 'object' && value !== null && typeof (value as DigitalEntry).protocol === 'string';
}

function objectOf(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) throw new TypeError('no object');
  return value as Record<string, unknown>;
}
