import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newReference } from '@countersign/shared/crypto/wallet-reference';
import type { OperationRequest } from '@countersign/shared/http/message';
import type { Json } from '@countersign/shared/kernel/json';
import type { DeferredCredential } from '@countersign/shared/model/issuance/issuance-part';
import { refuses } from '@countersign/shared/test/http/refuses';
import { whyRefused } from '@countersign/shared/test/http/why-refused';
import { checkTransaction } from '../../src/credential/check-transaction.ts';

const request = (body: Json) => ({ body }) as unknown as OperationRequest;
const handle = Buffer.alloc(16, 1).toString('base64url');
const { text, hash } = newReference(handle, (bytes) => Buffer.alloc(bytes, 2));
const deferred: DeferredCredential = { transactionHash: hash, configurationId: 'pid', sealedKeys: 's' };
const session = { handle, issuance: { deferred: [deferred] } };
const NOW = 1000;
const find = (id: Json, of: { handle: string; issuance: { deferred: readonly DeferredCredential[] } } = session) =>
  checkTransaction({ request: request({ transaction_id: id }), session: of, platform: { clock: () => NOW } });

test('a transaction of the session is found', () => {
  assert.deepEqual(find(text), { transactionId: text, deferred });
});

test('any other transaction is unknown', () => {
  const other = newReference(handle, (bytes) => Buffer.alloc(bytes, 3)).text;
  for (const id of [undefined, '', 5, other]) refuses(() => find(id as Json), 'invalid_transaction_id');
  const foreign = { ...session, handle: Buffer.alloc(16, 9).toString('base64url') };
  refuses(() => find(text, foreign), 'invalid_transaction_id');
  refuses(() => find(text, { handle, issuance: { deferred: [] } }), 'invalid_transaction_id');
});

test('an answer that is not repeated any more is unknown', () => {
  const answered = (until?: number): { handle: string; issuance: { deferred: readonly DeferredCredential[] } } => {
    const delivered = { sealedAnswer: 'a', notificationId: 'n', ...(until === undefined ? {} : { until }) };
    return { handle, issuance: { deferred: [{ ...deferred, delivered }] } };
  };
  for (const until of [undefined, NOW + 1]) assert.ok(find(text, answered(until)).deferred.delivered !== undefined);
  refuses(() => find(text, answered(NOW)), 'invalid_transaction_id');
});

test('the backend learns why', async () => {
  const foreign = { ...session, handle: Buffer.alloc(16, 9).toString('base64url') };
  const why: readonly [detail: string, call: () => unknown][] = [
    ['missing', () => find(undefined as unknown as Json)],
    ['malformed', () => find('x')],
    ['malformed', () => find(5)],
    ['other_session', () => find(text, foreign)],
    ['not_waiting', () => find(text, { handle, issuance: { deferred: [] } })],
  ];
  for (const [detail, call] of why) assert.deepEqual(await whyRefused(call), ['transaction_unknown', { detail }]);
});
