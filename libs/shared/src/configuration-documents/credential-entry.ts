/**
 * The description of a credential configuration's `config`: an entry of `credential_configurations_supported`
 * (OpenID4VCI 1.0, 12.2.4 and Appendix A.3).
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

const format = { ...text, enum: ['dc+sd-jwt', 'mso_mdoc'], description: 'SD-JWT VC, or ISO mdoc' } as const;
const isBuilt = { finding: 'The formats dc+sd-jwt and mso_mdoc are built' } as const;
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

export const isMdoc = { type: 'object', properties: { format: { const: 'mso_mdoc' } }, required: ['format'] } as const;

/** What the two formats have in `properties` besides `entryMembers`. */
const {
  credential_signing_alg_values_supported: sdJwtAlgorithms,
  cryptographic_binding_methods_supported: sdJwtBinding,
} = sdJwtEntry;
const {
  credential_signing_alg_values_supported: mdocAlgorithms,
  cryptographic_binding_methods_supported: mdocBinding,
} = mdocEntry;
const ofSdJwt = {
  properties: {
    credential_signing_alg_values_supported: sdJwtAlgorithms,
    cryptographic_binding_methods_supported: sdJwtBinding,
    doctype: false,
  },
} as const;
const ofMdoc = {
  properties: {
    credential_signing_alg_values_supported: mdocAlgorithms,
    cryptographic_binding_methods_supported: mdocBinding,
    vct: false,
    doctype: true,
  },
  required: ['doctype'],
} as const;

/**
 * Spelled out for editors only: the API description refers to the standard, and services check each member with their
 * own errors.
 */
export const credentialEntry = {
  ...fileObject(entryMembers, {
    required: ['format'],
    description: 'Entry of `credential_configurations_supported` (OpenID4VCI 1.0, 12.2.4)',
  }),
  if: isMdoc,
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: ofMdoc,
  else: ofSdJwt,
} as const;
