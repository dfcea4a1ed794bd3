/** What users may rely on while processes die, and the test that shows each. */

export interface Promised {
  readonly promise: string;
  /** Path from the repository's root. */
  readonly test: string;
}

const CAMPAIGN = 'test/resilience/campaign/campaign.test.ts';

export const PROMISES: readonly Promised[] = [
  {
    promise:
      'A code gives at most one token, a nonce at most one credential, a request takes at most one presentation.',
    test: CAMPAIGN,
  },
  {
    promise: 'A credential that a wallet received has its own status entry, and its session can revoke it.',
    test: CAMPAIGN,
  },
  {
    promise:
      'An acknowledged presentation with a webhook is delivered at least once, always with the same `webhook-id`.',
    test: CAMPAIGN,
  },
  {
    promise: 'After an acknowledged change of a status, the list has the value that was written last.',
    test: CAMPAIGN,
  },
  { promise: 'An acknowledged offer, configuration or status survives.', test: CAMPAIGN },
  {
    promise: 'The claims of a credential come from its own session.',
    test: 'test/resilience/presentation-during-issuance.test.ts',
  },
  { promise: 'No session stays in a state that it can neither leave nor expire in.', test: CAMPAIGN },
  {
    promise:
      "A server that can't do something now responds with 503 and `Retry-After`. There is no other 5xx, and no process ends on its own.",
    test: CAMPAIGN,
  },
  {
    promise: 'Every request, valid or not, gets a response that the API description has.',
    test: 'test/openapi/schemathesis.test.ts',
  },
  { promise: 'Calls with the same idempotency key have one outcome.', test: CAMPAIGN },
  {
    promise: 'A presentation request that no wallet fetches expires, and the backend is notified.',
    test: 'test/resilience/unfetched-request.test.ts',
  },
  {
    promise: 'A worker that stops during a write is replaced, and the writes of the others continue.',
    test: 'test/resilience/stopped-worker.test.ts',
  },
  {
    promise: 'A login belongs to the user who presented, and its code gives one token.',
    test: 'test/resilience/login-kill.test.ts',
  },
  {
    promise: 'An event that is lost on the way delays what follows from it, and loses nothing.',
    test: 'test/resilience/lost-event.test.ts',
  },
  {
    promise: 'An interrupted erasure is completed, and an acknowledged one is not undone.',
    test: 'test/resilience/erasure-kill.test.ts',
  },
  {
    promise: 'A proof that was used before a restart is refused after it.',
    test: 'test/resilience/replay-after-restart.test.ts',
  },
  { promise: 'A backup that is restored issues nothing twice.', test: 'test/resilience/restore.test.ts' },
];

/** Faults that have a separate test, because they need more, or less, than a server under load. */
export const ELSEWHERE: readonly { readonly id: string; readonly fault: string; readonly test: string }[] = [
  { id: 'F3', fault: 'One of two replicas of each service is killed', test: 'test/resilience/cluster.engine.test.ts' },
  {
    id: 'F5',
    fault: 'Kafka is slow, and its groups rebalance',
    test: 'libs/shared/test/bus/kafka/faults.engine.test.ts',
  },
  {
    id: 'F6',
    fault: 'Topics are read again from their start',
    test: 'test/resilience/presentation-during-issuance.engine.test.ts',
  },
  {
    id: 'F11',
    fault: 'A webhook target is down for two hours',
    test: 'services/webhook-dispatcher/test/receivers.test.ts',
  },
  { id: 'F12', fault: 'Events are lost, repeated and reordered', test: 'test/resilience/lost-event.test.ts' },
  {
    id: 'F14',
    fault:
      'The disk is nearly full: the embedded store refuses writes with 503 while 32 MB are left; it reads and deletes',
    test: 'libs/shared/test/store/lmdb/disk-space.test.ts',
  },
  {
    id: 'F15',
    fault: 'The file of the embedded store was cut off or overwritten: the server reports it, and does not start',
    test: 'libs/shared/test/store/lmdb/store-damage.test.ts',
  },
  { id: 'F19', fault: 'Sessions are purged while they are used', test: 'test/resilience/purge-race.test.ts' },
];
