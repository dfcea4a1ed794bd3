import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ErrorCode } from '@countersign/shared/kernel/errors';
import { withoutConfiguration } from '@countersign/shared/model/refresh/end-refresh';
import {
  type RefreshGrantDocument,
  type RefreshState,
  refreshGrantId,
} from '@countersign/shared/model/refresh/refresh-grants';
import { whyOf } from '@countersign/shared/test/http/refusal';
import { refuses } from '@countersign/shared/test/http/refuses';
import { assertStateTable } from '@countersign/shared/test/model/state-table-check';
import {
  checkRefreshToken,
  giveRefresh,
  MAX_EARLIER,
  NEW_SESSION_PAUSE,
  nameSession,
  newRefreshGrant,
  noteIssued,
  settleSuperseded,
} from '../../src/session/refresh-transitions.ts';
import { JKT, NOW, sha256 } from './issuance-given.ts';
import { refreshEvents } from './refresh-events.ts';

const DAY = 86_400_000;
const fresh: RefreshGrantDocument = {
  rev: 1,
  ...newRefreshGrant({
    id: refreshGrantId('handle'),
    tenant: 'root',
    tokenHash: sha256('secret'),
    session: 's0',
    current: { session: 's0', handle: 'h0' },
    next: 's1',
    holder: { clientId: 'wallet', dpopJkt: JKT },
    configurationIds: ['pid', 'pass'],
    authorizationDetails: false,
    sealedBasis: '',
    expiresAt: NOW + 90 * DAY,
    now: NOW,
  }),
};
const given = giveRefresh(fresh, { unusedUntil: NOW + DAY, now: NOW });
const issued = { configurationId: 'pid', session: 's0', now: NOW };
const first = noteIssued(given, { ...issued, claimsDigest: 'd' });
const renewable = noteIssued(first, { ...issued, session: 's1', claimsDigest: 'e' });
const inEachState: Record<RefreshState, RefreshGrantDocument> = { new: fresh, given, renewable };
const second = { instead: 's0', session: 's1', handle: 'h1', next: 's2', now: NOW + DAY };

const orSame = (step: (one: RefreshGrantDocument) => RefreshGrantDocument) => (one: RefreshGrantDocument) => {
  try {
    return step(one);
  } catch {
    return one;
  }
};

test('every event in every state leads where the table says', () => {
  assertStateTable({
    table: refreshEvents,
    given: inEachState,
    stateOf: ({ state }) => state,
    events: {
      giveRefresh: [(one) => giveRefresh(one, { unusedUntil: NOW + DAY, now: NOW })],
      noteIssued: [(one) => noteIssued(one, { ...issued, session: 's9' })],
      settleSuperseded: [true, false].map(
        (left) => (one: RefreshGrantDocument) =>
          settleSuperseded(one, { configurationId: 'pid', session: 's0', by: 's1' }, left),
      ),
      nameSession: [orSame((one) => nameSession(one, second).document)],
      withoutConfiguration: [(one) => withoutConfiguration(one, 'pid', NOW) ?? one],
    },
  });
});

test('a record is removed after an hour, after the time of an unused token, or at its end', () => {
  assert.equal(fresh.removeAt, NOW + 3_600_000);
  assert.equal(given.removeAt, NOW + DAY);
  assert.equal(renewable.removeAt, renewable.expiresAt);
});

test('a token is usable when it was given, with its secret, until its end', () => {
  for (const record of [given, renewable]) checkRefreshToken(record, sha256('secret'), NOW);
  const end = given.expiresAt;
  checkRefreshToken(given, sha256('secret'), end - 1);
  for (const [record, hash, now] of [
    [undefined, sha256('secret'), NOW],
    [fresh, sha256('secret'), NOW],
    [given, sha256('other'), NOW],
    [given, sha256('secret'), end],
  ] as const) {
    refuses(() => checkRefreshToken(record, hash, now), 'invalid_grant');
  }
});

test('the next session is named once: a request that comes later gets that one', () => {
  const first = nameSession(renewable, second);
  assert.deepEqual(first.result, { session: 's1', handle: 'h1' });
  const late = nameSession(first.document, { ...second, handle: 'h1b', next: 's2b' });
  assert.equal(late.document, first.document);
  assert.deepEqual(late.result, first.result);
});

test('a new session begins only after a credential, and not soon after the one before', () => {
  refuses(() => nameSession(given, second), 'invalid_grant');
  const { document } = nameSession(renewable, second);
  const third = { instead: 's1', session: 's2', handle: 'h2', next: 's3' };
  const at = second.now + NEW_SESSION_PAUSE;
  refuses(() => nameSession(document, { ...third, now: at - 1 }), 'rate_limited');
  assert.equal(nameSession(document, { ...third, now: at }).document.current.session, 's2');
});

test('an issuance is noted once per configuration and session', () => {
  assert.equal(noteIssued(first, { ...issued, claimsDigest: 'd', now: NOW + 1 }), first);
  const again = noteIssued(first, { ...issued, session: 's1', claimsDigest: 'd', now: NOW });
  const earlier = [{ session: 's0' }];
  assert.deepEqual(again.issued, [{ configurationId: 'pid', session: 's1', claimsDigest: 'd', earlier }]);
  assert.equal(noteIssued(fresh, issued), fresh);
});

test('without its last configuration nothing is left', () => {
  const one = withoutConfiguration(renewable, 'pid', NOW);
  assert.deepEqual(one?.configurationIds, ['pass']);
  assert.equal(one && withoutConfiguration(one, 'pid', NOW), one);
  assert.equal(one && withoutConfiguration(one, 'pass', NOW), undefined);
});

test('credentials whose claims have changed are to be revoked, where they last another day', () => {
  const next = { ...issued, session: 's1', claimsDigest: 'e' };
  const until = (time: number) => noteIssued(given, { ...issued, claimsDigest: 'd', until: time });
  const pending = { superseded: [{ configurationId: 'pid', session: 's0', by: 's1' }], supersededSince: NOW };
  const of = ({ superseded, supersededSince }: RefreshGrantDocument) => ({ superseded, supersededSince });
  assert.deepEqual(of(noteIssued(first, next)), pending);
  assert.deepEqual(of(noteIssued(until(NOW + DAY), next)), pending);
  for (const kept of [
    noteIssued(until(NOW + DAY - 1), next),
    noteIssued(first, { ...next, claimsDigest: 'd' }),
    noteIssued(first, { ...next, session: 's0' }),
    noteIssued(noteIssued(given, issued), next),
    noteIssued(first, { ...issued, session: 's1' }),
  ]) {
    assert.deepEqual(of(kept), { superseded: undefined, supersededSince: undefined });
  }
  const settled = settleSuperseded(noteIssued(first, next), pending.superseded[0] ?? assert.fail(), true);
  assert.deepEqual(of(settled), { superseded: undefined, supersededSince: undefined });
});

test('all credentials with the claims of before are superseded, of any number of sessions up to a limit', () => {
  const at = (n: number, claimsDigest: string, now = NOW) => ({ ...issued, session: `s${n}`, claimsDigest, now });
  let record = first;
  for (const n of [1, 2]) record = noteIssued(record, at(n, 'd'));
  record = noteIssued(record, { ...at(2, 'd'), sealedKeyStatuses: 'k' });
  const sessionsOf = (one: RefreshGrantDocument) => one.superseded?.map(({ session, by }) => [session, by]);
  assert.equal(sessionsOf(record), undefined);
  const changed = noteIssued(record, at(3, 'e'));
  assert.deepEqual(sessionsOf(changed), [
    ['s0', 's3'],
    ['s1', 's3'],
    ['s2', 's3'],
  ]);
  assert.equal(changed.issued[0]?.earlier, undefined);
  const ending = noteIssued(given, { ...issued, claimsDigest: 'd', until: NOW + DAY });
  const later = noteIssued(noteIssued(ending, at(1, 'd', NOW + 1)), at(2, 'e', NOW + 1));
  assert.deepEqual(sessionsOf(later), [['s1', 's2']]);
  for (let n = 1; n <= MAX_EARLIER; n += 1) record = noteIssued(record, at(n + 2, 'd'));
  assert.equal(record.issued[0]?.earlier?.length, MAX_EARLIER);
  assert.deepEqual(sessionsOf(record), [
    ['s0', 's101'],
    ['s1', 's102'],
  ]);
});

test('credentials whose successors never left are revoked with the next issuance', () => {
  const at = (n: number, claimsDigest: string) => ({ ...issued, session: `s${n}`, claimsDigest });
  const older = { configurationId: 'pid', session: 's0', by: 's1' };
  const changed = noteIssued(first, at(1, 'e'));
  const stays = settleSuperseded(changed, older, false);
  assert.deepEqual([stays.superseded, stays.supersededSince], [undefined, undefined]);
  const again = noteIssued(stays, { ...at(1, 'e'), sealedKeyStatuses: 'k' });
  assert.deepEqual([again.superseded, again.issued[0]?.outdated], [undefined, [{ session: 's0' }]]);
  for (const digest of ['e', 'f']) {
    const next = noteIssued(again, at(2, digest));
    assert.deepEqual(next.superseded?.[0], { ...older, by: 's2' });
    assert.equal(next.issued[0]?.outdated, undefined);
  }
  const meanwhile = settleSuperseded(noteIssued(changed, at(2, 'e')), older, false);
  assert.deepEqual(meanwhile.superseded, [{ ...older, by: 's2' }]);
  assert.equal(meanwhile.supersededSince, NOW);
});

test('a refresh token is refused with one text, and the reason says why', () => {
  const why = (call: () => unknown, code: ErrorCode = 'invalid_grant') => {
    const { reason, facts } = whyOf(refuses(call, code));
    return facts === undefined ? [reason] : [reason, facts];
  };
  const hash = sha256('secret');
  const unknown = ['refresh_token_unknown'];
  assert.deepEqual(
    why(() => checkRefreshToken(undefined, hash, NOW)),
    unknown,
  );
  assert.deepEqual(
    why(() => checkRefreshToken(given, sha256('other'), NOW)),
    unknown,
  );
  assert.deepEqual(
    why(() => checkRefreshToken(fresh, hash, NOW)),
    unknown,
  );
  assert.deepEqual(
    why(() => checkRefreshToken(given, hash, NOW + 90 * DAY + 7000)),
    ['refresh_token_expired', { expiredSeconds: 7 }],
  );
  assert.deepEqual(
    why(() => nameSession(given, second)),
    ['refresh_nothing', { state: 'given' }],
  );
  const named = { ...renewable, namedAt: NOW + DAY - 1000 };
  assert.deepEqual(
    why(() => nameSession(named, second), 'rate_limited'),
    ['refresh_too_soon', { retryAfterSeconds: NEW_SESSION_PAUSE / 1000 - 1 }],
  );
});
