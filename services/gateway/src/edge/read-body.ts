/**
 * Reads and parses a request body in a type that the route accepts, within its limit, without decompression. Concurrent
 * bodies share a memory budget until their responses, so that a client that starts many and ends none cannot fill the
 * memory.
 */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { limitKey } from '@countersign/shared/http/client-address';
import type { OperationRequest } from '@countersign/shared/http/message';
import { type BodyFailure, readBytes } from '@countersign/shared/http/read-bytes';
import { createFairShare } from '@countersign/shared/http/server/fair-share';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { Json } from '@countersign/shared/kernel/json';
import { parseCountedJson } from '@countersign/shared/kernel/json';
import { MAX_WALLET_MEMBERS } from '@countersign/shared/kernel/json-members';
import { factText } from '@countersign/shared/kernel/reasons/facts';
import { parseParameters } from '../request/parameters.ts';
import type { Route } from '../routes/route.ts';

export interface ReadBody {
  readonly body?: Json;
  readonly encoding: OperationRequest['encoding'];
}

/** At most this many bytes of concurrent bodies. */
const ROOM = 64 * 1024 * 1024;
/** Maximum number of members and items in a backend's JSON body. */
const MAX_BACKEND_MEMBERS = 100_000;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * @param from address that the body is counted for
 * @throws ProtocolError `payload_too_large`, `unsupported_media_type`, `invalid_request`; `temporarily_unavailable` if
 *   the budget is used up
 */
export type ReadRequestBody = (
  request: IncomingMessage,
  response: ServerResponse,
  options: { readonly route: Route; readonly from: string },
) => Promise<ReadBody>;

export function createReadBody(room = ROOM): ReadRequestBody {
  const share = createFairShare(room);
  return async (request, response, { route, from }) => {
    if (route.bodyLimit === 0 || request.method === 'GET' || request.method === 'HEAD') return { encoding: 'none' };
    checkEncoding(request.headers);
    const key = limitKey(from);
    const leave = share.take(key, expectedBytes(request, route));
    if (leave === undefined) throw noRoom(expectedBytes(request, route));
    response.once('close', leave);
    const read = await readBytes(request, route.bodyLimit);
    // After this its bytes use the budget until the response, because it may wait for its turn.
    leave();
    if (!Buffer.isBuffer(read)) throw bodyError(read, request, route.bodyLimit);
    const kept = share.take(key, read.length);
    if (kept === undefined) throw noRoom(read.length);
    response.once('close', kept);
    return parseBody(read, request, route);
  };
}

function noRoom(bytes: number): ProtocolError {
  return new ProtocolError('temporarily_unavailable', 'Too much is being sent at the moment', {
    reason: 'overloaded',
    facts: { detail: 'bodies', bytes, retryAfterSeconds: 1 },
    headers: { 'retry-after': '1' },
  });
}

/** A body without a length is counted with its route's limit. */
function expectedBytes({ headers }: IncomingMessage, { bodyLimit }: Route): number {
  return Math.min(Number(headers['content-length'] ?? bodyLimit), bodyLimit);
}

function parseBody(bytes: Buffer, request: IncomingMessage, route: Route): ReadBody {
  if (bytes.length === 0) {
    if (route.accepts.includes('empty')) return { encoding: 'none' };
    throw malformed('The body is missing', 'missing');
  }
  const [type, ...parameters] = (request.headers['content-type'] ?? '')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  checkCharset(parameters);
  if (type === 'application/json' && route.accepts.includes('json')) {
    return { body: parseCountedJson(decode(bytes), mostMembers(route)), encoding: 'json' };
  }
  if (type === 'application/x-www-form-urlencoded' && route.accepts.includes('form')) {
    return { body: parseParameters(decode(bytes)), encoding: 'form' };
  }
  if (type === 'application/jwt' && route.accepts.includes('jwt')) {
    return { body: decode(bytes), encoding: 'jwt' };
  }
  // Some clients can't send less than an empty object.
  if (type === 'application/json' && route.accepts.includes('empty') && isEmptyObject(bytes))
    return { encoding: 'none' };
  const types = expectedTypes(route);
  throw new ProtocolError(
    'unsupported_media_type',
    `The body must be ${types.length === 0 ? 'empty' : types.join(' or ')}`,
    {
      reason: 'content_type',
      facts: { expectedAny: types, received: factText(type ?? '') },
    },
  );
}

function mostMembers({ auth, fromWallet }: Route): number {
  return auth === 'management' && fromWallet !== true ? MAX_BACKEND_MEMBERS : MAX_WALLET_MEMBERS;
}

function isEmptyObject(bytes: Buffer): boolean {
  return bytes.length <= 64 && /^\s*\{\s*\}\s*$/.test(bytes.toString('latin1'));
}

/** Every body is UTF-8 (RFC 8259, 8.1), so one with a different declared encoding would be misread. */
function checkCharset(parameters: readonly string[]): void {
  for (const parameter of parameters) {
    const [name, value = ''] = parameter.split('=');
    if (name?.trim() === 'charset' && !/^"?utf-?8"?$/.test(value.trim()))
      throw malformed('The body must be UTF-8', 'no UTF-8');
  }
}

function expectedTypes(route: Route): readonly string[] {
  return [
    ...(route.accepts.includes('json') ? ['application/json'] : []),
    ...(route.accepts.includes('form') ? ['application/x-www-form-urlencoded'] : []),
    ...(route.accepts.includes('jwt') ? ['application/jwt'] : []),
  ];
}

function checkEncoding({ 'content-encoding': encoding = 'identity' }: IncomingHttpHeaders): void {
  if (encoding.trim().toLowerCase() === 'identity') return;
  throw new ProtocolError('unsupported_media_type', 'A compressed body is not accepted', {
    reason: 'content_type',
    facts: { received: factText(`content-encoding ${encoding}`) },
  });
}

function bodyError(why: BodyFailure, { headers }: IncomingMessage, limit: number): ProtocolError {
  switch (why) {
    case 'too_large':
      return new ProtocolError('payload_too_large', 'The body is larger than this endpoint accepts', {
        reason: 'too_large',
        facts: { mostBytes: limit, ...sentBytes(headers) },
      });
    case 'tiny_pieces':
      return malformed('The body comes in chunks that are too small', 'tiny chunks');
    case 'ended':
      return malformed('The body ended early', 'ended early');
  }
}

function decode(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw malformed('The body is not UTF-8', 'no UTF-8');
  }
}

/** @param detail what is wrong with it, in a few fixed words */
export function malformed(description: string, detail: string): ProtocolError {
  return new ProtocolError('invalid_request', description, { reason: 'body_malformed', facts: { detail } });
}

/** The size that the client announces, if any. */
function sentBytes({ 'content-length': length }: IncomingHttpHeaders): { readonly bytes?: number } {
  const bytes = Number(length ?? Number.NaN);
  return Number.isSafeInteger(bytes) ? { bytes } : {};
}
