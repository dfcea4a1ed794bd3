/** Calls of the public management API, signed in by the cookie. */
import { callHeaders, connection } from './connection.ts';
import { Problem, readProblem } from './problem.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface CallOptions {
  /** Undefined or empty members are left out. */
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  /** Media type of the response. Default: JSON */
  readonly accept?: string;
  /** For a POST: the same key if the call is repeated. Default: a new one */
  readonly idempotencyKey?: string;
}

/**
 * @param path below the path of PUBLIC_URL, such as `/session`
 * @returns the parsed response if it is JSON, a string if it is other text, undefined if it is empty, otherwise a Blob
 * @throws Problem if the API refuses, TypeError without a response
 */
export async function call<T>(method: Method, path: string, options: CallOptions = {}): Promise<T> {
  return (await readBody(await send(method, path, options))) as T;
}

/** A page of a list. */
export interface ListPage<T> {
  readonly items: readonly T[];
  /** The next page's `after`; undefined for the last page. */
  readonly next: string | undefined;
}

/** As `call` with GET, for lists that the header Link continues (RFC 8288). */
export async function callPage<T>(path: string, options: CallOptions = {}): Promise<ListPage<T>> {
  const response = await send('GET', path, options);
  const items = (await readBody(response)) as readonly T[];
  return { items, next: nextCursor(response.headers.get('link')) };
}

/** The cursor `after` from a header Link with the relation `next`. */
export function nextCursor(link: string | null): string | undefined {
  const target = /<([^>]*)>\s*;\s*rel="?next"?/.exec(link ?? '')?.[1];
  if (target === undefined) return undefined;
  return new URLSearchParams(target.split('?')[1] ?? '').get('after') ?? undefined;
}

/** The raw response, for files and streams. @throws Problem if it is not a success */
export async function send(method: Method, path: string, options: CallOptions = {}): Promise<Response> {
  const { body, signal, accept = 'application/json', idempotencyKey } = options;
  const response = await fetch(addressOf(path, options.query), {
    method,
    credentials: 'same-origin',
    cache: 'no-store',
    headers: {
      accept,
      ...callHeaders(),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(method === 'POST' ? { 'idempotency-key': idempotencyKey ?? newKey() } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  });
  if (response.ok) return response;
  const problem = await readProblem(response);
  if (response.status === 401 && problem instanceof Problem) connection.onSignedOut();
  throw problem;
}

/** An API path with its query, for links such as downloads. */
export function addressOf(path: string, query: CallOptions['query'] = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') parameters.set(name, String(value));
  }
  const text = parameters.toString();
  return `${connection.base}${path}${text === '' ? '' : `?${text}`}`;
}

/** `crypto.randomUUID` exists only in secure contexts. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function readBody(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined;
  const type = response.headers.get('content-type') ?? '';
  if (/^application\/(?:[\w.+-]*\+)?json\b/.test(type)) {
    const text = await response.text();
    return text === '' ? undefined : JSON.parse(text);
  }
  return /^text\/|jsonl|ndjson/.test(type) ? response.text() : response.blob();
}
