/** JSON Schemas of registration certificates, for the API description. Answers may gain fields: they are open. */
import { choice, closed, dateTime, freeObjects, open, text, texts } from '@countersign/shared/http/schema-parts';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { attemptMembers } from './renewal-schemas.ts';

const id = { ...text, pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$' } as const;
const jwt = {
  ...text,
  maxLength: 65_536,
  pattern: '^\\s*[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+\\s*$',
} as const;
/** 64 KiB. */
const cwt = { ...text, maxLength: 87_384, pattern: '^\\s*[A-Za-z0-9_-]+\\s*$' } as const;

export const registrationSchema: JsonObject = open(
  'RegistrationCertificate',
  ['id', 'source', 'state', 'findings', 'configurations', 'issuer', 'jwt'],
  {
    id: { ...text, description: 'Presentation configurations refer to it with registrationCert.id' },
    source: choice(
      'RegistrationSource',
      ['file', 'api'],
      '`file` of the folder registration-certificates; `api`: stored',
    ),
    createdAt: { ...dateTime, description: 'Only for stored certificates' },
    state: choice(
      'RegistrationState',
      ['valid', 'refused'],
      '`refused`: wallets would refuse requests with it; see `findings`',
    ),
    findings: {
      type: 'array',
      items: open('RegistrationFinding', ['reason', 'pointer', 'detail'], {
        reason: { ...text, description: 'A reason of the catalogue' },
        pointer: { ...text, description: 'JSON pointer into the certificate' },
        detail: text,
      }),
    },
    configurations: { ...texts, description: 'Presentation configurations that refer to it' },
    issuer: { type: 'boolean', description: 'The issuer metadata has it' },
    name: { ...text, description: 'Trade name' },
    subject: { ...text, description: 'Identifier of the party, such as NTRDE-HRB123456' },
    intendedUse: text,
    purpose: {
      type: 'array',
      items: open('RegisteredPurpose', ['lang', 'value'], { lang: text, value: text }),
    },
    entitlements: texts,
    support: {
      ...text,
      description: 'Where wallets send users who want their data deleted: a web page or an email address',
    },
    supervisoryAuthority: {
      ...open('SupervisoryAuthority', [], { email: text, phone: text, uri: text }),
      description: 'The data protection authority that wallets show for complaints',
    },
    covers: { ...freeObjects, description: 'Registered credentials and claims, as the certificate has them' },
    provides: { ...freeObjects, description: 'Registered attestations of an issuer, as the certificate has them' },
    expiresAt: dateTime,
    daysLeft: { type: 'integer', description: 'Whole days; negative after the end' },
    jwt: { ...text, description: 'As it was stored' },
    cwt: { ...text, description: 'Base64url of the CWT, if there is one' },
  },
);

export const registrationsSchema: JsonObject = { type: 'array', items: registrationSchema };

export const registrationBodySchema: JsonObject = closed(
  'RegistrationCertificateBody',
  ['id', 'jwt'],
  {
    id: { ...id, description: 'Presentation configurations use it to refer to the certificate' },
    jwt: { ...jwt, description: 'The certificate as the registrar issued it' },
    cwt: { ...cwt, description: 'Base64url of the same certificate as CWT, for requests by `org-iso-mdoc`' },
  },
  { example: { id: 'age-check', jwt: 'eyJ0eXAiOiJyYy13cnArand0In0.eyJzdWIiOiJOVFJERS1IUkIxMjM0NTYifQ.c2lnbmF0dXJl' } },
);

const registrarTask = {
  state: choice(
    'RegistrarTaskState',
    ['waiting', 'done', 'failing'],
    '`waiting`: nothing was due yet; `failing`: the last attempt failed, and it is repeated',
  ),
  ...attemptMembers,
} as const;

export const registrarStateSchema: JsonObject = open('Registrar', ['certificates'], {
  url: { ...text, description: 'Absent without registrar.json' },
  identifier: { ...text, description: 'Of the party' },
  party: open('RegistrarParty', ['state', 'failures'], registrarTask),
  certificates: {
    type: 'array',
    items: open('RegistrarCertificate', ['id', 'intendedUse', 'state', 'failures'], {
      id: { ...text, description: 'Id of the registration certificate' },
      intendedUse: text,
      ...registrarTask,
    }),
  },
});

export const euPartsSchema: JsonObject = open('EuParts', ['profile', 'complete', 'parts'], {
  profile: { ...text, description: 'Of the tenant' },
  complete: { type: 'boolean', description: 'The profile is `eu`, and each required part is present' },
  actsFor: open('PartyRecord', ['sub', 'eraseAfter', 'checks'], {
    sub: { ...text, description: 'Identifier of the party that the tenant acts for' },
    eraseAfter: { type: 'integer', description: 'Minutes after which presented claims are erased at the latest' },
    checks: { ...texts, description: 'What the intermediary checks for the party, as agreed' },
  }),
  parts: {
    type: 'array',
    items: open('EuPart', ['part', 'state', 'neededBy', 'place'], {
      part: choice(
        'EuPartName',
        [
          ...(['profile', 'request_certificate', 'metadata_certificate', 'access_authorities'] as const),
          ...(['registration_providers', 'request_registration', 'metadata_registration', 'wallet_providers'] as const),
          'public_body_certificate',
        ],
        'What wallets require',
      ),
      state: choice(
        'EuPartState',
        ['present', 'missing', 'refused', 'not_needed'],
        '`refused`: wallets would refuse it; `not_needed`: the tenant has no configurations that need it',
      ),
      neededBy: {
        type: 'array',
        items: choice('EuPartUser', ['verifier', 'issuer'], 'Roles that need it'),
      },
      place: { ...text, description: "Below the tenant's folder" },
      detail: { ...text, description: 'What is wrong' },
      todo: { ...text, description: 'What to do' },
      findings: { ...texts, description: 'Why wallets would refuse it' },
    }),
  },
});
