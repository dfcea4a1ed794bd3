/** Describes a trust list's source: trust/lists/<name>.json, and what the API stores. */

/** Lists to which a list of lists in JSON may point. */
const POINTED = [
  ...(['pid-providers', 'wallet-providers', 'access-certificate-authorities', 'registrars'] as const),
  ...(['registration-certificate-providers', 'public-body-attestation-providers'] as const),
] as const;

const types = { type: 'array', items: { type: 'string', minLength: 1 }, minItems: 1 } as const;

export const sourceSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['url', 'list'],
  properties: {
    url: { type: 'string', format: 'http-url', description: 'Address of the list.' },
    list: {
      anyOf: [
        { enum: POINTED },
        { enum: ['national-trusted-list', 'list-of-trusted-lists'] },
        { type: 'string', format: 'http-url' },
      ],
      description: 'What the list is of, or the type of another list.',
    },
    issuance: { ...types, description: 'Service types of another list whose certificates issue attestations.' },
    revocation: { ...types, description: 'Service types of another list whose certificates sign their status.' },
    vct: { ...types, description: 'The types of SD-JWT VCs that entities of the list may issue.' },
    doctype: { ...types, description: 'The document types of mdocs that entities of the list may issue.' },
    serialisation: { enum: ['compact', 'json'] },
    strictSignerName: { enum: ['warn', 'refuse'] },
    acceptSelfPointer: { enum: ['on', 'off'] },
    sameSequence: { enum: ['refuse', 'allowReSigned'] },
    lotePivots: {
      enum: ['off', 'on'],
      description: 'Whether older instances that a list in JSON names may vouch for its new signer.',
    },
    journal: {
      type: 'string',
      format: 'http-url',
      description:
        'URL of the publication that lists who may sign the list of trusted lists, or a list with `lotePivots`.',
    },
    territories: {
      type: 'array',
      items: { type: 'string', pattern: '^[A-Z]{2}$' },
      minItems: 1,
      description: 'Countries whose lists are followed. Default: the Union, Iceland, Liechtenstein and Norway.',
    },
    pointsTo: {
      type: 'array',
      items: { enum: POINTED },
      minItems: 1,
      description: 'What another list points to, if it is a list of lists.',
    },
    nationalExpired: { enum: ['deny', 'warn'] },
    graceHours: { type: 'integer', minimum: 0, maximum: 72 },
    acceptNewOj: {
      enum: ['report', 'accept'],
      description:
        'Whether a newer publication that the list of trusted lists names replaces `journal` and the signers.',
    },
    expiredAnchor: {
      enum: ['drop', 'keep'],
      description: 'Whether a listed certificate is accepted after it has expired.',
    },
    brainpool: { enum: ['off', 'on'] },
  },
} as const;
