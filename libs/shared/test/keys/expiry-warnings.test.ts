import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SigningKey } from '../../src/crypto/keys.ts';
import { type Log, silentLog } from '../../src/kernel/log.ts';
import { createExpiryWarnings, daysToAct, endOfChain } from '../../src/keys/expiry-warnings.ts';
import { KEY_NOT_AFTER, KEY_NOT_BEFORE, makeSigningKey } from '../crypto/signing-key.ts';

const DAY = 86_400_000;
const key: SigningKey = await makeSigningKey();
const shorter = await makeSigningKey({ notBefore: KEY_NOT_BEFORE, notAfter: KEY_NOT_AFTER - 60 * DAY });

function world() {
  const made = { now: KEY_NOT_BEFORE, lines: [] as unknown[] };
  const log: Log = { ...silentLog, warn: (_message, fields) => void made.lines.push(fields) };
  return Object.assign(made, { warn: createExpiryWarnings({ log, clock: () => made.now }) });
}

test('the operator has 30 days', () => {
  assert.equal(daysToAct(KEY_NOT_AFTER, KEY_NOT_AFTER - 30 * DAY - 1), undefined);
  assert.equal(daysToAct(KEY_NOT_AFTER, KEY_NOT_AFTER - 30 * DAY), 30);
  assert.equal(daysToAct(KEY_NOT_AFTER, KEY_NOT_AFTER - DAY / 2), 0);
  assert.equal(daysToAct(KEY_NOT_AFTER, KEY_NOT_AFTER + 1), -1);
});

test('a chain ends with the first of its certificates', () => {
  assert.equal(endOfChain(key), KEY_NOT_AFTER);
  assert.equal(endOfChain({ x5c: [...key.x5c, ...shorter.x5c] }), KEY_NOT_AFTER - 60 * DAY);
});

test('a key that ends soon is logged once, and the one that replaces it for itself', () => {
  const made = world();
  made.warn('acme', 'mdoc', key);
  made.now = KEY_NOT_AFTER - 30 * DAY;
  for (let uses = 0; uses < 3; uses += 1) made.warn('acme', 'mdoc', key);
  assert.deepEqual(made.lines, [
    {
      tenant: 'acme',
      detail: 'keys/mdoc.chain.pem expires in 30 days, on 2031-01-01T00:00:00.000Z: replace it and its key',
    },
  ]);
  made.warn('acme', 'mdoc', shorter);
  assert.equal(made.lines.length, 2);
});
