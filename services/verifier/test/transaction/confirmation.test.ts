import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { newReports } from '@countersign/shared/http/reports';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { readVpToken, verifyResponse } from '../../src/presentation/verify-response.ts';
import {
  type AskedTransactions,
  checkStrongAuthentication,
  checkTransactionData,
} from '../../src/transaction/confirmation.ts';
import { encodeTransactionData } from '../../src/transaction/entry.ts';
import { context, credentialOf, NOW, presentationOf, queryOf } from '../presentation/presentations.ts';
import { refuses, refusesWith } from '../presentation/refuses.ts';
import { scaEntry, scaExamples } from './sca-examples.ts';

const query = queryOf();
const payment = { type: 'payment', credential_ids: ['pid'], amount: '12 €' };

function encoded(...objects: JsonObject[]): readonly string[] {
  const made = encodeTransactionData(objects, { query, profile: 'open', now: NOW });
  assert.ok(made.ok, JSON.stringify(made));
  return made.transactionData;
}

function digest(text: string, algorithm = 'sha256'): string {
  return createHash(algorithm).update(text).digest('base64url');
}

const [one = '', two = '', strong = '', either = ''] = encoded(
  payment,
  { ...payment, amount: '13 €' },
  { ...payment, transaction_data_hashes_alg: ['sha-512'] },
  { ...payment, transaction_data_hashes_alg: ['sha-512', 'sha-256'] },
);

/** Checks one proof of `pid`. */
function check(sent: readonly string[], keyBinding: unknown, queryId = 'pid'): void {
  checkTransactionData(asking(sent), [{ queryId, keyBinding: keyBinding as JsonObject | undefined }]);
}

function asking(transactionData: readonly string[], change: Partial<AskedTransactions> = {}): AskedTransactions {
  return { transactionData, responseMode: 'direct_post.jwt', ...change };
}

test('confirmed: each hash, in any order; by one of several credentials', () => {
  check([], {});
  check([], undefined);
  check([one], { transaction_data_hashes: [digest(one)] });
  check([one], { transaction_data_hashes: [digest(one)], transaction_data_hashes_alg: 'sha-256' });
  check([one, two], { transaction_data_hashes: [digest(two), digest(one)] });
  const named = { transaction_data_hashes: [digest(strong, 'sha512')], transaction_data_hashes_alg: 'sha-512' };
  check([strong], named);
  checkTransactionData(asking([one]), [
    { queryId: 'other', keyBinding: {} },
    { queryId: 'pid', keyBinding: { transaction_data_hashes: [digest(one)] } },
  ]);
});

const refused: Record<string, [sent: readonly string[], keyBinding: unknown, queryId?: string]> = {
  'no proof': [[one], undefined],
  'no hashes': [[one], {}],
  'an empty list': [[one], { transaction_data_hashes: [] }],
  'an empty list for nothing': [[], { transaction_data_hashes: [] }],
  'a text': [[one], { transaction_data_hashes: digest(one) }],
  'one of two': [[one, two], { transaction_data_hashes: [digest(one)] }],
  'another transaction': [[one], { transaction_data_hashes: [digest(two)] }],
  'one too many': [[one], { transaction_data_hashes: [digest(one), digest(two)] }],
  'one where none was asked for': [[], { transaction_data_hashes: [digest(one)] }],
  'one twice': [[one], { transaction_data_hashes: [digest(one), digest(one)] }],
  'the hash of the decoded text': [[one], { transaction_data_hashes: [digest(JSON.stringify(payment))] }],
  'a proof of another credential': [[one], { transaction_data_hashes: [digest(one)] }, 'other'],
  'an algorithm that was not offered': [
    [one],
    { transaction_data_hashes: [digest(one, 'sha512')], transaction_data_hashes_alg: 'sha-512' },
  ],
  'no name of the algorithm where some were offered': [
    [strong],
    { transaction_data_hashes: [digest(strong, 'sha512')] },
  ],
  'no name of the algorithm, though the default was offered': [[either], { transaction_data_hashes: [digest(either)] }],
  'the default where another was asked for': [
    [strong],
    { transaction_data_hashes: [digest(strong)], transaction_data_hashes_alg: 'sha-256' },
  ],
  'a name of the prototype': [
    [one],
    { transaction_data_hashes: [digest(one)], transaction_data_hashes_alg: 'toString' },
  ],
  'names in a list': [[one], { transaction_data_hashes: [digest(one)], transaction_data_hashes_alg: ['sha-256'] }],
};

for (const [name, [sent, keyBinding, queryId]] of Object.entries(refused)) {
  test(`refused: ${name}`, () => {
    refuses(() => check(sent, keyBinding, queryId), 'transaction_data');
  });
}

test('in a whole response', () => {
  const verify = (presentation: string, transactionData: readonly string[]): unknown =>
    verifyResponse({
      ...context,
      presented: readVpToken({ vpToken: { pid: [presentation] }, query, reports: newReports() }),
      ...asking(transactionData),
    });
  const confirming = presentationOf({ keyBinding: { transaction_data_hashes: [digest(one)] } });
  verify(confirming, [one]);
  refuses(() => verify(presentationOf(), [one]), 'transaction_data');
  refuses(() => verify(confirming, []), 'transaction_data');
  refuses(() => verify(credentialOf(), [one]), 'kb_missing');
});

test('the wallet gets the code of the standard', () => {
  try {
    check([one], {});
    assert.fail('accepted');
  } catch (error) {
    assert.equal((error as { code?: string }).code, 'invalid_transaction_data');
  }
});

test('facts of a refusal: what is wrong, how many are open, the algorithm; no hash', () => {
  const checking = (sent: readonly string[], keyBinding: unknown) => () => check(sent, keyBinding);
  refusesWith(checking([one, two], {}), 'transaction_data', { detail: 'not_confirmed', count: 2 });
  refusesWith(checking([one], { transaction_data_hashes: [digest(two)] }), 'transaction_data', {
    detail: 'unknown_hash',
    expectedAny: ['sha-256', 'sha-384', 'sha-512'],
    received: 'sha-256',
    credential: 'pid',
  });
  refusesWith(checking([one], { transaction_data_hashes: [] }), 'transaction_data', { detail: 'hashes_form' });
  const unnamed = { transaction_data_hashes: [digest(one)], transaction_data_hashes_alg: 7 };
  refusesWith(checking([one], unnamed), 'transaction_data', { detail: 'algorithm_form' });
});

const cards = queryOf({ id: 'debit', meta: { vct_values: ['urn:example:card'] } });
const [debit] = cards.credentials;
const twoCards = { credentials: [...cards.credentials, ...(debit === undefined ? [] : [{ ...debit, id: 'credit' }])] };

function entriesOf(...objects: JsonObject[]): readonly string[] {
  const made = encodeTransactionData(objects, { query: twoCards, profile: 'open', now: NOW });
  assert.ok(made.ok, JSON.stringify(made));
  return made.transactionData;
}

const signing = (...texts: string[]): JsonObject => ({
  transaction_data_hashes: texts.map((text) => digest(text)),
  transaction_data_hashes_alg: 'sha-256',
  jti: 'code',
  response_mode: 'direct_post.jwt',
  amr: [{ knowledge: 'other' }, { inherence: 'other' }],
});

test('per credential: each signs the entries that name it; all: each signs every entry', () => {
  const [first = '', second = ''] = entriesOf(
    scaEntry('urn:eudi:sca:account_access:1', { credential_ids: ['debit'] }),
    scaEntry('urn:eudi:sca:account_access:1', { credential_ids: ['credit'] }),
  );
  const both = [
    { queryId: 'debit', keyBinding: signing(first) },
    { queryId: 'credit', keyBinding: signing(second) },
  ];
  const all = [
    { queryId: 'debit', keyBinding: signing(second, first) },
    { queryId: 'credit', keyBinding: signing(first, second) },
  ];
  const own = asking([first, second]);
  const every = asking([first, second], { transactionBinding: 'all' });
  const texts = checkTransactionData(own, both).map((entries) => entries.map(({ text }) => text));
  assert.deepEqual(texts, [[first], [second]]);
  assert.equal(checkTransactionData(every, all).flat().length, 4);
  refuses(() => checkTransactionData(own, all), 'transaction_data');
  refuses(() => checkTransactionData(every, both), 'transaction_data');
  // A credential that no entry names signs nothing.
  const bystander = { queryId: 'pid', keyBinding: {} };
  checkTransactionData(every, [...all, bystander]);
  refuses(
    () => checkTransactionData(every, [...all, { ...bystander, keyBinding: signing(first) }]),
    'transaction_data',
  );
});

test('an entry that no presented credential signed is refused', () => {
  const sent = entriesOf(scaEntry('urn:eudi:sca:account_access:1', { credential_ids: ['debit'] }));
  refusesWith(() => checkTransactionData(asking(sent), [{ queryId: 'credit', keyBinding: {} }]), 'transaction_data', {
    detail: 'not_confirmed',
    count: 1,
  });
});

test('the amount changed after the encoding, or the same JSON written again', () => {
  const payload = { ...scaExamples['urn:eudi:sca:payment:1'] };
  const [sent = ''] = entriesOf(scaEntry('urn:eudi:sca:payment:1', { credential_ids: ['debit'], payload }));
  const clear = Buffer.from(sent, 'base64url').toString();
  const changed = (text: string): string => Buffer.from(text).toString('base64url');
  const check = (text: string) => () =>
    checkTransactionData(asking([sent]), [{ queryId: 'debit', keyBinding: signing(text) }]);
  check(sent)();
  refuses(check(changed(clear.replace('19.99', '1.99'))), 'transaction_data');
  refuses(check(changed(JSON.stringify(JSON.parse(clear), null, 1))), 'transaction_data');
});

test('reported: the exact strings, and how the user was authenticated', () => {
  const sca = entriesOf(scaEntry('urn:eudi:sca:payment:1', { credential_ids: ['debit'] }));
  const opaque = entriesOf({ type: 'note', credential_ids: ['credit'], transaction_data_hashes_alg: ['sha-256'] });
  const asked = asking([...sca, ...opaque]);
  const confirmations = [
    { queryId: 'debit', keyBinding: signing(...sca) },
    { queryId: 'credit', keyBinding: { ...signing(...opaque), amr: 'ignored' } },
    { queryId: 'pid', keyBinding: undefined },
  ];
  const confirmed = checkStrongAuthentication(asked, confirmations, checkTransactionData(asked, confirmations));
  const amr = [{ knowledge: 'other' }, { inherence: 'other' }];
  assert.deepEqual(confirmed, [
    { transactionData: sca, authentication: { jti: 'code', responseMode: 'direct_post.jwt', amr } },
    { transactionData: opaque },
    undefined,
  ]);
});
