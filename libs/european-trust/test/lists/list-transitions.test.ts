import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type AcceptedList, newTrustList, type TrustListDocument } from '@countersign/shared/model/tenant/trust-lists';
import { EU_LISTS } from '../../src/lists/list-source.ts';
import { acceptList, checkedAgain, failed, isInForce, stateOf } from '../../src/lists/list-transitions.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = Date.UTC(2026, 11, 1);
const empty: TrustListDocument = { ...newTrustList({ id: 't/l', tenant: 't', url: 'https://l.example' }), rev: 1 };
const at = (now: number, random = 0.5) => ({ now, interval: 4 * HOUR, random });
const strict = { sameSequence: 'refuse' } as const;
const nothing = { added: [], removed: [], counts: { added: 0, removed: 0 } };

function list(sequenceNumber: number, change: Partial<AcceptedList> = {}): AcceptedList {
  return {
    sha256: `bytes ${sequenceNumber}`,
    content: `content ${sequenceNumber}`,
    bytes: 1,
    parts: 1,
    type: 'type',
    territory: 'EU',
    operator: 'operator',
    sequenceNumber,
    issuedAt: NOW + sequenceNumber,
    nextUpdate: NOW + 90 * DAY,
    verifiedAt: NOW,
    signer: { sha256: '', subject: '', by: 'pin' },
    successors: [],
    acceptedUnder: [],
    under: '',
    entries: 1,
    skipped: 0,
    ...change,
  };
}

const accept = (
  document: TrustListDocument,
  one: AcceptedList,
  now = NOW,
  settings: Parameters<typeof acceptList>[3] = strict,
) => acceptList(document, { list: one, changes: nothing }, at(now), settings);
const with12 = accept(empty, list(12)).document;

describe('a list that was verified', () => {
  it('is accepted as the first one, and after a lower number, also with a gap', () => {
    assert.deepEqual([with12.highest, with12.good?.sequenceNumber, stateOf(with12, NOW)], [12, 12, 'fresh']);
    const { document, result } = accept(with12, list(20));
    assert.deepEqual(
      [result, document.highest, document.changes.map(({ sequenceNumber }) => sequenceNumber)],
      ['accepted', 20, [20, 12]],
    );
  });

  it('is refused with a lower number, and the last good one stays', () => {
    const { document, result } = accept(with12, list(11));
    assert.deepEqual([result, document.good, stateOf(document, NOW)], ['rollback', with12.good, 'suspect']);
    assert.equal(document.check.reason, 'trust_list_rollback');
  });

  it('is refused with a lower number when the last good one is gone', () => {
    const { good: _, ...without } = with12;
    assert.equal(accept(without, list(11)).result, 'rollback');
    assert.equal(accept(JSON.parse(JSON.stringify(without)), list(11)).result, 'rollback');
    assert.equal(accept(without, list(12)).result, 'accepted');
  });

  it('is refused with the same number and other content', () => {
    assert.equal(accept(with12, list(12, { sha256: 'other', content: 'other' })).result, 'changed');
    assert.equal(accept(with12, list(12)).result, 'same');
  });

  it('may have another signature under the same number by setting, if nothing else differs', () => {
    const allowed = { sameSequence: 'allowReSigned' } as const;
    const reSigned = list(12, { sha256: 'other' });
    assert.equal(accept(with12, reSigned).result, 'changed');
    assert.equal(accept(with12, reSigned, NOW, allowed).result, 'accepted');
    assert.equal(accept(with12, { ...reSigned, issuedAt: NOW }, NOW, allowed).result, 'changed');
    assert.equal(accept(with12, { ...reSigned, content: 'other' }, NOW, allowed).result, 'changed');
  });

  it('is refused when it was issued before the one that it follows', () => {
    assert.equal(accept(with12, list(13, { issuedAt: NOW })).result, 'earlier');
  });
});

describe('the state of a list', () => {
  it('is absent until one was verified, whatever was refused', () => {
    assert.equal(stateOf(empty, NOW), 'absent');
    const refused = failed(empty, { reason: 'trust_list_signature' }, at(NOW));
    assert.deepEqual([stateOf(refused, NOW), isInForce(refused, EU_LISTS, NOW)], ['absent', false]);
  });

  it('is stale or suspect while the last good one is in force, then expired', () => {
    const end = NOW + 90 * DAY;
    const away = failed(with12, { reason: 'trust_list_unreachable' }, at(NOW));
    const wrong = failed(with12, { reason: 'trust_list_signature' }, at(NOW));
    assert.deepEqual(
      [away, wrong].map((one) => stateOf(one, end - 1)),
      ['stale', 'suspect'],
    );
    assert.deepEqual(
      [with12, away, wrong].map((one) => stateOf(one, end)),
      ['expired', 'expired', 'expired'],
    );
    const { document: closed } = accept(with12, list(13, { nextUpdate: null }));
    assert.deepEqual(
      [with12, away, wrong, closed].map((one) => isInForce(one, EU_LISTS, end - 1)),
      [true, true, true, false],
    );
    assert.deepEqual(
      [with12, away, wrong].map((one) => isInForce(one, EU_LISTS, end)),
      [false, false, false],
    );
  });

  it('counts after its end for the hours of grace, or if ended national lists only warn', () => {
    const end = NOW + 90 * DAY;
    const grace = { ...EU_LISTS, graceHours: 2 };
    assert.deepEqual(
      [end, end + 7_199_999, end + 7_200_000].map((now) => isInForce(with12, grace, now)),
      [true, true, false],
    );
    assert.equal(stateOf(with12, end), 'expired');
    assert.equal(isInForce(with12, { ...EU_LISTS, nationalExpired: 'warn' }, end + 400 * DAY), true);
    const { document: closed } = accept(with12, list(13, { nextUpdate: null }));
    assert.equal(isInForce(closed, { ...EU_LISTS, nationalExpired: 'warn', graceHours: 72 }, NOW), false);
  });

  it('is fresh again after a good check', () => {
    const wrong = failed(with12, { reason: 'trust_list_signature' }, at(NOW));
    assert.equal(stateOf(checkedAgain(wrong, at(NOW + 1)), NOW + 1), 'fresh');
    assert.equal(stateOf(accept(wrong, list(13)).document, NOW), 'fresh');
  });

  it('is not prolonged by an answer that nothing has changed', () => {
    const end = NOW + 90 * DAY;
    assert.equal(stateOf(checkedAgain(with12, at(end)), end), 'expired');
  });

  it('is closed by a list without a next update', () => {
    const { document } = accept(with12, list(13, { nextUpdate: null }));
    assert.equal(stateOf(document, NOW), 'closed');
    assert.equal(document.check.next, NOW + DAY);
  });
});

describe('the next check', () => {
  it('is after the interval, a tenth more or less', () => {
    const next = (random: number) => checkedAgain(with12, at(NOW, random)).check.next - NOW;
    assert.deepEqual([next(0), next(0.5)], [3.6 * HOUR, 4 * HOUR]);
  });

  it('is after a quarter of the time that is left, and never in less than five minutes', () => {
    const end = NOW + 90 * DAY;
    const before = (left: number) => checkedAgain(with12, at(end - left)).check.next - (end - left);
    assert.deepEqual([before(8 * HOUR), before(60_000), before(-DAY)], [2 * HOUR, 300_000, 300_000]);
  });

  it('comes soon after a failure, then less often, at most every hour', () => {
    let document = with12;
    const pauses = Array.from({ length: 9 }, () => {
      document = failed(document, { reason: 'trust_list_unreachable' }, at(NOW));
      return (document.check.next - NOW) / 60_000;
    });
    assert.deepEqual(pauses, [1, 2, 4, 8, 16, 32, 60, 60, 60]);
    assert.equal(checkedAgain(document, at(NOW)).check.failures, 0);
  });
});

it('changes and findings are bounded', () => {
  let document = with12;
  for (let number = 13; number < 60; number += 1) document = accept(document, list(number)).document;
  assert.equal(document.changes.length, 30);
  const findings = Array.from({ length: 99 }, () => ({ pointer: '', detail: '' }));
  assert.equal(failed(document, { reason: 'trust_list_malformed', findings }, at(NOW)).check.findings?.length, 10);
});
