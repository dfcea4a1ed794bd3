/** The management API for backends: typed calls that are authenticated and safe to repeat. */
import { randomUUID } from 'node:crypto';
import type { Client as OpenApiClient } from 'openapi-fetch';
import createOpenApiClient from 'openapi-fetch';
import { createTokenSource, type TokenSource } from './access-token.ts';
import type { paths } from './http-api.ts';
import { type Outgoing, type Sending, send, sleep } from './sending.ts';

/** Its methods, such as `client.GET('/session/{sessionId}', …)`, resolve to `data` or `error`, and `response`. */
export type Client = OpenApiClient<paths, 'application/json' | 'application/problem+json'>;

export type ClientOptions = {
  /** The server's PUBLIC_URL. */
  readonly baseUrl: string;
} & Credential &
  Partial<Sending>;

/** Variant A uses an API key, variant B a client id and a secret. */
type Credential =
  | { readonly apiKey: string; readonly clientId?: never; readonly clientSecret?: never }
  | { readonly apiKey?: never; readonly clientId: string; readonly clientSecret: string };

/**
 * Each POST has an Idempotency-Key: the caller's header, or a new key. A call is retried if it receives no response, or
 * 409, 429 or 503 with a Retry-After of at most 30 s. There are four attempts in total, with the same key.
 */
export function createClient(options: ClientOptions): Client {
  const { fetch = globalThis.fetch, pause = sleep, now = Date.now } = options;
  const sending = { fetch, pause, now };
  const baseUrl = options.baseUrl.replace(/\/+$/, '');
  const { apiKey, clientId, clientSecret } = options;
  const authorized =
    apiKey === undefined
      ? withToken(sending, createTokenSource(sending, { baseUrl, clientId, clientSecret }))
      : (outgoing: Outgoing) => {
          outgoing.headers.set('x-api-key', apiKey);
          return send(sending, outgoing);
        };
  return createOpenApiClient<paths, 'application/json' | 'application/problem+json'>({
    baseUrl,
    fetch: async (request) => authorized(await outgoingOf(request)),
  });
}

/** Replaces a refused token once, because the client's roles or secret may have changed. */
function withToken(sending: Sending, source: TokenSource): (outgoing: Outgoing) => Promise<Response> {
  const attempt = async (outgoing: Outgoing): Promise<{ token: string; response: Response }> => {
    const token = await source.token();
    outgoing.headers.set('authorization', `Bearer ${token}`);
    return { token, response: await send(sending, outgoing) };
  };
  return async (outgoing) => {
    const { token, response } = await attempt(outgoing);
    if (response.status !== 401) return response;
    await response.body?.cancel();
    source.forget(token);
    return (await attempt(outgoing)).response;
  };
}

async function outgoingOf(request: Request): Promise<Outgoing> {
  const headers = new Headers(request.headers);
  if (!headers.has('accept')) headers.set('accept', 'application/json');
  if (request.method === 'POST' && !headers.has('idempotency-key')) headers.set('idempotency-key', randomUUID());
  const body = request.body === null ? {} : { body: await request.text() };
  return { url: request.url, method: request.method, headers, signal: request.signal, ...body };
}
