import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LARGEST_BATCH } from '@countersign/shared/configuration-documents/credential-entry';
import type { Json, JsonObject } from '@countersign/shared/kernel/json';
import { checkReusePolicy, reuseDemands } from '../../src/configuration/reuse-policy.ts';

const HOUR = 3600;
const once = { details: ['once_only'], batch_size: 10, reissue_trigger_unused: 2 };
const limited = { details: ['limited_time'], reissue_trigger_lifetime_left: HOUR };
const rotating = { ...limited, details: ['limited_time', 'rotating-batch'], batch_size: 5 };
const relying = { ...once, details: ['per-relying-party', 'once_only'], reissue_trigger_lifetime_left: HOUR };
const policy = (...options: readonly Json[]): JsonObject => ({ id: 'arf_annex_ii', options });

const found = (value: Json | undefined, lifetime?: number): readonly string[] =>
  checkReusePolicy(value, '/p', lifetime).map(({ pointer }) => pointer);

test('policies that wallets accept', () => {
  assert.deepEqual(found(undefined), []);
  assert.deepEqual(found(policy(once)), [], 'no lifetime is needed without a trigger of lifetime');
  for (const option of [limited, rotating, relying]) assert.deepEqual(found(policy(option), HOUR + 1), []);
  assert.deepEqual(found(policy(relying, once, rotating), 2 * HOUR), []);
});

const refused: readonly [name: string, policy: Json, pointer: string][] = [
  ['text', 'arf_annex_ii', '/p'],
  ['another id', { ...policy(once), id: 'other' }, '/p/id'],
  ['no id', { options: [once] }, '/p/id'],
  ['another member', { ...policy(once), option: [] }, '/p/option'],
  ['no options', policy(), '/p/options'],
  ['options as an object', { id: 'arf_annex_ii', options: once }, '/p/options'],
  ['an option as text', policy('once_only'), '/p/options/0'],
  ['an unknown member', policy({ ...once, batchSize: 3 }), '/p/options/0/batchSize'],
  ['an unknown method', policy({ ...once, details: ['once-only'] }), '/p/options/0/details'],
  ['a method twice', policy({ ...once, details: ['once_only', 'once_only'] }), '/p/options/0/details'],
  ['no method', policy({ ...once, details: [] }), '/p/options/0/details'],
  ['a name of every object', policy({ ...once, details: ['toString'] }), '/p/options/0/details'],
  ['neither once_only nor limited_time', policy({ ...rotating, details: ['rotating-batch'] }), '/p/options/0/details'],
  [
    'once_only and limited_time',
    policy({ ...relying, details: ['once_only', 'limited_time'] }),
    '/p/options/0/details',
  ],
  [
    'once_only without a batch size',
    policy({ details: ['once_only'], reissue_trigger_unused: 2 }),
    '/p/options/0/batch_size',
  ],
  [
    'once_only without a trigger',
    policy({ details: ['once_only'], batch_size: 10 }),
    '/p/options/0/reissue_trigger_unused',
  ],
  [
    'limited_time without a trigger',
    policy({ details: ['limited_time'] }),
    '/p/options/0/reissue_trigger_lifetime_left',
  ],
  [
    'rotating-batch without a batch size',
    policy({ ...limited, details: ['limited_time', 'rotating-batch'] }),
    '/p/options/0/batch_size',
  ],
  [
    'per-relying-party without a trigger of lifetime',
    policy({ ...once, details: ['once_only', 'per-relying-party'] }),
    '/p/options/0/reissue_trigger_lifetime_left',
  ],
  ['a batch of one', policy({ ...rotating, batch_size: 1 }), '/p/options/0/batch_size'],
  ['a batch that is too large', policy({ ...rotating, batch_size: LARGEST_BATCH + 1 }), '/p/options/0/batch_size'],
  ['a batch size as text', policy({ ...rotating, batch_size: '5' }), '/p/options/0/batch_size'],
  ['a trigger of 0', policy({ ...once, reissue_trigger_unused: 0 }), '/p/options/0/reissue_trigger_unused'],
  [
    'a trigger that is not below the batch size',
    policy({ ...once, reissue_trigger_unused: 10 }),
    '/p/options/0/reissue_trigger_unused',
  ],
  ['the same methods again', policy(once, { ...once, batch_size: 20 }), '/p/options/1/details'],
];
for (const [name, value, pointer] of refused) {
  test(`refused: ${name}`, () => assert.deepEqual(found(value, 2 * HOUR), [pointer]));
}

test('credentials live longer than the time left at which they are replaced', () => {
  const pointer = '/p/options/0/reissue_trigger_lifetime_left';
  assert.deepEqual(found(policy(limited), HOUR), [pointer]);
  assert.deepEqual(found(policy(limited)), [pointer], 'without a lifetime they would never be replaced');
  assert.deepEqual(found(policy({ ...limited, reissue_trigger_lifetime_left: 0 }), HOUR), [pointer]);
});

test('of all options the largest batch and the longest trigger count', () => {
  const later = { ...limited, reissue_trigger_lifetime_left: 2 * HOUR };
  assert.deepEqual(reuseDemands(policy(rotating, later, once)), { batchSize: 10, longestTrigger: 2 * HOUR });
  assert.deepEqual(reuseDemands(policy(limited)), { longestTrigger: HOUR });
  assert.deepEqual(reuseDemands(undefined), {});
});

test('all mistakes of a policy are found at once', () => {
  const value = { id: 'other', mode: 1, choice: 2, options: [{ ...once, details: [] }] };
  assert.deepEqual(found(value), ['/p/id', '/p/mode', '/p/choice', '/p/options/0/details']);
});
