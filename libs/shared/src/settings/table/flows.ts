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
    meaning: 'Lifetime of a pre-authorized code if the offer has no expiresIn',
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
      'Time that a wallet has from its start to its access token if an offer has several redemptions. After that another wallet may take its slot',
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
    meaning: 'Lifetime of a bearer access token. OpenID4VCI 1.0 allows 300 at most',
  },
  REFRESH_TOKEN_TTL: {
    type: 'integer',
    default: '7776000',
    unit: 'seconds',
    min: 3600,
    max: 31536000,
    meaning:
      'Lifetime of a refresh token, from the first issuance, if the configuration has `refresh` without its own lifetime',
  },
  NONCE_TTL: { type: 'integer', default: '300', unit: 'seconds', min: 30, max: 3600, meaning: 'Lifetime of a c_nonce' },
  BATCH_SIZE: {
    type: 'integer',
    default: '10',
    min: 2,
    max: 50,
    meaning: 'Maximum number of key proofs in one credential request',
  },
  CREDENTIAL_BATCHES: {
    type: 'integer',
    default: '3',
    min: 1,
    max: 20,
    meaning:
      'Maximum number of credentials that one offer issues for each configuration, in full batches: times BATCH_SIZE. A request beyond it returns `credential_request_denied`',
  },
  PAR: {
    type: 'choice',
    default: 'required',
    choices: ['required', 'optional'],
    meaning: 'Whether authorization requests must be pushed',
  },
  ZK_VERIFIER_URL: {
    type: 'text',
    readBy: ['verifier'],
    meaning:
      'Address of the process that verifies zero-knowledge proofs, such as `http://127.0.0.1:3010` (deploy/zk). Without it no request asks for a proof',
  },
  DC_API_ISSUANCE: {
    type: 'choice',
    default: 'off',
    choices: ['off', 'on'],
    meaning:
      'Experimental: offers also have `digital`, for pages that pass them to `navigator.credentials.create` (protocol openid4vci-v1)',
  },
  DEFERRED_NOTIFICATION: {
    type: 'choice',
    default: 'off',
    choices: ['off', 'on'],
    meaning:
      "Whether the deferred credential endpoint's response has a `notification_id`, in every profile. `off`: @openid4vc/openid4vci up to 0.4.6, and so Credo 0.6, accepts deferred credentials, but no wallet can report them. Their session stays `issued`",
  },
  INTERACTIVE_AUTHORIZATION: {
    type: 'choice',
    default: 'off',
    choices: ['off', 'signed', 'unsigned'],
    meaning:
      'Whether wallets may present at the authorization server itself (drafts of OpenID4VCI 1.1), and whether the request to them is signed. Advertised as `interactive_authorization_endpoint`. Which wallet speaks which dialect: wallets.md',
  },
  INTERACTIVE_RESPONSE: {
    type: 'choice',
    default: 'encrypted',
    choices: ['encrypted', 'plain'],
    meaning:
      'Whether the response to such a request is encrypted (`ia_post.jwt`) or not (`ia_post`). A tenant with the profile haip only accepts encrypted ones',
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
    meaning: '`required` requires a nonce from this server in every DPoP proof',
  },
  CLIENT_ATTESTATION_CHALLENGE: {
    type: 'choice',
    default: 'optional',
    choices: ['optional', 'required'],
    meaning:
      "Whether an attested wallet's proof must have a challenge from this server. A challenge that is sent is always checked. A tenant with the profile haip always requires it",
  },
  CLIENT_ATTESTATION_MAX_AGE: {
    type: 'integer',
    default: '0',
    unit: 'seconds',
    min: 0,
    max: 31536000,
    meaning:
      "Age after which a client attestation is refused with `use_fresh_attestation` although it has not expired. 0: only the provider's expiry time applies",
  },
  CLIENT_ATTESTATION_DPOP: {
    type: 'switch',
    default: 'false',
    meaning:
      "`true` also accepts an attested wallet's DPoP proof as the proof of its attestation (`attest_jwt_client_auth_dpop`), if both have the same key",
  },
  CREDENTIAL_ENCRYPTION: {
    type: 'choice',
    default: 'optional',
    choices: ['optional', 'required'],
    meaning:
      "`required` refuses credential requests that are not encrypted, or do not ask for an encrypted response. A tenant's `tenant.json` can override it. Both encryptions are offered in either case",
  },
  REQUEST_ENCRYPTION: {
    type: 'choice',
    default: 'asked',
    choices: ['asked', 'never'],
    meaning:
      '`asked` encrypts a request object to the key that a wallet sends with its POST (`wallet_metadata`). `never` only signs it',
  },
  INTERMEDIARY_ID: {
    type: 'text',
    meaning:
      'Registered identifier of the operator, if it asks wallets for others: `intermediary.sub` in the registration certificates of tenants with `actsFor`',
  },
  INTERMEDIARY_NAME: {
    type: 'text',
    meaning: 'Name of the operator in those certificates (`intermediary.sname`). If set, they must contain it',
  },
  CERTIFICATE_REVOCATION: {
    type: 'choice',
    default: 'profile',
    choices: ['profile', 'off', 'soft', 'hard'],
    meaning:
      "Whether the certificates of presented credentials are checked in CRLs and over OCSP. `soft`: a revoked certificate is refused, and an unknown status is noted in the trace. `hard`: an unknown status is refused too. `profile`: `soft` for tenants with the profile `eu`, otherwise `off`. A tenant's `tenant.json` can override it",
  },
  REQUEST_COMPRESSION: {
    type: 'switch',
    default: 'true',
    meaning:
      'Whether encrypted credential requests may be compressed (`zip: DEF`). They are inflated to at most the limit for unencrypted requests, 64 KiB. `false` refuses them before a key is derived',
  },
  REPLAY_CACHE_SIZE: {
    type: 'integer',
    default: '500000',
    min: 1000,
    max: 10000000,
    meaning:
      "One process: maximum number of used DPoP proofs and nonces in the replay cache, at most 64 bytes each. When it is full, requests that need an entry return 503. In separate services the limit is Redis's memory",
  },
  HAIP: {
    type: 'switch',
    default: 'false',
    meaning:
      '`true`: tenants have the profile `haip` (OpenID4VC High Assurance Interoperability Profile) unless their `tenant.json` sets `open`. The server does not start if one of them lacks a part, and shows which',
  },
  WALLET_DIALECT: {
    type: 'choice',
    default: 'both',
    choices: ['both', 'standard', 'interface'],
    meaning:
      "What wallets receive. `both`: the standards' status codes, and the members of OpenID4VCI 1.0, of this API and of earlier drafts. `standard`: no member that 1.0 does not define. `interface`: like `both`, with 201 for credential and notification requests. Which wallet needs which: wallets.md. Old name: `WALLET_STATUS_CODES` (`standard` is `both` now)",
  },
  OFFER_SCHEME: { type: 'text', default: 'openid-credential-offer', meaning: 'URL scheme of offer links' },
  REQUEST_SCHEME: { type: 'text', default: 'openid4vp', meaning: 'URL scheme of presentation request links' },
  REQUEST_TTL: {
    type: 'integer',
    default: '300',
    unit: 'seconds',
    min: 10,
    max: 86400,
    meaning: 'Lifetime of a presentation request without expiresIn',
  },
  RESPONSE_CODE_TTL: {
    type: 'integer',
    default: '600',
    unit: 'seconds',
    min: 30,
    max: 86400,
    meaning:
      'Time in which the backend must redeem a `response_code` that releases the presented claims (profile haip, or `release` in the presentation configuration). After that the presented claims are erased',
  },
  CLIENT_ID_PREFIX: {
    type: 'choice',
    default: 'x509_hash',
    choices: ['x509_hash', 'x509_san_dns'],
    meaning: 'How presentation requests identify the verifier. `x509_san_dns` needs a PUBLIC_URL with a DNS name',
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
    meaning: 'Time after which a status list token must no longer be used',
  },
  OUTBOUND_ALLOW: {
    type: 'list',
    meaning:
      'Targets of webhooks and fetched documents in addition to public https: `host`, `host:port`, address or network (CIDR). They may be http. Default: none in production, otherwise loopback',
  },
  REDIRECT_ALLOW: {
    type: 'list',
    meaning:
      "Allowed targets for a presentation request's `redirectUri`: `host`, `host:port`, or an app's `scheme:`. Default: anywhere, because the calling backend is authenticated, and could send its users anywhere without this server. Set the hosts if a backend takes the address from a browser",
  },
  WEBHOOK_TIMEOUT: {
    type: 'integer',
    default: '10',
    unit: 'seconds',
    min: 1,
    max: 60,
    meaning: 'Total time of one webhook attempt',
  },
  WEBHOOK_SCHEDULE: {
    type: 'list',
    default: '0,5,30,120,600,1800,7200,18000,36000',
    unit: 'seconds',
    meaning: 'Delays before the attempts of a notification, each +-20 %. One attempt per delay',
  },
  WEBHOOK_CONCURRENCY: {
    type: 'integer',
    default: '8',
    min: 1,
    max: 100,
    meaning: 'Maximum number of concurrent attempts for one target (scheme, host and port)',
  },
  WEBHOOK_RETENTION: {
    type: 'integer',
    default: '604800',
    unit: 'seconds',
    min: 3600,
    max: 31536000,
    meaning: 'Time that an ended delivery stays readable. It is erased with its session if that is earlier',
  },
  CLAIMS_WAIT: {
    type: 'integer',
    default: '5000',
    unit: 'milliseconds',
    min: 0,
    max: 30000,
    meaning:
      'Time that a credential request waits for the claims webhook before it is deferred. Must be less than INTERNAL_TIMEOUT allows',
  },
  CLAIMS_DEADLINE: {
    type: 'integer',
    default: '600',
    unit: 'seconds',
    min: 5,
    max: 86400,
    meaning:
      'Time in which the claims webhook must respond. It ends 30 s before the access token expires if that is earlier',
  },
} as const satisfies Record<string, SettingDefinition>;
