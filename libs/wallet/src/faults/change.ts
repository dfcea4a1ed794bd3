/** Building blocks for faults: each creates a hook that changes one message. */
import type { JwtKind } from '../jwt/signer.ts';
import type { Answer } from '../sending/answer.ts';
import type { Exchanged, Fault } from '../sending/fault.ts';

type RequestHook = NonNullable<Fault['request']>;
type JwtHook = NonNullable<Fault['jwt']>;
/** From the current members to the changed ones; undefined drops a member. */
type Change = (present: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;
type Texts = Readonly<Record<string, string | undefined>>;

/** A value in the form of a reference or a secret of this server, which it never issued. */
export const UNKNOWN_REFERENCE = Buffer.alloc(48, 7).toString('base64url');

/** Sets fields of the form; undefined drops one. A request without a form, or without the field `having`, leaves unchanged. */
export function form(fields: Texts, having?: string): RequestHook {
  return (request) => {
    if (request.form === undefined) return request;
    if (having !== undefined && request.form[having] === undefined) return request;
    return { ...request, form: replaced(request.form, fields) };
  };
}

/** Sets members of the JSON body; undefined drops one. */
export function json(members: Readonly<Record<string, unknown>>): RequestHook {
  return (request) => ({ ...request, json: withoutUndefined({ ...request.json, ...members }) });
}

/** Sets headers, by their names in lower case; undefined drops one. */
export function headers(values: Texts): RequestHook {
  return (request) => ({ ...request, headers: replaced(request.headers, values) });
}

/** Calls another path of the same server. */
export function path(change: (pathname: string) => string): RequestHook {
  return (request) => {
    const url = new URL(request.url);
    url.pathname = change(url.pathname);
    return { ...request, url: url.href };
  };
}

/** Sets parameters of the query; undefined drops one. */
export function query(parameters: Texts): RequestHook {
  return (request) => {
    const url = new URL(request.url);
    for (const [name, value] of Object.entries(parameters)) {
      if (value === undefined) url.searchParams.delete(name);
      else url.searchParams.set(name, value);
    }
    return { ...request, url: url.href };
  };
}

/** Changes the JWTs of one kind. */
export function jwt(kind: JwtKind, change: JwtHook): JwtHook {
  return (parts) => (parts.kind === kind ? change(parts) : parts);
}

/** Sets members of the payload; undefined drops one. */
export function payload(kind: JwtKind, change: Change): JwtHook {
  return jwt(kind, (parts) => ({ ...parts, payload: changedBy(change, parts.payload) }));
}

/** Sets members of the header; undefined drops one. */
export function header(kind: JwtKind, change: Change): JwtHook {
  return jwt(kind, (parts) => ({ ...parts, header: changedBy(change, parts.header) }));
}

/** Sends the step's request once more, byte for byte. */
export function repeated({ request, send }: Exchanged): Promise<Answer> {
  return send(request);
}

/** Sends the step's request once more, with new proofs. */
export function sentAgain({ again }: Exchanged): Promise<Answer> {
  return again();
}

/** Changes the list of proofs of the one type that the credential request has. */
export function proofs(change: (list: readonly string[]) => readonly string[]): RequestHook {
  return ({ json: body, ...request }) => {
    const { proofs: sent = {} } = (body ?? {}) as { readonly proofs?: Readonly<Record<string, readonly string[]>> };
    const changed = Object.entries(sent).map(([type, list]) => [type, change(list)]);
    return { ...request, json: { ...body, proofs: Object.fromEntries(changed) } };
  };
}

/** The parameters of a response to a presentation request: inside the JWE, or of the form, with `vp_token` parsed. */
export interface AnswerParameters {
  readonly vp_token?: Readonly<Record<string, unknown>>;
  readonly state?: string;
  readonly error?: string;
}

/** Changes the parameters of a response, before encrypting them if necessary. */
export function answer(change: (parameters: AnswerParameters) => AnswerParameters): RequestHook {
  return (request) => {
    if (request.json !== undefined) return { ...request, json: change(request.json) };
    const { vp_token, ...rest } = request.form ?? {};
    const parameters = change({ ...rest, ...(vp_token === undefined ? {} : { vp_token: JSON.parse(vp_token) }) });
    const texts = Object.entries(parameters).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]);
    return { ...request, form: Object.fromEntries(texts) };
  };
}

/** Changes the response's presentations for each query. */
export function presentations(change: (list: readonly string[]) => unknown): RequestHook {
  return answer(({ vp_token = {}, ...rest }) => {
    const changed = Object.entries(vp_token).map(([id, list]) => [id, change(list as readonly string[])]);
    return { ...rest, vp_token: Object.fromEntries(changed) };
  });
}

/** Changes the JWE of an encrypted message. */
export function encrypted(change: (jwe: string) => string): RequestHook {
  return ({ encrypt, ...request }) =>
    encrypt === undefined ? request : { ...request, encrypt: async (clear) => change(await encrypt(clear)) };
}

/** A compact JWE with other members of its header; the rest stays. */
export function withJweHeader(jwe: string, members: object): string {
  const [header = '', ...rest] = jwe.split('.');
  const changed = { ...JSON.parse(Buffer.from(header, 'base64url').toString('utf8')), ...members };
  return [Buffer.from(JSON.stringify(changed)).toString('base64url'), ...rest].join('.');
}

/** A compact JWE whose content no key decrypts. */
export function withOtherTag(jwe: string): string {
  return `${jwe.slice(0, jwe.lastIndexOf('.'))}.${Buffer.alloc(16).toString('base64url')}`;
}

function changedBy(change: Change, present: object): object {
  return withoutUndefined({ ...present, ...change({ ...present }) });
}

function replaced(present: Readonly<Record<string, string>>, changes: Texts): Record<string, string> {
  return withoutUndefined({ ...present, ...changes });
}

function withoutUndefined<T>(members: Readonly<Record<string, T | undefined>>): Record<string, T> {
  return Object.fromEntries(Object.entries(members).filter((pair): pair is [string, T] => pair[1] !== undefined));
}
