/** The description of `tenant.json`. */
import { text } from '../http/schema-parts.ts';
import type { Static } from '../http/static-type.ts';
import { $schema, fileObject, forFile } from './readers.ts';
import { rightsMember } from './tenant-rights.ts';

const wholeNumber = (minimum: number) =>
  ({ type: 'integer', minimum, documented: { maximum: Number.MAX_SAFE_INTEGER } }) as const;

const quota = (name: string, description: string) => ({
  ...wholeNumber(0),
  description,
  finding: `quotas.${name} must be a whole number, 0 for no limit`,
});

export const quotaMembers = {
  management: quota('management', 'Management API calls per minute, 0 for no limit'),
  wallet: quota('wallet', 'Wallet calls per minute, 0 for no limit'),
  parallel: quota(
    'parallel',
    'Calls in progress at the same time in a process while other tenants call, 0 for no limit',
  ),
} as const;

/** What the standards of registration certificates leave open (ETSI TS 119 475, TS 119 472-2). */
export const registrationMembers = {
  issuer: {
    ...text,
    pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$',
    description: 'Id of the registration certificate that the issuer metadata has as `issuer_info`',
  },
  onInvalid: {
    type: 'string',
    enum: ['refuse', 'warn'],
    description:
      'What to do with a configuration or request if its registration certificate is missing, is not valid or covers less. Default: refuse in the profile eu, otherwise warn',
  },
  withoutExp: {
    type: 'string',
    enum: ['accept', 'refuse'],
    description: 'A certificate without `exp`: accepted for 366 days after `iat`, or refused. Default accept',
  },
  serviceIdentifier: {
    type: 'string',
    enum: ['compare', 'ignore'],
    description:
      'Whether registration certificate and access certificate must name the same service if both name one. Default compare',
  },
  coverage: {
    type: 'string',
    enum: ['prefix', 'exact'],
    description: 'Whether a registered path covers the claims below it. Default prefix',
  },
  entryWithoutClaim: {
    type: 'string',
    enum: ['nothing', 'all'],
    description: 'What a registered credential without `claim` grants. Default nothing',
  },
  requireSct: {
    type: 'string',
    enum: ['warn', 'off', 'refuse'],
    description: 'An access certificate without a timestamp of certificate transparency. Default warn',
  },
  encoding: {
    type: 'string',
    enum: ['compact', 'base64url'],
    description: 'How `verifier_info` and `issuer_info` contain the JWT: unchanged, or as base64url. Default compact',
  },
  isoRegistration: {
    type: 'string',
    enum: ['jwt', 'cwt'],
    description:
      'Which form of the certificate a request by `org-iso-mdoc` has. EU wallets read the JWT, the law names CBOR. Default jwt',
  },
  isoLabel: {
    type: 'string',
    enum: ['euWrprc', 'both'],
    description:
      'Label of the certificate in an `org-iso-mdoc` request: only `euWrprc`, or also `eUWrprc`, which some wallets read. Default: euWrprc',
  },
} as const;

/** ARF RPI_09: the checks that a party may do without. The authenticity of a credential is always checked. */
export const optionalPartyChecks = ['revocation', 'holder_binding'] as const;

/** ARF, topic 52: a tenant of an operator that asks wallets on behalf of registered parties. */
export const actsForMembers = {
  sub: {
    type: 'string',
    minLength: 1,
    maxLength: 256,
    description: "The party's registered identifier: `sub` of its registration certificates",
  },
  eraseAfter: {
    ...wholeNumber(1),
    maximum: 1440,
    description:
      'Minutes after which presented claims are erased, even if the webhook has not accepted them. Default 60, at most 1440',
  },
  checks: {
    type: 'array',
    maxItems: optionalPartyChecks.length,
    uniqueItems: true,
    items: { type: 'string', enum: [...optionalPartyChecks] },
    description:
      'What the operator checks for the party, as agreed, besides the authenticity of each credential. A presentation configuration without one of these checks is refused. Default: all',
  },
} as const;

export const tenantMembers = {
  profile: {
    type: 'string',
    enum: ['open', 'haip', 'eu'],
    description:
      'haip: the requirements of the OpenID4VC High Assurance Interoperability Profile; eu: the same, and the requirements of the European Union; open: wallets may omit all protections. Default: haip if `HAIP=true`, otherwise open',
    finding: 'profile must be one of: open, haip, eu',
  },
  credentialEncryption: {
    type: 'string',
    enum: ['optional', 'required'],
    description:
      'required: credential requests and their responses must be encrypted. Default: the setting `CREDENTIAL_ENCRYPTION`',
    finding: 'credentialEncryption must be one of: optional, required',
  },
  certificateRevocation: {
    type: 'string',
    enum: ['off', 'soft', 'hard'],
    description:
      'Whether the certificates of presented credentials are looked up in CRLs and by OCSP. soft: a revoked one refuses, an unknown status is noted; hard: that refuses too. Default: the setting `CERTIFICATE_REVOCATION`',
    finding: 'certificateRevocation must be one of: off, soft, hard',
  },
  clockSkew: {
    type: 'integer',
    minimum: 0,
    maximum: 300,
    description:
      'Seconds that the clocks of issuers and wallets may differ from that of the server when a presentation is verified. An expiry has no tolerance. Default: 60',
    finding: 'clockSkew must be a whole number of seconds between 0 and 300',
  },
  quotas: {
    ...fileObject(quotaMembers),
    description: 'Replaces the settings `QUOTA_MANAGEMENT`, `QUOTA_WALLET`, `QUOTA_PARALLEL`',
  },
  country: {
    ...text,
    pattern: '^[A-Z]{2}$',
    description:
      "ISO 3166-1 alpha-2 code: the country of the mdoc issuer's authority, used in its generated certificates. Default: `UT`, which does not exist, for development",
  },
  registration: {
    type: 'object',
    properties: registrationMembers,
    additionalProperties: false,
    description: "Rules for the tenant's own registration certificates, where the standards leave a choice",
    finding: `registration may contain ${Object.keys(registrationMembers).join(', ')}, each with one of its values; issuer contains an id`,
  },
  actsFor: {
    type: 'object',
    properties: actsForMembers,
    required: ['sub'],
    additionalProperties: false,
    description:
      'The tenant asks wallets on behalf of this party, and the operator is the intermediary in `INTERMEDIARY_ID`. Presented claims are passed on and erased',
    finding:
      'actsFor needs sub, the identifier of the party, and may contain eraseAfter: 1 to 1440 minutes, and checks: revocation, holder_binding',
  },
  rights: rightsMember,
  preferred_client_status_period: {
    ...wholeNumber(1),
    description: 'Published for EU wallets: seconds for which the status of a wallet attestation should be maintained',
    finding: 'preferred_client_status_period must be a whole number of seconds above 0',
  },
} as const;

/** The file as written. */
export type WrittenTenant = Static<{ readonly properties: typeof tenantMembers }>;

export const tenantFile = forFile(
  'Profile of a tenant: tenant.json of its folder; nothing is inherited',
  fileObject({ $schema, ...tenantMembers }),
);
