/** Calls of the public management interface, signed in by the cookie. */
import { connection } from './connection.ts';
import { Problem, readProblem } from './problem.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface CallOptions {
  /** Members that are undefined or empty are left out. */
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  /** Media type of the answer; JSON by default. */
  readonly accept?: string;
  /** Of a POST: the same key where the same call is made again. A new one by default. */
  readonly idempotencyKey?: string;
}

/**
 * @param path below the path of PUBLIC_URL, such as `/session`
 * @returns the JSON of the answer; its text where it is another text, a Blob for anything else, undefined where it is empty
 * @throws Problem where the interface refuses, TypeError where there is no answer
 */
export async function call<T>(method: Method, path: string, options: CallOptions = {}): Promise<T> {
  return (await readBody(await send(method, path, options))) as T;
}

/** A page of a list. */
export interface ListPage<T> {
  readonly items: readonly T[];
  /** `after` of the next page; undefined for the last one. */
  readonly next: string | undefined;
}

/** As `call` with GET, for lists that the header Link continues (RFC 8288). */
export async function callPage<T>(path: string, options: CallOptions = {}): Promise<ListPage<T>> {
  const response = await send('GET', path, options);
  const items = (await readBody(response)) as readonly T[];
  return { items, next: nextCursor(response.headers.get('link')) };
}

/** The cursor `after` of a header Link with the relation `next`. */
export function nextCursor(link: string | null): string | undefined {
  const target = /<([^>]*)>\s*;\s*rel="?next"?/.exec(link ?? '')?.[1];
  if (target === undefined) return undefined;
  return new URLSearchParams(target.split('?')[1] ?? '').get('after') ?? undefined;
}

/** The answer as it is, for files and streams. @throws Problem where it is no success */
export async function send(method: Method, path: string, options: CallOptions = {}): Promise<Response> {
  const { body, signal, accept = 'application/json', idempotencyKey } = options;
  const response = await fetch(addressOf(path, options.query), {
    method,
    credentials: 'same-origin',
    cache: 'no-store',
    headers: {
      accept,
      'x-countersign-console': '1',
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

/** A path of the interface with its query, for links such as downloads. */
export function addressOf(path: string, query: CallOptions['query'] = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') parameters.set(name, String(value));
  }
  const text = parameters.toString();
  return `${connection.base}${path}${text === '' ? '' : `?${text}`}`;
}

/** `crypto.randomUUID` is there in secure contexts alone. */
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
