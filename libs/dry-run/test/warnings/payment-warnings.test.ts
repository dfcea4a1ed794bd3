/** What wallets refuse about a credential that confirms payments, each a warning. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { paymentWarnings, transactionWarnings } from '../../src/warnings/payment-warnings.ts';

const TYPE = 'urn:eudi:sca:login_risk_transaction:1';
const named = (...names: string[]) =>
  names.map((name) => ({ path: ['payload', name], display: [{ lang: 'en', label: name }] }));
const ALL = ['transaction_id', 'date_time', 'service', 'action'];

function configuration(change: object = {}, type: object = { claims: named(...ALL) }) {
  const vct = { vct: 'urn:card', category: 'urn:eu:europa:ec:eudi:sua:sca', transaction_data_types: { [TYPE]: type } };
  return { vct, revocation_chaining: true, ...change } as never;
}
const found = (one: never) => paymentWarnings(one).map(({ code, pointer, detail }) => [code, pointer, detail]);

test('a credential with category, chaining and all labels has none; nor has one that confirms no payments', () => {
  assert.deepEqual(found(configuration()), []);
  assert.deepEqual(found({} as never), []);
  assert.deepEqual(found({ vct: { vct: 'urn:card' } } as never), []);
});

test('without the category, without chaining, without labels', () => {
  assert.deepEqual(
    found(configuration({ revocation_chaining: undefined })).map(([code]) => code),
    ['payment_without_chaining'],
  );
  const types = { transaction_data_types: { [TYPE]: {} } };
  assert.deepEqual(
    found(configuration({ vct: types })).map(([code]) => code),
    ['payment_category_missing'],
  );
  const some = [...named('transaction_id', 'action'), { path: ['payload', 'service'] }];
  assert.deepEqual(found(configuration({}, { claims: some })), [
    [
      'payment_label_missing',
      `/vct/transaction_data_types/${TYPE}/claims`,
      'These members have no label: date_time, service',
    ],
  ]);
});

test('labels at an address and types of others are not read', () => {
  assert.deepEqual(found(configuration({}, { claims_uri: 'https://bank.example/labels.json' })), []);
  const vct = { category: 'urn:eu:europa:ec:eudi:sua:sca', transaction_data_types: { 'urn:other': { claims: [] } } };
  assert.deepEqual(found(configuration({ vct })), []);
});

const LOGIN = { transaction_id: '1', date_time: '2030-01-01T00:00:00Z', action: 'Log in' };
const asked = (entry: object = {}, one: never = configuration()) =>
  transactionWarnings({
    transactionData: [
      { type: 'urn:other', credential_ids: ['q'] },
      { type: TYPE, credential_ids: ['q'], payload: LOGIN, ...entry },
    ],
    configuration: {
      dcql_query: {
        credentials: ['q', 'r'].map((id) => ({
          id,
          format: 'dc+sd-jwt',
          meta: { vct_values: [id === 'q' ? 'urn:card' : 'urn:foreign'] },
        })),
      },
    },
    issued: [{ id: 'card', format: 'dc+sd-jwt', type: 'urn:card', configuration: one }],
  }).map(({ code, detail }) => [code, detail]);

test('a request for what the credential confirms, or with credentials of others, has none', () => {
  assert.deepEqual(asked(), []);
  assert.deepEqual(asked({ credential_ids: ['r'] }, {} as never), []);
});

test('a request for a type that the credential does not confirm, or of which wallets cannot name a member', () => {
  const unknown = ['payment_type_unknown', `transaction_data/1: The type metadata of card does not list ${TYPE}`];
  assert.deepEqual(asked({}, {} as never), [unknown]);
  assert.deepEqual(asked({}, configuration({ vct: { transaction_data_types: { 'urn:other': {} } } })), [unknown]);
  // A label of `service` is missing too, but the request has no service.
  assert.deepEqual(asked({}, configuration({}, { claims: named('transaction_id', 'date_time') })), [
    ['payment_label_missing', 'transaction_data/1: card has no label for action'],
  ]);
  const types = { transaction_data_types: { [TYPE]: { claims: named(...ALL) } } };
  assert.deepEqual(asked({}, configuration({ vct: types })), [
    ['payment_category_missing', 'transaction_data/1: Wallets do not confirm payments with card'],
  ]);
});
