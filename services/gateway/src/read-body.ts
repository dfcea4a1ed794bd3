/** Reads and parses a request body by what the route accepts, within its limit, never inflated. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ProtocolError } from '@countersign/shared/errors';
import type { Json } from '@countersign/shared/json';
import { parseJson } from '@countersign/shared/json';
import type { RequestHandler } from 'express';
import express from 'express';
import { parseParameters } from './parameters.ts';
import type { Route } from './route.ts';

export interface ReadBody {
  readonly body?: Json;
  readonly encoding: 'json' | 'form' | 'none';
}

const utf8 = new TextDecoder('utf-8', { fatal: true });
const readers = new Map<number, RequestHandler>();

/**
 * @throws ProtocolError `payload_too_large`, `unsupported_media_type`, `invalid_request`
 */
export async function readBody(request: IncomingMessage, response: ServerResponse, route: Route): Promise<ReadBody> {
  if (route.bodyLimit === 0 || request.method === 'GET' || request.method === 'HEAD') return { encoding: 'none' };
  const bytes = await readBytes(request, response, route.bodyLimit);
  if (bytes.length === 0) {
    if (route.accepts.includes('empty')) return { encoding: 'none' };
    throw new ProtocolError('invalid_request', 'The body is missing');
  }
  const type = (request.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase();
  if (type === 'application/json' && route.accepts.includes('json')) {
    return { body: parseJson(decode(bytes)), encoding: 'json' };
  }
  if (type === 'application/x-www-form-urlencoded' && route.accepts.includes('form')) {
    return { body: parseParameters(decode(bytes)), encoding: 'form' };
  }
  throw new ProtocolError('unsupported_media_type', `The body must be ${expected(route)}`);
}

function expected(route: Route): string {
  const types = [
    ...(route.accepts.includes('json') ? ['application/json'] : []),
    ...(route.accepts.includes('form') ? ['application/x-www-form-urlencoded'] : []),
  ];
  return types.length === 0 ? 'empty' : types.join(' or ');
}

function readBytes(request: IncomingMessage, response: ServerResponse, limit: number): Promise<Buffer> {
  const reader = readers.get(limit) ?? express.raw({ type: () => true, limit, inflate: false });
  readers.set(limit, reader);
  return new Promise((resolve, reject) => {
    reader(request as Parameters<RequestHandler>[0], response as Parameters<RequestHandler>[1], (error?: unknown) => {
      if (error !== undefined) return reject(bodyError(error));
      const { body } = request as IncomingMessage & { body?: unknown };
      resolve(Buffer.isBuffer(body) ? body : Buffer.alloc(0));
    });
  });
}

function bodyError(error: unknown): unknown {
  const type = error instanceof Error && 'type' in error ? error.type : undefined;
  switch (type) {
    case 'entity.too.large':
      return new ProtocolError('payload_too_large', 'The body is larger than this endpoint takes');
    case 'encoding.unsupported':
      return new ProtocolError('unsupported_media_type', 'A compressed body is not accepted');
    case 'request.aborted':
    case 'request.size.invalid':
      return new ProtocolError('invalid_request', 'The body ended early');
    default:
      return error;
  }
}

function decode(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new ProtocolError('invalid_request', 'The body is not UTF-8');
  }
}
