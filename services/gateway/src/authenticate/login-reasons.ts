/** Reasons of refusals: callers of the management interface. */
import type { ReasonEntries } from '@countersign/shared/kernel/reasons/reason';

export const loginReasons = {
  login_missing: {
    step: 'management',
    standard: { document: 'RFC 9110', section: '11.6.2' },
    blame: 'backend',
    explanation: 'The request carries no credential that this path accepts.',
    hint: 'Send the header `x-api-key` on paths of variant A, or `Authorization: Bearer` with a token of /auth/token on paths of variant B.',
    facts: ['expectedAny'],
  },
  login_other_shape: {
    step: 'management',
    standard: { document: 'RFC 9110', section: '11.6.2' },
    blame: 'backend',
    explanation: 'The request has an API key at a path of variant B, or a bearer token at a path of variant A.',
    hint: 'Send the same call to the path that takes your credential, as `detail` says; an API key acts for the tenant `default`, a bearer token for the tenant of its client.',
    facts: ['expected', 'received', 'askedPath', 'rightPath'],
  },
  login_twofold: {
    step: 'management',
    blame: 'backend',
    explanation:
      'The request carries two of API key, bearer token and cookie of the console, which may belong to different tenants.',
    hint: 'Send one of them.',
    facts: [],
  },
  api_key_wrong: {
    step: 'management',
    blame: 'backend',
    explanation: 'The API key is not that of this server, or variant A is off.',
    hint: 'Send the value of AUTH_API_KEY once, in the header `x-api-key`.',
    facts: ['detail'],
  },
  bearer_token_invalid: {
    step: 'management',
    standard: { document: 'RFC 6750', section: '3.1' },
    blame: 'backend',
    explanation:
      'The bearer token was not made by this server for a client that still exists with that secret, or has expired.',
    hint: 'Get a new token at /auth/token; each lives for AUTH_TOKEN_TTL and ends when the secret of its client changes.',
    facts: ['detail'],
  },
  login_failed: {
    step: 'management',
    standard: { document: 'RFC 6749', section: '5.2' },
    blame: 'backend',
    explanation: 'There is no such client, or its secret is another one.',
    hint: 'Compare `client_id` and `client_secret` with clients.json of the server, or with AUTH_CLIENT_ID and AUTH_CLIENT_SECRET.',
    facts: [],
  },
  console_session_ended: {
    step: 'management',
    blame: 'time',
    explanation:
      'The sign-in of the cookie has ended: by sign-out, after 8 hours, or because its client or secret changed.',
    hint: 'Sign in again.',
    facts: [],
  },
  console_header: {
    step: 'management',
    blame: 'backend',
    explanation: 'A call with the cookie of the console lacks the header that only pages of this server can send.',
    hint: 'Send `x-countersign-console: 1`; backends use an API key or a bearer token instead of the cookie.',
    facts: [],
  },
  console_origin: {
    step: 'management',
    blame: 'operator',
    explanation: 'A page of another origin made the call, or the server is open under another address than PUBLIC_URL.',
    hint: 'Open the console at the address of PUBLIC_URL.',
    facts: ['expected'],
  },
  page_origin: {
    step: 'authorization',
    blame: 'operator',
    explanation:
      'A page of another origin called an endpoint of the authorization page, or the server is open under another address than PUBLIC_URL.',
    hint: 'Serve the authorization page at the address of PUBLIC_URL, and pass the header Origin on in the proxy.',
    facts: ['expected'],
  },
  role_insufficient: {
    step: 'management',
    blame: 'backend',
    explanation: 'The role of the caller does not allow this call.',
    hint: 'Use a client or a person with the role that the API description names for this operation; `role` in clients.json gives a client its role.',
    facts: ['received', 'expected'],
  },
  platform_only: {
    step: 'management',
    blame: 'backend',
    explanation: 'The call concerns the whole installation, and the caller manages one tenant.',
    hint: 'Use the API key of variant A, or a client of the tenant `root` with the role `admin`.',
    facts: [],
  },
  tenant_suspended: {
    step: 'any',
    blame: 'operator',
    explanation: 'The platform has suspended the tenant, so its wallets and backends wait.',
    hint: 'Ask who runs the platform; POST /tenants/{id}/resume ends the suspension.',
    facts: [],
  },
} as const satisfies ReasonEntries;
