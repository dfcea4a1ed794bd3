/** Faults of a wallet at the authorization challenge endpoint. */

import type { Answer } from '../sending/answer.ts';
import type { WalletRequest } from '../sending/fault.ts';
import { form, UNKNOWN_REFERENCE } from './change.ts';
import type { FaultTable } from './fault-table.ts';

const PRESENTING = ['presentation_during_issuance'] as const;

/** Longer than an auth_session lives, seconds. */
const LONGER_THAN_AN_AUTH_SESSION = 3600;

export const challengeFaults = {
  auth_session_unknown: {
    step: 'challenge',
    summary: 'Continues the challenge with an auth_session that the server never issued.',
    needs: PRESENTING,
    request: form({ auth_session: UNKNOWN_REFERENCE }, 'auth_session'),
  },
  auth_session_replaced: {
    step: 'challenge',
    summary: 'Starts twice, and continues the first challenge.',
    needs: PRESENTING,
    before: async ({ next, again }) => {
      if (isAnswer(next)) await again();
    },
  },
  auth_session_expired: {
    step: 'challenge',
    summary: 'Continues the challenge after it has expired.',
    needs: PRESENTING,
    before: async ({ next, wait }) => {
      if (isAnswer(next)) await wait(LONGER_THAN_AN_AUTH_SESSION);
    },
  },
  auth_session_over: {
    step: 'token',
    summary: 'Continues the challenge again after it has received the token.',
    needs: PRESENTING,
    after: ({ again }) => again('challenge'),
  },
  auth_session_client: {
    step: 'challenge',
    summary: "Continues another client's challenge.",
    needs: PRESENTING,
    request: form({ client_id: 'https://other-wallet.example' }, 'auth_session'),
  },
  auth_session_endpoint: {
    step: 'challenge',
    summary: 'Continues a challenge in the dialect of interactive authorization, although it started in another.',
    needs: [...PRESENTING, 'interactive'],
    request: form({ openid4vp_response: '{}' }, 'auth_session'),
  },
  interaction_types: {
    step: 'challenge',
    summary: 'Only supports an interaction that the server does not know.',
    needs: [...PRESENTING, 'interactive'],
    request: form({ interaction_types_supported: 'urn:example:interaction' }),
  },
  interaction_response: {
    step: 'challenge',
    summary: 'Responds to an interaction with a string that is not a JSON object.',
    needs: [...PRESENTING, 'interactive'],
    request: form({ openid4vp_response: 'presentation' }, 'auth_session'),
  },
  presentation_unanswered: {
    step: 'challenge',
    summary: 'Responds to an interaction with an error.',
    needs: [...PRESENTING, 'interactive'],
    request: form({ interaction_types_supported: 'urn:openid:dcp:ia:openid4vp_presentation' }),
    failed: ({ answer, again }) => again('challenge', (request) => declining(request, answer)),
  },
  presentation_missing: {
    step: 'challenge',
    summary: 'Continues the challenge without the value that it received for its presentation.',
    needs: PRESENTING,
    request: form({ presentation_during_issuance_session: undefined }, 'auth_session'),
  },
  presentation_not_proven: {
    step: 'challenge',
    summary: 'Continues the challenge with a value that the server never gave to a wallet for a presentation.',
    needs: PRESENTING,
    request: form({ presentation_during_issuance_session: UNKNOWN_REFERENCE }, 'auth_session'),
  },
} as const satisfies FaultTable;

/** Whether the request responds to a challenge: the first one has no auth_session. */
function isAnswer({ form: fields }: WalletRequest): boolean {
  return fields?.auth_session !== undefined;
}

/** A declining user's response to an interaction. */
function declining(request: WalletRequest, { json }: Answer): WalletRequest {
  const answered = { auth_session: String(json?.auth_session), openid4vp_response: '{"error":"access_denied"}' };
  return { ...request, form: { client_id: request.form?.client_id ?? '', ...answered } };
}
