/** The access token for client credentials, fetched once and renewed before it expires. */
import type { components } from './http-api.ts';
import { CountersignError } from './problem.ts';
import { type Sending, send } from './sending.ts';

export interface TokenSource {
  /** Returns a token that is valid for at least half a minute. @throws CountersignError if the credentials are refused */
  token(): Promise<string>;
  /** Drops a token that the server has refused. */
  forget(token: string): void;
}

const MARGIN = 30_000;

export function createTokenSource(
  sending: Sending,
  { baseUrl, clientId, clientSecret }: { baseUrl: string; clientId: string; clientSecret: string },
): TokenSource {
  let held: { token: string; until: number } | undefined;
  let fetching: Promise<string> | undefined;
  const fetchToken = async (): Promise<string> => {
    const response = await send(sending, {
      url: `${baseUrl}/auth/token`,
      method: 'POST',
      headers: new Headers({ 'content-type': 'application/json', accept: 'application/json' }),
      body: JSON.stringify({ client_id: clientId, client_secret: clientSecret }),
    });
    const body = await response.json().catch(() => undefined);
    if (!response.ok) throw new CountersignError(response, body);
    const { access_token: token, expires_in: duration } = body as components['schemas']['TokenResponse'];
    held = { token, until: sending.now() + millisecondsOf(duration) };
    return token;
  };
  return {
    token: () => {
      if (held !== undefined && sending.now() < held.until - MARGIN) return Promise.resolve(held.token);
      // Concurrent calls share one request.
      fetching ??= fetchToken().finally(() => {
        fetching = undefined;
      });
      return fetching;
    },
    forget: (token) => {
      if (held?.token === token) held = undefined;
    },
  };
}

const UNITS: Readonly<Record<string, number>> = { h: 3_600_000, m: 60_000, s: 1000 };

/** @param duration for example `24h`, `90m`, `45s`. With any other text the token is used once */
function millisecondsOf(duration: string): number {
  const [, count = '0', unit = 's'] = /^(\d+)([hms])$/.exec(duration) ?? [];
  return Number(count) * (UNITS[unit] ?? 0);
}
