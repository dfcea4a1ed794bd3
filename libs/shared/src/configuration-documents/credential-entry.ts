/**
 * The description of a credential configuration's `config`: an entry of `credential_configurations_supported`
 * (OpenID4VCI 1.0, 12.2.4 and Appendix A).
 */
import { text } from '../http/schema-parts.ts';
import { COSE_NUMBER } from '../mdoc/cose-algorithms.ts';
import { claimDisplay, display } from './display.ts';
import { fileObject, listOf } from './readers.ts';

const wholeNumber = (minimum: number) => ({ type: 'integer', minimum }) as const;

export const claimMembers = {
  path: {
    type: 'array',
    minItems: 1,
    items: { type: ['string', 'integer', 'null'] },
    description: 'Claims path pointer: names, positions, null for all items',
  },
  mandatory: { type: 'boolean' },
  display: claimDisplay,
} as const;

const levels = (what: string) => ({
  ...listOf(
    { ...text, documented: { minLength: 1 } },
    `Accepted levels of ${what}, such as iso_18045_high; every level that an attestation names must be one`,
  ),
  finding: 'The accepted levels are a list of names, not empty',
});

/** ES384 and ES512 are for key attestations. */
export const PROOF_ALGORITHMS = ['ES256', 'ES384', 'ES512'] as const;

/** OpenID4VCI 1.0, Appendix D.2: without a list any level is accepted, and also none. */
export const attestationMembers = {
  key_storage: levels('the key storage'),
  user_authentication: levels('what may unlock the key'),
  preferred_key_storage_status_period: {
    type: 'integer',
    minimum: 1,
    documented: { maximum: Number.MAX_SAFE_INTEGER },
    description: 'Seconds',
    finding: 'The period must be a whole number of seconds, at least 1',
  },
} as const;

const proofType = (description: string) =>
  fileObject(
    {
      proof_signing_alg_values_supported: {
        type: 'array',
        items: { type: 'string', enum: PROOF_ALGORITHMS },
        description: 'ES256; ES384 and ES512 are for key attestations',
      },
      key_attestations_required: fileObject(attestationMembers, {
        description: 'Key attestations are required; {} accepts any level',
      }),
    },
    { required: ['proof_signing_alg_values_supported'], description },
  );

export const proofTypes = {
  jwt: proofType('Proofs by the key'),
  attestation: proofType('Only key attestations'),
} as const;

/** The methods of a reuse policy, and the members that each needs. Underscores and hyphens as published. */
export const reuseMethods = {
  once_only: ['batch_size', 'reissue_trigger_unused'],
  limited_time: ['reissue_trigger_lifetime_left'],
  'rotating-batch': ['batch_size', 'reissue_trigger_lifetime_left'],
  'per-relying-party': ['batch_size', 'reissue_trigger_unused', 'reissue_trigger_lifetime_left'],
} as const;

/** Maximum number of credentials in one response, whatever a policy or the setting BATCH_SIZE allows. */
export const LARGEST_BATCH = 50;

export const reuseOptionMembers = {
  details: {
    type: 'array',
    minItems: 1,
    items: { type: 'string', enum: Object.keys(reuseMethods) },
    description: 'Methods; exactly one of once_only and limited_time',
  },
  batch_size: {
    ...wholeNumber(2),
    maximum: LARGEST_BATCH,
    description: 'Number of credentials that a wallet requests at the same time',
  },
  reissue_trigger_unused: {
    ...wholeNumber(1),
    description: 'Number of unused credentials at which the wallet should request new ones',
  },
  reissue_trigger_lifetime_left: { ...wholeNumber(1), description: 'The same in seconds before the end' },
} as const;

export const reusePolicyMembers = {
  id: { ...text, const: 'arf_annex_ii' },
  options: listOf(fileObject(reuseOptionMembers, { required: ['details'] }), 'By preference'),
} as const;

export const credentialMetadataMembers = {
  display,
  claims: listOf(fileObject(claimMembers, { required: ['path'] }), 'What wallets show of the claims'),
  credential_reuse_policy: fileObject(reusePolicyMembers, {
    required: Object.keys(reusePolicyMembers),
    description: "How EU wallets use a batch's credentials, and when they request new ones (ETSI TS 119 472-3)",
  }),
} as const;

const LONGEST_DOCTYPE = 256;

/** The formats that are issued. */
export const issuedFormats = ['dc+sd-jwt', 'mso_mdoc', 'jwt_vc_json'] as const;
export type IssuedFormat = (typeof issuedFormats)[number];

const format = {
  ...text,
  enum: issuedFormats,
  description: 'SD-JWT VC, ISO mdoc, or W3C credential as a JWT',
} as const;
const isBuilt = { finding: `The formats ${issuedFormats.join(', ')} are built` } as const;
const vct = {
  ...text,
  minLength: 1,
  description:
    "Credential type; default `…/credentials/vct/<id>` below the server's address, for other tenants `…/credentials/<tenant>/vct/<id>`",
  finding: 'The vct must be a non-empty string',
} as const;
const doctype = {
  ...text,
  minLength: 1,
  maxLength: LONGEST_DOCTYPE,
  description: 'Type of an mdoc, for example org.iso.18013.5.1.mDL',
  finding: `The doctype must be a string of 1 to ${LONGEST_DOCTYPE} characters`,
} as const;
const LONGEST_TYPE = 256;
/** OpenID4VCI 1.0, A.1.1.2 */
const credentialDefinition = {
  type: 'object',
  required: ['type'],
  properties: {
    type: {
      type: 'array',
      minItems: 2,
      maxItems: 10,
      uniqueItems: true,
      contains: { const: 'VerifiableCredential' },
      items: { type: 'string', minLength: 1, maxLength: LONGEST_TYPE },
      description: 'VerifiableCredential, and at least one more type',
    },
  },
  additionalProperties: false,
  description: 'Types of a W3C credential, such as `{"type": ["VerifiableCredential", "DiplomaCredential"]}`',
  finding: `credential_definition must only contain type: VerifiableCredential and 1 to 9 more types of 1 to ${LONGEST_TYPE} characters`,
} as const;
/** RFC 6749, 3.3 */
const scope = {
  ...text,
  documented: { pattern: '^[\\x21\\x23-\\x5b\\x5d-\\x7e]+$' },
  description: 'Scope that wallets authorize with; default the id; each configuration has its own',
  finding: 'The scope must be one scope token of RFC 6749',
} as const;

/** Members of an SD-JWT VC. */
export const sdJwtEntry = {
  format: { const: 'dc+sd-jwt', ...isBuilt },
  vct,
  scope,
  credential_signing_alg_values_supported: {
    enum: [['ES256'], ['ES384'], ['EdDSA']],
    finding: 'credential_signing_alg_values_supported must contain one of: ES256, ES384, EdDSA',
  },
  cryptographic_binding_methods_supported: { const: ['jwk'], finding: 'Only the binding method jwk is built' },
} as const;

/** Members of a W3C credential. */
export const w3cEntry = {
  ...sdJwtEntry,
  format: { const: 'jwt_vc_json', ...isBuilt },
  credential_definition: credentialDefinition,
  vct: { not: {}, finding: 'A W3C credential has a credential_definition and no vct' },
} as const;

/** COSE numbers of an algorithm (RFC 9053; RFC 9864). The header has the first. */
export const MDOC_ALGORITHMS = {
  ES256: [COSE_NUMBER.ES256, -9],
  ES384: [COSE_NUMBER.ES384, -51],
  EdDSA: [COSE_NUMBER.EdDSA, -19],
} as const;
export const MDOC_BINDING_METHODS = ['cose_key', 'jwk'] as const;

/** Members of an mdoc. */
export const mdocEntry = {
  format: { const: 'mso_mdoc', ...isBuilt },
  doctype,
  vct: { not: {}, finding: 'An mdoc has a doctype and no vct' },
  scope,
  credential_signing_alg_values_supported: {
    enum: Object.values(MDOC_ALGORITHMS).flatMap(([older, newer]) => [[older], [older, newer], [newer, older]]),
    finding:
      'The COSE numbers of an mdoc are -7, or -7 and -9 for ES256; -35, or -35 and -51 for ES384; -8, or -8 and -19 for EdDSA',
  },
  cryptographic_binding_methods_supported: {
    type: 'array',
    documented: { minItems: 1 },
    items: { enum: MDOC_BINDING_METHODS },
    finding: "An mdoc's binding method must be cose_key or jwk",
  },
} as const;

export const entryMembers = {
  format,
  doctype,
  vct,
  credential_definition: credentialDefinition,
  scope,
  display,
  credential_metadata: fileObject(credentialMetadataMembers),
  credential_signing_alg_values_supported: {
    type: 'array',
    minItems: 1,
    description:
      "The algorithm of the tenant's key: ES256, ES384 or EdDSA; of an mdoc its COSE numbers. Default ES256. Keys other than P-256 come from files",
  },
  cryptographic_binding_methods_supported: {
    type: 'array',
    minItems: 1,
    description: 'jwk; of an mdoc cose_key too',
  },
  proof_types_supported: fileObject(proofTypes, {
    description: 'Default for profile open: jwt; for profile haip: both, with key attestations of any level',
  }),
} as const;

/** An entry in one of these formats. */
export function inFormat(...names: readonly IssuedFormat[]) {
  return { type: 'object', properties: { format: { enum: names } }, required: ['format'] } as const;
}

/** Which member names the type in each format. */
const typeMembers = { 'dc+sd-jwt': 'vct', mso_mdoc: 'doctype', jwt_vc_json: 'credential_definition' } as const;
const entries = { 'dc+sd-jwt': sdJwtEntry, mso_mdoc: mdocEntry, jwt_vc_json: w3cEntry } as const;

function typesOfOthers(name: IssuedFormat): readonly string[] {
  return Object.values(typeMembers).filter((member) => member !== typeMembers[name]);
}

/** What a format has in `properties` besides `entryMembers`. Only an SD-JWT VC has a default type. */
function ofFormat(name: IssuedFormat) {
  const { credential_signing_alg_values_supported: algorithms, cryptographic_binding_methods_supported: binding } =
    entries[name];
  return {
    if: inFormat(name),
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: {
      properties: {
        credential_signing_alg_values_supported: algorithms,
        cryptographic_binding_methods_supported: binding,
        ...Object.fromEntries(typesOfOthers(name).map((member) => [member, false])),
      },
      ...(name === 'dc+sd-jwt' ? {} : { required: [typeMembers[name]] }),
    },
  };
}

/** The members that a format's entry can have. */
export function entryMembersOf(name: IssuedFormat): readonly string[] {
  return Object.keys(entryMembers).filter((member) => !typesOfOthers(name).includes(member));
}

/**
 * Spelled out for editors only: the API description refers to the standard, and services check each member with their
 * own errors.
 */
export const credentialEntry = {
  ...fileObject(entryMembers, {
    required: ['format'],
    description: 'Entry of `credential_configurations_supported` (OpenID4VCI 1.0, 12.2.4)',
  }),
  allOf: issuedFormats.map(ofFormat),
} as const;
