/** An API call as a curl command, for each variant. */
import { isObject, type JsonObject } from '@countersign/shared/kernel/json';
import type { Route, Variant } from '../routes/route.ts';

/** The address of a variant's call. */
export interface Address {
  /** Undefined if both variants have it: the call needs no login and has no tenant. */
  readonly variant?: Variant;
  readonly path: string;
}

/** A shell runs `head` followed by `body`. */
export interface Command {
  readonly head: string;
  /** JSON as a quoted shell word; empty if none is sent. */
  readonly body: string;
}

/** The first path of each variant. Its other paths do the same. */
export function addressesOf({ paths }: Pick<Route, 'paths'>): readonly Address[] {
  const [path] = paths.global ?? [];
  if (path !== undefined) return [{ path }];
  return (['a', 'b'] as const).flatMap((variant) => {
    const [first] = paths[variant] ?? paths.shared ?? [];
    return first === undefined ? [] : [{ variant, path: first }];
  });
}

const CREDENTIAL: Readonly<Record<Variant, string>> = {
  a: '-H "x-api-key: $API_KEY"',
  b: '-H "authorization: Bearer $TOKEN"',
};

/**
 * @param publicUrl address of the server
 * @param body the example that is sent
 */
export function commandOf(route: Route, { variant, path }: Address, publicUrl: string, body: unknown): Command {
  const { method, auth, accepts, stream } = route;
  const base = publicUrl.replace(/\/$/, '');
  const parts = [
    `curl${stream === 'events' ? ' -N' : ''}${method === 'GET' ? '' : ` -X ${method}`} "${base}${withVariables(path)}${queryOf(route)}"`,
    ...(auth === 'management' && variant !== undefined ? [CREDENTIAL[variant]] : []),
  ];
  if (!isObject(body)) return { head: parts.join(NEXT_LINE), body: '' };
  if (accepts[0] === 'form') return { head: [...parts, ...formFields(body)].join(NEXT_LINE), body: '' };
  const head = [...parts, "-H 'content-type: application/json'", '-d '].join(NEXT_LINE);
  return { head, body: quoted(JSON.stringify(body, null, 2)) };
}

const NEXT_LINE = ' \\\n  ';

/** `{sessionId}` is the variable `$SESSION_ID`. */
function withVariables(path: string): string {
  const name = (text: string): string => text.replaceAll(/(?=[A-Z])/g, '_').toUpperCase();
  return path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => `$${name(parameter)}`);
}

function queryOf(route: Route): string {
  const needed = neededQuery(route);
  return needed === '' ? '' : `?${needed}`;
}

/** Parameters without which the call is refused, each with its example. */
export function neededQuery({ query = {} }: Route): string {
  const needed = Object.entries(query).filter(([, { required }]) => required === true);
  return needed.map(([name, { example }]) => `${name}=${example ?? `$${name.toUpperCase()}`}`).join('&');
}

/** Whether the client packages make the call: backends send JSON and get JSON. */
export function isForClients({ auth, accepts, stream, response }: Route): boolean {
  return auth === 'management' && accepts[0] !== 'form' && stream !== 'events' && response !== undefined;
}

function formFields(body: JsonObject): readonly string[] {
  return Object.entries(body).map(([name, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return `--data-urlencode ${quoted(`${name}=${text}`)}`;
  });
}

/** A word of a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
