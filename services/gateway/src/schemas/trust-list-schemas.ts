/** JSON Schemas of trust lists, for the API description. Answers may gain fields: they are open. */
import { sourceSchema } from '@countersign/shared/configuration-documents/trust-list-source';
import { choice, dateTime, open, text, texts } from '@countersign/shared/http/schema-parts';
import type { JsonObject } from '@countersign/shared/kernel/json';

const whole = { type: 'integer', minimum: 0 } as const;

const change = open('TrustListChange', ['entity', 'service', 'sha256'], {
  entity: { ...text, description: 'Name of the entity' },
  service: { ...text, description: 'What the certificate is trusted for' },
  sha256: { ...text, description: "The certificate's, in hexadecimal" },
});

const finding = open('TrustListFinding', ['pointer', 'detail'], {
  pointer: { ...text, description: 'JSON pointer into the list' },
  detail: text,
});

const warning = open('TrustListWarning', ['pointer', 'detail'], {
  code: { ...text, description: 'What it is about; absent for lists from an earlier version' },
  pointer: { ...text, description: 'JSON pointer into the list' },
  detail: text,
  value: { ...text, description: 'What to put into the source' },
});

const accepted = open('AcceptedTrustList', ['operator', 'sequenceNumber', 'issuedAt', 'verifiedAt', 'entries'], {
  territory: text,
  operator: text,
  sequenceNumber: whole,
  issuedAt: dateTime,
  nextUpdate: { ...dateTime, description: 'When it expires; absent for a closed list' },
  verifiedAt: dateTime,
  signer: open('TrustListSigner', ['subject', 'sha256', 'by'], {
    subject: text,
    sha256: text,
    by: choice(
      'TrustListSignerBy',
      ['pin', 'authority', 'successor', 'pivots'],
      '`pin`: named by the source; `authority`: issued by a listed authority; `successor`: announced by the previous list; `pivots`: vouched for by the older lists in `path`',
    ),
    path: {
      type: 'array',
      description: 'From a list of trusted lists to the pivot that a certificate of the source has signed',
      items: open('TrustListStep', ['url', 'sequenceNumber', 'sha256'], {
        url: text,
        sequenceNumber: whole,
        sha256: text,
      }),
    },
  }),
  entries: { ...whole, description: 'Services whose certificates can be read' },
  skipped: { ...whole, description: 'Services that were left out' },
  sha256: { ...text, description: "The list's, as received" },
  loaded: { type: 'boolean', description: 'True: an operator has handed it over; absent: it was fetched' },
  warnings: {
    type: 'array',
    description: 'Violations that did not refuse it, and what to put into the source',
    items: warning,
  },
});

const check = open('TrustListCheck', ['outcome', 'at', 'next', 'failures'], {
  outcome: choice(
    'TrustListOutcome',
    ['good', 'stale', 'suspect'],
    '`stale`: it could not be fetched; `suspect`: the fetched list was refused',
  ),
  at: dateTime,
  next: { ...dateTime, description: 'When the address is fetched again' },
  failures: { ...whole, description: 'In a row' },
  reason: { ...text, description: 'Why the last check failed' },
  explanation: { ...text, description: 'What was wrong, in a sentence' },
  hint: { ...text, description: 'What to change, in a sentence' },
  findings: {
    type: 'array',
    items: finding,
  },
});

export const trustListSchema: JsonObject = open('TrustList', ['id', 'url', 'type', 'state', 'inForce', 'changes'], {
  id: {
    ...text,
    description: 'Name of its source; for a list found through a pointer, followed by its position or country',
  },
  origin: choice(
    'TrustListOrigin',
    ['file', 'api'],
    'Location of its source; absent for lists found through a pointer',
  ),
  pointedBy: { ...text, description: 'Id of the list that points to it' },
  url: text,
  type: { ...text, description: 'LoTEType' },
  signers: { ...whole, description: 'Certificates that the source names; without one the list is not used' },
  state: choice(
    'TrustListState',
    ['absent', 'fresh', 'stale', 'suspect', 'expired', 'closed'],
    '`absent`: nothing was accepted yet; `stale` and `suspect`: the last check failed, and the last good list is used; `expired`: it has expired; `closed`: its operator has closed it',
  ),
  inForce: { type: 'boolean', description: 'Whether its entries are used' },
  list: accepted,
  check,
  pem: { ...text, description: 'Certificates of the signers, of a source that was stored through the API' },
  source: { type: 'object', description: 'A source as it was written' },
  changes: {
    type: 'array',
    description: 'The newest first',
    items: open('TrustListChanges', ['at', 'sequenceNumber', 'added', 'removed', 'counts'], {
      at: dateTime,
      sequenceNumber: whole,
      loaded: { type: 'boolean', description: 'True: an operator has handed the list over' },
      added: { type: 'array', items: change },
      removed: { type: 'array', items: change },
      counts: open('TrustListCounts', ['added', 'removed'], { added: whole, removed: whole }),
    }),
  },
});

export const trustListsSchema: JsonObject = { type: 'array', items: trustListSchema };

export const trustEntriesSchema: JsonObject = open('TrustListEntries', ['count', 'entries'], {
  count: { ...whole, description: 'Number of matches; at most a hundred are returned' },
  entries: {
    type: 'array',
    items: open('TrustListEntry', ['entity', 'service', 'type', 'purpose', 'certificates'], {
      entity: text,
      tradeNames: texts,
      territories: { ...texts, description: 'Countries that the entity acts for, as lists spell them' },
      service: text,
      type: { ...text, description: 'Service type' },
      purpose: { ...text, description: 'What its certificates are trusted for, such as pid/issuance' },
      certificates: {
        type: 'array',
        items: open('TrustListCertificate', ['sha256'], { sha256: text, keyId: text }),
      },
      status: text,
      since: dateTime,
      active: { type: 'boolean' },
    }),
  },
});

export const trustListBodySchema: JsonObject = {
  title: 'TrustListBody',
  ...sourceSchema,
  required: ['id', 'pem', ...sourceSchema.required],
  properties: {
    id: {
      ...text,
      pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$',
      description: 'Name of the list',
    },
    pem: {
      ...text,
      minLength: 1,
      maxLength: 65536,
      description: "PEM certificates of the list's signers, or of the authorities above them, at most 20",
    },
    ...sourceSchema.properties,
    // One type, so that generated clients compile; the issuer service knows the names.
    list: {
      ...text,
      minLength: 1,
      description: 'What the list is of, such as pid-providers, or the type of another list',
    },
  },
  examples: [
    {
      id: 'pid',
      url: 'https://lists.example/pid-providers.jwt',
      list: 'pid-providers',
      pem: '-----BEGIN CERTIFICATE-----\nMIIB...\n-----END CERTIFICATE-----\n',
    },
  ],
};

const bytes = { ...text, minLength: 1, description: 'Base64 of the document as published, or compressed with gzip' };

export const trustListBytesSchema: JsonObject = {
  title: 'TrustListBytes',
  type: 'object',
  required: ['bytes'],
  additionalProperties: false,
  properties: {
    bytes,
    pivots: {
      type: 'array',
      maxItems: 32,
      description: 'Older issues that vouch for the signer of a list of trusted lists, or of a list with `lotePivots`',
      items: {
        type: 'object',
        required: ['url', 'bytes'],
        additionalProperties: false,
        properties: { url: { ...text, minLength: 1, description: 'Its address in the list' }, bytes },
      },
    },
  },
  examples: [{ bytes: 'ZXlKaGJHY2lPaUpGVXpJMU5pSjku' }],
};
