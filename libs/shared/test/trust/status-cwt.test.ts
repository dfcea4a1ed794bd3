import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateSync } from 'node:zlib';
import { readStatus } from '../../src/crypto/status-bits.ts';
import type { CborValue } from '../../src/mdoc/cbor-value.ts';
import { CwtError } from '../../src/mdoc/cwt-error.ts';
import { verifyStatusCwt } from '../../src/trust/status-cwt.ts';
import type { StatusList } from '../../src/trust/status-list.ts';
import { members, ONE_BIT, statusCwt } from './list-cwts.ts';
import { anchor, FOREIGN, NOW } from './status-world.ts';

const options = { uri: FOREIGN, anchors: [anchor], now: NOW };
const TWO_BITS = Buffer.from('78da3be9f2130003df0207', 'hex');
const verify = (claim: CborValue, more: { readonly maxBytes?: number } = {}) =>
  verifyStatusCwt({ ...options, token: statusCwt({ claims: { 65533: claim } }), ...more });

function statuses({ list, bits }: StatusList, count: number): (number | undefined)[] {
  return Array.from({ length: count }, (_, idx) => readStatus(list, idx, bits));
}

test('the lists printed in the standard', async () => {
  const one = await verify(members({ bits: 1, lst: ONE_BIT }));
  assert.deepEqual(statuses(one, 17), [1, 0, 0, 1, 1, 1, 0, 1, 1, 1, 0, 0, 0, 1, 0, 1, undefined]);
  const two = await verify(members({ bits: 2, lst: TWO_BITS, aggregation_uri: FOREIGN }));
  assert.deepEqual(statuses(two, 13), [1, 2, 0, 3, 0, 1, 0, 1, 1, 2, 3, 3, undefined]);
});

test('a claim without a list is refused', async () => {
  const bad: readonly CborValue[] = [
    undefined,
    null,
    'x',
    [],
    members({}),
    members({ lst: ONE_BIT }),
    members({ bits: 1 }),
    ...[3, '1', null].map((bits) => members({ bits, lst: ONE_BIT })),
    ...[ONE_BIT.toString('base64url'), null, Buffer.from('AAAA'), ONE_BIT.subarray(0, 6)].map((lst) =>
      members({ bits: 1, lst }),
    ),
  ];
  for (const claim of bad) await assert.rejects(verify(claim), (error) => error instanceof CwtError);
});

test('a list that inflates beyond the limit is refused', async () => {
  const claim = members({ bits: 1, lst: deflateSync(Buffer.alloc(10_000_000)) });
  await assert.rejects(verify(claim), { reason: 'list' });
  await verify(claim, { maxBytes: 10_000_000 });
});
