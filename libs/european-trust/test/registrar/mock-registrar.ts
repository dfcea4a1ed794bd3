/** A TS5 registrar inside the test process: it has one party, and misbehaves if a test asks it to. */
import { X509Certificate } from 'node:crypto';
import { x5cElement } from '@countersign/shared/crypto/x509';
import type { Outbound, OutboundRequest, OutboundResponse } from '@countersign/shared/http/outbound';
import type { Json, JsonObject } from '@countersign/shared/kernel/json';
import { signWith } from '../registration/deterministic-keys.ts';
import { createRegistrar, NOW, PARTY, SECONDS, type TestRegistrar } from '../registration/registrar.ts';

export const REGISTER = 'https://registrar.example/api';
export const TOKEN = 'a-bearer-token-of-the-tenant';

export interface RegistrarFaults {
  /** Members of the payload that differ. */
  payload?: JsonObject;
  /** Who signs instead. */
  signer?: TestRegistrar;
  /** A response instead of the right one. */
  answer?: (path: string) => Partial<OutboundResponse> | undefined;
  /** Entries of `GET /wrp` by their cursor, and the cursor that follows. */
  pages?: (cursor: string) => { readonly data: readonly JsonObject[]; readonly next?: string };
}

/** Its address, its time, and what it issues. Defaults come from the tests. */
export interface RegistrarOptions {
  /** Without a trailing slash. */
  readonly url?: string;
  readonly registrar?: TestRegistrar;
  /** Seconds. */
  readonly seconds?: () => number;
  /** Undefined: nobody has registered that. */
  readonly issue?: (request: JsonObject, party: JsonObject | undefined) => Promise<string | undefined>;
}

export interface MockRegistrar {
  readonly options: RegistrarOptions;
  readonly outbound: Outbound;
  readonly faults: RegistrarFaults;
  readonly anchors: readonly X509Certificate[];
  readonly registrar: TestRegistrar;
  readonly asked: OutboundRequest[];
  /** The entry of the party; undefined before it is registered. */
  party: JsonObject | undefined;
}

export async function createMockRegistrar(options: RegistrarOptions = {}): Promise<MockRegistrar> {
  const registrar = options.registrar ?? (await createRegistrar());
  const mock: MockRegistrar = {
    options,
    faults: {},
    registrar,
    anchors: [registrar.authority.certificate],
    asked: [],
    party: undefined,
    outbound: {
      request: async (request) => {
        mock.asked.push(request);
        const answer = mock.faults.answer?.(new URL(request.url).pathname) ?? (await respond(mock, request));
        return { status: 200, headers: {}, body: Buffer.alloc(0), ...answer };
      },
    },
  };
  return mock;
}

async function respond(mock: MockRegistrar, request: OutboundRequest): Promise<Partial<OutboundResponse>> {
  const { pathname, searchParams } = new URL(request.url);
  const path = pathname.slice(new URL(mock.options.url ?? REGISTER).pathname.length);
  if (request.method !== 'GET' && request.headers?.authorization !== `Bearer ${TOKEN}`) return { status: 401 };
  const body = request.body === undefined ? {} : (JSON.parse(String(request.body)) as JsonObject);
  if (path === '/registration-certificates') {
    const jwt = await (mock.options.issue ?? issueOfTests(mock))(body, mock.party);
    if (jwt === undefined) return { status: 404 };
    return { status: 201, body: Buffer.from(JSON.stringify({ id: '7', jwt })) };
  }
  if (request.method === 'PUT') {
    mock.party = body;
    return signed(mock, body);
  }
  if (path === '/wrp') {
    const { data, next } = mock.faults.pages?.(searchParams.get('cursor') ?? '') ?? { data: [mock.party ?? {}] };
    const pagination = next === undefined ? { has_next_page: false } : { has_next_page: true, next_cursor: next };
    return signed(mock, data, { pagination });
  }
  if (path === '/wrp/check-intended-use') {
    return signed(mock, { isRegistered: searchParams.get('intendeduseidentifier') === 'iu-1' });
  }
  if (path !== `/wrp/${PARTY}` || mock.party === undefined) return { status: 404 };
  return signed(mock, mock.party);
}

function issueOfTests({ registrar }: MockRegistrar) {
  return async ({ rpId, intendedUseIdentifier }: JsonObject): Promise<string | undefined> =>
    rpId === PARTY && intendedUseIdentifier === 'iu-1' ? registrar.jwt() : undefined;
}

async function signed({ faults, registrar, options }: MockRegistrar, data: Json, more: JsonObject = {}) {
  const signer = await (faults.signer ?? registrar).signer();
  const header = { alg: 'ES256', x5c: [x5cElement(new X509Certificate(signer.certificate.raw))] };
  const payload = {
    iss: options.url ?? REGISTER,
    iat: options.seconds?.() ?? SECONDS,
    data,
    ...more,
    ...faults.payload,
  };
  const [first, second] = [header, payload].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'));
  const signature = signWith(signer.key, 'ES256', Buffer.from(`${first}.${second}`)).toString('base64url');
  return { headers: { 'content-type': 'application/jwt' }, body: Buffer.from(`${first}.${second}.${signature}`) };
}

export const clock = (): number => NOW;
