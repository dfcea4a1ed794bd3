/** Which event leads a call with an `Idempotency-Key` from which state to which, as docs/reference/states.md shows it. */
import type { CallState } from '@countersign/shared/model/tenant/idempotent-calls';
import type { StateTable } from '@countersign/shared/test/model/state-table';

type State = CallState['state'];

/** Every state, and what it means. */
export const callStates: Readonly<Record<State, string>> = {
  running: 'A gateway performs the call, and renews its lease; once the lease has ended, the next attempt performs it',
  done: 'The answer is kept, sealed; every call with the key and the same body gets it',
  erased: 'The session of the answer is erased; the call is not performed again',
};

export const callEvents: StateTable<State> = {
  takeCall: {
    meaning: 'A call with the key: its lease has ended, or the key was first used 24 hours ago',
    from: { running: ['running'], done: ['running'], erased: ['running'] },
  },
  renewCall: { meaning: 'The runner still performs it', from: { running: ['running'] } },
  freeCall: { meaning: 'It was answered 5xx or 429, which is not kept', from: { running: ['running'] } },
  endCall: { meaning: 'It is answered; the first answer counts', from: { running: ['done'] } },
  eraseCall: { meaning: 'The session of the answer is erased', from: { done: ['erased'] } },
};
