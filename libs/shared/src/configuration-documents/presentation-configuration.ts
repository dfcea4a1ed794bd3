/** The description of a presentation configuration: `presentation/<id>.json`, and the body of its route. */
import { choice, closed, documented, freeObject, patterns } from '../http/schema-parts.ts';
import type { Static } from '../http/static-type.ts';
import * as example from './configuration-examples.ts';
import { configurationId, keySetName, listed } from './listed-members.ts';
import { $schema, fileObject, forFile } from './readers.ts';
import { webhookOrUrl } from './webhook.ts';

/** In a configuration and in a request. */
export const rawMember = {
  type: 'array',
  minItems: 1,
  maxItems: 20,
  uniqueItems: true,
  items: { type: 'string', minLength: 1, maxLength: 256 },
  description:
    'Ids of the credential queries whose presentations the backend receives as the wallet sent them, as evidence. Only the webhook and the redemption of the `response_code` have them. Not with profile age, and not for an intermediary',
} as const;

/** The members as written. */
const members = {
  id: configurationId,
  dcql_query: documented(
    { ...freeObject, description: 'DCQL query (OpenID4VP 1.0, 6); needs `credentials`' },
    { minProperties: 1 },
  ),
  profile: {
    type: 'string',
    enum: ['age'],
    description:
      "How requests are made if not signed under the tenant's access certificate. age: the EU age verification profile. One `age_over_NN` of a proof of age is requested, without a signature, in an `av://` link or through the Digital Credentials API, and only the answer is kept. Not in a tenant of profile haip or eu",
  },
  zeroKnowledge: {
    type: 'string',
    enum: ['required'],
    description:
      'With profile age: the wallet proves its answer in zero knowledge, through the Digital Credentials API only. A plain document is refused. Needs the setting ZK_VERIFIER_URL',
  },
  registrationCert: closed('RegistrationCertificateRequest', ['id', 'body'], {
    id: {
      type: 'string',
      maxLength: 256,
      description:
        "The tenant's registration certificate that wallets receive: `registration-certificates/<id>.jwt`, or the stored certificate with this id",
    },
    client: {
      type: 'string',
      minLength: 1,
      maxLength: 256,
      description:
        "For an intermediary: the identifier of the party that it acts for, the certificate's `sub`. Needs `retention` `webhook`",
    },
    body: { ...freeObject, description: 'Purpose, contact, privacy policy and what may be requested' },
  }),
  keys: {
    ...keySetName,
    description:
      "Key set that signs the requests, with an access certificate: created with POST /key-sets, or in files as `keys/<name>/request.key.pem` and its chain; default: the tenant's key",
  },
  webhook: webhookOrUrl,
  statusUnreachable: {
    type: 'string',
    enum: ['refuse', 'accept'],
    description:
      'What to do with a credential if its status list is unavailable. Default: refuse. An accepted credential is marked `statusUnknown`',
  },
  statusCheck: {
    type: 'string',
    enum: ['cached', 'live', 'off'],
    description:
      "How a credential's status is checked. cached uses a list as long as its token allows, live fetches another issuer's list for each response, off does not check: a credential with a status is then marked `statusUnknown`. Default: cached",
  },
  issuerName: {
    type: 'string',
    enum: ['certificate', 'any'],
    description:
      "Whether a credential's `iss` must be a name in the certificate that signed it, if the certificate has names (SAN URI, DNS or IP). Default: certificate. With any, the backend decides by `signer`. A trust anchor's `names` takes precedence",
  },
  age_over: {
    type: 'string',
    enum: ['exact', 'nearest'],
    description:
      'Whether a different `age_over_NN` in an mdoc from the requested one is accepted: true for a higher age, or false for a lower one. Default: exact. It is passed on under its own name',
  },
  transactionBinding: {
    type: 'string',
    enum: ['per-credential', 'all'],
    description:
      "Which entries of a request's `transaction_data` a credential signs if there are several: those that name it, or all. Default: per-credential. Wallets read the standard in both ways",
  },
  retention: {
    type: 'string',
    enum: ['keep', 'webhook'],
    description:
      'How long the presented claims are kept: as long as the session, or until the webhook returned 2xx. Default: keep. `webhook` needs a webhook',
  },
  release: {
    type: 'string',
    enum: ['verified', 'response_code'],
    description:
      'When the backend receives the presented claims for a request with redirectUri: once they are verified, or once the backend redeems the response_code. Default: verified. In a tenant with the profile haip always response_code',
  },
  raw: rawMember,
  redirectOrigins: {
    type: 'array',
    minItems: 1,
    maxItems: 8,
    uniqueItems: true,
    items: documented({ type: 'string', minLength: 1, maxLength: 255 }, { pattern: patterns.origin }),
    description:
      "Origins to which the webhook may send the user: a `redirectUri` in its response to `presentation.verified` then replaces the request's. The wallet waits for it at most 3 seconds. Default: none, and the wallet doesn't wait",
  },
  origins: {
    type: 'array',
    maxItems: 4,
    uniqueItems: true,
    items: documented({ type: 'string', minLength: 1, maxLength: 255 }, { pattern: patterns.origin }),
    description:
      'Origins of the pages that may use the Digital Credentials API, as browsers write them, such as `https://shop.example`; http for loopback addresses in development',
  },
  dcApiRequests: {
    type: 'array',
    maxItems: 2,
    items: choice('DcApiForm', ['unsigned', 'multisigned'], 'An additional form of a request'),
    description:
      'Forms of a Digital Credentials API request that are sent in addition to the signed one. Default: none. unsigned is not allowed for a tenant of profile haip. multisigned is signed under x509_hash and x509_san_dns, so the request certificate must contain the host of PUBLIC_URL',
  },
} as const;

export const presentationConfigurationProperties = { ...members, ...listed } as const;

const required = ['id', 'dcql_query'] as const;

export const presentationConfigSchema = closed('PresentationConfig', required, presentationConfigurationProperties, {
  description: 'Presentation configuration (VPRequest of variant A)',
  example: example.presentationConfigurations[0],
});

/** A presentation configuration as written. */
export type WrittenPresentation = Static<ReturnType<typeof closed<typeof members, typeof required>>>;

export const presentationFile = forFile(
  'A presentation configuration: presentation/<id>.json',
  fileObject({ $schema, ...members }, { required: ['dcql_query'], examples: example.presentationConfigurations }),
);
