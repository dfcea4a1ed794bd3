/** Describes a credential configuration: `issuance/<id>.json`, and the bodies of both variants. */
import { choice, closed, documented, freeObject, freeObjects, open } from '../http/schema-parts.ts';
import type { Static } from '../http/static-type.ts';
import { attestationScheme } from './attestation-scheme.ts';
import * as example from './configuration-examples.ts';
import { credentialEntry, inFormat } from './credential-entry.ts';
import { disclosurePolicy } from './disclosure-policy.ts';
import { configurationId, keySetName, listed } from './listed-members.ts';
import { mdocMembers } from './mdoc-members.ts';
import { $schema, fileObject, forFile } from './readers.ts';
import { scaTypeMembers } from './sca-type-members.ts';
import { webhookOrUrl } from './webhook.ts';

/**
 * Lifetime of a credential. Times are rounded to hours. More than fifty years is an error, which conformance checks
 * refuse.
 */
export const lifetime = { type: 'integer', minimum: 3600, maximum: 1576800000, description: 'Seconds' } as const;

/** Type metadata of SD-JWT VC. */
export const vctSchema = closed(
  'VCT',
  ['vct'],
  {
    vct: { type: 'string', minLength: 1, maxLength: 2048 },
    name: { type: 'string' },
    description: { type: 'string' },
    extends: { type: 'string' },
    'extends#integrity': { type: 'string' },
    schema_uri: { type: 'string' },
    'schema_uri#integrity': { type: 'string' },
    display: freeObjects,
    claims: freeObjects,
    ...scaTypeMembers,
  },
  { description: 'Type metadata (SD-JWT VC). Its `vct` is the same as in `config`', example: example.vct },
);

/** A JSON Schema of a user: open, `$schema` and `type` have defaults. */
export const schemaOfClaimsSchema = {
  ...open(
    'SchemaResponse',
    ['properties', 'required'],
    {
      $schema: { type: 'string', const: 'https://json-schema.org/draft/2020-12/schema' },
      type: { type: 'string', const: 'object' },
      properties: freeObject,
      required: { type: 'array', items: { type: 'string' } },
    },
    {
      description:
        'JSON Schema (draft 2020-12) of a whole credential. Only a `POST` of variant A needs it, for an SD-JWT VC. In other formats it describes the claims',
      example: example.schemaOfClaims,
    },
  ),
  additionalProperties: true,
} as const;

const presentationDuringIssuance = closed(
  'PresentationDuringIssuance',
  ['type'],
  { type: { ...configurationId, description: 'Id of a presentation configuration' }, webhook: webhookOrUrl },
  { description: 'Presentation required before issuance' },
);

const refresh = closed(
  'Refresh',
  [],
  {
    webhook: webhookOrUrl,
    lifetime: { type: 'integer', minimum: 3600, maximum: 31536000, description: 'Seconds from the first issuance' },
    older_credentials: {
      type: 'string',
      enum: ['keep', 'revoke'],
      default: 'keep',
      description: 'What to do with earlier credentials if the claims have changed',
    },
  },
  { description: 'The credential may be renewed with a refresh token' },
);

const oneActive = closed(
  'OneActive',
  ['subject'],
  {
    subject: {
      type: 'array',
      minItems: 1,
      maxItems: 4,
      uniqueItems: true,
      items: { type: 'string', maxLength: 512, pattern: '^(/[^/]+)+$' },
      description:
        'JSON pointers of the claims that together identify a holder, such as `/personal_administrative_number`; in an mdoc `/<namespace>/<element>`, in a W3C credential `/credentialSubject/<claim>`',
    },
    revoke: {
      type: 'string',
      enum: ['accepted', 'sent'],
      default: 'accepted',
      description:
        'When older credentials are revoked: when the wallet reports that it accepted the new one, or within two minutes after it was sent, for wallets that report nothing',
    },
  },
  { description: 'A holder has one valid credential of this configuration: a newer one revokes the older ones' },
);

/** Query parameter of the calls that write or delete a configuration. */
export const revokeExisting = {
  description:
    'If the disclosure policy changes: `true` revokes the credentials that were issued under the earlier one',
  schema: choice('RevokeExisting', ['true'], 'Whether earlier credentials are revoked'),
} as const;

/** The members as written. */
const members = {
  id: configurationId,
  config: documented(
    {
      ...freeObject,
      description: 'Entry of `credential_configurations_supported` (OpenID4VCI 1.0, 12.2.4); needs `format`',
    },
    { minProperties: 1 },
  ),
  claims: {
    ...freeObject,
    description:
      'Static claims. Claims from the offer or the webhook replace them. In an mdoc `{namespace: {element: value}}`, in a W3C credential `{"credentialSubject": {claim: value}}`',
  },
  ...mdocMembers,
  disclosureFrame: {
    ...freeObject,
    description:
      'Which claims are selectively disclosable: `{"_sd": [names]}`, nested. Required for an SD-JWT VC, even as `{}`; other formats have none',
  },
  vct: vctSchema,
  presentation_during_issuance: presentationDuringIssuance,
  attribute_provider: {
    ...configurationId,
    description:
      'Id of a provider in `attribute-providers.json` that returns the claims when a wallet requests the credential. Not with presentation_during_issuance, whose webhook does that',
  },
  refresh,
  one_active: oneActive,
  wallet_initiated: {
    type: 'boolean',
    description:
      "Whether a wallet may start without an offer. The user signs in at the tenant's identity provider. Not with presentation_during_issuance",
  },
  sign_in: {
    type: 'boolean',
    description:
      "Whether the user must sign in at the tenant's identity provider when a wallet redeems an offer. Not with presentation_during_issuance",
  },
  schema: schemaOfClaimsSchema,
  lifetime,
  short_lived: {
    type: 'boolean',
    description:
      'The credentials have no status, so nobody can revoke them: they end within 24 hours, and `lifetime` is at most 86400; default false',
  },
  keys: {
    ...keySetName,
    description:
      "Key set that signs the credentials: created with POST /key-sets, or in files as `keys/<name>/credential.key.pem` and its chain, for an mdoc `mdoc.key.pem`; default: the tenant's key",
  },
  disclosure_policy: disclosurePolicy,
  attestation_scheme: attestationScheme,
  revocation_chaining: {
    type: 'boolean',
    description: 'Revoke the credentials when the wallet or its keys are revoked; default false',
  },
} as const;

export const credentialConfigurationProperties = { ...members, ...listed } as const;

const required = ['id', 'config', 'claims'] as const;

/** An mdoc's elements are all disclosable one by one, a W3C credential's claims never. */
const withoutFrame = { properties: { config: inFormat('mso_mdoc', 'jwt_vc_json') }, required: ['config'] } as const;

/** Members that an SD-JWT VC needs. */
function neededWithFrame(names: readonly string[]) {
  const properties = Object.fromEntries(names.map((name) => [name, true]));
  return { if: withoutFrame, else: { properties, required: names } };
}

/** CredentialConfig of variant A: `schema` is required. */
export const credentialConfigurationSchemaA = {
  ...closed('CredentialConfig', required, credentialConfigurationProperties, {
    description: 'Credential configuration of variant A',
    example: example.credentialConfigurations[0],
  }),
  ...neededWithFrame(['disclosureFrame', 'schema']),
};

/** IssuanceConfig of variant B. */
export const credentialConfigurationSchema = {
  ...closed('IssuanceConfig', required, credentialConfigurationProperties, {
    description: 'Credential configuration of variant B',
    example: example.credentialConfigurations[0],
  }),
  ...neededWithFrame(['disclosureFrame']),
};

/** A credential configuration as written. */
export type WrittenCredential = Static<ReturnType<typeof closed<typeof members, typeof required>>>;

const frame = {
  type: 'object',
  description: 'Claims that the holder may show one by one; mirrors the claims, at most 1,000 members',
  properties: {
    _sd: { type: 'array', items: { type: ['string', 'integer'] }, description: 'Names, or positions of an array' },
    _sd_decoy: { type: 'integer', minimum: 0, maximum: 64, description: 'Digests that stand for nothing' },
  },
  additionalProperties: { $ref: '#/$defs/frame' },
} as const;

const noMdocMembers = Object.fromEntries(Object.keys(mdocMembers).map((name) => [name, false]));

export const issuanceFile = forFile('A credential configuration: issuance/<id>.json', {
  ...fileObject(
    { $schema, ...members, config: credentialEntry, disclosureFrame: { $ref: '#/$defs/frame' } },
    { required: ['config', 'claims'] },
  ),
  ...neededWithFrame(['disclosureFrame']),
  allOf: [
    { if: { properties: { config: inFormat('mso_mdoc') }, required: ['config'] }, else: { properties: noMdocMembers } },
  ],
  $defs: { frame },
  examples: example.credentialConfigurations,
});
