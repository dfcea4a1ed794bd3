/** Faults of a wallet in its authorization response (OpenID4VP 1.0, 8), up to the presentations in it. */
import {
  answer,
  encrypted,
  form,
  payload,
  presentations,
  UNKNOWN_REFERENCE,
  withJweHeader,
  withOtherTag,
} from './change.ts';
import type { FaultTable } from './fault-table.ts';

/** Longer than a presentation request lives, seconds. */
const LONGER_THAN_A_REQUEST = 86_400;

export const responseFaults = {
  parameters: {
    step: 'response',
    summary: 'Sends a response that only has its state.',
    request: (request) => ({ ...request, form: { state: request.form?.state ?? UNKNOWN_REFERENCE } }),
  },
  response_legacy: {
    step: 'response',
    summary: 'Responds with a presentation_submission, as the drafts before 1.0 did.',
    needs: ['plain_response'],
    request: form({ vp_token: 'presentation', presentation_submission: '{"descriptor_map":[]}' }),
  },
  wallet_error: {
    step: 'response',
    summary: 'Responds that the user declines.',
    request: answer(({ vp_token: _, ...rest }) => ({ ...rest, error: 'access_denied' })),
  },
  jwe_header: {
    step: 'response',
    summary: 'Compresses the encrypted response, which the request does not allow.',
    needs: ['encrypted_response'],
    request: encrypted((jwe) => withJweHeader(jwe, { zip: 'DEF' })),
  },
  unknown_key: {
    step: 'response',
    summary: 'Encrypts the response to a key that is not from this request.',
    needs: ['encrypted_response'],
    request: encrypted((jwe) => withJweHeader(jwe, { kid: UNKNOWN_REFERENCE, withJweHeader, withOtherTag })),
  },
  decrypt: {
    step: 'response',
    summary: "Derives a different key for the encrypted response from the verifier's.",
    needs: ['encrypted_response'],
    request: encrypted(withOtherTag),
  },
  payload: {
    step: 'response',
    summary: 'Encrypts a string that is not a JSON object.',
    needs: ['encrypted_response'],
    request: (request) => ({ ...request, json: [] }),
  },
  state: {
    step: 'response',
    summary: 'Responds with a state that is not from this request.',
    request: answer((sent) => ({ ...sent, state: UNKNOWN_REFERENCE, withJweHeader, withOtherTag })),
  },
  not_encrypted: {
    step: 'response',
    summary: 'Sends the response unencrypted although the request requires encryption.',
    needs: ['encrypted_response'],
    request: ({ json = {}, encrypt: _, ...request }) => ({ ...request, form: inPlain(json) }),
  },
  expired: {
    step: 'response',
    summary: 'Responds after the request has expired.',
    before: ({ wait }) => wait(LONGER_THAN_A_REQUEST),
  },
  already_answered: {
    step: 'response',
    summary: 'Responds to a request a second time, with a different response.',
    after: ({ request, send }) => send({ ...request, form: { ...request.form, error_description: 'again' } }),
  },
  vp_token: {
    step: 'response',
    summary: 'Puts the presentation into the vp_token without a list.',
    request: presentations((list) => list[0]),
  },
  unknown_id: {
    step: 'response',
    summary: 'Sends the presentation under an id that the query does not have.',
    request: answer(({ vp_token, ...rest }) => ({
      ...rest,
      vp_token: { 'no-such-query': Object.values(vp_token ?? {})[0] },
    })),
  },
  multiple: {
    step: 'response',
    summary: 'Sends two presentations although the query accepts one.',
    request: presentations((list) => [...list, ...list]),
  },
  incomplete: {
    step: 'response',
    summary: 'Presents nothing.',
    request: answer((sent) => ({ ...sent, vp_token: {} })),
  },
  transaction_data: {
    step: 'response',
    summary: "Does not confirm the request's transaction data.",
    needs: ['transaction_data'],
    jwt: payload('kb', () => ({ transaction_data_hashes: undefined, transaction_data_hashes_alg: undefined })),
  },
  strong_authentication: {
    step: 'response',
    summary: 'Confirms a payment with one authentication factor.',
    needs: ['strong_authentication'],
    jwt: payload('kb', () => ({ amr: [{ knowledge: 'pin_6_or_more_digits' }] })),
  },
} as const satisfies FaultTable;

/** The parameters of an unencrypted response (OpenID4VP 1.0, 8.2). */
function inPlain(answered: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(answered).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  );
}
