/** Requests that are repeated where that is safe and of use: after a break of the network, and where the server asks for it. */

export interface Sending {
  readonly fetch: typeof fetch;
  /** Resolves after the milliseconds; rejects where the signal aborts. */
  readonly pause: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

const ATTEMPTS = 4;
const FIRST_PAUSE = 250;
/** A longer Retry-After is left to the caller. */
const LONGEST_PAUSE = 30_000;
/** 409: the first attempt of the same Idempotency-Key is being performed. */
const BUSY = [409, 429, 503];

export interface Outgoing {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body?: string;
  readonly signal?: AbortSignal;
}

/**
 * Sends a request, at most four times. The caller sees to it that it may be repeated: by its method or its Idempotency-Key.
 * @throws the error of the last attempt where there was no answer
 */
export async function send(sending: Sending, { url, ...init }: Outgoing): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const last = attempt === ATTEMPTS;
    const outcome = await tryOnce(sending, url, init, last);
    if (outcome.response !== undefined) {
      const wait = askedPause(outcome.response, sending.now());
      if (last || wait === undefined) return outcome.response;
      await outcome.response.body?.cancel();
      await sending.pause(wait, init.signal);
    } else await sending.pause(FIRST_PAUSE * 2 ** attempt, init.signal);
  }
}

async function tryOnce(
  sending: Sending,
  url: string,
  init: Omit<Outgoing, 'url'>,
  last: boolean,
): Promise<{ response?: Response }> {
  try {
    // A redirect would carry the credential to another address.
    return { response: await sending.fetch(url, { ...init, redirect: 'manual' }) };
  } catch (error) {
    if (last || init.signal?.aborted) throw error;
    return {};
  }
}

/** @returns milliseconds to wait before the request is repeated; undefined where it is not */
function askedPause(response: Response, now: number): number | undefined {
  const asked = response.headers.get('retry-after');
  if (!BUSY.includes(response.status) || asked === null) return undefined;
  const wait = /^\d+$/.test(asked) ? Number(asked) * 1000 : Date.parse(asked) - now;
  return wait <= LONGEST_PAUSE ? Math.max(wait, 0) : undefined;
}

/** The pause of programs. */
export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
