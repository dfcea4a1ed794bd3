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
    summary: 'Answers the challenge with an auth_session that the server never issued.',
    needs: PRESENTING,
    request: form({ auth_session: UNKNOWN_REFERENCE }, 'auth_session'),
  },
  auth_session_replaced: {
    step: 'challenge',
    summary: 'Begins twice, and answers the first challenge.',
    needs: PRESENTING,
    before: async ({ next, again }) => {
      if (isAnswer(next)) await again();
    },
  },
  auth_session_expired: {
    step: 'challenge',
    summary: 'Answers the challenge after its time.',
    needs: PRESENTING,
    before: async ({ next, wait }) => {
      if (isAnswer(next)) await wait(LONGER_THAN_AN_AUTH_SESSION);
    },
  },
  auth_session_over: {
    step: 'token',
    summary: 'Answers the challenge again when it has the token.',
    needs: PRESENTING,
    after: ({ again }) => again('challenge'),
  },
  auth_session_client: {
    step: 'challenge',
    summary: 'Answers the challenge as another client than the one that began.',
    needs: PRESENTING,
    request: form({ client_id: 'https://other-wallet.example' }, 'auth_session'),
  },
  auth_session_endpoint: {
    step: 'challenge',
    summary: 'Answers a challenge in the dialect of interactive authorization, in which it has not begun.',
    needs: [...PRESENTING, 'interactive'],
    request: form({ openid4vp_response: '{}' }, 'auth_session'),
  },
  interaction_types: {
    step: 'challenge',
    summary: 'Supports an interaction alone that the server does not know.',
    needs: [...PRESENTING, 'interactive'],
    request: form({ interaction_types_supported: 'urn:example:interaction' }),
  },
  interaction_response: {
    step: 'challenge',
    summary: 'Answers an interaction by a text that is no JSON object.',
    needs: [...PRESENTING, 'interactive'],
    request: form({ openid4vp_response: 'presentation' }, 'auth_session'),
  },
  presentation_unanswered: {
    step: 'challenge',
    summary: 'Answers an interaction by an error.',
    needs: [...PRESENTING, 'interactive'],
    request: form({ interaction_types_supported: 'urn:openid:dcp:ia:openid4vp_presentation' }),
    failed: ({ answer, again }) => again('challenge', (request) => declining(request, answer)),
  },
  presentation_missing: {
    step: 'challenge',
    summary: 'Answers the challenge without the value that it got for its presentation.',
    needs: PRESENTING,
    request: form({ presentation_during_issuance_session: undefined }, 'auth_session'),
  },
  presentation_not_proven: {
    step: 'challenge',
    summary: 'Answers the challenge with a value that the server gave to no wallet for a presentation.',
    needs: PRESENTING,
    request: form({ presentation_during_issuance_session: UNKNOWN_REFERENCE }, 'auth_session'),
  },
} as const satisfies FaultTable;

/** Whether the request answers a challenge: the first one has no auth_session. */
function isAnswer({ form: fields }: WalletRequest): boolean {
  return fields?.auth_session !== undefined;
}

/** The answer to an interaction by a person who declines. */
function declining(request: WalletRequest, { json }: Answer): WalletRequest {
  const answered = { auth_session: String(json?.auth_session), openid4vp_response: '{"error":"access_denied"}' };
  return { ...request, form: { client_id: request.form?.client_id ?? '', ...answered } };
}
