import assert from 'node:assert/strict';
import { test } from 'node:test';
import { vctSchema } from '@countersign/shared/configuration-documents/credential-configuration';
import { compileSchema } from '@countersign/shared/http/validate';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { confirmsPayments, scaTypeFindings } from '../../src/configuration/sca-type-metadata.ts';

const NAME = 'https://bank.example/transfer';
const AT = '/vct/transaction_data_types/https:~1~1bank.example~1transfer';
const good = {
  schema: { type: 'object' },
  claims: [{ path: ['payload', 'amount'], visualisation: 1, display: [{ lang: 'en', label: 'Amount' }] }],
  ui_labels: { affirmative_action_label: [{ lang: 'en', value: 'Pay' }] },
};
const addresses = { schema_uri: 'https://a', claims_uri: 'https://b', ui_labels_uri: 'https://c' };
const metadata = (type: object): JsonObject => ({ vct: 'urn:card', transaction_data_types: { [NAME]: { ...type } } });
const pointers = (type: object) => scaTypeFindings(metadata(type)).map(({ pointer }) => pointer.replace(AT, ''));

test('each part is written out or at an address, never both', () => {
  assert.deepEqual(pointers(good), []);
  assert.deepEqual(pointers(addresses), []);
  assert.deepEqual(pointers({}), ['/schema', '/claims', '/ui_labels']);
  assert.deepEqual(pointers({ ...good, ...addresses }), ['/schema_uri', '/claims_uri', '/ui_labels_uri']);
  assert.deepEqual(scaTypeFindings({ vct: 'urn:card' }), []);
  assert.deepEqual(scaTypeFindings(undefined), []);
});

test('a type confirms payments if it lists transaction data', () => {
  assert.equal(confirmsPayments(metadata(good)), true);
  assert.equal(confirmsPayments({ vct: 'urn:card' }), false);
  assert.equal(confirmsPayments(undefined), false);
});

const validate = compileSchema(vctSchema);
const wrong: Readonly<Record<string, readonly [object, string]>> = {
  'no label of the button': [{ ui_labels: {} }, '/ui_labels/affirmative_action_label'],
  'a long label': [
    { ui_labels: { affirmative_action_label: [{ lang: 'en', value: 'x'.repeat(31) }] } },
    '/ui_labels/affirmative_action_label/0/value',
  ],
  'a long title': [
    { ui_labels: { ...good.ui_labels, transaction_title: [{ lang: 'en', value: 'x'.repeat(51) }] } },
    '/ui_labels/transaction_title/0/value',
  ],
  'a label without a language': [
    { ui_labels: { affirmative_action_label: [{ value: 'Pay' }] } },
    '/ui_labels/affirmative_action_label/0/lang',
  ],
  'a fifth level': [{ claims: [{ path: ['payload'], visualisation: 5 }] }, '/claims/0/visualisation'],
  'a claim without a path': [{ claims: [{}] }, '/claims/0/path'],
  'a schema as a number': [{ schema: 7 }, '/schema'],
  'an unknown member': [{ label: 'x' }, '/label'],
};

for (const [name, [change, pointer]] of Object.entries(wrong)) {
  test(`refused: ${name}`, () => {
    assert.deepEqual(validate(metadata(good)), []);
    const found = validate(metadata({ ...good, ...change })).map((error) => error.pointer.replace(AT.slice(4), ''));
    assert.deepEqual(found, [pointer]);
  });
}
