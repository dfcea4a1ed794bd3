/** Faults of a wallet at the PAR endpoint and at the authorization endpoint. */

import type { Answer } from '../sending/answer.ts';
import type { WalletRequest } from '../sending/fault.ts';
import { form, query, repeated, UNKNOWN_REFERENCE } from './change.ts';
import type { FaultTable } from './fault-table.ts';

const CODE_FLOW = ['authorization_code'] as const;

/** Longer than any offer lives, seconds. */
const LONGER_THAN_AN_OFFER = 366 * 86_400;
/** Characters, more than a state or a client id may have. */
const TOO_LONG = 4000;
/** Longer than a user has for a presentation, seconds. */
const LONGER_THAN_AN_ATTEMPT = 3600;
/** Longer than a request_uri lives, seconds. */
const LONGER_THAN_A_REQUEST_URI = 3600;

export const authorizationFaults = {
  response_type: {
    step: 'par',
    summary: 'Asks for a token in the redirect, as the implicit grant did.',
    needs: CODE_FLOW,
    request: form({ response_type: 'token' }),
  },
  pkce_missing: {
    step: 'par',
    summary: 'Sends no code_challenge.',
    needs: CODE_FLOW,
    request: form({ code_challenge: undefined, code_challenge_method: undefined }),
  },
  pkce_method: {
    step: 'par',
    summary: 'Sends the code verifier itself as the challenge.',
    needs: CODE_FLOW,
    request: form({ code_challenge_method: 'plain' }),
  },
  pkce_challenge: {
    step: 'par',
    summary: 'Sends a code_challenge that is not a SHA-256 hash.',
    needs: CODE_FLOW,
    request: form({ code_challenge: 'short' }),
  },
  redirect_uri: {
    step: 'par',
    summary: 'Sends a redirect URI that the client has not registered.',
    needs: [...CODE_FLOW, 'client_assertion'],
    request: form({ redirect_uri: 'https://wallet.example/other' }),
  },
  redirect_uri_kind: {
    step: 'par',
    summary: 'Sends a redirect URI with a scheme that opens no wallet in a browser.',
    needs: CODE_FLOW,
    request: form({ redirect_uri: 'javascript:alert(1)' }),
  },
  scope_unknown: {
    step: 'par',
    summary: 'Asks for a scope that no offered credential has.',
    needs: CODE_FLOW,
    request: form({ scope: 'no-such-scope' }),
  },
  authorization_details: {
    step: 'par',
    summary: 'Sends authorization_details that are not JSON.',
    needs: CODE_FLOW,
    request: form({ scope: undefined, authorization_details: 'pid' }),
  },
  configuration_not_offered: {
    step: 'par',
    summary: 'Requests a credential in authorization_details that was not offered.',
    needs: CODE_FLOW,
    request: form({ scope: undefined, authorization_details: detailsOf('not-offered') }),
  },
  issuer_state_missing: {
    step: 'par',
    summary: "Leaves out the offer's issuer_state.",
    needs: CODE_FLOW,
    request: form({ issuer_state: undefined }),
  },
  issuer_state_unknown: {
    step: 'par',
    summary: 'Sends an issuer_state that the server never issued.',
    needs: CODE_FLOW,
    request: form({ issuer_state: UNKNOWN_REFERENCE }),
  },
  issuer_state_expired: {
    step: 'par',
    summary: 'Starts with an expired offer.',
    needs: CODE_FLOW,
    before: ({ wait }) => wait(LONGER_THAN_AN_OFFER),
  },
  issuer_state_used: {
    step: 'credential',
    summary: 'Starts again with an offer whose credential it already has.',
    needs: CODE_FLOW,
    after: ({ again }) => again('par'),
  },
  request_object: {
    step: 'par',
    summary: 'Sends the authorization request as a request object.',
    needs: CODE_FLOW,
    request: form({ request: 'request.object.jwt' }),
  },
  request_uri_misplaced: {
    step: 'par',
    summary: 'Pushes a request that has a request_uri.',
    needs: CODE_FLOW,
    request: form({ request_uri: 'urn:ietf:params:oauth:request_uri:other' }),
  },
  state_too_long: {
    step: 'par',
    summary: 'Keeps its own data in a state of many kilobytes.',
    needs: CODE_FLOW,
    request: form({ state: 'x'.repeat(TOO_LONG) }),
  },
  resource: {
    step: 'token',
    summary: 'Requests a token for the credential endpoint instead of the issuer.',
    request: form({ resource: 'https://issuer.example/vci/credential' }),
  },
  dpop_jkt: {
    step: 'par',
    summary: 'Sends a dpop_jkt that is not a thumbprint.',
    needs: CODE_FLOW,
    request: form({ dpop_jkt: 'short' }),
  },
  par_required: {
    step: 'authorize',
    summary: 'Sends the whole request in the URL, although it must be pushed first.',
    needs: [...CODE_FLOW, 'haip'],
    request: (request, { sent }) => inUrl(request, sent('par')),
  },
  user_denied: {
    step: 'authorize',
    summary: 'Declines on the page that requests a presentation.',
    needs: ['presentation_during_issuance'],
    after: ({ request, answer, send }) => send({ ...request, url: declineLink(request, answer) }),
  },
  presentation_expired: {
    step: 'authorize',
    summary: 'Opens the page that requests a presentation again after it has expired.',
    needs: ['presentation_during_issuance'],
    after: async ({ request, send, wait }) => {
      await wait(LONGER_THAN_AN_ATTEMPT);
      return send(request);
    },
  },
  request_uri_unknown: {
    step: 'authorize',
    summary: 'Opens a request_uri that the server never issued.',
    needs: CODE_FLOW,
    request: query({ request_uri: `urn:ietf:params:oauth:request_uri:${UNKNOWN_REFERENCE}` }),
  },
  request_uri_replaced: {
    step: 'par',
    summary: 'Pushes the request twice, and opens the first request_uri.',
    needs: CODE_FLOW,
    after: async ({ answer, again }) => {
      await again();
      return answer;
    },
  },
  request_uri_expired: {
    step: 'authorize',
    summary: 'Opens the request_uri after it has expired.',
    needs: CODE_FLOW,
    before: ({ wait }) => wait(LONGER_THAN_A_REQUEST_URI),
  },
  request_uri_used: {
    step: 'authorize',
    summary: 'Opens the request_uri twice.',
    needs: CODE_FLOW,
    after: repeated,
  },
  request_client_mismatch: {
    step: 'authorize',
    summary: "Opens another client's request_uri.",
    needs: CODE_FLOW,
    request: query({ client_id: 'https://other-wallet.example' }),
  },
} as const satisfies FaultTable;

/** `authorization_details` for one configuration (RFC 9396, 2; OpenID4VCI 1.0, 5.1.1). */
function detailsOf(credential_configuration_id: string): string {
  return JSON.stringify([{ type: 'openid_credential', credential_configuration_id }]);
}

/** The page's link for declining. */
function declineLink({ url }: WalletRequest, { text }: Answer): string {
  return new URL(/class="decline" href="([^"]+)"/.exec(text)?.[1] ?? '', url).href;
}

function inUrl(request: WalletRequest, { form: pushed = {} }: WalletRequest): WalletRequest {
  const url = new URL(request.url);
  url.search = new URLSearchParams(pushed).toString();
  return { ...request, url: url.href };
}
