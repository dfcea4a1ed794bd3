import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { type EntryContext, encodeTransactionData } from '../../src/transaction/entry.ts';
import { mdocQueryOf } from '../presentation/mdocs.ts';
import { NOW, queryOf } from '../presentation/presentations.ts';
import { scaEntry } from './sca-examples.ts';

const query = queryOf();
const context: EntryContext = { query, profile: 'open', now: NOW };
const payment = { type: 'payment', credential_ids: ['pid'], amount: '12 €' };

test('objects are encoded unchanged', () => {
  const made = encodeTransactionData([payment], context);
  const [text = ''] = made.ok ? made.transactionData : [];
  assert.deepEqual(JSON.parse(Buffer.from(text, 'base64url').toString()), payment);
});

const bad: Record<string, [object: JsonObject, ...pointers: string[]]> = {
  'no type': [{ credential_ids: ['pid'] }, '/type'],
  'an empty type': [{ ...payment, type: '' }, '/type'],
  'no credential': [{ type: 'a' }, '/credential_ids'],
  'an empty list': [{ ...payment, credential_ids: [] }, '/credential_ids'],
  'an unknown credential': [{ ...payment, credential_ids: ['pid', 'x'] }, '/credential_ids/1'],
  'an unknown hash': [{ ...payment, transaction_data_hashes_alg: ['md5'] }, '/transaction_data_hashes_alg'],
  'a hash of the prototype': [
    { ...payment, transaction_data_hashes_alg: ['toString'] },
    '/transaction_data_hashes_alg',
  ],
  'a hash as text': [{ ...payment, transaction_data_hashes_alg: 'sha-256' }, '/transaction_data_hashes_alg'],
};

for (const [name, [object, ...pointers]] of Object.entries(bad)) {
  test(`refused at creation: ${name}`, () => {
    const made = encodeTransactionData([object], context);
    const found = made.ok ? [] : made.errors.map(({ pointer }) => pointer);
    assert.deepEqual(
      found,
      pointers.map((pointer) => `/transaction_data/0${pointer}`),
    );
  });
}

test('refused at creation: a credential without holder binding', () => {
  const made = encodeTransactionData([payment], {
    ...context,
    query: queryOf({ require_cryptographic_holder_binding: false }),
  });
  assert.ok(!made.ok);
});

test('an mdoc confirms one entry of a type', () => {
  const both = { ...context, query: { credentials: [...query.credentials, ...mdocQueryOf().credentials] } };
  const byBoth = { ...payment, credential_ids: ['pid', 'mdl'] };
  assert.ok(encodeTransactionData([byBoth, { ...byBoth, type: 'other' }], both).ok);
  const made = encodeTransactionData([payment, byBoth, byBoth], both);
  assert.deepEqual(made.ok ? [] : made.errors, [
    { pointer: '/transaction_data/2/credential_ids/1', detail: 'An mdoc confirms one entry of a type' },
  ]);
});

test('a payment by an mdoc: not in the profile eu, and never by a PID', () => {
  const entry = scaEntry('urn:eudi:sca:account_access:1', { credential_ids: ['mdl'] });
  const errors = (profile: EntryContext['profile'], change: JsonObject = {}): readonly string[] => {
    const made = encodeTransactionData([entry], { ...context, profile, query: mdocQueryOf(change) });
    return made.ok ? [] : made.errors.map(({ detail }) => detail);
  };
  assert.deepEqual(errors('open'), []);
  assert.deepEqual(errors('eu'), ['In the profile eu only a dc+sd-jwt credential confirms payments']);
  assert.deepEqual(errors('open', { meta: { doctype_value: 'eu.europa.ec.eudi.pid.1' } }), [
    'A PID never confirms a transaction',
  ]);
});

test('refused at creation: entries that are long together', () => {
  const long = { ...payment, note: 'x'.repeat(30_000) };
  assert.ok(encodeTransactionData([long], context).ok);
  const made = encodeTransactionData([long, long], context);
  assert.deepEqual(made.ok ? [] : made.errors.map(({ pointer }) => pointer), ['/transaction_data/1']);
});

test('profile eu: a PID confirms no transaction of any type', () => {
  const made = encodeTransactionData([payment], { ...context, profile: 'eu' });
  assert.deepEqual(made.ok ? [] : made.errors, [
    { pointer: '/transaction_data/0/credential_ids/0', detail: 'A PID never confirms a transaction' },
  ]);
  const query = queryOf({ meta: { vct_values: ['urn:example:card'] } });
  assert.ok(encodeTransactionData([payment], { ...context, query, profile: 'eu' }).ok);
});
