/** A registrar, an access certificate authority and a registered party, for tests. Every key is derived from a name. */
import type { X509Certificate } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { readStatus } from '@countersign/shared/crypto/status-bits';
import { x5cElement } from '@countersign/shared/crypto/x509';
import type { Json, JsonObject } from '@countersign/shared/kernel/json';
import type { CborKey, CborValue } from '@countersign/shared/mdoc/cbor-value';
import { Tagged } from '@countersign/shared/mdoc/cbor-value';
import { signCoseSign1 } from '@countersign/shared/mdoc/cose-sign1';
import { writeCbor } from '@countersign/shared/mdoc/write-cbor';
import { writeX5chain } from '@countersign/shared/mdoc/x5chain';
import { verifyStatusToken } from '@countersign/shared/trust/status-token';
import type * as x509 from '@peculiar/x509';
import { anchorsOf, type RegistrationProvider } from '../../src/registration/anchors.ts';
import type { LookUpStatus } from '../../src/registration/status.ts';
import { keyOf, signWith, type TestAlgorithm, type TestCurve, type TestKey } from './deterministic-keys.ts';
import {
  extensionOf,
  type MadeCertificate,
  makeTestAuthority,
  makeTestCertificate,
  nameFor,
  type TestSubject,
  USAGE,
} from './made-certificates.ts';

/** Milliseconds: 2026-12-01, and the validity of all certificates around it. */
export const NOW = Date.UTC(2026, 11, 1);
export const SECONDS = NOW / 1000;
export const DAY = 86_400;
export const VALIDITY = { notBefore: NOW - 400 * DAY * 1000, notAfter: NOW + 700 * DAY * 1000 };

export const PARTY = 'NTRDE-HRB123456';
export const STATUS_URI = 'https://registrar.example/status/1';
export const ENTITLEMENT = 'https://uri.etsi.org/19475/Entitlement/';

/** The claims of a service provider that may request one claim of a PID. */
export const CLAIMS: JsonObject = {
  name: 'Example Shop',
  sub_ln: 'Example Shop AG',
  sub: PARTY,
  country: 'DE',
  registry_uri: 'https://registrar.example/api',
  srv_description: [[{ lang: 'en', value: 'Age check' }]],
  entitlements: [`${ENTITLEMENT}Service_Provider`],
  privacy_policy: 'https://shop.example/privacy',
  info_uri: 'https://shop.example',
  support_uri: 'mailto:privacy@shop.example',
  supervisory_authority: { email: 'post@dpa.example', phone: '+49 30 1', uri: 'https://dpa.example' },
  policy_id: ['0.4.0.19475.3.1'],
  certificate_policy: 'https://registrar.example/cp',
  iat: SECONDS - 30 * DAY,
  exp: SECONDS + 300 * DAY,
  status: { status_list: { idx: 7, uri: STATUS_URI } },
  purpose: [{ lang: 'en', value: 'Minimum age' }],
  intended_use_id: 'iu-1',
  credentials: [
    { format: 'dc+sd-jwt', meta: { vct_values: ['urn:eudi:pid:1'] }, claim: [{ path: ['age_equal_or_over', '18'] }] },
  ],
};

const KEY_CURVES: Readonly<Record<TestAlgorithm, TestCurve>> = {
  ES256: 'P-256',
  ES384: 'P-384',
  ES512: 'P-521',
  EdDSA: 'Ed25519',
};

/** A certificate's deviations from a correct one; undefined removes a member. */
export interface CertificateChange {
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly header?: Readonly<Record<string, unknown>>;
  /** Default: the registrar's, with the algorithm's key. */
  readonly signer?: MadeCertificate;
  /** Default: only the signer. */
  readonly chain?: readonly X509Certificate[];
  readonly algorithm?: TestAlgorithm;
}

/** The same for a CWT. Claims with integer keys replace the named ones. */
export interface CwtChange extends CertificateChange {
  readonly numbered?: ReadonlyMap<number, CborValue>;
  readonly protectedHeader?: readonly (readonly [CborKey, CborValue])[];
  readonly unprotected?: readonly (readonly [CborKey, CborValue])[];
  readonly payload?: Buffer | null;
}

/** One provider of registration certificates: a CA, its signers, and a revocation service with a separate CA. */
export interface TestRegistrar {
  readonly authority: MadeCertificate;
  readonly revocation: MadeCertificate;
  readonly provider: RegistrationProvider;
  /** The same certificate for the same arguments. */
  readonly signer: (algorithm?: TestAlgorithm, usage?: number) => Promise<MadeCertificate>;
  readonly jwt: (change?: CertificateChange) => Promise<string>;
  readonly cwt: (change?: CwtChange) => Promise<Buffer>;
}

export async function createRegistrar(name = 'registrar', validity = VALIDITY): Promise<TestRegistrar> {
  const authority = await makeTestAuthority(`${name} CA`, validity);
  const revocation = await makeTestAuthority(`${name} revocation CA`, validity);
  const made = new Map<string, Promise<MadeCertificate>>();
  const signer = (algorithm: TestAlgorithm = 'ES256', usage?: number): Promise<MadeCertificate> => {
    const id = `${algorithm} ${usage}`;
    const known = made.get(id);
    if (known !== undefined) return known;
    const signing = makeTestCertificate({
      subject: [
        ['C', 'DE'],
        ['O', name],
        ['CN', `${name} ${algorithm}`],
      ],
      key: keyOf(`${name} ${algorithm}`, KEY_CURVES[algorithm]),
      issuer: authority,
      ...validity,
      ...(usage === undefined ? {} : { usage }),
    });
    made.set(id, signing);
    return signing;
  };
  return {
    authority,
    revocation,
    provider: {
      issuance: anchorsOf('WRPRC/Issuance', [authority.certificate]),
      revocation: anchorsOf('WRPRC/Revocation', [revocation.certificate]),
    },
    signer,
    jwt: async (change = {}) => signedJwt(change, change.signer ?? (await signer(change.algorithm))),
    cwt: async (change = {}) => signedCwt(change, change.signer ?? (await signer(change.algorithm))),
  };
}

/** Undefined members are left out. */
function changed(members: JsonObject, change: Readonly<Record<string, unknown>> = {}): JsonObject {
  const entries = Object.entries({ ...members, ...change }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as JsonObject;
}

function signedJwt({ claims, header, chain, algorithm = 'ES256' }: CertificateChange, signer: MadeCertificate): string {
  const x5c = (chain ?? [signer.certificate]).map(x5cElement);
  const parts = [changed({ typ: 'rc-wrp+jwt', alg: algorithm, x5c, iat: SECONDS }, header), changed(CLAIMS, claims)];
  return compact(
    parts.map((part) => JSON.stringify(part)),
    signer.key,
    algorithm,
  );
}

/** A compact JWS of header and payload as given. */
export function compact(parts: readonly string[], key: TestKey, algorithm: TestAlgorithm = 'ES256'): string {
  const input = parts.map((part) => Buffer.from(part).toString('base64url')).join('.');
  return `${input}.${signWith(key, algorithm, Buffer.from(input)).toString('base64url')}`;
}

const COSE_ALGORITHMS: Readonly<Record<TestAlgorithm, number>> = { ES256: -7, ES384: -35, ES512: -36, EdDSA: -8 };

async function signedCwt(change: CwtChange, signer: MadeCertificate): Promise<Buffer> {
  const { algorithm = 'ES256', chain = [signer.certificate], numbered = new Map<number, CborValue>() } = change;
  const protectedHeader = new Map<CborKey, CborValue>(
    change.protectedHeader ?? [
      [1, COSE_ALGORITHMS[algorithm]],
      [16, 'rc-wrp+cwt'],
      [33, writeX5chain(chain.map(x5cElement))],
    ],
  );
  const named = Object.entries(changed(CLAIMS, change.claims)).map(([key, value]): [CborKey, CborValue] => [
    key,
    cborOf(value ?? null),
  ]);
  const payload = change.payload === undefined ? writeCbor(new Map([...numbered, ...named])) : change.payload;
  const message = await signCoseSign1({
    protectedHeader,
    unprotected: new Map(change.unprotected ?? []),
    payload,
    ...(payload === null ? { detached: Buffer.alloc(1) } : {}),
    sign: async (input) => signWith(signer.key, algorithm, input),
  });
  return writeCbor(new Tagged(18, message));
}

/** JSON as CBOR. */
export function cborOf(value: Json): CborValue {
  if (Array.isArray(value)) return (value as readonly Json[]).map(cborOf);
  if (typeof value !== 'object' || value === null) return value as CborValue;
  return new Map(Object.entries(value).map(([key, member]) => [key, cborOf(member as Json)]));
}

/** The access certificate authority, and certificates under it. */
export interface TestAccessAuthority {
  readonly authority: MadeCertificate;
  readonly anchors: ReturnType<typeof anchorsOf<'WRPAC'>>;
  readonly certificate: (change?: AccessChange) => Promise<MadeCertificate>;
}

export interface AccessChange {
  readonly subject?: TestSubject;
  readonly usage?: number;
  readonly extensions?: readonly x509.Extension[];
  readonly validity?: typeof VALIDITY;
  readonly key?: TestKey;
  readonly issuer?: MadeCertificate;
}

/** The key that a tenant signs its requests with. */
export const TENANT_KEY = keyOf('tenant');

export const LEGAL_PERSON: TestSubject = [
  ['C', 'DE'],
  ['O', 'Example Shop AG'],
  ['2.5.4.97', PARTY],
  ['CN', 'Age check'],
];

export const ACCESS_EXTENSIONS = {
  policies: extensionOf.policies('04008bec460102', 'https://access.example/cps'),
  names: extensionOf.names(nameFor.uri('https://shop.example/contact')),
  issuers: extensionOf.issuers(),
  revocationLists: extensionOf.revocationLists(),
  timestamps: extensionOf.timestamps(),
} as const;

export async function createAccessAuthority(): Promise<TestAccessAuthority> {
  const authority = await makeTestAuthority('access CA', VALIDITY);
  return {
    authority,
    anchors: anchorsOf('WRPAC', [authority.certificate]),
    certificate: (change = {}) =>
      makeTestCertificate({
        subject: change.subject ?? LEGAL_PERSON,
        key: change.key ?? TENANT_KEY,
        issuer: change.issuer ?? authority,
        ...(change.validity ?? VALIDITY),
        usage: change.usage ?? USAGE.nonRepudiation,
        extensions: change.extensions ?? Object.values(ACCESS_EXTENSIONS),
      }),
  };
}

/** A subject with other values of some attributes; undefined removes one. */
export function subjectWith(change: Readonly<Record<string, string | undefined>>): TestSubject {
  return LEGAL_PERSON.flatMap(([type, value]): TestSubject => {
    if (!Object.hasOwn(change, type)) return [[type, value]];
    const given = change[type];
    return given === undefined ? [] : [[type, given]];
  });
}

export interface TestStatusList {
  readonly signer: MadeCertificate;
  /** Default: all valid. */
  readonly revoked?: readonly number[];
  readonly entries?: number;
  readonly claims?: JsonObject;
}

/** A status list token of one bit an entry. */
export function statusList({ signer, revoked = [], entries = 16, claims = {} }: TestStatusList): string {
  const list = Buffer.alloc(entries / 8);
  for (const index of revoked) list[index >> 3] = (list[index >> 3] ?? 0) | (1 << (index & 7));
  const header = { typ: 'statuslist+jwt', alg: 'ES256', x5c: [x5cElement(signer.certificate)] };
  const lst = deflateSync(list).toString('base64url');
  const payload = { sub: STATUS_URI, iat: SECONDS, status_list: { bits: 1, lst }, ...claims };
  return compact([JSON.stringify(header), JSON.stringify(payload)], signer.key);
}

/** Looks up entries in the token that is served, with the reader of the server. */
export function lookUpIn(token: () => string | undefined): LookUpStatus {
  return async (reference) => {
    const served = token();
    if (served === undefined) return { state: 'unreachable' };
    try {
      const { list, bits } = await verifyStatusToken({ token: served, reference, now: NOW });
      const value = readStatus(list, reference.idx, bits);
      if (value === undefined) return { state: 'unusable' };
      return value === 0 ? { state: 'valid' } : { state: 'invalid', value };
    } catch (cause) {
      return { state: 'unusable', cause };
    }
  };
}
