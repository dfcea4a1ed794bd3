/** Sends a request, and retries it after a network failure or if the server asks for it. */

export interface Sending {
  readonly fetch: typeof fetch;
  /** Resolves after the milliseconds, and rejects if the signal aborts. */
  readonly pause: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

const ATTEMPTS = 4;
const FIRST_PAUSE = 250;
/** With a longer Retry-After the caller decides. */
const LONGEST_PAUSE = 30_000;
/** 409: an earlier attempt with the same Idempotency-Key is still being processed. */
const BUSY = [409, 429, 503];

export interface Outgoing {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body?: string;
  readonly signal?: AbortSignal;
}

/**
 * Sends a request at most four times. The caller makes sure that repeating it is safe, by its method or an Idempotency-Key.
 * @throws the last attempt's error if there was no response
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
    // Following a redirect would send the API key or token to a different address.
    return { response: await sending.fetch(url, { ...init, redirect: 'manual' }) };
  } catch (error) {
    if (last || init.signal?.aborted) throw error;
    return {};
  }
}

/** @returns milliseconds to wait before a retry, or undefined for no retry */
function askedPause(response: Response, now: number): number | undefined {
  const asked = response.headers.get('retry-after');
  if (!BUSY.includes(response.status) || asked === null) return undefined;
  const wait = /^\d+$/.test(asked) ? Number(asked) * 1000 : Date.parse(asked) - now;
  return wait <= LONGEST_PAUSE ? Math.max(wait, 0) : undefined;
}

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
