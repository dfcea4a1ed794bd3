/** Faults of a wallet in any request, before its content matters. */
import { headers, path } from './change.ts';
import type { FaultTable } from './fault-table.ts';

/** Bytes, more than any wallet endpoint accepts. */
const TOO_LARGE = 2_000_000;
const TOO_MANY = 2000;

export const requestFaults = {
  content_type: {
    step: 'token',
    summary: 'Sends the token request with the content type for plain text.',
    request: headers({ 'content-type': 'text/plain' }),
  },
  body_malformed: {
    step: 'credential',
    summary: 'Sends a credential request that is cut off.',
    request: ({ json: _, encrypt: __, ...request }) => ({
      ...request,
      headers: { ...request.headers, 'content-type': 'application/json' },
      text: '{"credential_configuration_id":',
    }),
  },
  parameter_repeated: {
    step: 'token',
    summary: 'Sends a form parameter twice.',
    request: ({ form = {}, ...request }) => ({
      ...request,
      headers: { ...request.headers, 'content-type': 'application/x-www-form-urlencoded' },
      text: `${new URLSearchParams(form)}&grant_type=authorization_code`,
    }),
  },
  parameter_reserved: {
    step: 'token',
    summary: 'Sends a parameter with a name that no parser handles safely.',
    request: (request) => ({
      ...request,
      form: Object.fromEntries([...Object.entries(request.form ?? {}), ['__proto__', '1']]),
    }),
  },
  path_unknown: {
    step: 'nonce',
    summary: 'Requests a nonce at the path where other issuers have their endpoint.',
    request: path(() => '/nonce'),
  },
  too_large: {
    step: 'credential',
    summary: 'Sends a credential request of two megabytes.',
    request: (request) => ({ ...request, json: { ...request.json, padding: 'x'.repeat(TOO_LARGE) } }),
  },
  rate_limited: {
    step: 'nonce',
    summary: 'Asks for nonces without a pause.',
    after: async ({ request, send }) => {
      for (let requests = 0; requests < TOO_MANY; requests += 1) if ((await send(request)).status >= 400) break;
      return undefined;
    },
  },
  method: {
    step: 'token',
    summary: 'Sends the token request with PUT.',
    request: (request) => ({ ...request, method: 'PUT' }),
  },
} as const satisfies FaultTable;
