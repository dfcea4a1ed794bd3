/** Reasons of refusals: callers of the management API. */
import type { ReasonEntries } from '@countersign/shared/kernel/reasons/reason';

export const loginReasons = {
  login_missing: {
    step: 'management',
    standard: { document: 'RFC 9110', section: '11.6.2' },
    blame: 'backend',
    explanation: 'The request has no API key or token that this path accepts.',
    hint: 'Send the header `x-api-key` on variant A paths, or `Authorization: Bearer` with a token from /auth/token on variant B paths.',
    facts: ['expectedAny'],
  },
  login_other_shape: {
    step: 'management',
    standard: { document: 'RFC 9110', section: '11.6.2' },
    blame: 'backend',
    explanation: 'The request has an API key on a variant B path, or a bearer token on a variant A path.',
    hint: "Send the same call to the path for your API key or token, as `detail` shows. An API key acts for the tenant `default`, a bearer token for its client's tenant.",
    facts: ['expected', 'received', 'askedPath', 'rightPath'],
  },
  login_twofold: {
    step: 'management',
    blame: 'backend',
    explanation:
      'The request has more than one of API key, bearer token and console cookie, which may belong to different tenants.',
    hint: 'Send only one of them.',
    facts: [],
  },
  api_key_wrong: {
    step: 'management',
    blame: 'backend',
    explanation: 'The API key is wrong, or variant A is turned off.',
    hint: 'Send the value of AUTH_API_KEY once, in the header `x-api-key`.',
    facts: ['detail'],
  },
  bearer_token_invalid: {
    step: 'management',
    standard: { document: 'RFC 6750', section: '3.1' },
    blame: 'backend',
    explanation:
      'The bearer token has expired, was not issued by this server, or its client no longer exists with that secret.',
    hint: "Get a new token at /auth/token. A token lives for AUTH_TOKEN_TTL, and becomes invalid when its client's secret changes.",
    facts: ['detail'],
  },
  login_failed: {
    step: 'management',
    standard: { document: 'RFC 6749', section: '5.2' },
    blame: 'backend',
    explanation: 'This client does not exist, or its secret is wrong.',
    hint: "Compare `client_id` and `client_secret` with the server's clients.json, or with AUTH_CLIENT_ID and AUTH_CLIENT_SECRET.",
    facts: [],
  },
  console_session_ended: {
    step: 'management',
    blame: 'time',
    explanation:
      "The cookie's sign-in has ended: the user signed out, 8 hours have passed, or the client or its secret changed.",
    hint: 'Sign in again.',
    facts: [],
  },
  console_header: {
    step: 'management',
    blame: 'backend',
    explanation: "A call with the console's cookie lacks the header that only this server's pages can send.",
    hint: 'Send `x-countersign-console: 1`. Backends use an API key or a bearer token instead of the cookie.',
    facts: [],
  },
  console_origin: {
    step: 'management',
    blame: 'operator',
    explanation:
      'A page from a different origin made the call, or the server was opened at an address other than PUBLIC_URL.',
    hint: 'Open the console at the address in PUBLIC_URL.',
    facts: ['expected'],
  },
  page_origin: {
    step: 'authorization',
    blame: 'operator',
    explanation:
      "A page from a different origin called one of the authorization page's endpoints, or the server was opened at an address other than PUBLIC_URL.",
    hint: 'Serve the authorization page at the address in PUBLIC_URL, and configure the proxy to forward the header Origin.',
    facts: ['expected'],
  },
  role_insufficient: {
    step: 'management',
    blame: 'backend',
    explanation: "The caller's role does not allow this call.",
    hint: "Use a client or a user with the role in the API description of this operation. `role` in clients.json sets a client's role.",
    facts: ['received', 'expected'],
  },
  platform_only: {
    step: 'management',
    blame: 'backend',
    explanation: 'The call affects the whole installation, and the caller manages only one tenant.',
    hint: 'Use the API key of variant A, or a client of the tenant `root` with the role `admin`.',
    facts: [],
  },
  tenant_suspended: {
    step: 'any',
    blame: 'operator',
    explanation: 'The platform administrator has suspended the tenant, so its wallets and backends must wait.',
    hint: 'Ask the platform administrator. POST /tenants/{id}/resume ends the suspension.',
    facts: [],
  },
} as const satisfies ReasonEntries;
