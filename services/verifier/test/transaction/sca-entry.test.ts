import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { type ScaType, scaPayloads } from '@countersign/shared/openid4vp/sca-payloads';
import { encodeTransactionData } from '../../src/transaction/entry.ts';
import { NOW, queryOf } from '../presentation/presentations.ts';
import { scaEntry, scaExamples } from './sca-examples.ts';

const CARD = { meta: { vct_values: ['urn:example:card'] } };

function errorsIn(entry: JsonObject, query = queryOf(CARD)): readonly string[] {
  const made = encodeTransactionData([entry], { query, profile: 'open', now: NOW });
  return made.ok ? [] : made.errors.map(({ pointer }) => pointer.replace('/transaction_data/0', ''));
}

for (const type of Object.keys(scaPayloads) as ScaType[]) {
  test(`accepted: the examples of ${type}`, () => {
    assert.deepEqual(errorsIn(scaEntry(type)), []);
    const required = (scaPayloads[type].required ?? []) as readonly string[];
    const least = Object.fromEntries(Object.entries(scaExamples[type]).filter(([name]) => required.includes(name)));
    const purpose = type === 'urn:eudi:sca:emandate:1' ? { purpose: 'Rent' } : {};
    assert.deepEqual(errorsIn(scaEntry(type, { payload: { ...least, ...purpose } })), []);
  });
}

/** A member of the payload with its wrong values; undefined leaves it out. */
type Wrong = readonly [pointer: string, ...values: unknown[]];

const common: readonly Wrong[] = [
  ['/transaction_id', undefined, '', 'x'.repeat(37), 7, null],
  ['/date_time', 'yesterday', 1795000000, '2025-11-13', '2025-13-13T20:20:39Z', null],
  ['/other', 1, 'text', {}],
];
const thirdParty = (at: string): readonly Wrong[] => [
  [at, 'Pay Agent', [], null],
  [`${at}/legal_name`, undefined, 7],
  [`${at}/brand_name`, undefined, false],
  [`${at}/domain_name`, undefined, {}],
];
const payments: readonly Wrong[] = [
  ['/payee', undefined, 'Shop', []],
  ['/payee/name', undefined, 7],
  ['/payee/id', undefined, 7],
  ['/payee/logo', 'logo.svg', 7],
  ['/payee/website', 'shop', true],
  ...thirdParty('/pisp'),
  ['/execution_date', '2030-01-01', '2030-01-01T00:00:00Z', 'now'],
  ['/currency', undefined, 'eur', 'EURO', '€', 978],
  ['/amount', undefined, '19.99', '19,99 EUR', null, 19.999, 1e-7],
  ['/amount_estimated', 'no', 0],
  ['/amount_earmarked', 'yes'],
  ['/sct_inst', 1],
  ['/recurrence', 'MNTH', []],
  ['/recurrence/frequency', undefined, 'MONTHLY', 'mnth', 3],
  ['/recurrence/start_date', '2030-01-01'],
  ['/recurrence/end_date', 'never'],
  ['/recurrence/number', 1.5, '12'],
  ['/recurrence/mit_options', 'none'],
  ['/recurrence/mit_options/amount_variable', 'true'],
  ['/recurrence/mit_options/min_amount', '1', 1.001],
  ['/recurrence/mit_options/max_amount', '30', 30.555],
  ['/recurrence/mit_options/total_amount', null, 0.001],
  ['/recurrence/mit_options/initial_amount', '0.99', 0.999],
  ['/recurrence/mit_options/initial_amount_number', 0.5],
  ['/recurrence/mit_options/apr', '3 %'],
];

const wrong: Readonly<Record<ScaType, readonly Wrong[]>> = {
  'urn:eudi:sca:payment:1': [...common, ...payments],
  'urn:eudi:sca:login_risk_transaction:1': [
    ...common,
    ['/service', 'x'.repeat(101), 7, null, [], {}],
    ['/action', undefined, 'x'.repeat(141), 7, null, [], {}],
  ],
  'urn:eudi:sca:account_access:1': [...common, ...thirdParty('/aisp'), ['/description', 'x'.repeat(141), 7, null, []]],
  'urn:eudi:sca:emandate:1': [
    ...common,
    ['/start_date', '2025-11-13'],
    ['/end_date', 'never'],
    ['/reference_number', '', 'x'.repeat(51)],
    ['/creditor_id', '', 'x'.repeat(51)],
    ['/purpose', 'x'.repeat(1001), 7],
    ['/payment_payload', 'a payment'],
    ...[...common, ...payments].map(([at, ...values]): Wrong => [`/payment_payload${at}`, ...values]),
  ],
};

for (const [type, rows] of Object.entries(wrong) as [ScaType, readonly Wrong[]][]) {
  const mutations = rows.flatMap(([pointer, ...values]) => values.map((value) => [pointer, value] as const));
  test(`refused with the member's path: ${mutations.length} changes of ${type}`, () => {
    assert.ok(mutations.length >= 20);
    for (const [pointer, value] of mutations) {
      const payload = structuredClone(scaExamples[type]) as unknown as JsonObject;
      set(payload, pointer, value);
      const about = `${pointer} ${JSON.stringify(value)}`;
      assert.deepEqual(errorsIn(scaEntry(type, { payload })), [`/payload${pointer}`], about);
    }
  });
}

function set(object: object, pointer: string, value: unknown): void {
  const names = pointer.split('/').slice(1);
  const last = names.pop() ?? '';
  const parent = names.reduce(
    (inner, name) => inner[name] as Record<string, unknown>,
    object as Record<string, unknown>,
  );
  if (value === undefined) delete parent[last];
  else parent[last] = value;
}

test('the members around the payload', () => {
  const entry = scaEntry('urn:eudi:sca:account_access:1');
  const { payload: _, ...without } = entry;
  assert.deepEqual(errorsIn(without), ['/payload']);
  assert.deepEqual(errorsIn({ ...entry, payload: 'text' }), ['/payload']);
  const { transaction_data_hashes_alg: __, ...unnamed } = entry;
  assert.deepEqual(errorsIn(unnamed), ['/transaction_data_hashes_alg']);
  assert.deepEqual(errorsIn({ ...entry, 'am/ount': 1 }), ['/am~1ount']);
  const many = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`m${n}`, n]));
  assert.equal(errorsIn({ ...entry, ...many }).length, 20);
});

test('never on a PID, on an optional set, or on an unknown query', () => {
  const entry = scaEntry('urn:eudi:sca:account_access:1');
  const at = ['/credential_ids/0'];
  assert.deepEqual(errorsIn(entry, queryOf()), at);
  assert.deepEqual(errorsIn(entry, queryOf({ meta: { vct_values: ['urn:example:card', 'urn:eudi:pid:de:1'] } })), at);
  assert.deepEqual(errorsIn({ ...entry, credential_ids: ['other'] }), at);
  const sets = (required: boolean) => queryOf(CARD, { credential_sets: [{ options: [['pid']], required }] });
  assert.deepEqual(errorsIn(entry, sets(false)), at);
  assert.deepEqual(errorsIn(entry, sets(true)), []);
});

test('another version of a type is not looked into', () => {
  assert.deepEqual(errorsIn({ type: 'urn:eudi:sca:payment:2', credential_ids: ['pid'], amount: 'any' }), []);
});
