import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { openAccount } from '../../src/acme/acme-account.ts';
import { orderParts, refusalOf } from './acme-client.ts';
import { createMockAuthority, HOST, MAC_KEY } from './mock-authority.ts';

const plain = { contact: [], termsOfServiceAgreed: false };
const payloadOf = (sent: string): JsonObject => {
  const { payload } = JSON.parse(sent) as { readonly payload: string };
  return JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as JsonObject;
};

it('finds the account that a key has already', async () => {
  const { exchange, key } = orderParts(await createMockAuthority()).parts;
  const url = await openAccount(exchange, { key, ...plain });
  assert.ok(url.startsWith(`${HOST}/account/`));
  assert.equal(await openAccount(exchange, { key, ...plain }), url);
});

it('sends contacts and consent only if there are some', async () => {
  const mock = await createMockAuthority();
  const { exchange, key } = orderParts(mock).parts;
  await openAccount(exchange, { key, ...plain });
  assert.deepEqual(payloadOf(mock.sent.at(-1) ?? ''), {});
  await openAccount(exchange, { key, contact: ['mailto:pki@shop.example'], termsOfServiceAgreed: true });
  assert.deepEqual(payloadOf(mock.sent.at(-1) ?? ''), {
    contact: ['mailto:pki@shop.example'],
    termsOfServiceAgreed: true,
  });
});

it('asks an authority for nothing without the external account that it wants', async () => {
  const mock = await createMockAuthority({ externalAccount: true });
  const { exchange, key } = orderParts(mock).parts;
  const missing = await refusalOf(openAccount(exchange, { key, ...plain }));
  assert.deepEqual([missing.reason, missing.facts.detail], ['acme_account_refused', 'external_account_missing']);
  assert.ok(!mock.asked.includes('/new-account'));
  const wrong = { kid: 'eab-1', key: Buffer.alloc(32) };
  assert.equal(
    (await refusalOf(openAccount(exchange, { key, ...plain, externalAccount: wrong }))).reason,
    'acme_account_refused',
  );
  await openAccount(exchange, { key, ...plain, externalAccount: { kid: 'eab-1', key: MAC_KEY } });
});

it('uses no account that the authority has closed', async () => {
  const mock = await createMockAuthority();
  mock.faults.change = (path, body) => (path === '/new-account' ? { ...body, status: 'deactivated' } : body);
  const { exchange, key } = orderParts(mock).parts;
  const { reason, facts } = await refusalOf(openAccount(exchange, { key, ...plain }));
  assert.deepEqual([reason, facts.received], ['acme_account_refused', 'deactivated']);
});
