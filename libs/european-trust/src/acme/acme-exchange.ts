/**
 * Requests to one authority: the directory, nonces, problems (RFC 8555, 6 and 7.1). Every address must be on the host
 * of the authority's directory, so that signed requests go to no other host.
 */
import type { Outbound, OutboundResponse } from '@countersign/shared/http/outbound';
import { OutboundError } from '@countersign/shared/http/outbound-error';
import type { Clock } from '@countersign/shared/kernel/clock';
import { isObject, type Json, type JsonObject, own, parseCountedJson } from '@countersign/shared/kernel/json';
import { AcmeError, errorOfProblem, malformedAnswer, problemType } from './acme-error.ts';
import type { AcmeReason } from './acme-reasons.ts';
import { type AccountKey, type Sender, signRequest } from './signed-request.ts';

/** Maximum bytes of a response: a chain of certificates, or JSON. */
const MAX_BYTES = 256 * 1024;
/** Milliseconds. */
const TIMEOUT = 15_000;
/** A server may refuse a nonce at any time, but a server that refuses all of them must not occupy the client. */
const MOST_NONCES = 5;
const HOUR = 3_600_000;
/** Milliseconds: the longest wait that an authority can impose. */
const LONGEST_WAIT = 24 * HOUR;

export interface Directory {
  readonly newNonce: string;
  readonly newAccount: string;
  readonly newOrder: string;
  /** Absent: the authority changes no keys. */
  readonly keyChange?: string;
  readonly externalAccountRequired: boolean;
}

export interface AcmeAnswer {
  /** Body of a JSON response. @throws AcmeError for anything else */
  readonly json: () => JsonObject;
  readonly text: () => string;
  /** Address of the created resource. @throws AcmeError without one */
  readonly location: () => string;
  /** Targets of links with `rel="alternate"`. */
  readonly alternates: readonly string[];
  /** Milliseconds; undefined if the server sends no time. */
  readonly retryAt: number | undefined;
}

export interface AcmeRequest {
  readonly url: string;
  readonly sender: Sender;
  /** Undefined: the request only reads. */
  readonly payload?: JsonObject;
  /** What a problem without a known type means. */
  readonly otherwise?: AcmeReason;
}

export interface AcmeExchange {
  directory(): Promise<Directory>;
  /** @throws AcmeError */
  post(request: AcmeRequest): Promise<AcmeAnswer>;
}

export interface ExchangeParts {
  readonly outbound: Outbound;
  readonly clock: Clock;
  readonly key: AccountKey;
  /** Address of the directory. */
  readonly address: string;
}

export function createAcmeExchange(parts: ExchangeParts): AcmeExchange {
  const nonces: string[] = [];
  let read: Promise<Directory> | undefined;

  const directory = (): Promise<Directory> => {
    read ??= fetchDirectory(parts);
    return read;
  };

  const keepNonce = ({ headers }: OutboundResponse): void => {
    const nonce = headers['replay-nonce'];
    if (nonce !== undefined && /^[\w-]{1,512}$/.test(nonce)) nonces.push(nonce);
  };

  const takeNonce = async (): Promise<string> => {
    const kept = nonces.pop();
    if (kept !== undefined) return kept;
    keepNonce(await send(parts, { url: (await directory()).newNonce, method: 'GET' }));
    const fresh = nonces.pop();
    if (fresh === undefined) throw malformedAnswer('no_nonce');
    return fresh;
  };

  const post = async (request: AcmeRequest, attempt = 1): Promise<AcmeAnswer> => {
    checkHost(parts.address, request.url);
    const { url, sender, payload } = request;
    const nonce = await takeNonce();
    const body = JSON.stringify(await signRequest(parts.key, { url, nonce, sender, payload }));
    const answer = await send(parts, { url, method: 'POST', body });
    keepNonce(answer);
    if (answer.status >= 200 && answer.status < 300) return readAnswer(parts, answer);
    const problem = jsonOf(answer.body);
    if (problemType(problem) === 'badNonce' && attempt < MOST_NONCES) return post(request, attempt + 1);
    const { status } = answer;
    throw errorOfProblem(problem, { status, retryAt: retryAtOf(parts, answer), ...otherwiseOf(request) });
  };

  return { directory, post: (request) => post(request) };
}

function otherwiseOf({ otherwise }: AcmeRequest): { readonly otherwise?: AcmeReason } {
  return otherwise === undefined ? {} : { otherwise };
}

async function fetchDirectory(parts: ExchangeParts): Promise<Directory> {
  const answer = await send(parts, { url: parts.address, method: 'GET' });
  if (answer.status !== 200) {
    throw errorOfProblem(jsonOf(answer.body), { status: answer.status, retryAt: retryAtOf(parts, answer) });
  }
  const found = jsonOf(answer.body);
  if (!isObject(found)) throw malformedAnswer('directory_not_json');
  const address = (name: string): string => checkHost(parts.address, own(found, name));
  const { meta } = found;
  return {
    newNonce: address('newNonce'),
    newAccount: address('newAccount'),
    newOrder: address('newOrder'),
    ...(own(found, 'keyChange') === undefined ? {} : { keyChange: address('keyChange') }),
    externalAccountRequired: isObject(meta) && meta.externalAccountRequired === true,
  };
}

/** @throws AcmeError for an address on another host @returns the address */
export function checkHost(directory: string, url: Json | undefined): string {
  if (typeof url !== 'string' || !URL.canParse(url)) throw malformedAnswer('address_missing');
  const { origin } = new URL(directory);
  if (new URL(url).origin !== origin) throw malformedAnswer('foreign_host', { expected: origin });
  return url;
}

interface Sent {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly body?: string;
}

async function send({ outbound }: ExchangeParts, { url, method, body }: Sent): Promise<OutboundResponse> {
  const limits = { maxBytes: MAX_BYTES, timeout: TIMEOUT };
  const content = body === undefined ? {} : { body, headers: { 'content-type': 'application/jose+json' } };
  try {
    return await outbound.request({ url, method, ...limits, ...content });
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    throw new AcmeError('acme_unreachable', { facts: { detail: error.code }, cause: error });
  }
}

function readAnswer(parts: ExchangeParts, answer: OutboundResponse): AcmeAnswer {
  return {
    json: () => {
      const value = jsonOf(answer.body);
      if (!isObject(value)) throw malformedAnswer('answer_not_json');
      return value;
    },
    text: () => answer.body.toString('utf8'),
    location: () => checkHost(parts.address, answer.headers.location),
    alternates: alternatesOf(answer.headers.link ?? ''),
    retryAt: retryAtOf(parts, answer),
  };
}

function jsonOf(body: Buffer): Json | undefined {
  try {
    return parseCountedJson(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

const ALTERNATE = /<([^<>\s]{1,2048})>\s*;\s*rel="?alternate"?/g;

function alternatesOf(link: string): readonly string[] {
  return [...link.matchAll(ALTERNATE)].flatMap(([, url]) => url ?? []);
}

/** RFC 9110, 10.2.3: seconds, or a date. */
function retryAtOf({ clock }: ExchangeParts, { headers }: OutboundResponse): number | undefined {
  const written = headers['retry-after'];
  if (written === undefined) return undefined;
  const now = clock();
  const at = /^\d{1,9}$/.test(written) ? now + Number(written) * 1000 : Date.parse(written);
  return Number.isNaN(at) ? undefined : Math.min(Math.max(at, now), now + LONGEST_WAIT);
}
