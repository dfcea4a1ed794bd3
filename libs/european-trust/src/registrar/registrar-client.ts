/**
 * The registrar's port, and its adapter for the EUDI TS5 1.3 API. A response is only used after its signature was
 * checked.
 */
import type { Outbound, OutboundResponse } from '@countersign/shared/http/outbound';
import { OutboundError } from '@countersign/shared/http/outbound-error';
import type { Clock } from '@countersign/shared/kernel/clock';
import { isObject, type Json, type JsonObject, own, parseCountedJson } from '@countersign/shared/kernel/json';
import { type RegisterTrust, readRegisterAnswer } from './register-answer.ts';
import { RegistrarError } from './registrar-error.ts';

/** A registered use, to be looked up. Absent members are not compared. */
export interface LookedUpUse {
  readonly rpidentifier: string;
  readonly intendeduseidentifier?: string;
  readonly credentialformat?: string;
  readonly claimpath?: string;
  readonly credentialmeta?: string;
  readonly policyurl?: string;
}

export interface CertificateRequest {
  readonly identifier: string;
  readonly intendedUse: string;
  /** Additional members that this registrar requires. */
  readonly more: JsonObject;
}

/** A registration certificate as received. */
export interface IssuedRegistration {
  readonly jwt: string;
  readonly cwt?: string;
}

/** All reject with RegistrarError. */
export interface Registrar {
  /** The entry of a party; undefined without one. */
  entry(identifier: string): Promise<JsonObject | undefined>;
  /** All entries that the filters of `GET /wrp` let through, of at most fifty pages. */
  search(filters: Readonly<Record<string, string>>): Promise<readonly JsonObject[]>;
  isRegistered(use: LookedUpUse): Promise<boolean>;
  /** Writes the entry of a party. @returns as the register has it now */
  register(party: JsonObject): Promise<JsonObject>;
  /** Issues a registration certificate for an intended use, the first or the next one. */
  certificate(request: CertificateRequest): Promise<IssuedRegistration>;
}

export interface RegistrarParts {
  readonly outbound: Outbound;
  readonly clock: Clock;
  /** Without a trailing slash. */
  readonly url: string;
  readonly trust: Omit<RegisterTrust, 'now'>;
  /** For writes. */
  readonly token: string | undefined;
}

const MAX_BYTES = 1024 * 1024;
/** Milliseconds. */
const TIMEOUT = 15_000;
const MOST_PAGES = 50;
const PAGE = '50';

interface Call {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: JsonObject;
}

export function createRegistrar(parts: RegistrarParts): Registrar {
  const signed = (answer: OutboundResponse): JsonObject =>
    readRegisterAnswer(answer.body.toString('utf8'), { ...parts.trust, now: parts.clock() });
  const data = (answer: OutboundResponse): JsonObject => {
    const found = own(signed(answer), 'data');
    if (!isObject(found)) throw malformed('data');
    return found;
  };
  return {
    entry: async (identifier) => {
      const answer = await send(parts, { method: 'GET', path: `/wrp/${encodeURIComponent(identifier)}` });
      return answer.status === 404 ? undefined : data(accepted(answer));
    },
    search: (filters) =>
      allPages(filters, async (query) => signed(accepted(await send(parts, { method: 'GET', path: '/wrp', query })))),
    isRegistered: async (use) => {
      const query: Readonly<Record<string, string>> = { ...use };
      const answer = await send(parts, { method: 'GET', path: '/wrp/check-intended-use', query });
      return data(accepted(answer)).isRegistered === true;
    },
    register: async (body) => data(accepted(await send(parts, { method: 'PUT', path: '/wrp', body }))),
    certificate: async ({ identifier, intendedUse, more }) => {
      const body = { ...more, rpId: identifier, intendedUseIdentifier: intendedUse };
      return issuedIn(accepted(await send(parts, { method: 'POST', path: '/registration-certificates', body })));
    },
  };
}

/** Stops at a register that always has a next page, or returns the same one again. */
async function allPages(
  filters: Readonly<Record<string, string>>,
  read: (query: Readonly<Record<string, string>>) => Promise<JsonObject>,
): Promise<readonly JsonObject[]> {
  const found: JsonObject[] = [];
  const seen = new Set<string>();
  let cursor: string | undefined;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const answer = await read({ ...filters, limit: PAGE, ...(cursor === undefined ? {} : { cursor }) });
    const entries = own(answer, 'data');
    if (!Array.isArray(entries)) throw malformed('data');
    found.push(...(entries as readonly Json[]).filter(isObject));
    cursor = nextCursor(answer);
    if (cursor === undefined) return found;
    if (seen.has(cursor)) throw malformed('next_cursor_repeated');
    seen.add(cursor);
  }
  throw malformed('too_many_pages');
}

function nextCursor(answer: JsonObject): string | undefined {
  const pagination = own(answer, 'pagination');
  if (!isObject(pagination) || pagination.has_next_page === false) return undefined;
  const { next_cursor: next } = pagination;
  return typeof next === 'string' && next !== '' && next.length <= 2048 ? next : undefined;
}

async function send({ outbound, url, token }: RegistrarParts, call: Call): Promise<OutboundResponse> {
  const { method, path, query = {}, body } = call;
  const address = new URL(`${url}${path}`);
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
  const isWrite = method !== 'GET';
  if (isWrite && token === undefined) throw new RegistrarError('registrar_unauthorized', { detail: 'token_missing' });
  const headers = {
    accept: isWrite ? 'application/jwt, application/json' : 'application/jwt',
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(isWrite ? { authorization: `Bearer ${token}` } : {}),
  };
  const content = body === undefined ? {} : { body: JSON.stringify(body) };
  try {
    return await outbound.request({
      url: address.href,
      method,
      headers,
      ...content,
      maxBytes: MAX_BYTES,
      timeout: TIMEOUT,
    });
  } catch (cause) {
    if (!(cause instanceof OutboundError)) throw cause;
    throw new RegistrarError('registrar_unreachable', { detail: cause.code }, cause);
  }
}

function accepted(answer: OutboundResponse): OutboundResponse {
  const { status } = answer;
  if (status >= 200 && status < 300) return answer;
  const received = `status ${status}`;
  if (status === 401 || status === 403) throw new RegistrarError('registrar_unauthorized', { received });
  if (status >= 500 || status === 429) throw new RegistrarError('registrar_unreachable', { received });
  throw new RegistrarError('registrar_refused', { received });
}

/** The certificate is signed itself: it is checked as every other one before it is stored. */
function issuedIn({ body }: OutboundResponse): IssuedRegistration {
  const answer = jsonOf(body);
  const { jwt, cwt } = isObject(answer) ? answer : {};
  if (typeof jwt !== 'string') throw malformed('jwt');
  return { jwt, ...(typeof cwt === 'string' ? { cwt } : {}) };
}

function jsonOf(body: Buffer): Json | undefined {
  try {
    return parseCountedJson(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

function malformed(detail: string): RegistrarError {
  return new RegistrarError('registrar_answer_malformed', { detail });
}
