/** Faults of a wallet at the token endpoint. */
import { form, sentAgain, UNKNOWN_REFERENCE } from './change.ts';
import type { FaultTable } from './fault-table.ts';

const CODE_FLOW = ['authorization_code'] as const;
const PRE_AUTHORIZED = ['pre_authorized_code'] as const;
const TX_CODE = [...PRE_AUTHORIZED, 'tx_code'] as const;

/** Longer than a code lives, seconds. */
const LONGER_THAN_A_CODE = 3600;
/** Longer than any offer lives, seconds. */
const LONGER_THAN_AN_OFFER = 366 * 86_400;
/** Seconds after which no wallet fetches its credential any longer. */
const LONGER_THAN_A_SESSION = 2 * 86_400;
const LONGER_THAN_A_REFRESH_TOKEN = 10 * 366 * 86_400;
const MORE = JSON.stringify([{ type: 'openid_credential', credential_configuration_id: 'not-authorized' }]);
/** Number of wrong transaction codes that ends an offer. */
const MAX_GUESSES = 10;

export const tokenFaults = {
  grant_type: {
    step: 'token',
    summary: 'Requests a grant that OAuth 2.0 has but this server does not offer.',
    request: form({ grant_type: 'password' }),
  },
  parameter_missing: {
    step: 'token',
    summary: 'Sends no code.',
    needs: CODE_FLOW,
    request: form({ code: undefined }, 'code'),
  },
  code_unknown: {
    step: 'token',
    summary: 'Redeems a code that the server never issued.',
    needs: CODE_FLOW,
    request: form({ code: UNKNOWN_REFERENCE }, 'code'),
  },
  code_replaced: {
    step: 'authorize',
    summary: 'Starts again when it has a code, and then redeems that code.',
    needs: CODE_FLOW,
    after: async ({ answer, again }) => {
      await again('par');
      return answer;
    },
  },
  code_expired: {
    step: 'token',
    summary: 'Redeems the code after it has expired.',
    needs: CODE_FLOW,
    before: ({ wait }) => wait(LONGER_THAN_A_CODE),
  },
  code_used: {
    step: 'token',
    summary: 'Redeems the code twice.',
    needs: CODE_FLOW,
    after: sentAgain,
  },
  code_client: {
    step: 'token',
    summary: "Redeems another client's code.",
    needs: CODE_FLOW,
    request: form({ client_id: 'https://other-wallet.example' }, 'code'),
  },
  code_redirect_uri: {
    step: 'token',
    summary: "Redeems the code with a different redirect_uri from the authorization request's.",
    needs: CODE_FLOW,
    request: form({ redirect_uri: 'https://wallet.example/other' }, 'code'),
  },
  pkce_verifier: {
    step: 'token',
    summary: 'Redeems the code with a code_verifier that does not match the challenge.',
    needs: CODE_FLOW,
    request: form({ code_verifier: 'a'.repeat(43) }, 'code'),
  },
  pkce_unexpected: {
    step: 'token',
    summary: 'Sends a code_verifier although its authorization request had no code_challenge.',
    needs: ['presentation_during_issuance'],
    also: ['challenge'],
    request: (request, memory) =>
      request.step === 'challenge'
        ? form({ code_challenge: undefined, code_challenge_method: undefined })(request, memory)
        : form({ code_verifier: 'a'.repeat(43) }, 'code')(request, memory),
  },
  scope_exceeded: {
    step: 'token',
    summary: 'Asks at the token endpoint for more than was authorized.',
    needs: CODE_FLOW,
    request: form({ authorization_details: MORE }, 'code'),
  },
  pre_authorized_code_expired: {
    step: 'token',
    summary: 'Redeems the pre-authorized code after it has expired.',
    needs: PRE_AUTHORIZED,
    before: ({ wait }) => wait(LONGER_THAN_AN_OFFER),
  },
  pre_authorized_code_unknown: {
    step: 'token',
    summary: 'Redeems a pre-authorized code that the server never issued.',
    needs: PRE_AUTHORIZED,
    request: form({ 'pre-authorized_code': UNKNOWN_REFERENCE }, 'pre-authorized_code'),
  },
  pre_authorized_code_used: {
    step: 'token',
    summary: 'Redeems the pre-authorized code twice.',
    needs: PRE_AUTHORIZED,
    after: sentAgain,
  },
  tx_code_missing: {
    step: 'token',
    summary: 'Does not ask the user for the transaction code.',
    needs: TX_CODE,
    request: form({ tx_code: undefined }),
  },
  tx_code_unexpected: {
    step: 'token',
    summary: 'Sends a transaction code that the offer does not require.',
    needs: PRE_AUTHORIZED,
    request: form({ tx_code: '1234' }, 'pre-authorized_code'),
  },
  tx_code_wrong: {
    step: 'token',
    summary: 'Sends a wrong transaction code.',
    needs: TX_CODE,
    request: form({ tx_code: 'wrong' }, 'pre-authorized_code'),
  },
  tx_code_locked: {
    step: 'token',
    summary: 'Guesses the transaction code until the offer is closed.',
    needs: TX_CODE,
    request: form({ tx_code: 'wrong' }, 'pre-authorized_code'),
    failed: async ({ again }) => {
      for (let guesses = 1; guesses < MAX_GUESSES; guesses += 1) await again();
      return undefined;
    },
  },
  refresh_token_unknown: {
    step: 'token',
    summary: 'Renews with a refresh token that the server never issued.',
    needs: ['refresh'],
    request: form({ refresh_token: UNKNOWN_REFERENCE }, 'refresh_token'),
  },
  refresh_token_expired: {
    step: 'token',
    summary: 'Renews after the refresh token has expired.',
    needs: ['refresh'],
    before: async ({ next, wait }) => {
      if (next.form?.refresh_token !== undefined) await wait(LONGER_THAN_A_REFRESH_TOKEN);
    },
  },
  refresh_token_holder: {
    step: 'token',
    summary: "Renews with another client's refresh token.",
    needs: ['refresh'],
    request: form({ client_id: 'https://other-wallet.example' }, 'refresh_token'),
  },
  refresh_nothing: {
    step: 'token',
    summary: 'Requests no credential with its token, and renews when the token has expired.',
    needs: ['refresh'],
    after: async ({ again, answer, wait }) => {
      await wait(LONGER_THAN_A_SESSION);
      const form = { grant_type: 'refresh_token', refresh_token: String(answer.json?.refresh_token) };
      return again('token', (request) => ({ ...request, form }));
    },
  },
} as const satisfies FaultTable;
