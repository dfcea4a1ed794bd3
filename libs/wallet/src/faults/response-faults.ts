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
    summary: 'Sends an answer with its state alone.',
    request: (request) => ({ ...request, form: { state: request.form?.state ?? UNKNOWN_REFERENCE } }),
  },
  response_legacy: {
    step: 'response',
    summary: 'Answers with a presentation_submission, as the drafts before 1.0 did.',
    needs: ['plain_response'],
    request: form({ vp_token: 'presentation', presentation_submission: '{"descriptor_map":[]}' }),
  },
  wallet_error: {
    step: 'response',
    summary: 'Answers that the person declines.',
    request: answer(({ vp_token: _, ...rest }) => ({ ...rest, error: 'access_denied' })),
  },
  jwe_header: {
    step: 'response',
    summary: 'Compresses the encrypted answer, which the request does not allow.',
    needs: ['encrypted_response'],
    request: encrypted((jwe) => withJweHeader(jwe, { zip: 'DEF' })),
  },
  unknown_key: {
    step: 'response',
    summary: 'Encrypts the answer to a key that is not of this request.',
    needs: ['encrypted_response'],
    request: encrypted((jwe) => withJweHeader(jwe, { kid: UNKNOWN_REFERENCE, withJweHeader, withOtherTag })),
  },
  decrypt: {
    step: 'response',
    summary: 'Derives another key for the encrypted answer than the verifier.',
    needs: ['encrypted_response'],
    request: encrypted(withOtherTag),
  },
  payload: {
    step: 'response',
    summary: 'Encrypts a text that is no JSON object.',
    needs: ['encrypted_response'],
    request: (request) => ({ ...request, json: [] }),
  },
  state: {
    step: 'response',
    summary: 'Answers with a state that is not of this request.',
    request: answer((sent) => ({ ...sent, state: UNKNOWN_REFERENCE, withJweHeader, withOtherTag })),
  },
  not_encrypted: {
    step: 'response',
    summary: 'Sends the answer in plain where the request asks for an encrypted one.',
    needs: ['encrypted_response'],
    request: ({ json = {}, encrypt: _, ...request }) => ({ ...request, form: inPlain(json) }),
  },
  expired: {
    step: 'response',
    summary: 'Answers after the time of the request.',
    before: ({ wait }) => wait(LONGER_THAN_A_REQUEST),
  },
  already_answered: {
    step: 'response',
    summary: 'Answers a request a second time, with another answer.',
    after: ({ request, send }) => send({ ...request, form: { ...request.form, error_description: 'again' } }),
  },
  vp_token: {
    step: 'response',
    summary: 'Puts the presentation into the vp_token without a list.',
    request: presentations((list) => list[0]),
  },
  unknown_id: {
    step: 'response',
    summary: 'Names the presentation by an id that the query does not have.',
    request: answer(({ vp_token, ...rest }) => ({
      ...rest,
      vp_token: { 'no-such-query': Object.values(vp_token ?? {})[0] },
    })),
  },
  multiple: {
    step: 'response',
    summary: 'Sends two presentations where the query takes one.',
    request: presentations((list) => [...list, ...list]),
  },
  incomplete: {
    step: 'response',
    summary: 'Presents nothing.',
    request: answer((sent) => ({ ...sent, vp_token: {} })),
  },
  transaction_data: {
    step: 'response',
    summary: 'Does not confirm the transaction data of the request.',
    needs: ['transaction_data'],
    jwt: payload('kb', () => ({ transaction_data_hashes: undefined, transaction_data_hashes_alg: undefined })),
  },
} as const satisfies FaultTable;

/** The parameters of an answer without encryption (OpenID4VP 1.0, 8.2). */
function inPlain(answered: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(answered).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  );
}
