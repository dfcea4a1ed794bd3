import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SessionClaims, SessionDocument } from '@countersign/shared/model/session/sessions';
import { issuesNothingMore, withoutPersonalData } from '../../src/session/personal-data.ts';
import { type GivenState, given } from './issuance-given.ts';

const personal = {
  sealedClaims: 'CLAIMS',
  deferred: [{ transactionHash: 't', configurationId: 'pid', sealedKeys: 'KEYS' }],
} as const;

function session(claims?: SessionClaims): SessionDocument {
  const issuance = given('issued', personal);
  return {
    id: 'one',
    sealed: 'kept',
    issuance,
    ...(claims === undefined ? {} : { claims }),
  } as unknown as SessionDocument;
}

const all: readonly GivenState[] = [
  'created',
  'pushed',
  'authorized',
  'presentation_required',
  'token_issued',
  'issued',
  'completed',
  'completed long ago',
  'exhausted',
  'failed',
  'failed with a token',
  'expired',
];

test('an issuance is ended where it issues nothing more', () => {
  const ended = all.filter((state) => issuesNothingMore(given(state).progress));
  assert.deepEqual(ended, ['completed long ago', 'exhausted', 'failed', 'failed with a token', 'expired']);
});

test('claims and deferred requests are erased; the offer and the records stay', () => {
  const { issuance, ...rest } = session();
  const { sealedClaims: _, deferred: __, ...part } = issuance ?? assert.fail();
  assert.deepEqual(withoutPersonalData(session()), { ...rest, issuance: part });
});

const base = { requestId: 'r', deadline: 5 } as const;
const answers: readonly [SessionClaims, SessionClaims][] = [
  [
    { ...base, state: 'ready', answer: 'ANSWER' },
    { ...base, state: 'ready' },
  ],
  [
    { ...base, state: 'answered', answer: 'ANSWER' },
    { ...base, state: 'failed', reason: 'issuance_ended' },
  ],
  [
    { ...base, state: 'expected' },
    { ...base, state: 'failed', reason: 'issuance_ended' },
  ],
  [
    { ...base, state: 'failed', reason: 'claims_invalid' },
    { ...base, state: 'failed', reason: 'claims_invalid' },
  ],
];
for (const [before, after] of answers) {
  test(`claims that are ${before.state} are ${after.state} afterwards, without the answer`, () => {
    assert.deepEqual(withoutPersonalData(session(before)).claims, after);
  });
}

test('a session without an issuance stays as it is', () => {
  const other = { id: 'one' } as unknown as SessionDocument;
  assert.equal(withoutPersonalData(other), other);
});
