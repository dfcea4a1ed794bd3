/** Settings of the flows: lifetimes, protocol profiles, webhooks, outbound calls. */
import type { SettingDefinition } from './definition.ts';

export const flowSettings = {
  SESSION_TTL: {
    type: 'integer',
    default: '86400',
    unit: 'seconds',
    min: 1,
    max: 31536000,
    meaning: 'Lifetime of a session',
  },
  SESSION_TIDY_UP_INTERVAL: {
    type: 'integer',
    default: '3600',
    unit: 'seconds',
    min: 1,
    max: 604800,
    meaning: 'Time between two purge runs',
  },
  PRE_AUTHORIZED_CODE_TTL: {
    type: 'integer',
    default: '600',
    unit: 'seconds',
    min: 10,
    max: 86400,
    meaning: 'Lifetime of a pre-authorized code where the offer names no expiresIn',
  },
  REQUEST_URI_TTL: {
    type: 'integer',
    default: '60',
    unit: 'seconds',
    min: 5,
    max: 599,
    meaning: 'Lifetime of a pushed authorization request',
  },
  REDEMPTION_TTL: {
    type: 'integer',
    default: '900',
    unit: 'seconds',
    min: 10,
    max: 86400,
    meaning:
      'Time that a wallet has from its start to its access token where an offer has several redemptions; then another wallet may take its place',
  },
  CODE_TTL: {
    type: 'integer',
    default: '60',
    unit: 'seconds',
    min: 5,
    max: 600,
    meaning: 'Lifetime of an authorization code',
  },
  TOKEN_TTL_DPOP: {
    type: 'integer',
    default: '900',
    unit: 'seconds',
    min: 30,
    max: 86400,
    meaning: 'Lifetime of a DPoP-bound access token',
  },
  TOKEN_TTL_BEARER: {
    type: 'integer',
    default: '300',
    unit: 'seconds',
    min: 30,
    max: 300,
    meaning: 'Lifetime of a bearer access token; OpenID4VCI 1.0 allows 300 at most',
  },
  REFRESH_TOKEN_TTL: {
    type: 'integer',
    default: '7776000',
    unit: 'seconds',
    min: 3600,
    max: 31536000,
    meaning:
      'Lifetime of a refresh token, counted from the first issuance, where the configuration has `refresh` without a lifetime of its own',
  },
  NONCE_TTL: { type: 'integer', default: '300', unit: 'seconds', min: 30, max: 3600, meaning: 'Lifetime of a c_nonce' },
  BATCH_SIZE: {
    type: 'integer',
    default: '10',
    min: 2,
    max: 50,
    meaning: 'Limit of key proofs in one credential request',
  },
  CREDENTIAL_BATCHES: {
    type: 'integer',
    default: '3',
    min: 1,
    max: 20,
    meaning:
      'Limit of credentials of each configuration that one offer issues, in full batches: times BATCH_SIZE. A request beyond it is answered `credential_request_denied`',
  },
  PAR: {
    type: 'choice',
    default: 'required',
    choices: ['required', 'optional'],
    meaning: 'Whether authorization requests must be pushed',
  },
  DC_API_ISSUANCE: {
    type: 'choice',
    default: 'off',
    choices: ['off', 'on'],
    meaning:
      'Experimental: offers have `digital` too, for pages that hand them to `navigator.credentials.create` (protocol openid4vci-v1)',
  },
  DEFERRED_NOTIFICATION: {
    type: 'choice',
    default: 'off',
    choices: ['off', 'on'],
    meaning:
      'Whether the answer of the deferred credential endpoint has a `notification_id`, in every profile. `off`: @openid4vc/openid4vci up to 0.4.6, and so Credo 0.6, takes deferred credentials, which no wallet can report; their session stays `issued`',
  },
  INTERACTIVE_AUTHORIZATION: {
    type: 'choice',
    default: 'off',
    choices: ['off', 'signed', 'unsigned'],
    meaning:
      'Whether wallets may answer a presentation at the authorization server itself (drafts of OpenID4VCI 1.1), and whether the request to them is signed. Advertised as `interactive_authorization_endpoint`. Which wallet speaks which dialect: wallets.md',
  },
  INTERACTIVE_RESPONSE: {
    type: 'choice',
    default: 'encrypted',
    choices: ['encrypted', 'plain'],
    meaning:
      'Whether such an answer is encrypted (`ia_post.jwt`) or not (`ia_post`); a tenant of profile haip takes encrypted ones alone',
  },
  DPOP: {
    type: 'choice',
    default: 'optional',
    choices: ['optional', 'required'],
    meaning: '`required` refuses wallets without DPoP',
  },
  DPOP_NONCE: {
    type: 'choice',
    default: 'off',
    choices: ['off', 'required'],
    meaning: '`required` demands a nonce of this server in every DPoP proof',
  },
  CLIENT_ATTESTATION_CHALLENGE: {
    type: 'choice',
    default: 'optional',
    choices: ['optional', 'required'],
    meaning:
      'Whether the proof of an attested wallet must have a challenge of this server; one that is sent is always checked. A tenant of profile haip always requires it',
  },
  CLIENT_ATTESTATION_MAX_AGE: {
    type: 'integer',
    default: '0',
    unit: 'seconds',
    min: 0,
    max: 31536000,
    meaning:
      'Age at which a client attestation is answered `use_fresh_attestation` although it has not expired; 0: the end that its provider gave it decides alone',
  },
  CLIENT_ATTESTATION_DPOP: {
    type: 'switch',
    default: 'false',
    meaning:
      '`true` lets the DPoP proof of an attested wallet stand for the proof of its attestation too (`attest_jwt_client_auth_dpop`), where both have the same key',
  },
  CREDENTIAL_ENCRYPTION: {
    type: 'choice',
    default: 'optional',
    choices: ['optional', 'required'],
    meaning:
      '`required` refuses credential requests that are not encrypted, or ask for no encrypted answer; `tenant.json` may say otherwise for a tenant. Both encryptions are offered in either case',
  },
  REQUEST_ENCRYPTION: {
    type: 'choice',
    default: 'asked',
    choices: ['asked', 'never'],
    meaning:
      '`asked` encrypts a request object to the key that a wallet sends with its POST (`wallet_metadata`); `never` sends it signed only',
  },
  CERTIFICATE_REVOCATION: {
    type: 'choice',
    default: 'profile',
    choices: ['profile', 'off', 'soft', 'hard'],
    meaning:
      'Whether the certificates of presented credentials are looked up in CRLs and by OCSP. `soft`: a revoked one refuses, and what can not be looked up is noted in the trace; `hard`: that refuses too; `profile`: `soft` for tenants of profile `eu`, else `off`. `tenant.json` may say otherwise for a tenant',
  },
  REQUEST_COMPRESSION: {
    type: 'switch',
    default: 'true',
    meaning:
      'Whether encrypted credential requests may be compressed (`zip: DEF`). They are inflated to at most the limit of a plain one, 64 KiB; `false` refuses them before a key is derived',
  },
  REPLAY_CACHE_SIZE: {
    type: 'integer',
    default: '500000',
    min: 1000,
    max: 10000000,
    meaning:
      'One process: limit of used DPoP proofs and nonces in the replay cache, at most 64 bytes each; when it is full, requests that need an entry are answered 503. In separate services the memory of Redis is the limit',
  },
  HAIP: {
    type: 'switch',
    default: 'false',
    meaning:
      '`true`: tenants have the profile `haip` (OpenID4VC High Assurance Interoperability Profile) unless their `tenant.json` says `open`. The start is refused where one of them lacks a part, which is named',
  },
  WALLET_DIALECT: {
    type: 'choice',
    default: 'both',
    choices: ['both', 'standard', 'interface'],
    meaning:
      'What wallets get: `both` the status codes of the standards, and besides the members of OpenID4VCI 1.0 those of this interface and of drafts before 1.0; `standard` no member that 1.0 does not define; `interface` as `both`, with 201 to credential and notification requests. Which wallet needs which: wallets.md. Old name: `WALLET_STATUS_CODES` (`standard` is `both` now)',
  },
  OFFER_SCHEME: { type: 'text', default: 'openid-credential-offer', meaning: 'URL scheme of offer links' },
  REQUEST_SCHEME: { type: 'text', default: 'openid4vp', meaning: 'URL scheme of presentation request links' },
  REQUEST_TTL: {
    type: 'integer',
    default: '300',
    unit: 'seconds',
    min: 10,
    max: 86400,
    meaning: 'Lifetime of a presentation request that names no expiresIn',
  },
  RESPONSE_CODE_TTL: {
    type: 'integer',
    default: '600',
    unit: 'seconds',
    min: 30,
    max: 86400,
    meaning:
      'Time in which the backend must redeem a `response_code` that releases what was presented (profile haip, or `release` of the presentation configuration); after it what was presented is erased',
  },
  CLIENT_ID_PREFIX: {
    type: 'choice',
    default: 'x509_hash',
    choices: ['x509_hash', 'x509_san_dns'],
    meaning: 'How the verifier is named in presentation requests; `x509_san_dns` needs a PUBLIC_URL with a DNS name',
  },
  STATUS_LIST_TTL: {
    type: 'integer',
    default: '300',
    unit: 'seconds',
    min: 1,
    max: 86400,
    meaning: '`ttl` of a status list token',
  },
  STATUS_LIST_EXPIRY: {
    type: 'integer',
    default: '3600',
    unit: 'seconds',
    min: 60,
    max: 604800,
    meaning: 'Time after which a status list token must not be relied on',
  },
  OUTBOUND_ALLOW: {
    type: 'list',
    meaning:
      'Targets of webhooks and fetched documents in addition to public https: `host`, `host:port`, address or network (CIDR); they may be http. Default none in production, elsewhere loopback',
  },
  REDIRECT_ALLOW: {
    type: 'list',
    meaning:
      'Where the `redirectUri` of a presentation request may lead: `host`, `host:port`, or `scheme:` of an app. Default anywhere: the calling backend is authenticated, and could send its users anywhere without this server. Name the hosts where a backend takes the address from a browser',
  },
  WEBHOOK_TIMEOUT: {
    type: 'integer',
    default: '10',
    unit: 'seconds',
    min: 1,
    max: 60,
    meaning: 'Total time of one attempt of a webhook',
  },
  WEBHOOK_SCHEDULE: {
    type: 'list',
    default: '0,5,30,120,600,1800,7200,18000,36000',
    unit: 'seconds',
    meaning: 'Delays before the attempts of a notification, each +-20 %; one attempt for each delay',
  },
  WEBHOOK_CONCURRENCY: {
    type: 'integer',
    default: '8',
    min: 1,
    max: 100,
    meaning: 'Limit of concurrent attempts for one target (scheme, host and port)',
  },
  WEBHOOK_RETENTION: {
    type: 'integer',
    default: '604800',
    unit: 'seconds',
    min: 3600,
    max: 31536000,
    meaning: 'Time that an ended delivery stays readable; it is erased with its session if that is earlier',
  },
  CLAIMS_WAIT: {
    type: 'integer',
    default: '5000',
    unit: 'milliseconds',
    min: 0,
    max: 30000,
    meaning:
      'Time that a credential request waits for the claims webhook before it is deferred; less than INTERNAL_TIMEOUT allows',
  },
  CLAIMS_DEADLINE: {
    type: 'integer',
    default: '600',
    unit: 'seconds',
    min: 5,
    max: 86400,
    meaning: 'Time that the claims webhook has to answer; the end of the access token less 30 s where that is earlier',
  },
} as const satisfies Record<string, SettingDefinition>;
