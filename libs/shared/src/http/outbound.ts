/**
 * The only way to URLs that others choose: webhooks, status lists. https and public addresses only, unless the operator
 * has named the target; no redirects, no decompression, limits on everything. One connection per request.
 */
import { lookup as systemLookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { Readable } from 'node:stream';
import { Client, type Dispatcher } from 'undici';
import {
  type AllowList,
  allowsAddress,
  allowsName,
  hostOf,
  isOpenScheme,
  isPublicAddress,
  parseAllowList,
  portOf,
  type TargetKind,
  urlFinding,
} from '../kernel/address.ts';
import { collectBytes, UnreadableBytes } from '../kernel/byte-collector.ts';
import { type ClientCertificate, type Dial, type Guard, openSocket } from './guarded-socket.ts';
import { OutboundError, toOutboundError } from './outbound-error.ts';

const MAX_HEADER_BYTES = 16 * 1024;

export interface OutboundRequest {
  readonly url: string;
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** Largest body that is read. */
  readonly maxBytes: number;
  /** Time limit in milliseconds for everything: names, connection, headers, body. */
  readonly timeout: number;
  /** Requested media types in lower case, the preferred one first. A 2xx response with a different type is refused. */
  readonly accept?: readonly string[];
  /** Shown to a server that asks for one. */
  readonly clientCertificate?: ClientCertificate;
  /** Aborted to give up. */
  readonly signal?: AbortSignal;
}

export interface OutboundResponse {
  /** A redirect is returned unchanged. */
  readonly status: number;
  /** Lower-case names; repeated headers are joined with a comma. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface Outbound {
  /** @throws OutboundError */
  request(request: OutboundRequest): Promise<OutboundResponse>;
}

/** All addresses of a name. */
export type Lookup = (hostname: string) => Promise<readonly { readonly address: string; readonly family: number }[]>;

export interface OutboundOptions {
  /** OUTBOUND_ALLOW; an entry of unknown form allows nothing. */
  readonly allow: readonly string[];
  /** Default `secret`. */
  readonly kind?: TargetKind;
  /** For tests. */
  readonly lookup?: Lookup;
  readonly dial?: Dial;
  /** Certificate authorities (PEM) instead of the system's. */
  readonly ca?: string;
}

/** Creates the client. It keeps no connection open between two requests. */
export function createOutbound(options: OutboundOptions): Outbound {
  const { list } = parseAllowList(options.allow);
  const { kind = 'secret' } = options;
  const lookup = options.lookup ?? ((hostname) => systemLookup(hostname, { all: true, verbatim: true }));
  return {
    request: async (request) => {
      const ended = new AbortController();
      const timer = setTimeout(() => ended.abort(new OutboundError('timeout')), request.timeout);
      const giveUp = (): void => ended.abort(new OutboundError('aborted'));
      request.signal?.addEventListener('abort', giveUp);
      if (request.signal?.aborted === true) giveUp();
      try {
        const url = checkedUrl(request.url, list, kind);
        const addresses = await checkedAddresses({ url, list, kind }, lookup, ended.signal);
        return await exchange(request, { url, addresses, list, options }, ended.signal);
      } catch (error) {
        throw ended.signal.aborted ? ended.signal.reason : toOutboundError(error);
      } finally {
        clearTimeout(timer);
        request.signal?.removeEventListener('abort', giveUp);
        // Ends a connection that is still being established.
        ended.abort(new OutboundError('aborted'));
      }
    },
  };
}

interface Target {
  readonly url: URL;
  readonly addresses: readonly { readonly address: string; readonly family: number }[];
  readonly list: AllowList;
  readonly options: OutboundOptions;
}

/** The WHATWG parser brings every spelling of an IPv4 address (decimal, octal, hex, short) into the plain one. */
function checkedUrl(text: string, list: AllowList, kind: TargetKind): URL {
  const finding = urlFinding(list, text, kind);
  if (finding !== undefined) throw new OutboundError(finding);
  return new URL(text);
}

/** Resolves a name once. The connection uses the addresses checked here, so a second DNS response has no effect. */
async function checkedAddresses(guarded: Guarded, lookup: Lookup, signal: AbortSignal): Promise<Target['addresses']> {
  const host = hostOf(guarded.url);
  const family = isIP(host);
  const addresses = family === 0 ? await resolved(host, lookup, signal) : [{ address: host, family }];
  const guard = guardOf(guarded);
  for (const { address } of addresses) guard(address);
  return addresses;
}

async function resolved(host: string, lookup: Lookup, signal: AbortSignal): Promise<Target['addresses']> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    if (signal.aborted) reject(signal.reason);
  });
  const found = lookup(host).catch((error: unknown) => {
    throw new OutboundError('dns', error);
  });
  const addresses = await Promise.race([found, aborted]);
  if (addresses.length === 0) throw new OutboundError('dns');
  return addresses;
}

interface Guarded {
  readonly url: URL;
  readonly list: AllowList;
  readonly kind: TargetKind;
}

/** Throws for an address that this URL must not reach. */
function guardOf({ url, list, kind }: Guarded): Guard {
  const port = portOf(url);
  const named = allowsName(list, hostOf(url), port);
  return (address) => {
    if (named || allowsAddress(list, address, port)) return;
    if (!isPublicAddress(address)) throw new OutboundError('address');
    if (!isOpenScheme(url, kind)) throw new OutboundError('scheme');
  };
}

async function exchange(request: OutboundRequest, target: Target, signal: AbortSignal): Promise<OutboundResponse> {
  const { url, addresses, list, options } = target;
  const host = hostOf(url);
  const client = new Client(url.origin, {
    // Each request has its own connection, so a target can't keep one open, and no response reaches a different
    // request.
    pipelining: 0,
    maxHeaderSize: MAX_HEADER_BYTES,
    // The time limit of the request applies instead.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: (_, callback) => {
      openSocket({
        host,
        port: portOf(url),
        secure: url.protocol === 'https:',
        addresses,
        guard: guardOf({ url, list, kind: options.kind ?? 'secret' }),
        signal,
        ...(options.dial === undefined ? {} : { dial: options.dial }),
        ...(options.ca === undefined ? {} : { ca: options.ca }),
        ...(request.clientCertificate === undefined ? {} : { clientCertificate: request.clientCertificate }),
      }).then(
        (socket) => callback(null, socket),
        (error: Error) => callback(error, null),
      );
    },
  });
  try {
    const answer = await client.request({
      path: url.pathname + url.search,
      method: request.method,
      headers: {
        'user-agent': 'countersign',
        ...(request.accept === undefined ? {} : { accept: acceptHeader(request.accept) }),
        ...request.headers,
        'accept-encoding': 'identity',
      },
      signal,
      ...(request.body === undefined ? {} : { body: request.body }),
    });
    return await readAnswer(answer, request);
  } finally {
    // Also ends a response that was not read completely.
    await client.destroy();
  }
}

async function readAnswer(answer: Dispatcher.ResponseData, request: OutboundRequest): Promise<OutboundResponse> {
  // The body is destroyed with its client, and nothing else listens for its errors.
  answer.body.on('error', () => undefined);
  const headers = joinedHeaders(answer.headers);
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (encoding !== 'identity' && encoding !== '') throw new OutboundError('encoding');
  if (Number(headers['content-length'] ?? 0) > request.maxBytes) throw new OutboundError('too_large');
  const success = answer.statusCode >= 200 && answer.statusCode < 300;
  const type = mediaType(headers['content-type']);
  if (success && request.accept?.some((accepted) => accepted === type) === false) {
    throw new OutboundError('content_type');
  }
  return { status: answer.statusCode, headers, body: await readBody(answer.body, request.maxBytes) };
}

/** Pieces that are tiny on average cost as much as a response that is too large, and are refused like it. */
async function readBody(body: Readable, most: number): Promise<Buffer> {
  try {
    return await collectBytes(body, most);
  } catch (error) {
    throw error instanceof UnreadableBytes ? new OutboundError('too_large') : error;
  }
}

function joinedHeaders(headers: Dispatcher.ResponseData['headers']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  );
}

/** RFC 9110, 12.5.1: each type with less weight than the one before it. */
function acceptHeader(types: readonly string[]): string {
  return types.map((type, index) => (index === 0 ? type : `${type};q=${(1 - index / 10).toFixed(1)}`)).join(', ');
}

/** The media type in lower case, without parameters. @param contentType value of the header */
export function mediaType(contentType: string | undefined): string | undefined {
  return contentType?.split(';')[0]?.trim().toLowerCase();
}
