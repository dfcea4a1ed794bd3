import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CborValue, TAG, Tagged } from '@countersign/shared/mdoc/cbor-value';
import { checkValidity, readValidity } from '../../src/mdoc/validity-info.ts';
import { changed, dateTime, map } from './made-mdoc.ts';
import { mdocRefusal } from './refuses.ts';

const info = map([
  ['signed', dateTime('2030-02-01T00:00:00Z')],
  ['validFrom', dateTime('2030-02-01T01:00:00Z')],
  ['validUntil', dateTime('2030-03-01T00:00:00Z')],
]);
const validity = readValidity(info);

test('times are read in milliseconds', () => {
  assert.deepEqual(validity, {
    signed: Date.UTC(2030, 1, 1),
    validFrom: Date.UTC(2030, 1, 1, 1),
    validUntil: Date.UTC(2030, 2, 1),
  });
});

test('an update that is expected, and other members, change nothing', () => {
  assert.deepEqual(readValidity(changed(info, [['expectedUpdate', 'soon']])), validity);
});

test('signed and validFrom may be the same second; validUntil is later', () => {
  const same = dateTime('2030-02-01T00:00:00Z');
  readValidity(changed(info, [['validFrom', same]]));
  for (const [claim, entries] of [
    ['validFrom', [['validFrom', dateTime('2030-01-31T23:59:59Z')]]],
    ['validUntil', [['validUntil', dateTime('2030-02-01T01:00:00Z')]]],
    ['validUntil', [['validUntil', dateTime('2029-01-01T00:00:00Z')]]],
  ] as const) {
    assert.equal(mdocRefusal(() => readValidity(changed(info, entries)), 'time').facts.claim, claim);
  }
});

const noDates: Readonly<Record<string, CborValue>> = {
  absent: undefined,
  'without a tag': '2030-02-01T00:00:00Z',
  'of tag 1004': new Tagged(TAG.fullDate, '2030-02-01T00:00:00Z'),
  'of tag 1': new Tagged(1, 1_896_134_400),
  'a number': 1_896_134_400,
  'a day': dateTime('2030-02-01'),
  'in fractions of a second': dateTime('2030-02-01T00:00:00.5Z'),
  'with an offset': dateTime('2030-02-01T00:00:00+00:00'),
  'without a zone': dateTime('2030-02-01T00:00:00'),
  'in lower case': dateTime('2030-02-01t00:00:00z'),
  'on the 30th of February': dateTime('2030-02-30T00:00:00Z'),
  'of a year of six digits': dateTime('+012030-02-01T00:00:00Z'),
  'in month 13': dateTime('2030-13-01T00:00:00Z'),
  'at 24 hours': dateTime('2030-02-01T24:00:00Z'),
  nonsense: dateTime('yesterday'),
  'followed by a line': dateTime('2030-02-01T00:00:00Z\n'),
  'in bytes': dateTime(Buffer.from('2030-02-01T00:00:00Z')),
};
for (const [name, value] of Object.entries(noDates)) {
  test(`a time ${name} is refused`, () => {
    for (const claim of ['signed', 'validFrom', 'validUntil']) {
      const { facts } = mdocRefusal(() => readValidity(changed(info, [[claim, value]])), 'time');
      assert.deepEqual(facts, { claim, detail: 'no_date_time' });
    }
  });
}

test('validity that is no map is refused', () => {
  for (const value of [undefined, null, [], 'now']) mdocRefusal(() => readValidity(value), 'time');
});

test('a document counts from validFrom on, with a tolerance of a minute, and not at its end', () => {
  const { validFrom, validUntil } = validity;
  for (const now of [validFrom - 60_000, validFrom, validUntil - 1]) checkValidity(validity, now);
  for (const now of [validFrom - 60_001, validUntil, validUntil + 1]) {
    mdocRefusal(() => checkValidity(validity, now), 'time');
  }
});

test('a tenant may allow another tolerance, which its end never has', () => {
  const { validFrom, validUntil } = validity;
  checkValidity(validity, validFrom - 300_000, 300);
  mdocRefusal(() => checkValidity(validity, validFrom - 1000, 0), 'time');
  mdocRefusal(() => checkValidity(validity, validUntil, 300), 'time');
});

test('a document that is signed in the future is refused too', () => {
  const now = Date.UTC(2030, 0, 1);
  mdocRefusal(() => checkValidity({ signed: now + 60_001, validFrom: now, validUntil: now + 100_000 }, now), 'time');
});

test('facts say how far the time is away', () => {
  const { validFrom, validUntil } = validity;
  const early = mdocRefusal(() => checkValidity({ ...validity, signed: 0 }, validFrom - 90_000), 'time');
  assert.deepEqual(early.facts, { claim: 'validFrom', offsetSeconds: 90, limitSeconds: 60 });
  const late = mdocRefusal(() => checkValidity(validity, validUntil + 5000), 'time');
  assert.deepEqual(late.facts, { claim: 'validUntil', expiredSeconds: 5 });
});
