import assert from 'node:assert/strict';
import { test } from 'node:test';
import { registrationRules } from '../../src/flow-config/registration-rules.ts';

test('profile eu needs a certificate and refuses; others warn, whatever the tenant has written besides', () => {
  const { needed, onInvalid } = registrationRules(true);
  assert.deepEqual([needed, onInvalid], [true, 'refuse']);
  const other = registrationRules(false, { coverage: 'exact' });
  assert.deepEqual([other.needed, other.onInvalid, other.coverage], [false, 'warn', 'exact']);
  assert.deepEqual(registrationRules(true, { onInvalid: 'warn' }), { ...registrationRules(true), onInvalid: 'warn' });
});

test('requests for a party need a valid certificate in every profile, whatever the file says', () => {
  const actsFor = { sub: 'A', intermediary: { sub: 'B' }, eraseAfter: 60_000, checks: ['authenticity'] } as const;
  const { needed, onInvalid, actsFor: kept } = registrationRules(false, { onInvalid: 'warn' }, actsFor);
  assert.deepEqual([needed, onInvalid, kept], [true, 'refuse', actsFor]);
});
