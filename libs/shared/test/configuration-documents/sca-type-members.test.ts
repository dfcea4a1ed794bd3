import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SCA_CATEGORY, scaTypeMembers } from '../../src/configuration-documents/sca-type-members.ts';
import { compileSchema } from '../../src/http/validate.ts';

const check = compileSchema({ type: 'object', properties: scaTypeMembers, additionalProperties: false });
const wallet = (ui_labels: object) => ({ category: SCA_CATEGORY, transaction_data_types: { 'urn:a': { ui_labels } } });
const text = (value: string) => [{ lang: 'en', value }];

test('texts have a language and the length that wallets show', () => {
  const pay = { affirmative_action_label: text('Pay') };
  assert.deepEqual(check(wallet({ ...pay, more_label: text('x'.repeat(250)) })), []);
  for (const [name, most] of [
    ['denial_action_label', 30],
    ['transaction_title', 50],
    ['security_hint', 250],
  ] as const) {
    assert.deepEqual(check(wallet({ ...pay, [name]: text('x'.repeat(most)) })), []);
    assert.equal(check(wallet({ ...pay, [name]: text('x'.repeat(most + 1)) })).length, 1, name);
  }
});
