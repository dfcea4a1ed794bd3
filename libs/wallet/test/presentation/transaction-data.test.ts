import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { confirmationOf, deviceConfirmationOf, entriesFor } from '../../src/presentation/transaction-data.ts';

const entry = (change: object = {}): string =>
  Buffer.from(JSON.stringify({ type: 'note', credential_ids: ['pid'], ...change })).toString('base64url');
const hash = (text: string, name = 'sha256'): string => createHash(name).update(text).digest('base64url');
const confirm = (sent: readonly string[], id = 'pid') =>
  confirmationOf({ transaction_data: sent, response_mode: 'direct_post.jwt' }, id) as Record<string, unknown>;

test('only the entries that name the credential, in the default algorithm without its name', () => {
  const [own, other] = [entry(), entry({ credential_ids: ['card'] })];
  assert.deepEqual(confirm([own, other]), { transaction_data_hashes: [hash(own)] });
  assert.deepEqual(confirm([other]), {});
  assert.deepEqual(confirm([]), {});
  assert.deepEqual(
    entriesFor([own, other], 'card').map(({ text }) => text),
    [other],
  );
});

test('an algorithm that every entry offers, by its name', () => {
  const [strong, either] = [['sha-512'], ['sha-256', 'sha-512']].map((transaction_data_hashes_alg) =>
    entry({ transaction_data_hashes_alg }),
  ) as [string, string];
  assert.deepEqual(confirm([strong, either]), {
    transaction_data_hashes: [hash(strong, 'sha512'), hash(either, 'sha512')],
    transaction_data_hashes_alg: 'sha-512',
  });
  assert.equal(confirm([either]).transaction_data_hashes_alg, 'sha-256');
});

test('strong customer authentication: a fresh code, the response mode, two factors', () => {
  const sca = entry({ type: 'urn:eudi:sca:payment:1', transaction_data_hashes_alg: ['sha-256'] });
  const { jti, response_mode, amr } = confirm([sca]);
  assert.match(String(jti), /^[0-9a-f-]{36}$/);
  assert.notEqual(confirm([sca]).jti, jti);
  assert.equal(response_mode, 'direct_post.jwt');
  assert.equal((amr as readonly object[]).length, 2);
});

test('a device signs the hash in the namespace of the type, with the algorithm if some were offered', () => {
  const [plain, strong] = [entry(), entry({ type: 'other', transaction_data_hashes_alg: ['sha-384'] })];
  const signed = deviceConfirmationOf({ transaction_data: [plain, strong] }, 'pid');
  assert.deepEqual(
    signed.get('note'),
    new Map([['transaction_data_hash', createHash('sha256').update(plain).digest()]]),
  );
  assert.deepEqual(
    signed.get('other'),
    new Map<string, unknown>([
      ['transaction_data_hash', createHash('sha384').update(strong).digest()],
      ['transaction_data_hash_alg', -43],
    ]),
  );
  assert.equal(deviceConfirmationOf({}, 'pid').size, 0);
});

test('all entries are signed by each credential that one of them names, if the verifier reads it so', () => {
  const [own, other] = [entry(), entry({ type: 'other', credential_ids: ['card'] })];
  const sent = { transaction_data: [own, other], response_mode: 'direct_post.jwt' };
  assert.deepEqual(confirmationOf(sent, 'pid', 'all'), { transaction_data_hashes: [hash(own), hash(other)] });
  assert.deepEqual([...deviceConfirmationOf(sent, 'card', 'all').keys()], ['note', 'other']);
  assert.deepEqual(confirmationOf(sent, 'unnamed', 'all'), {});
});
