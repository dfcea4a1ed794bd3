/** Carries a request from the edge to the library, which expects node:http messages, and the response back. */
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { OperationReply, OperationRequest } from '@countersign/shared/http/message';
import { isObject } from '@countersign/shared/kernel/json';

export interface ProviderMessage {
  readonly request: IncomingMessage;
  readonly response: CapturedResponse;
}

/** Keeps the written data. */
class CapturedResponse extends ServerResponse {
  captured: Buffer = Buffer.alloc(0);

  override end(chunk?: unknown): this {
    if (typeof chunk === 'string' || Buffer.isBuffer(chunk)) this.captured = Buffer.from(chunk);
    return this;
  }
}

/** Headers that the edge passes on. */
const PASSED = ['authorization', 'cookie', 'accept', 'accept-language'] as const;

/**
 * @param issuer identifier of the provider
 * @param path below it
 */
export function providerMessage(asked: OperationRequest, issuer: string, path: string): ProviderMessage {
  const request = new IncomingMessage(new Socket());
  const { protocol, host, pathname } = new URL(issuer);
  const query = new URLSearchParams({ ...asked.query }).toString();
  request.method = asked.method;
  request.url = query === '' ? path : `${path}?${query}`;
  // The library builds its addresses from the URL that it was called with.
  Object.assign(request, { originalUrl: pathname + request.url });
  // The library trusts these headers. They follow PUBLIC_URL, so a client can't choose them.
  Object.assign(request.headers, { host, 'x-forwarded-proto': protocol.slice(0, -1), 'x-forwarded-host': host });
  for (const name of PASSED) {
    const value = asked.headers[name];
    if (value !== undefined) request.headers[name] = value;
  }
  if (asked.method === 'POST') {
    const body = formOf(asked);
    request.headers['content-type'] = 'application/x-www-form-urlencoded';
    request.headers['content-length'] = String(Buffer.byteLength(body));
    request.push(body);
  }
  request.push(null);
  return { request, response: new CapturedResponse(request) };
}

/** The edge has parsed it: each name once, each value a string. */
function formOf({ body }: OperationRequest): string {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(isObject(body) ? body : {})) form.set(name, String(value));
  return form.toString();
}

/** The response as the edge sends it. */
export function providerReply({ response }: ProviderMessage): OperationReply {
  const headers: Record<string, string> = {};
  const cookies: string[] = [];
  for (const [name, value] of Object.entries(response.getHeaders())) {
    if (name === 'set-cookie') cookies.push(...[value ?? []].flat().map(String));
    // The sent response has its own length, and the row's CORS headers.
    else if (value !== undefined && name !== 'content-length' && !name.startsWith('access-control-')) {
      headers[name] = String(value);
    }
  }
  const { 'content-type': contentType, ...others } = headers;
  return {
    status: response.statusCode,
    headers: others,
    ...(cookies.length === 0 ? {} : { cookies }),
    raw: response.captured,
    ...(contentType === undefined ? {} : { contentType }),
  };
}
