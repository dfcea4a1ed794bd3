/** After the token: credentials, notifications, failure, and the conditions other than the state. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type {
  Grant,
  IssuancePart,
  IssuedCredential,
  NotificationRecord,
} from '@countersign/shared/model/session/issuance-part';
import { refuses } from '@countersign/shared/test/http/refuses';
import { whyRefused } from '@countersign/shared/test/http/why-refused';
import { checkRoom, openTransaction } from '../../src/credential/credential-transitions.ts';
import { grantOf } from '../../src/session/grant.ts';
import { deferRequest, deliverDeferred, fail, recordCredentials, recordNotification } from '../session/by-part.ts';
import {
  accepted,
  credential,
  type GivenState,
  given,
  grant,
  NOW,
  nextCredential,
  outcome,
  progresses,
  sha256,
  type Then,
  TOKEN,
} from '../session/issuance-given.ts';

// Credentials

const answered = { tokenHash: TOKEN, now: NOW } as const;
const second: IssuedCredential = { ...nextCredential, configurationId: 'pass' };
const third: IssuedCredential = { ...credential, status: { uri: 'u', idx: 3 } };

test('credentials are added to those before, all of a batch at once', () => {
  const part = given('token_issued');
  const once = recordCredentials(part, {
    tokenHash: TOKEN,
    now: NOW,
    credentials: [credential, { ...credential, status: { uri: 'u', idx: 2 } }],
    most: 30,
  });
  assert.deepEqual(once.progress, { state: 'issued', grant });
  assert.equal(once.credentials.length, 2);
  const twice = recordCredentials(once, { tokenHash: TOKEN, now: NOW, credentials: [second], most: 30 });
  assert.deepEqual(twice.credentials, [...once.credentials, second]);
  assert.deepEqual(twice.notifications, part.notifications);
});

const tokens: readonly [name: string, change: Partial<Grant>, hash: string, now: number, then: Then][] = [
  ['a millisecond before its end', {}, TOKEN, NOW + 299_999, 'issued'],
  ['exactly at its end', {}, TOKEN, NOW + 300_000, 'invalid_token'],
  ['another one', {}, sha256('other'), NOW, 'invalid_token'],
  ['revoked', { revoked: true }, TOKEN, NOW, 'invalid_token'],
];

for (const state of ['token_issued', 'issued'] as const) {
  for (const [name, change, hash, now, then] of tokens) {
    test(`given ${state}, a token, ${name}: ${then}`, () => {
      const part = given('created', { progress: { state, grant: { ...grant, ...change } } });
      assert.equal(
        outcome(
          part,
          (one) => recordCredentials(one, { tokenHash: hash, now: now, credentials: [credential], most: 30 }).progress,
        ),
        then,
      );
    });
  }
}

test('a status entry is recorded once, with and without others: a request that is accepted again is refused', async () => {
  const once = recordCredentials(given('token_issued'), { ...answered, credentials: [credential], most: 30 });
  for (const credentials of [[credential], [third, { ...credential, notificationId: 'n2' }]]) {
    const again = () => recordCredentials(once, { ...answered, credentials, most: 30 });
    refuses(again, 'invalid_nonce');
    assert.deepEqual(await whyRefused(async () => again()), ['proof_nonce_used', { detail: 'used' }]);
  }
  const { status: _, ...short } = credential;
  const without = recordCredentials(once, { ...answered, credentials: [short], most: 30 });
  const both = recordCredentials(without, { ...answered, credentials: [short], most: 30 });
  assert.equal(both.credentials.length, 3, 'credentials without a status have no entry');
});

// The bound

test('the offer limits the credentials of a configuration', () => {
  const two = { ...credential, status: { uri: 'u', idx: 2 } };
  const full = recordCredentials(given('token_issued'), { ...answered, credentials: [credential, two], most: 2 });
  refuses(() => recordCredentials(full, { ...answered, credentials: [third], most: 2 }), 'credential_request_denied');
  refuses(() => checkRoom(full, 'pid', ['h'], 2), 'credential_request_denied');
  const lost = { credentials: [1, 2].map((idx) => ({ ...credential, status: { uri: 'u', idx }, holder: 'h' })) };
  checkRoom(lost, 'pid', ['h', 'i'], 2);
  refuses(() => checkRoom(lost, 'pid', ['i', 'j'], 2), 'credential_request_denied');
  refuses(
    () => recordCredentials(given('token_issued'), { ...answered, credentials: [credential, two], most: 1 }),
    'credential_request_denied',
  );
  const other = recordCredentials(full, { ...answered, credentials: [second], most: 2 });
  assert.equal(other.credentials.length, 3);
});

// Deferred requests

const waiting = (transactionHash: string, configurationId = 'pid') => ({
  transactionHash,
  configurationId,
  sealedKeys: 'k',
});

test('a deferred request replaces the earlier one of its configuration, delivered or not', () => {
  const delivered = { ...waiting('t0'), delivered: { sealedAnswer: 'a', notificationId: 'n1' } };
  for (const before of [waiting('t0'), delivered]) {
    const part = given('issued', { deferred: [before, waiting('t1', 'pass')] });
    const next = deferRequest(part, { ...answered, deferred: waiting('t2'), holders: ['h0'], most: 9 });
    assert.deepEqual(next.deferred, [waiting('t1', 'pass'), waiting('t2')]);
    assert.equal(next.progress, part.progress);
  }
  const first = deferRequest(given('token_issued'), { ...answered, deferred: waiting('t2'), holders: ['h0'], most: 9 });
  assert.deepEqual(first.deferred, [waiting('t2')]);
});

test('a request beyond the offer, or whose token has ended, is not deferred', () => {
  const deferral = { ...answered, deferred: waiting('t2'), holders: ['h0', 'h1'], most: 2 };
  refuses(() => deferRequest(given('issued'), deferral), 'credential_request_denied');
  refuses(() => deferRequest(given('issued'), { ...deferral, holders: ['h1'], now: grant.expiresAt }), 'invalid_token');
  refuses(() => deferRequest(given('failed with a token'), { ...deferral, holders: ['h1'] }), 'invalid_token');
});

const DELIVERY = {
  ...answered,
  transactionHash: 't0',
  sealedAnswer: 'first',
  notificationId: 'n1',
  most: 9,
  credentials: [credential],
};

test('an answer is repeated for ten minutes, whichever token asks; then its transaction is unknown', () => {
  const part = given('token_issued', { deferred: [waiting('t0')] });
  const next = deliverDeferred(part, DELIVERY);
  const until = NOW + 600_000;
  assert.deepEqual(next.deferred?.[0]?.delivered, { sealedAnswer: 'first', notificationId: 'n1', until });
  const again = { ...DELIVERY, sealedAnswer: 'second', tokenHash: sha256('refreshed') };
  assert.equal(deliverDeferred(next, { ...again, now: until - 1 }), next);
  refuses(() => deliverDeferred(next, { ...again, now: until }), 'invalid_transaction_id');
  assert.equal(openTransaction(next, 't0', until - 1)?.delivered?.sealedAnswer, 'first');
  for (const [hash, now] of [
    ['t0', until],
    ['t1', NOW],
    ['', NOW],
  ] as const) {
    assert.equal(openTransaction(next, hash, now), undefined);
  }
});

// Notifications

const both: Grant = { ...grant, configurationIds: ['pid', 'pass'] };

function issued(credentials: readonly IssuedCredential[], change: Partial<Grant> = {}): IssuancePart {
  return given('issued', { credentials, progress: { state: 'issued', grant: { ...grant, ...change } } });
}

function reports(part: IssuancePart, ...events: [id: string, event: NotificationRecord['event']][]): IssuancePart {
  return events.reduce(
    (one, [notificationId, event]) => recordNotification(one, { notificationId, event, at: NOW }),
    part,
  );
}

const completions: readonly [name: string, part: IssuancePart, events: Parameters<typeof reports>[1][], then: Then][] =
  [
    ['the one credential is accepted', issued([credential]), [['n1', 'credential_accepted']], 'completed'],
    [
      'a batch under one id is accepted',
      issued([credential, credential]),
      [['n1', 'credential_accepted']],
      'completed',
    ],
    [
      'one of two configurations has no credential',
      issued([credential], both),
      [['n1', 'credential_accepted']],
      'issued',
    ],
    ['one of two answers is accepted', issued([credential, second], both), [['n1', 'credential_accepted']], 'issued'],
    [
      'both answers are accepted',
      issued([credential, second], both),
      [
        ['n2', 'credential_accepted'],
        ['n1', 'credential_accepted'],
      ],
      'completed',
    ],
    [
      'a second answer for the one configuration is open',
      issued([credential, { ...credential, notificationId: 'n3' }]),
      [['n1', 'credential_accepted']],
      'issued',
    ],
    ['the credential failed', issued([credential]), [['n1', 'credential_failure']], 'issued'],
    ['the credential is deleted', issued([credential]), [['n1', 'credential_deleted']], 'issued'],
    [
      'one is accepted and one failed',
      issued([credential, second], both),
      [
        ['n1', 'credential_accepted'],
        ['n2', 'credential_failure'],
      ],
      'issued',
    ],
    [
      'it failed first and is accepted then',
      issued([credential]),
      [
        ['n1', 'credential_failure'],
        ['n1', 'credential_accepted'],
      ],
      'completed',
    ],
    [
      'it is deleted after completion',
      issued([credential]),
      [
        ['n1', 'credential_accepted'],
        ['n1', 'credential_deleted'],
      ],
      'completed',
    ],
  ];

for (const [name, part, events, then] of completions) {
  test(`${name}: ${then}`, () => {
    const next = reports(part, ...events);
    assert.equal(next.progress.state, then);
    assert.equal(next.notifications.length, events.length, 'every report is kept');
    assert.deepEqual(grantOf(next.progress), grantOf(part.progress));
  });
}

test('a completed issuance returns the same credentials again, and stays completed', () => {
  const part = given('completed');
  const next = recordCredentials(part, { ...answered, credentials: [nextCredential], most: 30 });
  assert.equal(next.progress, part.progress);
  assert.deepEqual(next.credentials, [credential, nextCredential]);
  for (const event of ['credential_accepted', 'credential_failure', 'credential_deleted'] as const) {
    const reported = recordNotification(next, { notificationId: 'n2', event, at: NOW });
    assert.equal(reported.progress, part.progress);
    assert.deepEqual(reported.notifications, [accepted, { notificationId: 'n2', event, at: NOW }]);
  }
});

test('one whose claims are erased issues none: never a credential with other claims', () => {
  refuses(
    () =>
      recordCredentials(given('completed long ago'), { tokenHash: TOKEN, now: NOW, credentials: [second], most: 30 }),
    'invalid_token',
  );
});

test('the same report again changes nothing, with another description too', () => {
  const once = reports(issued([credential]), ['n1', 'credential_failure']);
  const again: NotificationRecord = {
    notificationId: 'n1',
    event: 'credential_failure',
    sealedDescription: 'x',
    at: NOW + 1,
  };
  assert.equal(recordNotification(once, again), once);
});

test('a report on an id of another session is refused, on the name of a prototype too', () => {
  for (const notificationId of ['n9', '', 'constructor']) {
    const record: NotificationRecord = { ...accepted, notificationId };
    refuses(() => recordNotification(given('issued'), record), 'invalid_notification_id');
  }
});

test('a report after the end is kept and completes nothing', () => {
  for (const state of ['failed with a token', 'expired'] as const) {
    const part = given(state, { credentials: [credential] });
    const next = recordNotification(part, accepted);
    assert.deepEqual(next.notifications, [accepted]);
    assert.equal(next.progress, part.progress);
  }
});

// Failure

test('a failed issuance keeps its token, so that the wallet learns why it is refused', () => {
  assert.deepEqual(fail(given('token_issued'), 'claims').progress, {
    state: 'failed',
    reason: 'claims',
    grant,
  });
  assert.deepEqual(fail(given('authorized'), 'claims').progress, { state: 'failed', reason: 'claims' });
});

test('an issuance that has issued a credential never fails, and the first reason stays', () => {
  for (const state of Object.keys(progresses) as GivenState[]) {
    const part = given(state, { credentials: [credential] });
    assert.equal(fail(part, 'late'), part);
  }
  const failed = given('failed');
  assert.equal(fail(failed, 'later'), failed);
});

test('only a state with a token has a grant', () => {
  const withGrant = (Object.keys(progresses) as GivenState[]).filter(
    (state) => grantOf(progresses[state]) !== undefined,
  );
  assert.deepEqual(withGrant, ['token_issued', 'issued', 'completed', 'completed long ago', 'failed with a token']);
});

test('the backend learns why a token, a transaction and a report are refused', async () => {
  const deferral = { ...answered, deferred: waiting('t2'), holders: ['h0'], most: 9 };
  const late = () => deferRequest(given('issued'), { ...deferral, now: grant.expiresAt + 30_000 });
  assert.deepEqual(await whyRefused(late), ['token_expired', { expiredSeconds: 30 }]);
  const other = () => deferRequest(given('issued'), { ...deferral, tokenHash: 'other' });
  assert.deepEqual(await whyRefused(other), ['token_unknown', { detail: 'another_token' }]);
  const gone = () => deliverDeferred(given('issued'), DELIVERY);
  assert.deepEqual(await whyRefused(gone), ['transaction_unknown', { detail: 'not_waiting' }]);
  const report = () => recordNotification(given('issued'), { ...accepted, notificationId: 'n9' });
  assert.deepEqual(await whyRefused(report), ['notification_unknown', { detail: 'unknown' }]);
  const many = () =>
    deferRequest(given('issued'), { ...deferral, holders: ['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'h7', 'h8', 'h9'] });
  const facts = {
    configurationId: 'pid',
    count: 10,
    most: 9,
  };
  assert.deepEqual(await whyRefused(many), ['credentials_exhausted', facts]);
});
