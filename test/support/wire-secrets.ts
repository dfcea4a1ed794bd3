/**
 * Records what crosses the wire in a test, and checks that traces contain none of it: codes, tokens, keys, nonces,
 * proofs, references and claim values, from successful and from refused requests.
 */
import assert from 'node:assert/strict';
import type { TenantDocument } from '@countersign/shared/store/port';
import { traces, unmatchedRequests } from '@countersign/shared/test/model/every-tenant';
import type { TestServer } from './server.ts';
import type { Trace } from './trace.ts';

export interface Wire {
  /** Every value that may not appear anywhere else. */
  readonly secrets: ReadonlySet<string>;
  /** Ends the recording. */
  readonly stop: () => void;
}

/** Opaque values are long, and of the characters of base64url. */
const OPAQUE = /^[A-Za-z0-9_-]{16,}$/;
/** Names of the protocols, such as `pre_authorized_code`. */
const WORDS = /^[a-z][a-z0-9]*(?:[_-][a-z0-9]+)*$/;
/** Members whose values are public: what a fact may name. */
const PUBLIC = new Set(['client_id', 'jkt', 'issuer', 'iss', 'vct', 'type', 'type_values', 'aud', 'session']);
const SECRET_HEADERS = [
  'authorization',
  'dpop',
  'dpop-nonce',
  'oauth-client-attestation',
  'oauth-client-attestation-pop',
];

/** Records every request of this process that leaves by `fetch`, until it is stopped. */
export function recordWire(): Wire {
  const secrets = new Set<string>();
  const original = globalThis.fetch;
  const open = new Set<string>();
  const add = (value: string): void => collect(value, secrets, open);
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    addUrl(request.url, add);
    for (const name of SECRET_HEADERS) for (const one of request.headers.get(name)?.split(/[ ,]+/) ?? []) add(one);
    const sent = typeof init?.body === 'string' || init?.body instanceof URLSearchParams ? String(init.body) : '';
    addText(sent, add, open);
    const response = await original(input, init);
    for (const name of SECRET_HEADERS) add(response.headers.get(name) ?? '');
    addUrl(new URL(response.headers.get('location') ?? '', 'http://nowhere.example').href, add);
    if (isOfWallet(request.url)) addText(await response.clone().text(), add, open);
    return response;
  };
  return {
    get secrets() {
      return new Set([...secrets].filter((one) => !open.has(one)));
    },
    stop: () => {
      globalThis.fetch = original;
    },
  };
}

/** Answers for backends name sessions and more that a trace may show; what a wallet gets is its own. */
function isOfWallet(url: string): boolean {
  return !/\/(?:session|sessions|trace|docs|health)(?:[/?]|$)/.test(new URL(url).pathname);
}

function addUrl(url: string, add: (value: string) => void): void {
  const { pathname, searchParams } = new URL(url);
  for (const segment of pathname.split('/')) add(segment);
  for (const value of searchParams.values()) add(value);
}

/** A form, JSON, or a plain token. */
function addText(text: string, add: (value: string) => void, open: Set<string>): void {
  const json = text.startsWith('{') || text.startsWith('[') ? parsed(text) : undefined;
  if (json !== undefined) addJson(json, add, open);
  else if (/^[\w-]+\.[\w.~-]+$/.test(text)) add(text);
  else addForm(text, add, open);
}

function addForm(text: string, add: (value: string) => void, open: Set<string>): void {
  for (const [name, value] of new URLSearchParams(text)) {
    if (PUBLIC.has(name)) open.add(value);
    else if (value.startsWith('{')) addText(value, add, open);
    else add(value);
  }
}

function addJson(value: unknown, add: (value: string) => void, open: Set<string>, name = ''): void {
  if (typeof value === 'string') {
    // A problem's `instance` is the request id.
    if (PUBLIC.has(name) || name === 'instance') open.add(value.slice(value.lastIndexOf(':') + 1));
    else if (/^\w[\w+.-]*:/.test(value) && URL.canParse(value)) addUrl(value, add);
    else add(value);
  } else if (typeof value === 'object' && value !== null) {
    for (const [member, item] of Object.entries(value)) addJson(item, add, open, Array.isArray(value) ? name : member);
  }
}

/** The value and, for a token, its parts and their content. */
function collect(value: string, secrets: Set<string>, open: Set<string>): void {
  for (const part of value.split(/[.~:]/)) {
    if (OPAQUE.test(part) && !WORDS.test(part)) secrets.add(part);
    const inner = part.startsWith('eyJ') || part.startsWith('WyJ') ? decoded(part) : undefined;
    if (inner !== undefined) addJson(inner, (text) => collect(text, secrets, open), open);
  }
}

function decoded(part: string): unknown {
  return parsed(Buffer.from(part, 'base64url').toString('utf8'));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export interface WhereToLook {
  readonly sessions: readonly string[];
  /** More values, such as claims. */
  readonly more?: readonly string[];
  /** False leaves the live streams out. */
  readonly streams?: boolean;
}

/**
 * Nothing that crossed the wire is in a trace: in the API's response, in the live stream, among the unmatched requests,
 * and in the store.
 */
export async function assertTracesHide(
  server: TestServer,
  wire: Wire,
  { sessions, more = [], streams = true }: WhereToLook,
): Promise<void> {
  wire.stop();
  const places = new Map<string, string>();
  for (const session of sessions) {
    const variant = await variantOf(server, session);
    places.set(`trace of ${session}`, await textOf(server[variant](`/session/${session}/trace`)));
    if (streams) places.set(`stream of ${session}`, await streamed(server, variant, session));
  }
  places.set('unmatched of a', await textOf(server.a('/trace?unmatched=true')));
  places.set('unmatched of b', await textOf(server.b('/trace?unmatched=true')));
  const { store } = server.platform;
  for (const collection of [traces, unmatchedRequests]) {
    const { documents } = await store.find<TenantDocument>(collection, { index: 'age', limit: 1000 });
    assert.ok(documents.length > 0 || !streams, collection.name);
    places.set(`store: ${collection.name}`, JSON.stringify(documents));
  }
  assert.ok(wire.secrets.size > 0, 'nothing was recorded');
  for (const secret of [...wire.secrets, ...more]) {
    for (const [place, text] of places)
      assert.ok(!text.includes(secret), `${secret} stands in the ${place}: ${around(text, secret)}`);
  }
}

function around(text: string, secret: string): string {
  const at = text.indexOf(secret);
  return text.slice(Math.max(0, at - 300), at + secret.length + 20);
}

async function variantOf(server: TestServer, session: string): Promise<'a' | 'b'> {
  return (await server.a(`/session/${session}`)).status === 200 ? 'a' : 'b';
}

async function textOf(answer: Promise<Response>): Promise<string> {
  const response = await answer;
  const text = await response.text();
  assert.equal(response.status, 200, text);
  return text;
}

/** The events of the stream, up to the last entry that is there already. */
async function streamed(server: TestServer, variant: 'a' | 'b', session: string): Promise<string> {
  const { entries } = JSON.parse(await textOf(server[variant](`/session/${session}/trace`))) as Trace;
  const ending = new AbortController();
  const accept = { accept: 'text/event-stream' };
  const response = await server[variant](`/session/${session}/trace`, { headers: accept, signal: ending.signal });
  assert.match(response.headers.get('content-type') ?? '', /event-stream/);
  let text = '';
  for await (const chunk of response.body ?? assert.fail('no stream')) {
    text += Buffer.from(chunk as Uint8Array).toString();
    if (text.split('\ndata:').length > entries.length) break;
  }
  ending.abort();
  return text;
}
