/**
 * Forty registration certificates with their use: twenty right, twenty wrong in one way. The expected verdicts follow
 * the standard and profile `eu`.
 */
import type { X509Certificate } from 'node:crypto';
import type { JsonObject } from '@countersign/shared/kernel/json';
import type { CborValue } from '@countersign/shared/mdoc/cbor-value';
import type { AnchorsOf, RegistrationProvider } from '../../src/registration/anchors.ts';
import type { RegisteredRole } from '../../src/registration/entitlements.ts';
import type { RegistrationReason } from '../../src/registration/registration-reasons.ts';
import type { LookUpStatus } from '../../src/registration/status.ts';
import { keyOf } from './deterministic-keys.ts';
import { makeTestAuthority, makeTestCertificate, type TestSubject, USAGE } from './made-certificates.ts';
import {
  type CertificateChange,
  CLAIMS,
  type CwtChange,
  createAccessAuthority,
  createRegistrar,
  DAY,
  ENTITLEMENT,
  LEGAL_PERSON,
  lookUpIn,
  PARTY,
  SECONDS,
  STATUS_URI,
  statusList,
  subjectWith,
  VALIDITY,
} from './registrar.ts';

export interface RegistrationCase {
  readonly name: string;
  readonly given: string | Buffer;
  readonly access: X509Certificate;
  readonly accessAuthorities: AnchorsOf<'WRPAC'>;
  readonly providers: readonly RegistrationProvider[];
  readonly lookUp: LookUpStatus;
  readonly role: RegisteredRole;
  /** The verifier's request, as a DCQL query. */
  readonly query?: JsonObject;
  /** The type that an issuer issues, a `vct`. */
  readonly offered?: string;
  /** The party that an intermediary acts for. */
  readonly client?: string;
  readonly verdict: 'valid' | RegistrationReason;
}

/** A case without its name and certificate. */
interface Use {
  readonly access?: TestSubject;
  readonly role?: RegisteredRole;
  readonly query?: JsonObject;
  readonly offered?: string;
  readonly client?: string;
  readonly revoked?: true;
}

const VCT = 'urn:eudi:pid:1';
const MDL = 'org.iso.18013.5.1';

/** A query for claims of one credential. */
function asking(claims: readonly JsonObject[] | undefined, vct = VCT): JsonObject {
  const credential = { id: 'pid', format: 'dc+sd-jwt', meta: { vct_values: [vct] } };
  return { credentials: [{ ...credential, ...(claims === undefined ? {} : { claims }) }] };
}

function registered(claim: readonly JsonObject[], vct = VCT): JsonObject {
  return { format: 'dc+sd-jwt', meta: { vct_values: [vct] }, claim };
}

const AGE = asking([{ path: ['age_equal_or_over', '18'] }]);
const NATURAL: TestSubject = [
  ['C', 'DE'],
  ['CN', 'Erika'],
  ['2.5.4.42', 'Erika'],
  ['2.5.4.5', 'TINDE-12345'],
];
const INTERMEDIARY = 'NTRDE-HRB999';
const OF_BROKER = subjectWith({ '2.5.4.97': INTERMEDIARY });
const ACTING = { intermediary: { sub: INTERMEDIARY, sname: 'Broker' }, act: { sub: INTERMEDIARY } };

/** Makes all cases. The keys are the same in each run. */
export async function registrationCases(): Promise<readonly RegistrationCase[]> {
  const registrar = await createRegistrar();
  const authority = await createAccessAuthority();
  const revoker = await makeTestCertificate({
    subject: [['CN', 'revoker']],
    key: keyOf('revoker'),
    issuer: registrar.revocation,
    ...VALIDITY,
  });
  const caseOf = async (
    name: string,
    verdict: RegistrationCase['verdict'],
    given: Promise<string | Buffer>,
    { access = LEGAL_PERSON, role = 'verifier', query = AGE, offered, client, revoked }: Use = {},
  ): Promise<RegistrationCase> => ({
    name,
    verdict,
    given: await given,
    access: (await authority.certificate({ subject: access })).certificate,
    accessAuthorities: authority.anchors,
    providers: [registrar.provider],
    lookUp: lookUpIn(() => statusList({ signer: revoker, ...(revoked === undefined ? {} : { revoked: [7] }) })),
    role,
    ...(role === 'verifier' ? { query } : {}),
    ...(offered === undefined ? {} : { offered }),
    ...(client === undefined ? {} : { client }),
  });
  const jwt = (change?: CertificateChange) => registrar.jwt(change);
  const cwt = (change?: CwtChange) => registrar.cwt(change);
  const claims = (change: Readonly<Record<string, unknown>>) => jwt({ claims: change });
  const between = await makeTestAuthority('registrar CA 2', VALIDITY, { issuer: registrar.authority });
  const below = await makeTestCertificate({
    subject: [['CN', 'below']],
    key: keyOf('below'),
    issuer: between,
    ...VALIDITY,
  });
  const { certificate: leaf } = await registrar.signer();
  const underAccess = await authority.certificate({ usage: USAGE.digitalSignature, key: keyOf('under access') });
  const commitment = await registrar.signer('ES256', USAGE.nonRepudiation);
  const numbered = new Map<number, CborValue>([
    [2, PARTY],
    [4, Number(CLAIMS.exp)],
    [6, Number(CLAIMS.iat)],
  ]);
  const unnamed = { sub: undefined, exp: undefined, iat: undefined };

  const right = [
    caseOf('ES256 and an equal path', 'valid', jwt()),
    caseOf('ES384', 'valid', jwt({ algorithm: 'ES384' })),
    caseOf('ES512', 'valid', jwt({ algorithm: 'ES512' })),
    caseOf('EdDSA', 'valid', jwt({ algorithm: 'EdDSA' })),
    caseOf(
      'base64url of the JWT',
      'valid',
      jwt().then((text) => Buffer.from(text).toString('base64url')),
    ),
    caseOf('a CWT', 'valid', cwt()),
    caseOf('a CWT with registered claims under integers', 'valid', cwt({ numbered, claims: unnamed })),
    caseOf(
      "critical headers of today's registrars",
      'valid',
      jwt({ header: { crit: ['sigT', 'b64'], sigT: '2025-07-01T00:00:00Z', b64: true } }),
    ),
    caseOf('the anchor in the chain', 'valid', jwt({ chain: [leaf, registrar.authority.certificate] })),
    caseOf('an intermediate CA', 'valid', jwt({ signer: below, chain: [below.certificate, between.certificate] })),
    caseOf('a signer that only commits', 'valid', jwt({ signer: commitment })),
    caseOf('no expiry time', 'valid', claims({ exp: undefined })),
    caseOf(
      'a status index that is a string',
      'valid',
      claims({ status: { status_list: { idx: '7', uri: STATUS_URI } } }),
    ),
    caseOf(
      'a natural person',
      'valid',
      claims({ sub: 'TINDE-12345', sub_ln: undefined, sub_gn: 'Erika', sub_fn: 'Muster' }),
      { access: NATURAL },
    ),
    caseOf('an intermediary', 'valid', claims(ACTING), { access: OF_BROKER, client: PARTY }),
    caseOf('a member of a registered object', 'valid', claims({ credentials: [registered([{ path: ['address'] }])] }), {
      query: asking([{ path: ['address', 'country'] }]),
    }),
    caseOf(
      'an index of a registered wildcard',
      'valid',
      claims({ credentials: [registered([{ path: ['nationalities', null] }])] }),
      {
        query: asking([{ path: ['nationalities', 7] }]),
      },
    ),
    caseOf(
      'claims of two entries for the type',
      'valid',
      claims({ credentials: [registered([{ path: ['a'] }]), registered([{ path: ['b'] }])] }),
      {
        query: asking([{ path: ['a'] }, { path: ['b'] }]),
      },
    ),
    caseOf(
      'elements of an mdoc',
      'valid',
      claims({
        credentials: [
          { format: 'mso_mdoc', meta: { doctype_value: `${MDL}.mDL` }, claim: [{ path: [MDL, 'portrait'] }] },
        ],
      }),
      {
        query: {
          credentials: [
            {
              id: 'mdl',
              format: 'mso_mdoc',
              meta: { doctype_value: `${MDL}.mDL` },
              claims: [{ path: [MDL, 'portrait'] }],
            },
          ],
        },
      },
    ),
    caseOf(
      'an issuer of PIDs',
      'valid',
      claims({
        entitlements: [`${ENTITLEMENT}PID_Provider`],
        credentials: undefined,
        provides_attestations: [{ format: 'dc+sd-jwt', meta: { vct_values: [VCT] } }],
      }),
      { role: 'pid', offered: VCT },
    ),
  ];

  const MALFORMED = 'registration_certificate_malformed';
  const UNBOUND = 'registration_certificate_not_bound';
  const EXPIRED = 'registration_certificate_expired';
  const EXCEEDED = 'registration_exceeded';
  const wrong = [
    caseOf('the type of the old German profile', MALFORMED, jwt({ header: { typ: 'rc-rp+jwt' } })),
    caseOf('the algorithm RS256', MALFORMED, jwt({ header: { alg: 'RS256' } })),
    caseOf('an unknown critical header', MALFORMED, jwt({ header: { crit: ['exp'], exp: 1 } })),
    caseOf('a changed byte', 'registration_certificate_signature', jwt().then(withOtherName)),
    caseOf(
      'a signer of the access certificate authority',
      'registration_certificate_untrusted',
      jwt({ signer: underAccess }),
    ),
    caseOf('a signer of the revocation service', 'registration_certificate_untrusted', jwt({ signer: revoker })),
    caseOf('an expiry time in the past', EXPIRED, claims({ exp: SECONDS - DAY })),
    caseOf('a life of 367 days', EXPIRED, claims({ exp: Number(CLAIMS.iat) + 367 * DAY })),
    caseOf('no status', 'registration_certificate_without_status', claims({ status: undefined })),
    caseOf(
      'a status index with leading zeros',
      MALFORMED,
      claims({ status: { status_list: { idx: '007', uri: STATUS_URI } } }),
    ),
    caseOf('a revoked status', 'registration_certificate_revoked', jwt(), { revoked: true }),
    caseOf('a party in another case', UNBOUND, claims({ sub: PARTY.toLowerCase() })),
    caseOf('a party with a space behind it', UNBOUND, claims({ sub: `${PARTY} ` })),
    caseOf('two identifiers in the access certificate', UNBOUND, jwt(), {
      access: [...LEGAL_PERSON, ['2.5.4.97', 'NTRDE-HRB654321']],
    }),
    caseOf(
      'an acting party that is not the intermediary',
      UNBOUND,
      claims({ ...ACTING, act: { sub: 'NTRDE-HRB998' } }),
      { access: OF_BROKER },
    ),
    caseOf(
      'no entitlement but a sub-entitlement',
      MALFORMED,
      claims({ entitlements: ['https://uri.etsi.org/19475/SubEntitlement/psp/psp-as'] }),
    ),
    caseOf(
      'the entitlement of an issuer for a verifier',
      'registration_entitlement',
      claims({ entitlements: [`${ENTITLEMENT}PID_Provider`] }),
    ),
    caseOf('one claim more', EXCEEDED, jwt(), {
      query: asking([{ path: ['age_equal_or_over', '18'] }, { path: ['family_name'] }]),
    }),
    caseOf(
      'a claim without the registered values',
      EXCEEDED,
      claims({ credentials: [registered([{ path: ['age'], values: [18] }])] }),
      {
        query: asking([{ path: ['age'] }]),
      },
    ),
    caseOf('a CWT with its party under an integer and a name', MALFORMED, cwt({ numbered: new Map([[2, PARTY]]) })),
  ];
  return Promise.all([...right, ...wrong]);
}

/** The token with another trade name, and its old signature. */
function withOtherName(token: string): string {
  const [header, payload = '', signature] = token.split('.');
  const other = Buffer.from(payload, 'base64url').toString().replace('Example Shop', 'Example Shap');
  return [header, Buffer.from(other).toString('base64url'), signature].join('.');
}
