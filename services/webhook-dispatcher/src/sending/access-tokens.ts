/** Access tokens for attribute providers (RFC 6749, 4.4): each is used until it expires, by all deliveries of a process. */
import { hashOf } from '@countersign/shared/crypto/sha256';
import type { CallableWebhook, ClientCredentials } from '@countersign/shared/flow-config/provider-webhook';
import type { Outbound } from '@countersign/shared/http/outbound';
import type { Clock } from '@countersign/shared/kernel/clock';
import { isObject, parseJson } from '@countersign/shared/kernel/json';

const MAX_ANSWER = 64 * 1024;
const MOST_TOKENS = 1000;
/** Milliseconds that a token is not used before its end: a call takes time, and clocks differ. */
const EARLY = 5000;
/** Seconds, if the server does not say how long its token is valid. */
const UNSAID = 60;

/** RFC 6750, 2.1 */
const TOKEN = /^[\w.~+/-]{1,16384}=*$/;

export interface TokenRequest {
  readonly oauth: ClientCredentials;
  readonly tls?: CallableWebhook['tls'];
  /** Milliseconds. */
  readonly timeout: number;
  readonly signal: AbortSignal;
}

export interface AccessTokens {
  /** @throws OutboundError, TokenError */
  of(request: TokenRequest): Promise<string>;
  /** Drops a token that the provider refused, unless a newer one has replaced it. */
  refused(request: TokenRequest, token: string): void;
}

/** The server returned no usable token. Its message has no content of the response. */
export class TokenError extends Error {
  override readonly name = 'TokenError';
}

/** The same request for all that wait for it. */
interface Held {
  readonly asked: Promise<ReadToken>;
  /** Set once it is there. */
  known?: ReadToken;
}

interface ReadToken {
  readonly token: string;
  /** Milliseconds. */
  readonly until: number;
}

export function createAccessTokens(outbound: Outbound, clock: Clock): AccessTokens {
  const held = new Map<string, Held>();
  const ask = (id: string, request: TokenRequest): Held => {
    const one: Held = { asked: requestToken(outbound, request, clock) };
    const [oldest] = held.keys();
    if (held.size >= MOST_TOKENS && oldest !== undefined) held.delete(oldest);
    held.set(id, one);
    return one;
  };
  return {
    of: async (request) => {
      const id = idOf(request);
      const present = held.get(id);
      const isUsable = present !== undefined && (present.known === undefined || clock() < present.known.until);
      if (present !== undefined && !isUsable) held.delete(id);
      const one = isUsable ? present : ask(id, request);
      try {
        one.known = await one.asked;
        return one.known.token;
      } catch (error) {
        if (held.get(id) === one) held.delete(id);
        throw error;
      }
    },
    refused: (request, token) => {
      const id = idOf(request);
      if (held.get(id)?.known?.token === token) held.delete(id);
    },
  };
}

/** The secret too: a changed one must not get the token of the earlier. */
function idOf({ oauth: { tokenUrl, clientId, clientSecret, scope }, tls }: TokenRequest): string {
  return hashOf(JSON.stringify([tokenUrl, clientId, clientSecret, scope, tls?.certificate]));
}

async function requestToken(
  outbound: Outbound,
  { oauth, tls, timeout, signal }: TokenRequest,
  clock: Clock,
): Promise<ReadToken> {
  const { clientId, clientSecret, scope, tokenUrl } = oauth;
  // RFC 6749, 2.3.1: both are form-encoded before they are joined.
  const [id, secret] = [clientId, clientSecret].map((text) => new URLSearchParams({ '': text }).toString().slice(1));
  const { status, body } = await outbound.request({
    url: tokenUrl,
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    accept: ['application/json'],
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      ...(scope === undefined ? {} : { scope }),
    }).toString(),
    maxBytes: MAX_ANSWER,
    timeout,
    signal,
    ...(tls === undefined ? {} : { clientCertificate: tls }),
  });
  if (status !== 200) throw new TokenError(`status ${status}`);
  const { token, seconds } = readToken(body.toString('utf8'));
  return { token, until: clock() + seconds * 1000 - EARLY };
}

function readToken(text: string): { readonly token: string; readonly seconds: number } {
  const answer = jsonIn(text);
  const { access_token: token, token_type: type, expires_in: seconds = UNSAID } = isObject(answer) ? answer : {};
  if (typeof token !== 'string' || !TOKEN.test(token)) throw new TokenError('no access_token');
  if (typeof type !== 'string' || type.toLowerCase() !== 'bearer') throw new TokenError('no bearer token');
  // Some servers write the number as text.
  const lifetime = Number(seconds);
  return { token, seconds: Number.isFinite(lifetime) ? lifetime : UNSAID };
}

function jsonIn(text: string) {
  try {
    return parseJson(text);
  } catch {
    throw new TokenError('no JSON');
  }
}
