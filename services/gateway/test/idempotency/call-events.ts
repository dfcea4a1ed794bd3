/** How events change the state of a call with an `Idempotency-Key`, as docs/reference/states.md shows it. */
import type { CallState } from '@countersign/shared/model/tenant/idempotent-calls';
import type { StateTable } from '@countersign/shared/test/model/state-table';

type State = CallState['state'];

/** Every state with its meaning. */
export const callStates: Readonly<Record<State, string>> = {
  running: 'A gateway performs the call, and renews its lease; once the lease has ended, the next attempt performs it',
  done: 'The response is kept, encrypted. Every call with the key and the same body receives it',
  erased: "The response's session was erased. The call is not performed again",
};

export const callEvents: StateTable<State> = {
  takeCall: {
    meaning: 'A call with the key: its lease has ended, or the key was first used 24 hours ago',
    from: { running: ['running'], done: ['running'], erased: ['running'] },
  },
  renewCall: { meaning: 'The runner still performs it', from: { running: ['running'] } },
  freeCall: { meaning: 'The response was 5xx or 429, which is not kept', from: { running: ['running'] } },
  endCall: { meaning: 'The call has a response. The first response is kept', from: { running: ['done'] } },
  eraseCall: { meaning: "The response's session is erased", from: { done: ['erased'] } },
};
