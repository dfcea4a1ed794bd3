import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MDOC_LIFETIME, mdocValidity } from '../../src/credential/mdoc-validity.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const TEN = Date.UTC(2026, 10, 22, 10);
const signer = { notBefore: TEN - DAY, notAfter: TEN + 400 * DAY };

test('times are whole hours: two moments of one hour give the same', () => {
  const early = mdocValidity({ now: TEN + 1, lifetime: 7200, signer });
  assert.deepEqual(early, mdocValidity({ now: TEN + HOUR - 1, lifetime: 7200, signer }));
  assert.deepEqual(early, { signed: TEN, validFrom: TEN, validUntil: TEN + 3 * HOUR });
});

test('without a lifetime an mdoc ends after a year', () => {
  assert.equal(mdocValidity({ now: TEN, signer }).validUntil, TEN + 365 * DAY);
  assert.equal(MDOC_LIFETIME * 1000, 365 * DAY);
});

test('it ends with the certificate of its signer at the latest', () => {
  const near = { ...signer, notAfter: TEN + DAY + 999 };
  assert.equal(mdocValidity({ now: TEN, signer: near }).validUntil, TEN + DAY);
  assert.equal(mdocValidity({ now: TEN, lifetime: 3600, signer: near }).validUntil, TEN + HOUR);
});

test('it ends before a time that the status of the wallet sets', () => {
  const before = (TEN + 5 * HOUR) / 1000;
  assert.equal(mdocValidity({ now: TEN, before, signer }).validUntil, TEN + 4 * HOUR);
});

test('it is signed within the validity of a certificate that began in this hour', () => {
  const fresh = { ...signer, notBefore: TEN + 90_001 };
  const { signed, validFrom } = mdocValidity({ now: TEN + 120_000, signer: fresh });
  assert.deepEqual([signed, validFrom], [TEN + 91_000, TEN + 91_000]);
});

test('in units of a day, all that is signed on one day has the same times', () => {
  const unit = 86_400;
  const midnight = Date.UTC(2026, 10, 22);
  const times = mdocValidity({ now: TEN, lifetime: 90 * unit, unit, signer });
  assert.deepEqual(times, { signed: midnight, validFrom: midnight, validUntil: midnight + 90 * DAY });
  assert.deepEqual(mdocValidity({ now: TEN + 13 * HOUR, lifetime: 90 * unit, unit, signer }), times);
});
