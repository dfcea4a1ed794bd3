import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileSchema } from '../../src/http/validate.ts';
import { isScaType, scaPayloads } from '../../src/openid4vp/sca-payloads.ts';

test('only these versions of the types are known', () => {
  assert.equal(Object.keys(scaPayloads).length, 4);
  assert.equal(isScaType('urn:eudi:sca:payment:1'), true);
  for (const other of ['urn:eudi:sca:payment:2', 'toString', '', 7, undefined]) assert.equal(isScaType(other), false);
});

test('a payload is closed, the objects in it are not', () => {
  const payee = { name: 'Shop', id: '1', category: 'books' };
  const payment = { transaction_id: '1', payee, currency: 'EUR', amount: 1 };
  const check = compileSchema(scaPayloads['urn:eudi:sca:payment:1']);
  assert.deepEqual(check(payment), []);
  assert.deepEqual(
    check({ ...payment, category: 'books' }).map(({ pointer }) => pointer),
    ['/category'],
  );
});
