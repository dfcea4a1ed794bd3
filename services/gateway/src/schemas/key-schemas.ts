/** JSON Schemas of keys and trust anchors, for the API description. Answers may gain fields: they are open. */

import { trustLimits } from '@countersign/shared/configuration-documents/trust-limits';
import { choice, dateTime, open, text } from '@countersign/shared/http/schema-parts';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { keyPurposes } from '@countersign/shared/model/keys/key-documents';
import { keyStates } from '@countersign/shared/model/keys/key-states';
import { trustPurposes } from '@countersign/shared/trust/trust-anchor';

const CERTIFICATE = ['subject', 'sha256', 'notAfter', 'daysLeft', 'pem'] as const;
const certificateProperties = {
  subject: text,
  sha256: { ...text, description: 'In hexadecimal' },
  notAfter: dateTime,
  daysLeft: { type: 'integer', description: 'Whole days; negative after the end' },
  pem: text,
} as const;

const purpose = choice(
  'KeyPurpose',
  keyPurposes,
  'What the key is for; `iaca` certifies the `mdoc` key, `ca` the others',
);
export const keyState = choice(
  'KeyState',
  [...Object.keys(keyStates), 'requested'],
  'states.md explains each; `requested`: it waits for its certificate',
);
const keyProperties = {
  state: keyState,
  kid: { ...text, description: 'RFC 7638 thumbprint' },
  privateKey: choice(
    'PrivateKeyPlace',
    ['local', 'pkcs11', 'vault', 'file', 'erased'],
    "Location of the private key: `local` encrypted in the store, `file` in the operator's files",
  ),
  createdAt: dateTime,
  usedFrom: { ...dateTime, description: 'Time when it starts signing' },
  request: { ...text, description: 'If requested: its certificate request (PKCS #10) in PEM' },
  certificate: open('KeyCertificate', CERTIFICATE, certificateProperties),
} as const;
const KEY = ['state', 'kid', 'privateKey'] as const;

const example = {
  purpose: 'credential',
  state: 'pending',
  kid: 'fhgbj7VxZx86djqng3Cg2u1lodjdZMrXlv_yNd0t5n6',
  privateKey: 'local',
  createdAt: '2026-01-26T09:30:00.000Z',
  usedFrom: '2026-01-26T09:40:00.000Z',
} as const;

export const keysSchema: JsonObject = open('Keys', ['purposes'], {
  purposes: {
    type: 'array',
    items: open('KeysOfPurpose', ['purpose', 'rotation', 'keys'], {
      purpose,
      set: { ...text, description: 'Key set, which presentation configurations name by `keys`' },
      rotation: choice(
        'KeyRotation',
        ['call', 'files', 'with_credential', 'certificate_request'],
        "How it is rotated: through this API, by replacing the operator's files, with the credential key, or with POST /key-sets",
      ),
      broken: { ...text, description: "Why the operator's files cannot be used" },
      keys: { type: 'array', items: open('Key', KEY, keyProperties), description: 'Oldest first' },
    }),
  },
});

export const rotatedKeySchema: JsonObject = open(
  'RotatedKey',
  ['purpose', ...KEY],
  { purpose, ...keyProperties },
  { description: 'The key that is published now and signs from `usedFrom` on', example },
);

const trustOfPurpose = open('TrustOfPurpose', ['purpose', 'anchors'], {
  purpose: choice('TrustPurpose', trustPurposes, 'What the anchors are trusted for'),
  anchors: {
    type: 'array',
    items: open('TrustAnchor', [...CERTIFICATE, 'source'], {
      ...certificateProperties,
      source: choice(
        'TrustSource',
        ['own', 'file', 'api'],
        '`own`: the tenant issues under it; `file` of the folder `trust`; `api`: written by POST /trust/{purpose}',
      ),
      id: { ...text, description: 'Only for anchors with the source `api`' },
      createdAt: { ...dateTime, description: 'Alike' },
      vct: {
        type: 'array',
        items: text,
        description: 'The types of SD-JWT VCs that issuers under it may issue; absent: any',
      },
      doctype: {
        type: 'array',
        items: text,
        description: 'The document types of mdocs that issuers under it may issue; absent: any',
      },
      names: trustLimits.names,
      pinned: {
        type: 'boolean',
        description: 'The certificate belongs to a signer, and certifies no others',
      },
    }),
  },
});

export const trustSchema: JsonObject = open('Trust', ['purposes'], {
  purposes: { type: 'array', items: trustOfPurpose },
});

export const trustOfPurposeSchema: JsonObject = trustOfPurpose;

export const trustAnchorBodySchema: JsonObject = {
  title: 'TrustAnchorBody',
  type: 'object',
  additionalProperties: false,
  required: ['id', 'pem'],
  properties: {
    id: {
      ...text,
      pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$',
      description: "Name of the entry, such as the authority's name",
    },
    pem: {
      ...text,
      minLength: 1,
      maxLength: 65536,
      description: 'CA certificates in PEM, at most 20; a pinned certificate belongs to a signer',
    },
    ...trustLimits,
  },
  examples: [
    {
      id: 'authority',
      pem: '-----BEGIN CERTIFICATE-----\nMIIB...\n-----END CERTIFICATE-----\n',
      vct: ['urn:eudi:pid:1'],
    },
  ],
};
