import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { openIssuer } from '../world.ts';

interface Listed {
  readonly purpose: string;
  readonly rotation: string;
  readonly keys: readonly JsonObject[];
}

test('keys are listed by purpose, with whole days until the end of a certificate', async (t) => {
  const world = await openIssuer(t);
  await world.platform.keys.signer('default', 'credential');
  const { purposes } = (await world.call('issuer.keys')).body as unknown as { purposes: readonly Listed[] };
  assert.deepEqual(
    purposes.map(({ purpose }) => purpose),
    ['credential', 'request', 'metadata', 'mdoc', 'list', 'encryption', 'ca', 'iaca'],
  );
  const [key] = purposes[0]?.keys ?? [];
  assert.deepEqual([key?.state, key?.privateKey], ['active', 'local']);
  assert.equal((key?.certificate as JsonObject | undefined)?.daysLeft, 364);
  assert.ok(!JSON.stringify(purposes).includes('PRIVATE'));
});

test('a rotated key is published at once, behind the active one, and signs ten minutes later', async (t) => {
  const world = await openIssuer(t);
  const before = await world.platform.keys.signer('default', 'credential');
  const { body } = await world.call('issuer.key.rotate', { method: 'POST', params: { purpose: 'credential' } });
  const { kid, state, usedFrom, purpose } = body as JsonObject;
  assert.deepEqual([state, purpose], ['pending', 'credential']);
  assert.equal(Date.parse(String(usedFrom)), world.now + 600_000);
  world.now += 180_000;
  const jwks = (await world.call('issuer.jwks')).body as unknown as { keys: readonly JsonObject[] };
  assert.deepEqual(
    jwks.keys.map((key) => key.kid),
    [before.kid, kid],
  );
  world.now += 420_000;
  assert.equal((await world.platform.keys.signer('default', 'credential')).kid, kid);
});
